// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/item.hpp>
#include <monotable/expression/lookup.hpp>
#include <monotable/expression/tree.hpp>
#include <monotable/expression/update.hpp>
#include <monotable/query/action.hpp>
#include <monotable/query/predicate.hpp>

#include <cstddef>
#include <string>
#include <utility>

namespace monotable::detail {

/// An update that also creates the containers of its places, computed for one state of the item.
struct missing_parents {
    expression update;
    expression unchanged; ///< the same containers exist, and no others
    item filled;          ///< the item with the parents

    missing_parents(write_input const& input, expression const& actions, item_view before) : filled(before) {
        expression created;
        created.begin(expression_kind::update);
        for (std::size_t i = 0; i != input.action_count; ++i)
            if (!input.actions[i].parents.empty()) add_parents(input.actions[i].parents, before, created);
        item const after = apply_update(actions.view().node_count() == 1 ? expression_view() : actions.view(), filled);
        update.begin(expression_kind::update);
        for (expression_view const action : actions.view())
            if (!is_in(created, action[0].path())) update.add(action);
        for (expression_view const each : created.view())
            update.add(
                expression::make(expression_kind::set, {each[0], expression::constant(*find(after, each[0].path()))}));
    }

  private:
    void add_parents(expression const& parents, item_view before, expression& created) {
        expression there; // the condition for the innermost existing one
        for (expression_view const each : parents.view()) {
            path_view const path = each[0].path();
            if (find(before, path)) {
                there = expression::make(expression_kind::attribute_exists, {each[0]});
                continue;
            }
            if (find(filled, path)) continue;
            if (!is_in(created, path)) {
                created.add(expression::make(expression_kind::remove, {each[0]}));
                unchanged = joined(expression_kind::all_of, unchanged,
                                   expression::make(expression_kind::attribute_not_exists, {each[0]}));
            }
            expression one;
            one.begin(expression_kind::update);
            one.add(each);
            filled = apply_update(one, filled);
        }
        unchanged = joined(expression_kind::all_of, unchanged, there);
    }

    static bool is_in(expression const& created, path_view path) {
        for (expression_view const each : created.view())
            if (each[0].path().contains(path)) return true;
        return false;
    }
};

} // namespace monotable::detail
