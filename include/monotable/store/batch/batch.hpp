// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/store/batch/arguments.hpp>
#include <monotable/store/batch/engine.hpp>
#include <monotable/store/batch/keys.hpp>
#include <monotable/store/batch/result.hpp>
#include <monotable/store/read/projection.hpp>
#include <monotable/store/store.hpp>
#include <monotable/store/store_access.hpp>
#include <monotable/store/transaction/no_transaction.hpp>
#include <monotable/violation/store.hpp>
#include <monotable/store/write/typed_write.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace monotable {

namespace detail {

template <class Store>
struct batch_verbs {};

template <class Store, class E, class Range>
constexpr bool valid_batch_keys() {
    using access = store_access<Store>;
    if constexpr (!access::template valid<E>()) return false;
    else if constexpr (!batch_range<Range>) return report<store_rule::not_keys, E, Range>();
    else if constexpr (!is_batch_key<typename access::template table_of<E>, E, element_of<Range>>())
        return report<store_rule::not_keys, E, element_of<Range>>();
    else return true;
}

template <class Store, class Range>
constexpr bool valid_batch_objects() {
    if constexpr (!batch_range<Range>) return report<store_rule::not_objects, Range, Range>();
    else return store_access<Store>::template valid<element_of<Range>>();
}

/// The result for the keys from `first` on, to which the objects belong.
template <class E>
batch_found<E> take_found(batch_read const& read, std::size_t first, std::vector<std::optional<E>>& objects) {
    std::vector<std::size_t> unprocessed;
    for (std::size_t i = 0; i != objects.size(); ++i)
        if (!read.found[first + i]) objects[i].reset();
    for (std::size_t const each : read.unprocessed)
        if (each >= first && each < first + objects.size()) unprocessed.push_back(each - first);
    return {std::move(objects), std::move(unprocessed)};
}

template <class Store, class List>
struct key_list_traits {
    static constexpr bool valid() { return report<store_rule::not_keys, List, List>(); }
};
template <class Store, class E, class Range>
struct key_list_traits<Store, key_list<E, Range>> {
    using table = typename store_access<Store>::template table_of<E>;
    using range = std::remove_cvref_t<Range>;
    static constexpr bool valid() { return valid_batch_keys<Store, E, range>(); }
    using objects = std::vector<std::optional<E>>;
    static objects add(std::vector<batch_key>& to, key_list<E, Range> const& list) {
        return add_batch_keys<table, E>(to, list.range);
    }
    static batch_found<E> take(batch_read const& read, std::size_t& first, objects& found) {
        std::size_t const begin = std::exchange(first, first + found.size());
        return take_found(read, begin, found);
    }
};

template <class E, class... Tables, class Range>
auto batch_get_in(detail::batch_tag<E>, store<Tables...> const& db, Range const& keys,
                  attempts bound = attempts(detail::default_attempts)) {
    using namespace detail;
    using access = store_access<store<Tables...>>;
    if constexpr (valid_batch_keys<store<Tables...>, E, Range>()) {
        using table = typename access::template table_of<E>;
        if constexpr (valid_result<table, E, 0, E>()) {
            std::vector<batch_key> list;
            auto objects = add_batch_keys<table, E>(list, keys);
            batch_read const read = read_batch(*db.implementation(), std::move(list), bound.count);
            return take_found(read, 0, objects);
        } else {
            return batch_found<E>{};
        }
    } else {
        return batch_found<E>{};
    }
}

template <class... Tables, class... L>
auto batch_get_lists_in(store<Tables...> const& db, L const&... lists) {
    using namespace detail;
    using type = store<Tables...>;
    if constexpr ((key_list_traits<type, L>::valid() && ...)) {
        std::vector<batch_key> keys;
        std::tuple<typename key_list_traits<type, L>::objects...> objects{
            key_list_traits<type, L>::add(keys, lists)...}; // in braces: from left to right
        batch_read const read = read_batch(*db.implementation(), std::move(keys), default_attempts);
        std::size_t first = 0;
        return std::apply(
            [&](auto&... each) { return std::tuple{key_list_traits<type, L>::take(read, first, each)...}; }, objects);
    } else {
        return std::tuple<decltype(static_cast<void>(lists), error_placeholder<int>{})...>{};
    }
}

/// The erasure for a key; the key may be an object, whose version is then required.
template <class Table, class E, class K>
write_intent prepare_batch_erase(clock_function const& clock, K const& key) {
    if constexpr (std::is_same_v<K, E> && has_version<E>()) {
        typed_arguments<Table, E> taken(&key);
        return prepare_erase<Table, E, return_values::none>(clock, taken);
    } else {
        return prepare_erase<Table, E>(batch_key_of<Table, E>(key), {}, true);
    }
}

template <class... Tables, class Range>
batch_left batch_put_in(store<Tables...>& db, Range const& objects,
                        attempts bound = attempts(detail::default_attempts)) {
    using namespace detail;
    if constexpr (valid_batch_objects<store<Tables...>, Range>()) {
        using E = element_of<Range>;
        using table = typename store_access<store<Tables...>>::template table_of<E>;
        std::vector<write_intent> writes;
        for (auto const& each : objects) writes.push_back(prepare_put<table, E>(db.clock(), each, precondition::any));
        return batch_left(write_batch(*db.implementation(), writes, bound.count, db.retry()));
    } else {
        return batch_left();
    }
}

template <class E, class... Tables, class Range>
batch_left batch_erase_in(detail::batch_tag<E>, store<Tables...>& db, Range const& keys,
                          attempts bound = attempts(detail::default_attempts)) {
    using namespace detail;
    if constexpr (valid_batch_keys<store<Tables...>, E, Range>()) {
        using table = typename store_access<store<Tables...>>::template table_of<E>;
        std::vector<write_intent> writes;
        for (auto const& each : keys) writes.push_back(prepare_batch_erase<table, E>(db.clock(), each));
        return batch_left(write_batch(*db.implementation(), writes, bound.count, db.retry()));
    } else {
        return batch_left();
    }
}

} // namespace detail

/// A batch of puts and erasures of several entities, of any size. Not a transaction: each write is independent. Objects are encoded
/// when they are added. Not thread-safe.
template <class... Tables>
class batch_builder {
  public:
    batch_builder(std::shared_ptr<backend> store, clock_function clock, retry_policy const& retry = {})
        : backend_(std::move(store)), clock_(std::move(clock)), retry_(retry) {}

    /// Returns its position.
    template <class E>
    std::size_t put(E const& object) {
        using access = detail::store_access<store<Tables...>>;
        if constexpr (access::template valid<E>())
            writes_.push_back(
                detail::prepare_put<typename access::template table_of<E>, E>(clock_, object, precondition::any));
        return writes_.size() - 1;
    }
    /// The arguments are one == condition per field of the primary key.
    template <class E, class... C>
        requires(!std::is_same_v<C, E> && ...)
    std::size_t erase(C const&... conditions) {
        using access = detail::store_access<store<Tables...>>;
        if constexpr (access::template valid_get<E, C...>()) {
            using table = typename access::template table_of<E>;
            writes_.push_back(detail::prepare_erase<table, E>(detail::key_from<table, E>(conditions...), {}, true));
        }
        return writes_.size() - 1;
    }
    template <class E>
    std::size_t erase(E const& object) {
        using access = detail::store_access<store<Tables...>>;
        if constexpr (access::template valid<E>()) {
            using table = typename access::template table_of<E>;
            writes_.push_back(detail::prepare_batch_erase<table, E>(clock_, object));
        }
        return writes_.size() - 1;
    }

    std::size_t size() const noexcept { return writes_.size(); }
    bool empty() const noexcept { return writes_.empty(); }

    /// Performs the batch. May be called again, and then performs all writes again.
    batch_left commit(attempts bound = attempts(detail::default_attempts)) {
        return batch_left(detail::write_batch(*backend_, writes_, bound.count, retry_));
    }

  private:
    std::shared_ptr<backend> backend_;
    clock_function clock_;
    retry_policy retry_;
    std::vector<detail::write_intent> writes_;
};

namespace detail {

template <class... Tables>
batch_builder<Tables...> batch_in(store<Tables...>& db) {
    return batch_builder<Tables...>(db.implementation(), db.clock(), db.retry());
}

} // namespace detail

} // namespace monotable
