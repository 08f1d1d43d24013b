// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/item.hpp>
#include <monotable/error.hpp>
#include <monotable/model/model.hpp>

#include <cstddef>

/// Conversion of items to objects, and identification of an item's entity.
namespace monotable::detail {

/// True if the item belongs to this entity: its primary key matches the entity's templates, and its type attribute, if
/// the table declares one and the item has it, is the entity's name. The first `implied` attributes of the key are known to
/// match, because they were read with values of this entity.
bool belongs_to(entity_data const& entity, item_view candidate, std::size_t implied = 0);

/// True if the item has the table's type attribute and it names another entity.
bool is_of_another(entity_data const& entity, item_view candidate);

class item_decoder {
  public:
    /// `unread` has the address of each field of a value-initialized object; it becomes null when the field is read.
    item_decoder(entity_data const& entity, result_data const& result, void** unread)
        : entity_(entity), result_(result), unread_(unread) {}

    /// Decodes an item into the fields; items of earlier versions are upgraded first. Attributes without a field are
    /// ignored. A missing attribute is read from the text of a key if that contains it; otherwise an optional becomes
    /// empty, and a defaulted field keeps its initializer. Throws bad_item, which names entity, field and key, if an
    /// attribute is missing or does not fit its field.
    void decode(item_view source);
    /// The same for an item that is known to be of the current version.
    void decode_current(item_view source);

  private:
    void read(item_view source);

    /// Reads the fields that are attributes of the item. Returns the number of fields that are not read.
    std::size_t read_attributes(item_view source);
    void store(std::size_t field, value_view value);
    /// Throws bad_item with the reason and the item's key.
    [[noreturn]] void refuse(bad_item const& reason, item_view source) const;

    /// Reads the remaining fields from the texts of keys, as far as these contain them.
    void recover(item_view source);
    void settle(std::size_t field);

    entity_data const& entity_;
    result_data const& result_;
    void** unread_;
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/model/decode.ipp>
#endif
