// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace monotable {

/// The members of a store that headers of their own define, so that only programs that use them pay for compiling them: each
/// calls a function that is found when it is used.
template <class Store>
class opt_in_verbs {
  public:
    // <monotable/transactions.hpp>

    /// Does all of the actions (monotable::put, create, update, check, ...; a token), or none: a transaction_result.
    template <class... A>
    auto transact(A const&... actions) {
        return transact_in(self(), actions...);
    }
    /// A transaction that is put together at run time: see transaction_builder.
    template <class S = Store>
    auto transaction() {
        return transaction_in(static_cast<S&>(*this));
    }
    /// Items as they are at one moment: transact_get(monotable::get<E>("id"_f == 1), ...) is a tuple of optionals.
    template <class... G>
    [[nodiscard]] auto transact_get(G const&... gets) const {
        return transact_get_in(self(), gets...);
    }
    /// Gives an item another primary key: erases that of the first object, which must exist, and creates the second, whose key
    /// must not exist, at once. Attributes that the entity does not know go with it.
    template <class From, class To, class... A>
    auto move(From const& from, To const& to, A const&... condition) {
        return move_in(self(), from, to, condition...);
    }

  protected:
    opt_in_verbs() = default;

  private:
    Store& self() noexcept { return static_cast<Store&>(*this); }
    Store const& self() const noexcept { return static_cast<Store const&>(*this); }
};

} // namespace monotable
