// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/decimal.hpp>
#include <monotable/core/value.hpp>
#include <monotable/error.hpp>
#include <monotable/expression/path.hpp>
#include <monotable/expression/tree.hpp>

namespace monotable::detail {

/// One update that is equivalent to two successive ones of the same item. Throws store_error unless the second one assigns its
/// places, or adds to numbers that the first one adds to.
inline expression merged_updates(expression const& first, expression const& second) {
    if (first.empty()) return second;
    if (second.empty()) return first;
    expression result;
    result.begin(expression_kind::update);
    std::string taken(second.view().size(), '\0'); // actions of the second that are part of the result
    for (expression_view const old : first.view()) {
        bool kept = true;
        std::size_t i = 0;
        for (expression_view const action : second.view()) {
            path_view const place = action[0].path();
            bool const sum = action.is(expression_kind::add) && old.is(expression_kind::add) &&
                             place == old[0].path() && action[1].constant().is(value_type::number) &&
                             old[1].constant().is(value_type::number);
            if (sum) {
                value const total(old[1].constant().as_number() + action[1].constant().as_number());
                result.add(expression::make(expression_kind::add, {action[0], expression::constant(total)}));
                taken[i] = '\1';
                kept = false;
            } else if (place.contains(old[0].path()) &&
                       (action.is(expression_kind::set) || action.is(expression_kind::remove))) {
                kept = false;
            } else if (place.contains(old[0].path()) || old[0].path().contains(place)) {
                throw store_error(store_fault::validation,
                                  "monotable: two changes of one item in a transaction change the attribute " +
                                      std::string(place.attribute()) + " in ways that cannot be joined");
            }
            ++i;
        }
        if (kept) result.add(old);
    }
    std::size_t i = 0;
    for (expression_view const action : second.view())
        if (taken[i++] == '\0') result.add(action);
    return result;
}

} // namespace monotable::detail
