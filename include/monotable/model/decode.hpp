// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/item.hpp>
#include <monotable/error.hpp>
#include <monotable/model/model.hpp>

#include <cstddef>

/// Items to objects, and which entity an item is.
namespace monotable::detail {

/// The item is one of this entity: its primary key matches the entity's templates, and its type attribute, where the
/// table has one, names it.
bool belongs_to(entity_data const& entity, item_view candidate);

/// The type attribute of the table, if it has one, says that the item is another entity's.
bool is_of_another(entity_data const& entity, item_view candidate);

class item_decoder {
  public:
    /// unread: the address of each field of a value-initialized object; taken away (nullptr) when the field is read.
    item_decoder(entity_data const& entity, result_data const& result, void** unread)
        : entity_(entity), result_(result), unread_(unread) {}

    /// Attributes that no field has are ignored; what earlier versions wrote is upgraded. A missing attribute is read from the key text where that holds it; else it
    /// is absence for an optional field, the member initializer for a defaulted one, and otherwise bad_item, which names
    /// the entity, the field, for a value of another type both types, and the item's key.
    void decode(item_view source);

  private:
    void read(item_view source);
    void store(std::size_t field, value_view value);

    /// Reads what the key text holds of the fields that are left.
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
