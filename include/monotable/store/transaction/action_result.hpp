// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/request.hpp>
#include <monotable/store/table_of.hpp>
#include <monotable/store/transaction/execution.hpp>
#include <monotable/store/transaction/no_transaction.hpp>
#include <monotable/store/write/write_result.hpp>
#include <monotable/violation/store.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace monotable {

namespace detail {

template <std::size_t I, class First, class... Rest>
struct nth {
    using type = typename nth<I - 1, Rest...>::type;
};
template <class First, class... Rest>
struct nth<0, First, Rest...> {
    using type = First;
};

/// One action in the result of a transaction.
template <class Table, class E, return_values Returned = return_values::none>
struct action_form {
    using entity = E;
    static constexpr return_values returned = Returned;
    static write_result<E, Returned> result(transaction_report const& report, std::size_t action) {
        return write_result<E, Returned>(report.outcome(action), reader_of<Table, E>);
    }
};

/// The position of an action in a transaction_builder. It converts to std::size_t.
template <class E, return_values Returned = return_values::none>
struct action_position {
    std::size_t position = 0;
    constexpr operator std::size_t() const noexcept { return position; }
};

} // namespace detail

/// The result of a transaction. True if all actions were performed; false if none was.
///
/// The result of each action is that of the verb by itself: a write_result. It is false unless the transaction was performed;
/// its error() is write_error::none if only other actions have failed.
template <class... Actions>
class [[nodiscard]] transaction_result {
  public:
    explicit transaction_result(detail::transaction_report report) : report_(std::move(report)) {}

    explicit operator bool() const noexcept { return report_.done; }

    static constexpr std::size_t size() noexcept { return sizeof...(Actions); }

    /// The result of the action at position I, counted from 0; tokens are not counted.
    template <std::size_t I>
    auto get() const {
        if constexpr (I < sizeof...(Actions)) {
            return detail::nth<I, Actions...>::type::result(report_, I);
        } else {
            using position = std::integral_constant<std::size_t, I>;
            static_cast<void>(detail::report<detail::store_rule::position, transaction_result, position>());
            return detail::no_transaction{};
        }
    }

    /// The same without its type: existing() is an item. REQUIRES: action < size().
    write_result<item> operator[](std::size_t action) const { return write_result<item>(report_.outcome(action)); }

    /// Throws condition_failed unless it was performed; the text names each action that failed, with its entity, table and key.
    void or_throw() const { report_.or_throw(); }

  private:
    detail::transaction_report report_;
};

/// The result of a transaction_builder.
template <class... Tables>
class [[nodiscard]] transaction_results {
  public:
    explicit transaction_results(detail::transaction_report report) : report_(std::move(report)) {}

    explicit operator bool() const noexcept { return report_.done; }
    std::size_t size() const noexcept { return report_.actions.size(); }

    /// The result of the action at a position that a verb of the builder returned. REQUIRES: action < size().
    template <class E, return_values Returned>
    write_result<E, Returned> operator[](detail::action_position<E, Returned> action) const {
        using table = typename detail::table_holding<E, Tables...>::type;
        return detail::action_form<table, E, Returned>::result(report_, action);
    }

    /// The result of the action at a position, in the order of addition: existing() is an item. REQUIRES: action < size().
    write_result<item> operator[](std::size_t action) const { return write_result<item>(report_.outcome(action)); }

    void or_throw() const { report_.or_throw(); }

  private:
    detail::transaction_report report_;
};

} // namespace monotable
