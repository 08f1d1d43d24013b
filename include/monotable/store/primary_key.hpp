// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/core/byte_buffer.hpp>
#include <monotable/core/item.hpp>
#include <monotable/error.hpp>
#include <monotable/model/field_error.hpp>
#include <monotable/model/fill.hpp>
#include <monotable/model/model_of.hpp>
#include <monotable/query/action_rules.hpp>
#include <monotable/query/plan_of.hpp>

#include <cstddef>
#include <string>

/// Conversion of the primary key in the arguments of a verb to key attributes.
namespace monotable::detail {

/// An item that consists of a primary key, on the stack.
class key_item {
  public:
    item_view view() const noexcept { return item_view(bytes_.data()); }
    operator item_view() const noexcept { return view(); }

    /// REQUIRES: is called once. `value_of(slot, part)` is the encoded value of a placeholder. Throws bad_value like fill_slot.
    template <class ValueOf>
    void fill(entity_data const& entity, ValueOf const& value_of) {
        begin();
        std::size_t const count = entity.table->indexes[0].key_count();
        // Attributes are ordered by name.
        std::size_t const first = count == 2 && entity.slots[1].attribute.name < entity.slots[0].attribute.name;
        for (std::size_t i = 0; i != count; ++i) {
            std::size_t const s = i ^ first;
            bytes_.append_sized(entity.slots[s].attribute.name);
            fill_slot(entity, entity.slots[s], [&](template_part const& part) { return value_of(s, part); }, bytes_);
        }
        end(count);
    }
    /// The same for a plan that fixes the key. `offsets` are those of the conditions' values in `values`.
    void fill(entity_data const& entity, plan_data const& plan, char const* values, std::size_t const* offsets);

  private:
    void begin();
    void end(std::size_t count) noexcept;

    byte_buffer bytes_;
};

/// Sets the primary key from the conditions of get and erase.
template <class Table, class E, class... C>
void fill_key(key_item& out, C const&... conditions) {
    byte_buffer values;
    std::size_t offsets[sizeof...(C) + 1];
    std::size_t count = 0;
    ((offsets[count++] = values.size(), encode_value<E, C::field>(conditions.first, values)), ...);
    out.fill(entity_model<Table, E>::data, get_plan<Table, E, C...>, values.data(), offsets);
}
template <class Table, class E, class... C>
item key_from(C const&... conditions) {
    key_item out;
    fill_key<Table, E>(out, conditions...);
    return item(out.view());
}

/// The primary key from the encoded values of its fields.
item key_of(entity_data const& entity, std::string const* encodings);

/// The attributes of an item's primary key.
item primary_key_of(table_data const& table, item_view source);

/// Encodes the fields of the primary key of an object.
void encode_key(entity_data const& entity, void const* const* addresses, std::string* out);

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/store/primary_key.ipp>
#endif
