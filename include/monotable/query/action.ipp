// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/core/writer.hpp>
#include <monotable/error.hpp>
#include <monotable/expression/lookup.hpp>
#include <monotable/expression/tree.hpp>
#include <monotable/expression/update.hpp>
#include <monotable/query/action.hpp>
#include <monotable/query/predicate.hpp>

#include <string>
#include <utility>

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

/// The condition on a stored number for a sum to be in range.
struct sum_condition {
    bool known = false; ///< true if a condition can express it
    expression tree = {};
};

/// For a sum of a stored number, which can be absent, and a constant.
MONOTABLE_INLINE sum_condition condition_of_sum(expression_view sum, number_range const& range) {
    using enum expression_kind;
    bool const difference = sum.is(minus), first = !sum[0].is(constant);
    expression_view const stored = first ? sum[0] : sum[1], other = first ? sum[1] : sum[0];
    bool const replaced = stored.is(if_not_exists);
    if (!other.is(constant) || (!stored.is(path) && !(replaced && stored[1].is(constant)))) return {};
    decimal const n = other.constant().as_number();
    auto const result_for = [&](decimal const& v) { return !difference ? v + n : first ? v - n : n - v; };
    decimal low = range.low - n, high = range.high - n;
    if (difference) low = first ? range.low + n : n - range.high, high = first ? range.high + n : n - range.low;
    expression const place(replaced ? stored[0] : stored);
    auto const than = [&](expression_kind kind, decimal const& limit) {
        return expression::make(kind, {place, expression::constant(value(limit))});
    };
    expression there;
    if (low > range.low) there = than(greater_equal, low);
    if (high < range.high) there = joined(all_of, there, than(less_equal, high));
    decimal const otherwise = replaced ? result_for(stored[1].constant().as_number()) : range.low;
    if (otherwise < range.low || otherwise > range.high)
        return {true, joined(all_of, expression::make(attribute_exists, {place}), there)};
    if (there.empty()) return {true, {}};
    return {true, expression::make(any_of, {expression::make(attribute_not_exists, {place}), there})};
}

MONOTABLE_INLINE void keep_in_range(update_action& action, number_range const& range) {
    sum_condition condition = condition_of_sum(action.operand, range);
    action.fits = std::move(condition.tree);
    if (!condition.known) action.range = &range;
}

MONOTABLE_INLINE bool is_in_range(update_action const& action, item_view there) {
    if (action.range == nullptr) return true;
    expression update;
    update.begin(expression_kind::update);
    update.add(expression::make(action.kind, {expression::path(action.path), action.operand}));
    try {
        item const after = apply_update(update, there);
        auto const made = find(after, action.path);
        return !made || (made->as_number() >= action.range->low && made->as_number() <= action.range->high);
    } catch (store_error const&) {
        return true; // the update itself reports the error
    }
}

} // namespace monotable::detail
