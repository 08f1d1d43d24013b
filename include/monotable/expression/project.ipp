// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/core/assemble.hpp>
#include <monotable/core/item.hpp>
#include <monotable/core/view.hpp>
#include <monotable/expression/document_paths.hpp>
#include <monotable/expression/project.hpp>
#include <monotable/expression/tree_view.hpp>

#include <cstdint>
#include <string>
#include <utility>

namespace monotable {
namespace detail {

/// Appends the parts of a value at the paths. False, with nothing appended, if none of the paths exists.
MONOTABLE_INLINE bool write_projected(std::string& out, value_view from, path_place* first, path_place* last) {
    if (first->ends()) { // and so does every other path of the group
        out.append(from.bytes());
        return true;
    }
    if (!from.is(first->step().is_index ? value_type::list : value_type::map)) return false;
    container_writer container(out, from.type());
    if (from.is(value_type::map)) {
        for (member_cursor member(from.as_map()); !member.done() && first != last;) {
            auto const order = member.name().compare(first->step().name);
            if (order >= 0) {
                auto* const group_end = take_step(first, last);
                auto const start = out.size();
                if (order == 0) append_sized(out, member.name());
                if (order == 0 && write_projected(out, member.value(), first, group_end)) container.counted();
                else out.resize(start);
                first = group_end;
            }
            if (order <= 0) member.advance();
        }
    } else {
        std::uint64_t index = 0;
        for (auto const element : from.as_list()) {
            if (first == last) break;
            if (first->step().index != index++) continue;
            auto* const group_end = take_step(first, last);
            if (write_projected(out, element, first, group_end)) container.counted();
            first = group_end;
        }
    }
    if (container.count() == 0) container.cancel();
    else container.finish();
    return container.count() != 0;
}

MONOTABLE_INLINE item at_paths(expression_view tree, item_view from) {
    sorted_paths paths(tree);
    std::string out;
    if (!write_projected(out, from.as_value(), paths.begin(), paths.end())) return {};
    return item::from_encoding(std::move(out));
}

} // namespace detail

MONOTABLE_INLINE item projected(expression_view projection, item_view from) {
    return projection ? detail::at_paths(projection, from) : item(from);
}

} // namespace monotable
