// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/expression/tree.hpp>
#include <monotable/query/predicate.hpp>
#include <monotable/query/predicate_rules.hpp>

#include <concepts>

namespace monotable {

/// A condition on items of E that is built at run time, for filter() and when(). An empty filter has no effect, alone
/// or joined with another.
template <class E>
class filter {
  public:
    filter() noexcept = default;

    /// Throws bad_value if a value of the condition cannot be stored.
    template <class C>
        requires(!std::same_as<C, filter>)
    filter(C const& condition) { // NOLINT(google-explicit-constructor)
        if constexpr (detail::valid_predicate<E, C>()) tree_ = detail::tree_of<E>(condition);
    }

    /// Both conditions must hold.
    filter& operator&=(filter const& other) {
        tree_ = detail::joined(expression_kind::all_of, tree_, other.tree_);
        return *this;
    }
    /// At least one of the conditions must hold.
    filter& operator|=(filter const& other) {
        tree_ = detail::joined(expression_kind::any_of, tree_, other.tree_);
        return *this;
    }

    bool empty() const noexcept { return tree_.empty(); }
    expression const& tree() const noexcept { return tree_; }

  private:
    expression tree_;
};

namespace detail {

template <class E>
inline constexpr bool is_operand<filter<E>> = true;

} // namespace detail
} // namespace monotable
