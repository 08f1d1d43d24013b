// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/table/store.hpp>
#include <monotable/table/transaction/action_result.hpp>
#include <monotable/table/transaction/actions.hpp>
#include <monotable/table/transaction/transact.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace monotable {

/// A transaction that is put together at run time. Each verb takes what the store's takes and returns the action's position.
/// Objects are encoded at once, so that they need not live until the commit. Not to be used by several threads at once.
template <class... Tables>
class transaction_builder {
  public:
    transaction_builder(std::shared_ptr<backend> store, clock_function clock)
        : backend_(std::move(store)), clock_(std::move(clock)) {}

    template <class E, class... A>
    std::size_t put(E const& object, A const&... condition) {
        return add(monotable::put(object, condition...));
    }
    template <class E, class... A>
    std::size_t create(E const& object, A const&... condition) {
        return add(monotable::create(object, condition...));
    }
    template <class E, class... A>
    std::size_t replace(E const& object, A const&... condition) {
        return add(monotable::replace(object, condition...));
    }
    template <class E, class... A>
        requires(!std::is_same_v<A, E> && ...)
    std::size_t update(A const&... arguments) {
        return add(monotable::update<E>(arguments...));
    }
    template <class E, class... A>
    std::size_t update(E const& object, A const&... arguments) {
        return add(monotable::update(object, arguments...));
    }
    template <class E, class... A>
        requires(!std::is_same_v<A, E> && ...)
    std::size_t upsert(A const&... arguments) {
        return add(monotable::upsert<E>(arguments...));
    }
    template <class E, class... A>
    std::size_t upsert(E const& object, A const&... arguments) {
        return add(monotable::upsert(object, arguments...));
    }
    template <class E, class... A>
        requires(!std::is_same_v<A, E> && ...)
    std::size_t erase(A const&... arguments) {
        return add(monotable::erase<E>(arguments...));
    }
    template <class E, class... A>
    std::size_t erase(E const& object, A const&... condition) {
        return add(monotable::erase(object, condition...));
    }
    template <class E, class... A>
        requires(!std::is_same_v<A, E> && ...)
    std::size_t check(A const&... arguments) {
        return add(monotable::check<E>(arguments...));
    }
    template <class E, class... A>
    std::size_t check(E const& object, A const&... condition) {
        return add(monotable::check(object, condition...));
    }
    template <class From, class To, class... A>
    std::size_t move(From const& from, To const& to, A const&... condition) {
        return add(monotable::move(from, to, condition...));
    }

    /// Any action that transact takes.
    template <class Action>
    std::size_t add(Action const& action) {
        using traits = detail::action_traits<Action, store<Tables...>>;
        if constexpr (traits::valid()) actions_.push_back(traits::prepare(clock_, action));
        return actions_.size() - 1;
    }

    std::size_t size() const noexcept { return actions_.size(); }
    bool empty() const noexcept { return actions_.empty(); }

    /// Does all of it or nothing; nothing to do is done. May be called again: without a token it is then done again. Throws
    /// store_error for more than 100 actions, and for two on one item.
    transaction_results<Tables...> commit() { return commit_under({}); }
    transaction_results<Tables...> commit(token const& name) { return commit_under(name.text); }

  private:
    transaction_results<Tables...> commit_under(std::string const& name) {
        if (actions_.empty()) return transaction_results<Tables...>({true, {}});
        return transaction_results<Tables...>(
            detail::transaction_engine(*backend_, {actions_.data(), actions_.size()}, name).run());
    }

    std::shared_ptr<backend> backend_;
    clock_function clock_;
    std::vector<detail::write_action> actions_;
};

template <class... Tables>
transaction_builder<Tables...> transaction_in(store<Tables...>& db) {
    return transaction_builder<Tables...>(db.implementation(), db.clock());
}

} // namespace monotable
