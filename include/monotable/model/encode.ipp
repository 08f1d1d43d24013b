// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/core/size.hpp>
#include <monotable/core/writer.hpp>
#include <monotable/model/encode.hpp>
#include <monotable/model/field_error.hpp>
#include <monotable/model/fill.hpp>

#include <cstring>

namespace monotable::detail {

MONOTABLE_INLINE encoded_object::place_table::place_table(entity_data const& entity) {
    std::size_t const encoded = entity.fields.size() + entity.slots.size(),
                      count = encoded + entity.stored_attributes.size();
    if (count > sizeof few_ / sizeof *few_) {
        many_.resize(count);
        places_ = many_.data();
    }
    for (std::size_t i = 0; i != encoded; ++i) places_[i] = absent;
    for (std::size_t i = encoded; i != count; ++i) places_[i] = 0;
}

MONOTABLE_INLINE encoded_object::encoded_object(entity_data const& entity, void const* const* addresses)
    : entity_(entity), places_(entity) {
    encode_all([&](std::size_t i, value_writer& writer) {
        if (!entity.fields[i].is_stored()) return false;
        try {
            return entity.fields[i].type->encode(addresses[i], writer);
        } catch (error const&) {
            rethrow_for_field(entity.name, entity.fields[i].name);
        }
    });
}

MONOTABLE_INLINE void encoded_object::encode_from(char const* const* encodings) {
    encode_all([&](std::size_t i, value_writer& writer) {
        if (encodings[i] == nullptr) return false;
        writer.raw(value_view(encodings[i]));
        return true;
    });
}

template <class Encode>
void encoded_object::encode_all(Encode const& encode) {
    value_writer parts(fields_);
    for (std::size_t i = 0; i != entity_.fields.size(); ++i) {
        if (!entity_.fields[i].in_slot && entity_.fields[i].is_stored()) continue;
        std::size_t const start = fields_.size();
        if (encode(i, parts)) places_[i] = start | in_fields;
    }
    for (std::size_t i = 0; i != entity_.index_mappings.size(); ++i) fill_index(i);
    value_writer writer(item_);
    writer.begin_map();
    // Copies of what the compiler would read again after each byte that is written.
    auto const attributes = entity_.stored_attributes;
    auto const fields = entity_.fields;
    std::size_t* const field_places = &places_[0];
    std::size_t* const slot_places = field_places + fields.size();
    std::size_t* const offsets = slot_places + entity_.slots.size();
    std::uint64_t count = 0;
    std::size_t size = 0;
    for (std::size_t i = 0; i != attributes.size(); ++i) {
        stored_attribute const& e = attributes[i];
        std::size_t place = absent;
        if (e.from != stored_attribute::source::type) {
            bool const is_field = e.from == stored_attribute::source::field;
            place = is_field ? field_places[e.index] : slot_places[e.index];
            if (place == absent && (!is_field || fields[e.index].in_slot)) continue; // the value is absent
        }
        std::size_t const start = item_.size();
        append_name(e);
        std::size_t const value = item_.size();
        if (place != absent) {
            value_view const encoded(at(place));
            if (is_container(encoded.type())) writer.raw(encoded); // checks the depth
            else item_.append(encoded.bytes());
        } else if (e.from == stored_attribute::source::type) {
            writer.string(entity_.name);
        } else if (encode(e.index, writer)) {
            field_places[e.index] = value;
        } else {
            item_.shrink(start);
            continue;
        }
        ++count;
        offsets[i] = value;
        size += e.name.size() + value_size(value_view(item_.data() + value));
    }
    size_ = size;
    writer.top().count = count;
    std::size_t const end = item_.size();
    writer.end_map();
    if (std::size_t const moved = item_.size() - end; moved != 0) { // the number of members needs more than one byte
        for (std::size_t* place = field_places; place != offsets; ++place)
            if (*place < in_fields) *place += moved;
        for (std::size_t i = 0; i != attributes.size(); ++i)
            if (offsets[i] != 0) offsets[i] += moved;
    }
}

MONOTABLE_INLINE void encoded_object::append_name(stored_attribute const& e) {
    if (e.head_size == 0) return item_.append_sized(e.name);
    std::size_t const start = item_.size();
    std::memcpy(item_.extend(sizeof e.head), e.head, sizeof e.head); // of constant size, without a call
    item_.shrink(start + e.head_size);
}

MONOTABLE_INLINE item encoded_object::to_key() const {
    std::string out;
    value_writer writer(out);
    writer.begin_map();
    for (std::size_t i = 0; i != entity_.table->indexes[0].key_count(); ++i) {
        key_slot const& key = entity_.slots[i];
        writer.name(key.attribute.name);
        writer.raw(value_view(key.native != no_field ? field(static_cast<std::size_t>(key.native)) : slot(i)));
    }
    writer.end_map();
    return item::from_encoding(std::move(out));
}

MONOTABLE_INLINE void encoded_object::fill_index(std::size_t index) {
    index_mapping const& place = entity_.index_mappings[index];
    if (!place.member) return;
    if (place.condition != nullptr) {
        char const* const value = field(static_cast<std::size_t>(place.condition_field));
        if (value == nullptr || !place.condition(value_view(value))) return;
    }
    std::size_t const start = keys_.size();
    std::size_t const count = entity_.table->indexes[index].key_count();
    auto const value_of = [&](template_part const& part) { return field(static_cast<std::size_t>(part.field)); };
    std::size_t filled[2 * max_key_attributes];
    for (std::size_t k = 0; k != count; ++k) {
        key_slot const& slot = entity_.slots[place.first_slot + k];
        bool present = false;
        if (slot.native != no_field) {
            filled[k] = places_[static_cast<std::size_t>(slot.native)];
            present = filled[k] != absent;
            if (present) check_native(entity_, slot, value_view(at(filled[k])));
        } else {
            filled[k] = keys_.size() | in_keys;
            present = fill_slot(entity_, slot, value_of, keys_);
        }
        if (!present) {
            keys_.shrink(start);
            return;
        }
        check_key_length(entity_, index, k, value_view(at(filled[k])));
    }
    // An attribute that several indexes share is written from its first slot, regardless of the index that needs it.
    for (std::size_t k = 0; k != count; ++k) {
        key_slot const& key = entity_.slots[place.first_slot + k];
        std::size_t owner = place.first_slot + k;
        if (key.repeated)
            for (owner = 0; entity_.slots[owner].attribute.name != key.attribute.name;) ++owner;
        places_[entity_.fields.size() + owner] = filled[k];
    }
}

MONOTABLE_INLINE void check_long_key(entity_data const& entity, std::size_t index, std::size_t attribute,
                                     value_view key) {
    bool const partition = attribute < entity.table->indexes[index].partition_count;
    std::size_t const limit = partition ? 2048 : 1024;
    if (key.type() == value_type::number || key.key_bytes().size() <= limit) return;
    key_slot const& slot = entity.slots[entity.index_mappings[index].first_slot + attribute];
    std::string message("monotable: ");
    message.append(entity.name).append(": key attribute ").append(slot.attribute.name);
    if (index != 0) message.append(" of index ").append(entity.table->indexes[index].name);
    message.append(" has ").append(std::to_string(key.key_bytes().size())).append(" bytes, and a ");
    message.append(partition ? "partition" : "sort").append(" key at most ").append(std::to_string(limit));
    message.append("; it is made of");
    for (template_part const& part : entity.parts_of(slot))
        if (part.placeholder) message.append(" ").append(part.text);
    throw bad_value(message);
}

} // namespace monotable::detail
