// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/store/store_access.hpp>
#include <monotable/store/transaction/execution.hpp>
#include <monotable/store/transaction/transact.hpp>
#include <monotable/store/write/write_execution.hpp>

#include <memory>
#include <string>
#include <utility>
#include <vector>

/// Writes as procedures, for drivers other than run(): equivalent to the verb of a store with the same arguments, which are
/// passed as the actions of transactions (monotable::put(object), ...). The procedures own their data.
namespace monotable::detail {

/// A single write: the store's verb converts its outcome() to a result. REQUIRES: valid arguments, and not a move, link or unlink,
/// which are transactions of one action.
template <class... Tables, action_verb Verb, class E, class Object, class... A>
std::unique_ptr<write_execution> begin_write(store<Tables...> const& db, action<Verb, E, Object, A...> const& what) {
    write_action prepared = action_traits<action<Verb, E, Object, A...>, store<Tables...>>::prepare(db.clock(), what);
    if constexpr (takes_object_only(Verb)) prepared.write.returns = returned_by<return_values::all_new, A...>;
    if constexpr (Verb == action_verb::update || Verb == action_verb::upsert)
        prepared.write.returns = returned_by_update<E, A...>;
    return std::make_unique<write_execution>(std::move(prepared.write), db.retry(), std::move(prepared.owner));
}

/// A transaction of at least one action. `token` may be empty.
template <class... Tables, class... Action>
std::unique_ptr<transaction_execution> begin_transaction(store<Tables...> const& db, std::string_view token,
                                                         Action const&... actions) {
    std::vector<write_action> list;
    list.reserve(sizeof...(Action));
    (list.push_back(action_traits<Action, store<Tables...>>::prepare(db.clock(), actions)), ...);
    return std::make_unique<transaction_execution>(std::move(list), token, db.retry());
}

} // namespace monotable::detail
