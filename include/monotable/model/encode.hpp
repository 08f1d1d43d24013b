// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/byte_buffer.hpp>
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

/// Throws bad_value if the value is too long for a key attribute of an index.
void check_long_key(entity_data const& entity, std::size_t index, std::size_t attribute, value_view key);
inline void check_key_length(entity_data const& entity, std::size_t index, std::size_t attribute, value_view key) {
    if (key.key_bytes().size() > 1024) check_long_key(entity, index, attribute, key);
}

/// The item of an object, with the places of its fields and key attributes. Refers to the entity_data.
class encoded_object {
  public:
    /// `addresses` are those of the fields, in the order of the entity. Throws bad_value, which names entity and field,
    /// if a value cannot be stored.
    encoded_object(entity_data const& entity, void const* const* addresses);

    /// As above, from encoded values: `encoding_of(i)` is that of a field, or null if it is absent.
    template <class EncodingOf>
        requires requires(EncodingOf const& f) { static_cast<char const*>(f(std::size_t{0})); }
    encoded_object(entity_data const& entity, EncodingOf const& encoding_of) : entity_(entity), places_(entity) {
        std::vector<char const*> encodings(entity.fields.size());
        for (std::size_t i = 0; i != entity.fields.size(); ++i) encodings[i] = encoding_of(i);
        encode_from(encodings.data());
    }

    /// The encoding of a field; null if it is absent.
    char const* field(std::size_t i) const { return at(places_[i]); }

    /// The encoding of a composed key attribute; null if the item is not in its index.
    char const* slot(std::size_t i) const { return at(places_[entity_.fields.size() + i]); }

    item_view view() const { return item_view(item_.data()); }
    /// The size of the item, as DynamoDB counts it.
    std::size_t size() const { return size_; }
    /// For each stored_attribute of the entity, the offset of its value in the item; 0 if it is absent.
    std::size_t const* offsets() const { return &places_[entity_.fields.size() + entity_.slots.size()]; }
    item to_item() const { return item(view()); }

    /// The attributes of the primary key only.
    item to_key() const;

  private:
    static constexpr std::size_t absent = static_cast<std::size_t>(-1);
    static constexpr std::size_t in_keys = static_cast<std::size_t>(1) << (8 * sizeof(std::size_t) - 1);
    static constexpr std::size_t in_fields = in_keys >> 1;

    /// Places of encodings, of fields, then of slots: offsets in `item_`, or in `keys_` or `fields_` if that bit is set. Then
    /// the offsets of stored_attributes.
    class place_table {
      public:
        explicit place_table(entity_data const& entity);

        std::size_t& operator[](std::size_t i) { return places_[i]; }
        std::size_t const& operator[](std::size_t i) const { return places_[i]; }

      private:
        std::size_t* places_ = few_;
        std::size_t few_[64];
        std::vector<std::size_t> many_;
    };

    char const* at(std::size_t place) const {
        if (place == absent) return nullptr;
        if ((place & in_fields) != 0) return fields_.data() + (place & ~in_fields);
        return (place & in_keys) != 0 ? keys_.data() + (place & ~in_keys) : item_.data() + place;
    }

    void encode_from(char const* const* encodings);
    /// `encode(i, writer)` appends the encoding of a field; false if it is absent.
    template <class Encode>
    void encode_all(Encode const& encode);

    void append_name(stored_attribute const& e);

    /// Fills all composed key attributes of an index, or none of them.
    void fill_index(std::size_t index);
    entity_data const& entity_;
    place_table places_;
    std::size_t size_ = 0;
    large_buffer<640> item_;
    byte_buffer fields_; // that are parts of keys
    byte_buffer keys_;   // composed key attributes
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/model/encode.ipp>
#endif
