// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/query/condition.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace monotable::detail {

/// The encoded values of one condition: both of a between, those of an in() concatenated, otherwise the first only.
struct condition_values {
    comparison op = comparison::equal;
    std::string first;
    std::string second;
    std::size_t count = 0; ///< the number of values of an in()
};

/// The limit of partitions that one query with in() can read.
inline constexpr std::size_t max_partitions = 1000;

[[noreturn]] void refuse_partitions(std::string subject);

/// Adds a value of an in(). The values are sorted by their bytes and unique. Throws bad_value if there are too many.
void add_choice(condition_values& out, std::string const& encoding, std::string_view entity, std::string_view field);

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/query/condition_values.ipp>
#endif
