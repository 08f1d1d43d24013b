// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/error.hpp>
#include <monotable/expression/condition.hpp>
#include <monotable/value/view.hpp>

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

[[noreturn]] inline void refuse_partitions(std::string subject) {
    throw bad_value(subject.insert(0, "monotable: ")
                        .append(": in() makes more than ")
                        .append(std::to_string(max_partitions))
                        .append(" partitions, the most that one query reads; give fewer values at a time"));
}

/// Adds a value of an in(), which are kept ascending in the order of their bytes, each once.
inline void add_choice(condition_values& out, std::string const& encoding, std::string_view entity,
                       std::string_view field) {
    std::size_t at = 0;
    while (at != out.first.size()) {
        std::string_view const each = value_view(out.first.data() + at).bytes();
        int const order = each.compare(encoding);
        if (order == 0) return;
        if (order > 0) break;
        at += each.size();
    }
    if (out.count++ == max_partitions) refuse_partitions(std::string(entity).append(".").append(field));
    out.first.insert(at, encoding);
}

} // namespace monotable::detail
