// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/core/view.hpp>
#include <monotable/error.hpp>
#include <monotable/query/condition_values.hpp>

namespace monotable::detail {

MONOTABLE_INLINE void refuse_partitions(std::string subject) {
    throw bad_value(subject.insert(0, "monotable: ")
                        .append(": in() makes more than ")
                        .append(std::to_string(max_partitions))
                        .append(" partitions, the most that one query reads; give fewer values at a time"));
}

MONOTABLE_INLINE void add_choice(condition_values& out, std::string const& encoding, std::string_view entity,
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
