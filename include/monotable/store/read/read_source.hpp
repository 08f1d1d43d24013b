// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/clock.hpp>
#include <monotable/config.hpp>
#include <monotable/core/item.hpp>
#include <monotable/error.hpp>
#include <monotable/expression/tree.hpp>
#include <monotable/key/shape.hpp>
#include <monotable/key/text.hpp>
#include <monotable/model/model.hpp>
#include <monotable/query/key_range.hpp>
#include <monotable/store/read/executor.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

/// What is read, and how.
namespace monotable::detail {

struct read_options {
    bool descending = false;
    bool backward = false; ///< the items before the cursor; an empty one is the end
    bool consistent = false;
    bool distinct = false;
    bool in_pages = false;        ///< a bound on requests ends a page; otherwise it is an error
    std::size_t limit = 0;        ///< items returned; 0: no limit
    std::size_t max_requests = 0; ///< 0: no bound
    std::string cursor;           ///< where to go on; empty: the beginning
    std::uint32_t segment = 0;    ///< of a scan: the first one read
    std::uint32_t segments = 1;   ///< how many are read
    std::uint32_t total_segments = 1;
    array_view<std::string_view> projection; ///< attributes to read, the keys among them; empty: every one
    bool at_once = false;                    ///< several pages take no longer than one
    monotable::executor* executor = nullptr;
};

/// A number of items from a program; throws bad_value if it is negative.
template <std::integral Count>
std::size_t limit_of(Count count) {
    if constexpr (std::is_signed_v<Count>)
        if (count < 0) throw bad_value("monotable: a limit is the number of items, which is not negative; 0: no limit");
    return static_cast<std::size_t>(count);
}

/// The attribute is a key attribute of the index.
constexpr bool is_key_of(index_data const& index, std::string_view attribute) {
    for (std::size_t a = 0; a != index.key_count(); ++a)
        if (index.attributes[a].name == attribute) return true;
    return false;
}

/// Items as the index has them have the attribute.
constexpr bool is_attribute_in(table_data const& table, std::size_t index, std::string_view attribute) {
    index_data const& data = table.indexes[index];
    if (data.projection == projection_kind::all || is_key_of(data, attribute) || is_key_of(table.indexes[0], attribute))
        return true;
    for (std::string_view const name : data.included)
        if (name == attribute) return true;
    return false;
}

/// No two items of a partition of the index have the same sort key: together the two keys hold all that is in the primary key.
constexpr bool is_told_by_sort_key(entity_data const& entity, std::size_t index) {
    auto const holds = [&](array_view<key_slot> slots, std::int16_t field) {
        for (key_slot const& slot : slots)
            for (template_part const& part : entity.parts_of(slot))
                if (part.placeholder && part.field == field &&
                    !is_lossy(part, *entity.fields[static_cast<std::size_t>(field)].type))
                    return true;
        return false;
    };
    for (array_view<key_slot> const slots : {entity.partition_slots(0), entity.sort_slots(0)})
        for (key_slot const& slot : slots)
            for (template_part const& part : entity.parts_of(slot))
                if (part.placeholder && !holds(entity.partition_slots(index), part.field) &&
                    !holds(entity.sort_slots(index), part.field))
                    return false;
    return true;
}

/// What is read: an index of a table, and in it ranges of keys or, for a scan, everything.
struct read_source {
    table_data const* table = nullptr;
    std::size_t index = 0;
    entity_data const* entity = nullptr; ///< items of other entities are passed over; nullptr: every item
    bool scan = false;
    std::vector<key_range> ranges = {};
    expression filter = {}; ///< of the items that are read, which are returned
    expression still = {};  ///< and this, which is no part of what a cursor is bound to: it changes with the time
    clock_function clock = milliseconds_now<>;

    /// Items as the index has them tell their type, unless they are older than the attribute.
    bool has_type_attribute() const {
        return !table->type_attribute.empty() && is_attribute_in(*table, index, table->type_attribute);
    }

    expression whole_filter() const;
};

/// What a plan of conditions reads.
read_source planned_source(entity_data const& entity, plan_data const& plan, array_view<condition_values> values);

/// Where reading goes on behind this item.
item start_key_of(table_data const& table, std::size_t index_number, item_view source);

/// Of everything that decides which items come in which order, and of the direction in which a cursor goes.
std::uint64_t fingerprint_of(read_source const& source, read_options const& options, bool backward);

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/store/read/read_source.ipp>
#endif
