// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/array_view.hpp>
#include <monotable/model/model.hpp>

#include <cstddef>
#include <cstdint>

/// The attributes of an entity's items, in the order in which they are stored.
namespace monotable::detail {

/// Sorts in ascending order, in place; the arrays are short.
template <class T, class Less>
constexpr void insertion_sort(T* first, std::size_t count, Less const& less) {
    for (std::size_t i = 1; i < count; ++i) {
        T const moved = first[i];
        std::size_t k = i;
        for (; k != 0 && less(moved, first[k - 1]); --k) first[k] = first[k - 1];
        first[k] = moved;
    }
}

/// Writes the indexes of stored fields, ordered by attribute; returns their number.
constexpr std::size_t order_by_attribute(array_view<field_data> fields, std::uint16_t* order) {
    std::size_t count = 0;
    for (std::size_t i = 0; i != fields.size(); ++i)
        if (fields[i].is_stored()) order[count++] = static_cast<std::uint16_t>(i);
    insertion_sort(order, count,
                   [&](std::uint16_t a, std::uint16_t b) { return fields[a].attribute < fields[b].attribute; });
    return count;
}

/// Writes the attributes that an item can contain, by name; returns their number. `order` has the fields by attribute.
constexpr std::size_t list_attributes(table_data const& table, array_view<field_data> fields,
                                      array_view<std::uint16_t> order, array_view<key_slot> slots,
                                      stored_attribute* out) {
    std::size_t count = 0;
    auto const insert = [&](stored_attribute const& added) { // inserted after the fields, which are sorted
        std::size_t i = count++;
        for (; i != 0 && added.name < out[i - 1].name; --i) out[i] = out[i - 1];
        out[i] = added;
    };
    for (std::uint16_t const i : order)
        if (!fields[i].key_only) out[count++] = {fields[i].attribute, stored_attribute::source::field, i};
    for (std::size_t i = 0; i != slots.size(); ++i)
        if (slots[i].native == no_field && !slots[i].repeated)
            insert({slots[i].attribute.name, stored_attribute::source::slot, static_cast<std::uint16_t>(i)});
    if (!table.type_attribute.empty()) insert({table.type_attribute, stored_attribute::source::type, 0});
    for (std::size_t i = 0; i != count; ++i) {
        stored_attribute& each = out[i];
        if (each.name.size() >= sizeof each.head) continue;
        each.head[each.head_size++] = static_cast<char>(each.name.size());
        for (char const c : each.name) each.head[each.head_size++] = c;
    }
    return count;
}

} // namespace monotable::detail
