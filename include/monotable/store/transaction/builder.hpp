// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/store/store.hpp>
#include <monotable/store/transaction/action_result.hpp>
#include <monotable/store/transaction/actions.hpp>
#include <monotable/store/transaction/transact.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace monotable {

/// A transaction whose actions are added at run time. Each verb takes the arguments of the store's verb and returns the action's
/// position, with which the result of the transaction returns the action's result.
/// Objects are encoded at once, so that they need not live until the commit. Not thread-safe.
template <class... Tables>
class transaction_builder {
  public:
    transaction_builder(std::shared_ptr<backend> store, clock_function clock, retry_policy const& retry = {})
        : backend_(std::move(store)), clock_(std::move(clock)), retry_(retry) {}

    template <class E, class... A>
    auto put(E const& object, A const&... condition) {
        return add_for<detail::action_verb::put>(object, condition...);
    }
    template <class E, class... A>
    auto create(E const& object, A const&... condition) {
        return add_for<detail::action_verb::create>(object, condition...);
    }
    template <class E, class... A>
    auto replace(E const& object, A const&... condition) {
        return add_for<detail::action_verb::replace>(object, condition...);
    }
    template <class E, class... A>
        requires(!std::is_same_v<A, E> && ...)
    auto update(A const&... arguments) {
        return add(monotable::update<E>(arguments...));
    }
    template <class E, class... A>
    auto update(E const& object, A const&... arguments) {
        return add_for<detail::action_verb::update>(object, arguments...);
    }
    template <class E, class... A>
        requires(!std::is_same_v<A, E> && ...)
    auto upsert(A const&... arguments) {
        return add(monotable::upsert<E>(arguments...));
    }
    template <class E, class... A>
    auto upsert(E const& object, A const&... arguments) {
        return add_for<detail::action_verb::upsert>(object, arguments...);
    }
    template <class E, class... A>
        requires(!std::is_same_v<A, E> && ...)
    auto erase(A const&... arguments) {
        return add(monotable::erase<E>(arguments...));
    }
    template <class E, class... A>
    auto erase(E const& object, A const&... condition) {
        return add_for<detail::action_verb::erase>(object, condition...);
    }
    template <class E, class... A>
        requires(!std::is_same_v<A, E> && ...)
    auto check(A const&... arguments) {
        return add(monotable::check<E>(arguments...));
    }
    template <class E, class... A>
    auto check(E const& object, A const&... condition) {
        return add_for<detail::action_verb::check>(object, condition...);
    }
    template <class From, class To, class... A>
    auto move(From const& from, To const& to, A const&... condition) {
        return add(detail::move_action<From const&, To const&, A...>{from, to, {condition...}});
    }

    /// Adds any action that transact takes.
    template <class Action>
    auto add(Action const& action) {
        using traits = detail::action_traits<Action, store<Tables...>>;
        if constexpr (traits::valid()) actions_.push_back(traits::prepare(clock_, action));
        using form = typename traits::result;
        return detail::action_position<typename form::entity, form::returned>{actions_.size() - 1};
    }

    std::size_t size() const noexcept { return actions_.size(); }
    bool empty() const noexcept { return actions_.empty(); }

    /// Performs all actions or none; succeeds without actions. After a failure or an exception it may be committed again. Throws
    /// store_error for more than 100 actions, for two on one item, and if the transaction was committed before, unless the token
    /// is the same, so that the store recognizes it.
    transaction_results<Tables...> commit() { return commit_under({}); }
    transaction_results<Tables...> commit(token const& name) { return commit_under(name.text); }

  private:
    template <detail::action_verb Verb, class E, class... A>
    auto add_for(E const& object, A const&... arguments) {
        return add(detail::action<Verb, E, E const&, A...>{object, {arguments...}});
    }

    transaction_results<Tables...> commit_under(std::string const& name) {
        if (done_ && (name.empty() || name != done_under_)) detail::refuse_second_commit();
        if (actions_.empty()) return transaction_results<Tables...>({true, {}});
        auto report = detail::transact(*backend_, {actions_.data(), actions_.size()}, name, retry_);
        if (report.done) {
            done_ = true;
            done_under_ = name;
        }
        return transaction_results<Tables...>(std::move(report));
    }

    std::shared_ptr<backend> backend_;
    clock_function clock_;
    retry_policy retry_;
    std::vector<detail::write_action> actions_;
    bool done_ = false;
    std::string done_under_; // the token
};

namespace detail {

template <class... Tables>
transaction_builder<Tables...> transaction_in(store<Tables...>& db) {
    return transaction_builder<Tables...>(db.implementation(), db.clock(), db.retry());
}

} // namespace detail

} // namespace monotable
