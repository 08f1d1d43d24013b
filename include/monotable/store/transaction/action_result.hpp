// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/error.hpp>
#include <monotable/store/read/projection.hpp>
#include <monotable/store/table_of.hpp>
#include <monotable/store/transaction/execution.hpp>
#include <monotable/store/transaction/no_transaction.hpp>
#include <monotable/store/write/write_error.hpp>
#include <monotable/store/write/write_result.hpp>
#include <monotable/violation/store.hpp>

#include <cstddef>
#include <optional>
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
template <std::size_t I, class... Results>
using nth_result = typename nth<I, Results...>::type;

} // namespace detail

/// What became of one action of a transaction. True: the transaction was done. Good as long as the result that it is of.
template <class Table, class E, return_values Returned = return_values::none>
class action_result {
  public:
    action_result(bool done, detail::typed_outcome const& outcome) noexcept : done_(done), outcome_(&outcome) {}

    explicit operator bool() const noexcept { return done_; }

    /// Why this action could not be done; none: it could, but for others.
    write_error error() const noexcept { return outcome_->reason; }

    /// The item that stood in its way; absent where there is none, or another item did.
    std::optional<E> existing() const {
        if (error() == write_error::none || !outcome_->attributes) return std::nullopt;
        return detail::decode_as<Table, E, E>(*outcome_->attributes);
    }

    /// The item before the update; absent if it was not there. Of an update with returning_old. Throws condition_failed if it
    /// was not done, store_error if it was done earlier, under its token.
    std::optional<E> before() const
        requires(Returned == return_values::all_old)
    {
        check();
        if (!outcome_->attributes) return std::nullopt;
        return detail::decode_as<Table, E, E>(*outcome_->attributes);
    }

    /// The item after the update. Of an update with returning_new. Throws as before().
    E after() const
        requires(Returned == return_values::all_new)
    {
        check();
        return detail::decode_as<Table, E, E>(*outcome_->attributes);
    }

    /// Throws condition_failed if this action is one that could not be done.
    void or_throw() const {
        if (error() != write_error::none) throw condition_failed(outcome_->text);
    }

  private:
    void check() const {
        or_throw();
        if (!done_) throw condition_failed("monotable: the transaction was not done, because of other actions");
        if (Returned == return_values::all_new && !outcome_->attributes)
            throw store_error(store_fault::unavailable,
                              "monotable: the transaction was done before under this token; what it "
                              "returned then is not known any more");
    }

    bool done_;
    detail::typed_outcome const* outcome_;
};

/// What became of a transaction. True: all of it was done. False: nothing was.
template <class... Results>
class [[nodiscard]] transaction_result {
  public:
    explicit transaction_result(detail::transaction_report report) : report_(std::move(report)) {}

    explicit operator bool() const noexcept { return report_.done; }

    static constexpr std::size_t size() noexcept { return sizeof...(Results); }

    /// What became of the action at this position (a token is none).
    template <std::size_t I>
    auto get() const {
        if constexpr (I < sizeof...(Results)) {
            return detail::nth_result<I, Results...>(report_.done, report_.actions[I]);
        } else {
            using position = std::integral_constant<std::size_t, I>;
            static_cast<void>(detail::report<detail::store_rule::position, transaction_result, position>());
            return detail::no_transaction{};
        }
    }

    write_error error(std::size_t action) const { return report_.actions[action].reason; }

    /// Throws condition_failed if it was not done; the text names each action that could not be, with its entity, table and key.
    void or_throw() const { report_.or_throw(); }

  private:
    detail::transaction_report report_;
};

/// The same of a transaction that was put together at run time.
template <class... Tables>
class [[nodiscard]] transaction_results {
  public:
    explicit transaction_results(detail::transaction_report report) : report_(std::move(report)) {}

    explicit operator bool() const noexcept { return report_.done; }
    std::size_t size() const noexcept { return report_.actions.size(); }

    /// Why the action could not be done, in the order of adding. Requires action < size().
    write_error error(std::size_t action) const { return report_.actions[action].reason; }

    /// The item of an action on an E that stood in its way; absent where there is none, or another item did.
    template <class E>
    std::optional<E> existing(std::size_t action) const {
        return action_result<typename detail::table_holding<E, Tables...>::type, E>(report_.done,
                                                                                    report_.actions[action])
            .existing();
    }

    void or_throw() const { report_.or_throw(); }

  private:
    detail::transaction_report report_;
};

} // namespace monotable
