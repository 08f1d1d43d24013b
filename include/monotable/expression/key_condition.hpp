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

/// A key attribute of the queried table or index.
struct keyed_by {
    std::string_view name;
    value_type type;
};

struct key_limit {
    value_view limit;
    bool inclusive = true;
};

/// A key condition: values of all partition attributes, values of the leading sort attributes, and bounds or a prefix
/// for the next sort attribute. The views refer to the tree that it was made from.
struct key_condition {
    std::vector<value_view> partition = {};
    std::vector<value_view> sort_equals = {};
    std::optional<key_limit> lower = {};
    std::optional<key_limit> upper = {};
    std::optional<value_view> begins_with = {};
};

/// Decomposes a key condition (see parse_key_condition) for a table or index with these partition and sort attributes.
/// Throws store_error with DynamoDB's message if it is invalid: a partition attribute without `=`, sort conditions with
/// gaps or after a range, other operators, other attributes, values of a wrong type.
key_condition split_key_condition(expression_view tree, std::span<keyed_by const> partition,
                                  std::span<keyed_by const> sort);

} // namespace monotable

#ifndef MONOTABLE_COMPILED
#include <monotable/expression/key_condition.ipp>
#endif
