// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/core/view.hpp>
#include <monotable/error.hpp>
#include <monotable/expression/key_condition.hpp>
#include <monotable/expression/operator_name.hpp>
#include <monotable/expression/tree_view.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace monotable {
namespace detail {

[[noreturn]] MONOTABLE_INLINE void throw_invalid(std::string const& text) {
    throw store_error(store_fault::validation, {}, text, {});
}

/// `attribute comparator value`; a condition `value comparator attribute` is mirrored.
struct attribute_condition {
    std::string_view attribute;
    expression_kind comparator;
    value_view value;
    value_view upper; ///< only for BETWEEN
};

MONOTABLE_INLINE expression_kind mirrored(expression_kind comparator) noexcept {
    using enum expression_kind;
    switch (comparator) {
    case less: return greater;
    case less_equal: return greater_equal;
    case greater: return less;
    case greater_equal: return less_equal;
    default: return comparator;
    }
}

MONOTABLE_INLINE attribute_condition attribute_condition_of(expression_view tree) {
    using enum expression_kind;
    std::string const name(operator_name(tree.kind()));
    auto const first = *tree.begin();
    std::size_t paths = 0;
    for (auto const operand : tree) {
        if (operand.is(size)) throw_invalid("KeyConditionExpressions cannot contain nested operations");
        paths += operand.is(path);
    }
    if ((tree.is(between) || tree.is(begins_with)) && !first.is(path))
        throw_invalid("Invalid condition in KeyConditionExpression: " + name +
                      " operator must have the key attribute as its first operand");
    if (paths > 1)
        throw_invalid("Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition");
    if (paths == 0) throw_invalid("Invalid condition in KeyConditionExpression: No key attribute specified");
    auto const place = first.is(path) ? first.path() : tree[1].path();
    if (!place.is_attribute()) throw_invalid("KeyConditionExpressions cannot have conditions on nested attributes");
    if (!first.is(path)) return {place.attribute(), mirrored(tree.kind()), first.constant(), {}};
    return {place.attribute(), tree.kind(), tree[1].constant(), tree.is(between) ? tree[2].constant() : value_view()};
}

MONOTABLE_INLINE std::vector<attribute_condition> attribute_conditions(expression_view tree) {
    using enum expression_kind;
    for (std::size_t i = 0; i != tree.node_count(); ++i) {
        auto const kind = tree.nodes()[i].kind;
        if (is_condition(kind) && kind != all_of && kind != between && kind != begins_with &&
            (kind == not_equal || kind >= in))
            throw_invalid("Invalid operator used in KeyConditionExpression: " + std::string(operator_name(kind)));
    }
    std::vector<attribute_condition> result;
    auto const append = [&](expression_view each) {
        result.push_back(attribute_condition_of(each));
        for (auto const& earlier : result)
            if (&earlier != &result.back() && earlier.attribute == result.back().attribute)
                throw_invalid("KeyConditionExpressions must only contain one condition per key");
    };
    if (!tree.is(all_of)) append(tree);
    else
        for (auto const each : tree) append(each);
    return result;
}

MONOTABLE_INLINE void check_key_types(attribute_condition const& condition, keyed_by const& key) {
    bool const between = condition.comparator == expression_kind::between;
    if (!condition.value.is(key.type) || (between && !condition.upper.is(key.type)))
        throw_invalid("One or more parameter values were invalid: Condition parameter type does not match schema type");
}

MONOTABLE_INLINE void add_sort_condition(key_condition& out, attribute_condition const& condition) {
    using enum expression_kind;
    switch (condition.comparator) {
    case equal: out.sort_equals.push_back(condition.value); break;
    case between:
        out.lower = key_limit{condition.value};
        out.upper = key_limit{condition.upper};
        break;
    case expression_kind::begins_with: out.begins_with = condition.value; break;
    case less:
    case less_equal: out.upper = key_limit{condition.value, condition.comparator == less_equal}; break;
    default: out.lower = key_limit{condition.value, condition.comparator == greater_equal};
    }
}

} // namespace detail

MONOTABLE_INLINE key_condition split_key_condition(expression_view tree, std::span<keyed_by const> partition,
                                                   std::span<keyed_by const> sort) {
    auto const conditions = detail::attribute_conditions(tree);
    bool const single = partition.size() == 1 && sort.size() <= 1;
    if (single && conditions.size() > 2) detail::throw_invalid("Conditions can be of length 1 or 2 only");
    auto const find = [&](std::string_view attribute) -> detail::attribute_condition const* {
        for (auto const& each : conditions)
            if (each.attribute == attribute) return &each;
        return nullptr;
    };
    auto const missing = [](keyed_by const& key) {
        detail::throw_invalid("Query condition missed key schema element: " + std::string(key.name));
    };
    auto const unsupported = [] { detail::throw_invalid("Query key condition not supported"); };

    key_condition result;
    if (sort.empty() && conditions.size() > partition.size()) unsupported();
    for (auto const& key : partition) {
        auto const* const condition = find(key.name);
        if (condition == nullptr) missing(key);
        detail::check_key_types(*condition, key);
        if (condition->comparator != expression_kind::equal) unsupported();
        result.partition.push_back(condition->value);
    }
    // Each partition attribute has one condition, so the remaining ones must be those of the leading sort attributes.
    auto const used = conditions.size() - partition.size();
    for (std::size_t i = 0; i != used; ++i) {
        if (i == sort.size()) unsupported();
        auto const* const condition = find(sort[i].name);
        if (condition == nullptr) missing(sort[i]);
        detail::check_key_types(*condition, sort[i]);
        if (condition->comparator != expression_kind::equal && i + 1 != used) unsupported();
        detail::add_sort_condition(result, *condition);
    }
    return result;
}

} // namespace monotable
