// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/query/nested.hpp>

#include <string>

namespace monotable {
namespace detail {

MONOTABLE_INLINE void add_assignment(expression& update, path_view path, std::string const& encoding) {
    if (update.empty()) update.begin(expression_kind::update);
    auto const place = expression::path(path);
    update.add(encoding.empty() ? expression::make(expression_kind::remove, {place})
                                : expression::make(expression_kind::set, {place, constant_of(encoding)}));
}

} // namespace detail

} // namespace monotable
