// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/store/batch/arguments.hpp>
#include <monotable/store/error_placeholder.hpp>
#include <monotable/violation/store.hpp>
#include <monotable/store/transaction/actions.hpp>

#include <cstddef>
#include <optional>
#include <tuple>
#include <type_traits>

namespace monotable {

struct migrate_options;

namespace detail {

template <class E>
struct batch_tag {};

// Defined by the headers that define the verbs.
template <class Store>
struct transaction_verbs;
template <class Store>
struct batch_verbs;
template <class E, class Store>
struct migration_verb;

template <class Store>
constexpr bool valid_transaction_verb() {
    if constexpr (requires { sizeof(transaction_verbs<Store>); }) return true;
    else return report<store_rule::transactions_header, Store>();
}
template <class Store>
constexpr bool valid_batch_verb() {
    if constexpr (requires { sizeof(batch_verbs<Store>); }) return true;
    else return report<store_rule::batches_header, Store>();
}

template <class E, class Store>
constexpr bool valid_migration() {
    if constexpr (requires { sizeof(migration_verb<E, Store>); }) return true;
    else return report<store_rule::evolution_header, E>();
}

/// An argument of get: see item_range::unexpired().
struct unexpired_t {};

} // namespace detail

inline constexpr detail::unexpired_t unexpired{};

namespace detail {

/// The members of a store that separate headers define, so that only programs that use them compile them: each calls a function
/// that is found when the member is instantiated.
template <class Store>
class opt_in_verbs {
  public:
    // <monotable/transactions.hpp>

    /// Performs all of the actions (monotable::put, create, update, check, ...; a token), or none. Returns a transaction_result.
    template <class... A>
    auto transact(A const&... actions) {
        if constexpr (detail::valid_transaction_verb<Store>()) return transact_in(self(), actions...);
        else return detail::error_placeholder<Store>{};
    }
    /// A transaction whose actions are added at run time: see transaction_builder.
    template <class S = Store>
    auto transaction() {
        if constexpr (detail::valid_transaction_verb<Store>()) return transaction_in(static_cast<S&>(*this));
        else return detail::no_builder{};
    }
    /// A snapshot of several items: transact_get(monotable::get<E>("id"_f == 1), ...) returns a tuple of optionals.
    template <class... G>
    [[nodiscard]] auto transact_get(G const&... gets) const {
        if constexpr (detail::valid_transaction_verb<Store>()) return transact_get_in(self(), gets...);
        else return std::tuple<detail::error_placeholder<G>...>{};
    }
    /// Changes the primary key of an item: atomically erases the item of the first object, which must exist, and creates the second,
    /// whose key must not exist. Attributes that the entity does not declare are preserved.
    template <class From, class To, class... A>
    auto move(From const& from, To const& to, A const&... condition) {
        if constexpr (detail::valid_transaction_verb<Store>()) return move_in(self(), from, to, condition...);
        else return detail::error_placeholder<From>{};
    }

    // <monotable/batches.hpp>. Batches of any size; unprocessed requests are repeated, after pauses, until 10 consecutive requests
    // (or attempts(n)) have made no progress.

    /// The items of a range of keys, in its order: a batch_found. Not a snapshot, and not consistent: see transact_get.
    /// Keys: objects of E, structs with the fields of its primary key or, if that is a single field, values of that field.
    template <class E, class Range, class... Options>
    auto batch_get(Range const& keys, Options... options) const {
        if constexpr (detail::valid_batch_verb<Store>())
            return batch_get_in(detail::batch_tag<E>{}, self(), keys, options...);
        else return detail::error_placeholder<std::optional<E>>{};
    }
    /// The same for several entities: batch_get(monotable::keys<E>(range), ...) returns a tuple.
    template <class... Lists>
        requires(sizeof...(Lists) != 0)
    auto batch_get(Lists const&... lists) const {
        if constexpr (detail::valid_batch_verb<Store>()) return batch_get_lists_in(self(), lists...);
        else return std::tuple<detail::error_placeholder<Lists>...>{};
    }
    /// Puts the objects of a range; of several with the same key, the last one. Returns the unprocessed objects as a batch_left.
    template <class Range, class... Options>
    auto batch_put(Range const& objects, Options... options) {
        if constexpr (detail::valid_batch_verb<Store>()) return batch_put_in(self(), objects, options...);
        else return detail::error_placeholder<Store>{};
    }
    /// Erases the items of a range of keys.
    template <class E, class Range, class... Options>
    auto batch_erase(Range const& keys, Options... options) {
        if constexpr (detail::valid_batch_verb<Store>())
            return batch_erase_in(detail::batch_tag<E>{}, self(), keys, options...);
        else return detail::error_placeholder<E>{};
    }
    /// Puts and erasures of several entities: see batch_builder.
    template <class S = Store>
    auto batch() {
        if constexpr (detail::valid_batch_verb<Store>()) return batch_in(static_cast<S&>(*this));
        else return detail::no_builder{};
    }

    // <monotable/evolution.hpp>

    /// Rewrites the items of E that differ from those that a put would store, in bounded steps. Returns a migration_report. E may
    /// also be a migration<>, of items with another key.
    template <class E>
    auto migrate() {
        if constexpr (detail::valid_migration<E, Store>()) return detail::migration_verb<E, Store>::run(self());
    }
    template <class E>
    auto migrate(migrate_options const& options) {
        if constexpr (detail::valid_migration<E, Store>())
            return detail::migration_verb<E, Store>::run(self(), options);
    }

    /// Like get; also absent if the item has expired, which the store may not have erased yet.
    template <class E, class... C>
    [[nodiscard]] auto get(unexpired_t, C const&... conditions) const {
        return get_unexpired_in<E>(self(), conditions...);
    }

  protected:
    opt_in_verbs() = default;

  private:
    Store& self() noexcept { return static_cast<Store&>(*this); }
    Store const& self() const noexcept { return static_cast<Store const&>(*this); }
};

} // namespace detail

} // namespace monotable
