// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/clock.hpp>
#include <monotable/backend/request.hpp>
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

/// The source and the options of reading.
namespace monotable::detail {

struct read_options {
    bool descending = false;
    bool backward = false; ///< read the items before the cursor; an empty cursor is the end
    bool consistent = false;
    bool distinct = false;
    bool in_pages = false;        ///< true if the bound on requests ends a page; otherwise exceeding it is an error
    std::size_t limit = 0;        ///< the maximal number of items; 0 means no limit
    std::size_t max_requests = 0; ///< 0 means no bound
    std::string cursor;           ///< the position to continue from; empty for the beginning
    std::uint32_t segment = 0;    ///< for a scan: the first segment to read
    std::uint32_t segments = 1;   ///< the number of segments to read
    std::uint32_t total_segments = 1;
    array_view<std::string_view> projection; ///< attributes to read, including the keys; empty for all
    bool at_once = false;                    ///< true if several pages take no longer than one
    monotable::executor* executor = nullptr;
};

/// Converts a number of items; throws bad_value if it is negative.
template <std::integral Count>
std::size_t limit_of(Count count) {
    if constexpr (std::is_signed_v<Count>)
        if (count < 0) throw bad_value("monotable: a limit is the number of items, which is not negative; 0: no limit");
    return static_cast<std::size_t>(count);
}

/// True if the attribute is a key attribute of the index.
constexpr bool is_key_of(index_data const& index, std::string_view attribute) {
    for (std::size_t a = 0; a != index.key_count(); ++a)
        if (index.attributes[a].name == attribute) return true;
    return false;
}

/// True if the index projects the attribute.
constexpr bool is_attribute_in(table_data const& table, std::size_t index, std::string_view attribute) {
    index_data const& data = table.indexes[index];
    if (data.projection == projection_kind::all || is_key_of(data, attribute) || is_key_of(table.indexes[0], attribute))
        return true;
    for (std::string_view const name : data.included)
        if (name == attribute) return true;
    return false;
}

/// True if no two items in a partition of the index have the same sort key, because the keys of the index contain the
/// complete primary key.
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

/// The source: an index of a table, and ranges of keys in it or, for a scan, all items.
struct read_source {
    table_data const* table = nullptr;
    std::size_t index = 0;
    entity_data const* entity = nullptr; ///< items of other entities are ignored; null to read all items
    bool scan = false;
    std::vector<key_range> ranges = {};
    expression filter = {}; ///< the condition for items to be returned
    expression still = {};  ///< an additional condition that depends on the time, so that cursors are not bound to it
    clock_function clock = milliseconds_now<>;

    /// True if the index projects the table's type attribute. Older items can lack it.
    bool has_type_attribute() const {
        return !table->type_attribute.empty() && is_attribute_in(*table, index, table->type_attribute);
    }

    expression whole_filter() const;
};

/// The source for a plan with values.
read_source planned_source(entity_data const& entity, plan_data const& plan, array_view<condition_values> values);

/// Sets the keys of a query of the n-th partition of a range.
void set_range(query_request& request, key_range const& range, std::size_t partition);

/// The number of leading attributes of the primary key that match the entity's templates in every item of the range.
std::size_t implied_attributes(read_source const& source, key_range const& range);

/// The key after which reading continues: that of this item.
item start_key_of(table_data const& table, std::size_t index_number, item_view source);

/// A hash of everything that determines the result and its order, and of the direction of a cursor.
std::uint64_t fingerprint_of(read_source const& source, read_options const& options, bool backward);

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/store/read/read_source.ipp>
#endif
