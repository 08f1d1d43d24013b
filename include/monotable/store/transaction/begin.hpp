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

/// Writes as procedures, for drivers other than run(): what a verb of a store would do with the same arguments, which are given
/// as the actions of transactions (monotable::put(object), ...). The procedures own all they need.
namespace monotable::detail {

/// A write of its own: its outcome() is what the store's verb makes its result of. REQUIRES: a valid action without a plan of its
/// own (that is, no move, link or unlink: those are transactions of one action).
template <class... Tables, class Action>
std::unique_ptr<write_execution> begin_write(store<Tables...> const& db, Action const& action) {
    write_action what = action_traits<Action, store<Tables...>>::prepare(db.clock(), action);
    prepared_write& write = what.write;
    bool const has_roles = write.entity->roles != nullptr && write.kind != write_kind::erase;
    if (has_roles && write.returns == return_values::none) write.returns = return_values::all_new;
    if (write.kind == write_kind::erase) write.returns = return_values::existed;
    return std::make_unique<write_execution>(std::move(write), db.retry(), std::move(what.owner));
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
