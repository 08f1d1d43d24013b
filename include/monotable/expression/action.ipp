// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/expression/action.hpp>
#include <monotable/expression/predicate.hpp>
#include <monotable/expression/tree.hpp>
#include <monotable/value/writer.hpp>

#include <string>

namespace monotable::detail {

MONOTABLE_INLINE expression appended(path_view path, std::string const& elements, bool in_front) {
    std::string none;
    value_writer writer(none);
    writer.begin_list();
    writer.end_list();
    auto const list = expression::make(expression_kind::if_not_exists, {expression::path(path), constant_of(none)});
    auto const more = constant_of(elements);
    return in_front ? expression::make(expression_kind::list_append, {more, list})
                    : expression::make(expression_kind::list_append, {list, more});
}

} // namespace monotable::detail
