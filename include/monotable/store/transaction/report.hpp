// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/meta/fixed_string.hpp>
#include <monotable/store/write/write_error.hpp>

#include <cstddef>
#include <optional>
#include <vector>

/// The text of every mistake in transactions and batches: the rule, then the remedy. As in violation/violation.hpp.
namespace monotable::detail {

template <class Action>
inline constexpr bool is_an_action = false;
template <class Store>
inline constexpr bool has_one_token = false;
template <class Store>
inline constexpr bool has_actions = false;
template <class E>
inline constexpr bool has_a_condition = false;
template <class From, class To>
inline constexpr bool is_of_one_entity = false;
template <class Argument>
inline constexpr bool is_a_get = false;
template <class E, class Range>
inline constexpr bool is_a_range_of_objects = false;
template <class E, class Range>
inline constexpr bool is_a_range_of_keys = false;

template <class Action>
struct report_no_action {
    static constexpr bool fail() {
        static_assert(is_an_action<Action>,
                      "monotable: a transaction is made of actions; say what to do with it, as in "
                      "transact(monotable::create(object), monotable::update<Order>(...))");
        return false;
    }
};
template <class Store>
struct report_two_tokens {
    static constexpr bool fail() {
        static_assert(has_one_token<Store>, "monotable: a transaction has one token; give one for all of its actions");
        return false;
    }
};
template <class Store>
struct report_empty_transaction {
    static constexpr bool fail() {
        static_assert(has_actions<Store>,
                      "monotable: a transaction has at least one action; a db.transaction() that is put together at "
                      "run time may have none");
        return false;
    }
};
template <class E>
struct report_check_of_nothing {
    static constexpr bool fail() {
        static_assert(has_a_condition<E>,
                      "monotable: a check is of a condition; give it as when(), such as when(\"id\"_f.exists()) for "
                      "an item that has to be there");
        return false;
    }
};
template <class From, class To>
struct report_move_between {
    static constexpr bool fail() {
        static_assert(is_of_one_entity<From, To>,
                      "monotable: a move gives an object of one entity another key; to make one entity of "
                      "another use transact(erase(...), create(...))");
        return false;
    }
};
template <class Argument>
struct report_no_get {
    static constexpr bool fail() {
        static_assert(is_a_get<Argument>, "monotable: transact_get takes gets; say which item, as in "
                                          "transact_get(monotable::get<Order>(\"id\"_f == 1))");
        return false;
    }
};
template <class E, class Range>
struct report_no_objects {
    static constexpr bool fail() {
        static_assert(is_a_range_of_objects<E, Range>,
                      "monotable: batch_put takes a range of objects of an entity; for one object use "
                      "put(), for several entities a db.batch()");
        return false;
    }
};
template <class E, class Range>
struct report_no_keys {
    static constexpr bool fail() {
        static_assert(is_a_range_of_keys<E, Range>,
                      "monotable: a batch is given a range of keys: of objects of the entity, of structs "
                      "with the fields of its "
                      "primary key or, where that is one field, of values of that field");
        return false;
    }
};

/// As `nothing`: what a transaction returns behind an error that is already reported.
struct no_transaction {
    template <std::size_t I>
    no_transaction get() const {
        return {};
    }
    write_error error() const { return {}; }
    write_error error(std::size_t) const { return {}; }
    void or_throw() const {}
    explicit operator bool() const { return false; }
    template <class T>
    operator std::optional<T>() const;
    no_transaction existing() const { return {}; }
    no_transaction const* operator->() const { return this; }
};

} // namespace monotable::detail
