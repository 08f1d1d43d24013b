// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/writer.hpp>
#include <monotable/error.hpp>
#include <monotable/model/field_error.hpp>
#include <monotable/store/write/planned_write.hpp>

namespace monotable::detail {

MONOTABLE_INLINE std::string place_text(planned_write const& write) {
    return std::string("monotable: ")
        .append(write.entity->name)
        .append(" in ")
        .append(write.entity->table->name)
        .append(": the item with ")
        .append(primary_key_text(*write.entity, write.attributes))
        .append(": ");
}

MONOTABLE_INLINE void refuse_invalid(planned_write const& write, std::string const& rule) {
    throw bad_value(place_text(write), rule, {});
}

MONOTABLE_INLINE void refuse_twice(planned_write const& first, planned_write const& second) {
    auto const name = [](planned_write const& each) {
        return std::to_string(each.action).append(" (").append(verb_of(each.kind, each.expected)).append(")");
    };
    throw store_error(store_fault::validation, place_text(second),
                      "Transaction request cannot include multiple operations on one item",
                      ": actions " + name(first) + " and " + name(second));
}

MONOTABLE_INLINE void refuse_count(planned_write const& first, std::size_t count, std::size_t main) {
    std::string text("monotable: ");
    text.append(first.entity->name).append(" in ").append(first.entity->table->name).append(": ");
    text.append(std::to_string(count)).append(" writes in one transaction, which takes at most 100");
    if (main != count)
        text.append(": ").append(std::to_string(main)).append(" that were asked for, and what they bring with them");
    throw store_error(store_fault::validation, text);
}

} // namespace monotable::detail
