// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/core/value.hpp>
#include <monotable/error.hpp>
#include <monotable/expression/tree.hpp>
#include <monotable/query/condition.hpp>
#include <monotable/query/predicate.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace monotable::detail {

MONOTABLE_INLINE void refuse_absent_operand(std::string_view entity, std::string_view field) {
    throw bad_value(std::string("monotable: ")
                        .append(entity)
                        .append(".")
                        .append(field)
                        .append(": an absent value is compared; use exists() or absent()"));
}

MONOTABLE_INLINE expression constant_of(std::string const& encoding) {
    return expression::constant(value_view(encoding.data()));
}

MONOTABLE_INLINE expression never(path_view path) {
    auto const place = expression::path(path);
    return expression::make(expression_kind::all_of,
                            {expression::make(expression_kind::attribute_exists, {place}),
                             expression::make(expression_kind::attribute_not_exists, {place})});
}

MONOTABLE_INLINE expression compare(path_view path, comparison op, std::string const& first,
                                    std::string const& second) {
    auto const place = expression::path(path);
    auto const low = constant_of(first);
    if (op != comparison::between) return expression::make(kind_of_comparison(op), {place, low});
    auto const high = constant_of(second);
    if (low.view().constant().key_bytes() > high.view().constant().key_bytes())
        return never(path); // DynamoDB rejects such bounds
    return expression::make(expression_kind::between, {place, low, high});
}

MONOTABLE_INLINE in_builder::in_builder(path_view path) : path_(path) { all_.begin(expression_kind::any_of); }

MONOTABLE_INLINE void in_builder::add(std::string const& encoding) {
    if (count_++ % 99 == 0) {
        flush();
        part_.begin(expression_kind::in);
        part_.add(expression::path(path_));
    }
    part_.add(constant_of(encoding));
}

MONOTABLE_INLINE expression in_builder::finish() && {
    if (count_ == 0) return never(path_);
    if (count_ <= 99) return part_;
    flush();
    return all_;
}

MONOTABLE_INLINE void in_builder::flush() {
    if (!part_.empty()) all_.add(part_);
}

MONOTABLE_INLINE bool holds_for_zero(comparison op, std::uint64_t limit) noexcept {
    switch (op) {
    case comparison::equal: return limit == 0;
    case comparison::not_equal: return limit != 0;
    case comparison::less: return limit > 0;
    case comparison::less_equal: return true;
    case comparison::greater_equal: return limit == 0;
    default: return false;
    }
}

MONOTABLE_INLINE expression compare_size(path_view path, comparison op, std::uint64_t limit, bool empty_is_absent) {
    auto const place = expression::path(path);
    auto const compared = expression::make(
        kind_of_comparison(op), {expression::make(expression_kind::size, {place}), expression::constant(value(limit))});
    if (!empty_is_absent || !holds_for_zero(op, limit)) return compared;
    return expression::make(expression_kind::any_of,
                            {expression::make(expression_kind::attribute_not_exists, {place}), compared});
}

MONOTABLE_INLINE expression joined(expression_kind kind, expression const& a, expression const& b) {
    return a.empty() ? b : b.empty() ? a : expression::make(kind, {a, b});
}

} // namespace monotable::detail
