// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/query/condition.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace monotable::detail {

/// The values of one condition as stored values: both of a between, those of an in() one behind the other, else the first.
struct condition_values {
    comparison op = comparison::equal;
    std::string first;
    std::string second;
    std::size_t count = 0; ///< of an in()
};

/// Of one query, if it says in().
inline constexpr std::size_t max_partitions = 1000;

[[noreturn]] void refuse_partitions(std::string subject);

/// Adds a value of an in(), which are kept ascending in the order of their bytes, each once.
void add_choice(condition_values& out, std::string const& encoding, std::string_view entity, std::string_view field);

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/query/condition_values.ipp>
#endif
