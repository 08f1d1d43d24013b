// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/error.hpp>
#include <monotable/schema/field_error.hpp>
#include <monotable/schema/fill.hpp>
#include <monotable/schema/model.hpp>
#include <monotable/value/item.hpp>
#include <monotable/value/writer.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Objects to items: attributes, key attributes, index entries.
namespace monotable::detail {

/// The encodings of an object's fields and of its key attributes.
class encoded_object {
public:
    /// addresses: one per field of the entity. Throws bad_value naming entity and field; then nothing has been written.
    encoded_object(entity_data const& entity, void const* const* addresses) : entity_(entity) {
        offsets_.resize(entity.fields.size() + entity.slots.size(), absent);
        bytes_.reserve(256);
        for (std::size_t i = 0; i != entity.fields.size(); ++i) {
            std::size_t const start = bytes_.size();
            try {
                value_writer writer(bytes_);
                if (entity.fields[i].type->encode(addresses[i], writer)) offsets_[i] = start;
            } catch (error const&) {
                rethrow_for_field(entity.name, entity.fields[i].name);
            }
        }
        for (std::size_t i = 0; i != entity.memberships.size(); ++i) fill_index(i);
    }

    /// The encoding of a field; nullptr when it is absent.
    char const* field(std::size_t i) const { return offsets_[i] == absent ? nullptr : bytes_.data() + offsets_[i]; }

    /// The encoding of a composed key attribute; nullptr when the item is not in its index.
    char const* slot(std::size_t i) const {
        std::size_t const at = offsets_[entity_.fields.size() + i];
        return at == absent ? nullptr : keys_.data() + at;
    }

    item to_item() const {
        std::string out;
        out.reserve(bytes_.size() + keys_.size() + 16 * entity_.emissions.size());
        value_writer writer(out);
        writer.begin_map();
        for (emission const& e : entity_.emissions) {
            if (e.from == emission::source::type) {
                writer.name(e.name);
                writer.string(entity_.name);
                continue;
            }
            char const* const encoding = e.from == emission::source::field ? field(e.index) : slot(e.index);
            if (encoding == nullptr) continue;
            writer.name(e.name);
            writer.raw(value_view(encoding));
        }
        writer.end_map();
        return item::from_encoding(std::move(out));
    }

    /// The key attributes of the table only.
    item to_key() const {
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

private:
    static constexpr std::size_t absent = static_cast<std::size_t>(-1);

    /// All of an index's composed key attributes, or none of them.
    void fill_index(std::size_t index) {
        membership const& place = entity_.memberships[index];
        if (!place.member) return;
        if (place.condition != nullptr) {
            char const* const value = field(static_cast<std::size_t>(place.condition_field));
            if (value == nullptr || !place.condition(value_view(value))) return;
        }
        std::size_t const start = keys_.size();
        std::size_t const count = entity_.table->indexes[index].key_count();
        auto const value_of = [&](template_part const& part) { return field(static_cast<std::size_t>(part.field)); };
        for (std::size_t s = place.first_slot; s != place.first_slot + count; ++s) {
            key_slot const& key = entity_.slots[s];
            std::size_t const at = keys_.size();
            if (!fill_slot(entity_, key, value_of, keys_)) {
                keys_.resize(start);
                for (std::size_t undo = place.first_slot; undo != s; ++undo) offsets_[entity_.fields.size() + undo] = absent;
                return;
            }
            offsets_[entity_.fields.size() + s] = at;
        }
        // An attribute that several indexes share is emitted from its first slot.
        for (std::size_t s = place.first_slot; s != place.first_slot + count; ++s) {
            if (!entity_.slots[s].repeated) continue;
            for (std::size_t other = 0; other != s; ++other)
                if (!entity_.slots[other].repeated && entity_.slots[other].attribute.name == entity_.slots[s].attribute.name)
                    offsets_[entity_.fields.size() + other] = offsets_[entity_.fields.size() + s];
        }
    }

    entity_data const& entity_;
    std::string bytes_;                 // of the fields
    std::string keys_;                  // of the key attributes
    std::vector<std::size_t> offsets_;  // fields, then slots
};

} // namespace monotable::detail
