// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/core/writer.hpp>
#include <monotable/model/encode.hpp>
#include <monotable/model/field_error.hpp>
#include <monotable/model/fill.hpp>

namespace monotable::detail {

MONOTABLE_INLINE encoded_object::encoded_object(entity_data const& entity, void const* const* addresses)
    : entity_(entity), offsets_(entity.fields.size() + entity.slots.size(), absent) {
    bytes_.reserve(256);
    for (std::size_t i = 0; i != entity.fields.size(); ++i) {
        if (!entity.fields[i].is_stored()) continue;
        std::size_t const start = bytes_.size();
        try {
            value_writer writer(bytes_);
            if (entity.fields[i].type->encode(addresses[i], writer)) offsets_[i] = start;
        } catch (error const&) {
            rethrow_for_field(entity.name, entity.fields[i].name);
        }
    }
    for (std::size_t i = 0; i != entity.index_mappings.size(); ++i) fill_index(i);
}

MONOTABLE_INLINE item encoded_object::to_item() const {
    std::string out;
    out.reserve(bytes_.size() + keys_.size() + 16 * entity_.stored_attributes.size());
    value_writer writer(out);
    writer.begin_map();
    for (stored_attribute const& e : entity_.stored_attributes) {
        if (e.from == stored_attribute::source::type) {
            writer.name(e.name);
            writer.string(entity_.name);
            continue;
        }
        char const* const encoding = e.from == stored_attribute::source::field ? field(e.index) : slot(e.index);
        if (encoding == nullptr) continue;
        writer.name(e.name);
        writer.raw(value_view(encoding));
    }
    writer.end_map();
    return item::from_encoding(std::move(out));
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
        filled[k] = keys_.size();
        if (!fill_slot(entity_, entity_.slots[place.first_slot + k], value_of, keys_)) {
            keys_.resize(start);
            return;
        }
        check_length(index, k, value_view(keys_.data() + filled[k]));
    }
    // An attribute that several indexes share is written from its first slot, regardless of the index that needs it.
    for (std::size_t k = 0; k != count; ++k) {
        key_slot const& key = entity_.slots[place.first_slot + k];
        std::size_t owner = place.first_slot + k;
        if (key.repeated)
            for (owner = 0; entity_.slots[owner].attribute.name != key.attribute.name;) ++owner;
        offsets_[entity_.fields.size() + owner] = filled[k];
    }
}

MONOTABLE_INLINE void encoded_object::check_length(std::size_t index, std::size_t attribute, value_view key) const {
    bool const partition = attribute < entity_.table->indexes[index].partition_count;
    std::size_t const limit = partition ? 2048 : 1024;
    if (key.type() == value_type::number || key.key_bytes().size() <= limit) return;
    key_slot const& slot = entity_.slots[entity_.index_mappings[index].first_slot + attribute];
    std::string message("monotable: ");
    message.append(entity_.name).append(": key attribute ").append(slot.attribute.name);
    if (index != 0) message.append(" of index ").append(entity_.table->indexes[index].name);
    message.append(" has ").append(std::to_string(key.key_bytes().size())).append(" bytes, and a ");
    message.append(partition ? "partition" : "sort").append(" key at most ").append(std::to_string(limit));
    message.append("; it is made of");
    for (template_part const& part : entity_.parts_of(slot))
        if (part.placeholder) message.append(" ").append(part.text);
    throw bad_value(message);
}

} // namespace monotable::detail
