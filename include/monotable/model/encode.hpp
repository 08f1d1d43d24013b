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

/// Objects to items: attributes, key attributes, index entries.
namespace monotable::detail {

/// The encodings of an object's fields and of its key attributes.
class encoded_object {
  public:
    /// addresses: one per field of the entity. Throws bad_value naming entity and field; then nothing has been written.
    encoded_object(entity_data const& entity, void const* const* addresses);

    /// The same of encodings: `encoding_of(i)` is that of a field, nullptr for what is absent.
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
        for (std::size_t i = 0; i != entity.memberships.size(); ++i) fill_index(i);
    }

    /// The encoding of a field; nullptr when it is absent.
    char const* field(std::size_t i) const { return offsets_[i] == absent ? nullptr : bytes_.data() + offsets_[i]; }

    /// The encoding of a composed key attribute; nullptr when the item is not in its index.
    char const* slot(std::size_t i) const {
        std::size_t const at = offsets_[entity_.fields.size() + i];
        return at == absent ? nullptr : keys_.data() + at;
    }

    item to_item() const;

    /// The key attributes of the table only.
    item to_key() const;

  private:
    static constexpr std::size_t absent = static_cast<std::size_t>(-1);

    /// All of an index's composed key attributes, or none of them.
    void fill_index(std::size_t index);
    void check_length(std::size_t index, std::size_t attribute, value_view key) const;

    entity_data const& entity_;
    std::string bytes_;                // of the fields
    std::string keys_;                 // of the key attributes
    std::vector<std::size_t> offsets_; // fields, then slots
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/model/encode.ipp>
#endif
