// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/type.hpp>
#include <monotable/core/view.hpp>
#include <monotable/error.hpp>
#include <monotable/expression/tree_view.hpp>

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace monotable {

/// A key attribute of the table or index that is queried.
struct keyed_by {
    std::string_view name;
    value_type type;
};

struct key_limit {
    value_view limit;
    bool inclusive = true;
};

/// What a key condition asks for: the values of all partition attributes, those of the leading sort attributes, and of the
/// one after them bounds or a prefix. Values lie in the tree that it was taken from.
struct key_condition {
    std::vector<value_view> partition = {};
    std::vector<value_view> sort_equals = {};
    std::optional<key_limit> lower = {};
    std::optional<key_limit> upper = {};
    std::optional<value_view> begins_with = {};
};

/// Takes apart a key condition (see parse_key_condition) of a table or index with these partition and sort attributes. Throws
/// store_error, with DynamoDB's words, for one that is none: partition attributes without `=`, sort conditions with gaps or
/// behind a range, other operators, other attributes, values of a wrong type.
key_condition split_key_condition(expression_view tree, std::span<keyed_by const> partition,
                                  std::span<keyed_by const> sort);

} // namespace monotable

#ifndef MONOTABLE_COMPILED
#include <monotable/expression/key_condition.ipp>
#endif
