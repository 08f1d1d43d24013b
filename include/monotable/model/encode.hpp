// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/item.hpp>
#include <monotable/error.hpp>
#include <monotable/model/model.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Conversion of objects to items: attributes, key attributes, index keys.
namespace monotable::detail {

/// The encoded fields and key attributes of an object. Refers to the entity_data.
class encoded_object {
  public:
    /// `addresses` are those of the fields, in the order of the entity. Throws bad_value, which names entity and field,
    /// if a value cannot be stored.
    encoded_object(entity_data const& entity, void const* const* addresses);

    /// As above, from encoded values: `encoding_of(i)` is that of a field, or null if it is absent.
    template <class EncodingOf>
        requires requires(EncodingOf const& f) { static_cast<char const*>(f(std::size_t{0})); }
    encoded_object(entity_data const& entity, EncodingOf const& encoding_of)
        : entity_(entity), offsets_(entity.fields.size() + entity.slots.size(), absent) {
        for (std::size_t i = 0; i != entity.fields.size(); ++i) {
            char const* const encoding = encoding_of(i);
            if (encoding == nullptr) continue;
            offsets_[i] = bytes_.size();
            bytes_.append(value_view(encoding).bytes());
        }
        for (std::size_t i = 0; i != entity.index_mappings.size(); ++i) fill_index(i);
    }

    /// The encoding of a field; null if it is absent.
    char const* field(std::size_t i) const { return offsets_[i] == absent ? nullptr : bytes_.data() + offsets_[i]; }

    /// The encoding of a composed key attribute; null if the item is not in its index.
    char const* slot(std::size_t i) const {
        std::size_t const at = offsets_[entity_.fields.size() + i];
        return at == absent ? nullptr : keys_.data() + at;
    }

    item to_item() const;

    /// The attributes of the primary key only.
    item to_key() const;

  private:
    static constexpr std::size_t absent = static_cast<std::size_t>(-1);

    /// Fills all composed key attributes of an index, or none of them.
    void fill_index(std::size_t index);
    void check_length(std::size_t index, std::size_t attribute, value_view key) const;

    entity_data const& entity_;
    std::string bytes_;                // encoded fields
    std::string keys_;                 // encoded key attributes
    std::vector<std::size_t> offsets_; // of fields, then of slots
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/model/encode.ipp>
#endif
