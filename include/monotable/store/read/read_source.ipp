// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/writer.hpp>
#include <monotable/store/read/cursor.hpp>
#include <monotable/store/read/read_source.hpp>

namespace monotable::detail {

MONOTABLE_INLINE expression read_source::whole_filter() const {
    return filter.empty() ? still : still.empty() ? filter : expression::make(expression_kind::all_of, {filter, still});
}

MONOTABLE_INLINE read_source planned_source(entity_data const& entity, plan_data const& plan,
                                            array_view<condition_values> values) {
    read_source result;
    result.table = entity.table;
    result.index = plan.index;
    result.entity = &entity;
    result.ranges = range_builder(entity, plan, values).build();
    return result;
}

MONOTABLE_INLINE void set_range(query_request& request, key_range const& range, std::size_t partition) {
    std::size_t const width = range.partition_width();
    if (range.partition_count == 1) {
        request.partition = range.partitions;
    } else {
        auto next = range.partitions.begin();
        for (std::size_t a = 0; a != partition * width; ++a) ++next;
        for (std::size_t a = 0; a != width; ++a, ++next) request.partition.push_back(*next);
    }
    if (!range.equal.empty()) request.sort_equals = range.equal;
    if (range.lower) request.lower = sort_bound{range.lower.key, range.lower.inclusive()};
    if (range.upper) request.upper = sort_bound{range.upper.key, range.upper.inclusive()};
    if (range.begins_with) request.begins_with = range.begins_with.key;
}

MONOTABLE_INLINE std::size_t implied_attributes(read_source const& source, key_range const& range) {
    return source.index != 0 || source.scan || source.entity == nullptr ? 0
                                                                        : range.partition_width() + range.equal.size();
}

MONOTABLE_INLINE item start_key_of(table_data const& table, std::size_t index_number, item_view source) {
    std::string out;
    value_writer writer(out);
    writer.begin_map();
    index_data const& primary = table.indexes[0];
    index_data const& index = table.indexes[index_number];
    auto const add = [&](std::string_view name) {
        writer.name(name);
        writer.raw(*source.find(name));
    };
    for (std::size_t a = 0; a != primary.key_count(); ++a) add(primary.attributes[a].name);
    for (std::size_t a = 0; index_number != 0 && a != index.key_count(); ++a)
        if (!is_key_of(primary, index.attributes[a].name)) add(index.attributes[a].name);
    writer.end_map();
    return item::from_encoding(std::move(out));
}

MONOTABLE_INLINE std::uint64_t fingerprint_of(read_source const& source, read_options const& options, bool backward) {
    std::string text(source.table->name);
    auto const add = [&](std::string_view part) {
        append_integer(text, part.size(), 4);
        text += part;
    };
    add(source.table->indexes[source.index].name);
    add(source.entity == nullptr ? std::string_view{} : source.entity->name);
    add(source.scan ? "scan" : options.descending ? "descending" : "ascending");
    add(options.distinct ? "distinct" : "all");
    add(backward ? "backward" : "forward");
    append_integer(text, options.segment, 4);
    append_integer(text, options.segments, 4);
    append_integer(text, options.total_segments, 4);
    for (key_range const& range : source.ranges) add(range.bytes());
    expression_view const filter = source.filter;
    for (std::size_t i = 0; i != filter.node_count(); ++i) {
        append_integer(text, static_cast<std::uint64_t>(filter.nodes()[i].kind), 1);
        append_integer(text, filter.nodes()[i].extent, 4);
        add(filter.nodes()[i].payload);
    }
    return stable_hash(text);
}

} // namespace monotable::detail
