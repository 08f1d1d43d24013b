// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/core/value.hpp>
#include <monotable/expression/print.hpp>
#include <monotable/key/escape.hpp>
#include <monotable/query/explain.hpp>

#include <cstddef>

namespace monotable::detail {

/// A key value as a literal: "text", 12 or 0x0aff.
MONOTABLE_INLINE std::string key_literal(value_view v) {
    switch (v.type()) {
    case value_type::number: return v.as_number().to_string();
    case value_type::binary: {
        byte_buffer text;
        for (char const c : v.as_binary()) append_hex(text, static_cast<unsigned char>(c));
        return std::string("0x").append(text.view());
    }
    default: return std::string("\"").append(v.as_string()).append("\"");
    }
}

/// A value as a literal; the type of a document or a set.
MONOTABLE_INLINE std::string literal(value_view v) {
    if (v.is(value_type::boolean)) return v.as_bool() ? "true" : "false";
    if (is_key_type(v.type())) return key_literal(v);
    return v.is(value_type::null) ? "null" : std::string(type_name(v.type())).append("(...)");
}

template <class Tree>
void explain_filter(std::string& out, Tree filter, std::string_view entity) {
    if (filter.empty()) return;
    expression_printer printer;
    std::string const text = printer.print(filter);
    out += "  filter:    ";
    if (!entity.empty()) out.append(entity).append(": ");
    for (std::size_t i = 0; i != text.size();) {
        char const sign = text[i];
        if (sign != '#' && sign != ':') {
            out += text[i++];
            continue;
        }
        std::size_t number = 0;
        for (++i; i != text.size() && text[i] >= '0' && text[i] <= '9'; ++i)
            number = number * 10 + static_cast<std::size_t>(text[i] - '0');
        out += sign == '#' ? printer.names()[number] : literal(printer.values()[number]);
    }
    out += '\n';
}

/// The partitions of a range, one per line, with `sort` if it is not empty.
MONOTABLE_INLINE void explain_partitions(std::string& out, index_data const& index, key_range const& range,
                                         std::string_view sort, std::size_t& count) {
    std::size_t n = 0;
    for (value_view const v : range.partitions) {
        std::size_t const attribute = n++ % range.partition_width();
        if (attribute != 0) out += " and ";
        else if (count++ != 0) out += "\n             ";
        out.append(index.attributes[attribute].name).append(" = ").append(key_literal(v));
        if (!sort.empty() && attribute + 1 == range.partition_width()) out.append(" and ").append(sort);
    }
}

MONOTABLE_INLINE std::string explain_sort(index_data const& index, key_range const& range) {
    std::string text;
    auto const next = [&](std::size_t attribute) -> std::string& {
        if (!text.empty()) text += " and ";
        return text.append(index.sort()[attribute].name);
    };
    std::size_t last = 0; // attribute
    for (value_view const v : range.equal) next(last++).append(" = ").append(key_literal(v));
    if (range.lower) next(last).append(range.lower.inclusive() ? " >= " : " > ").append(key_literal(range.lower.key));
    if (range.upper) next(last).append(range.upper.inclusive() ? " <= " : " < ").append(key_literal(range.upper.key));
    if (range.begins_with) next(last).append(" begins with ").append(key_literal(range.begins_with.key));
    return text;
}

template <class Tree>
std::string explain_query(std::string_view what, table_data const& table, std::size_t index,
                          array_view<key_range> ranges, bool descending, std::size_t limit, Tree filter) {
    std::string out("query ");
    out.append(what).append(" in ").append(table.name).append(" by ");
    out.append(index == 0 ? std::string_view("primary key") : table.indexes[index].name).append("\n");
    std::string common; // the sort key of all ranges, if it is the same
    for (key_range const& range : ranges) common = explain_sort(table.indexes[index], range);
    for (key_range const& range : ranges)
        if (explain_sort(table.indexes[index], range) != common) common.clear();
    std::size_t count = 0;
    out += "  partition: ";
    for (key_range const& range : ranges)
        if (!range.empty)
            explain_partitions(out, table.indexes[index], range,
                               common.empty() ? explain_sort(table.indexes[index], range) : std::string(), count);
    if (count == 0) out += "none: no key can satisfy the conditions";
    else if (count > 1)
        out.append("\n             (").append(std::to_string(count)).append(" partitions, merged in order)");
    out += '\n';
    if (count != 0 && !common.empty()) out.append("  sort:      ").append(common).append("\n");
    explain_filter(out, filter);
    out.append("  order:     ").append(descending ? "descending" : "ascending").append("\n");
    if (limit != 0) out.append("  limit:     ").append(std::to_string(limit)).append("\n");
    return out;
}

#ifdef MONOTABLE_COMPILED
template void explain_filter(std::string&, expression_view, std::string_view);
template std::string explain_query(std::string_view, table_data const&, std::size_t, array_view<key_range>, bool,
                                   std::size_t, expression_view);
#endif

} // namespace monotable::detail
