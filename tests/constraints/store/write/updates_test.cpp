// SPDX-License-Identifier: BSL-1.0
// The types that updates and conditional writes give.
#include <order_model.hpp>

#include <concepts>
#include <optional>

using namespace order_model;

namespace {

using store = mt::store<shop>;
using state_paid = decltype("state"_f = status::paid);
using when_open = decltype(mt::when("state"_f == status::open));
using customer = decltype("customer_id"_f == "c1");
using id = decltype("id"_f == "o1");

template <class... A>
using updated = decltype(std::declval<store&>().update<order>(std::declval<A>()...));
using plain = updated<customer, id, state_paid>;
using with_new = updated<customer, id, state_paid, mt::detail::returning_new_t>;
using with_old = updated<mt::detail::returning_old_t, state_paid, id, when_open, customer>; // in any order

static_assert(std::constructible_from<bool, plain>);
static_assert(!std::convertible_to<plain, bool>);
static_assert(std::same_as<decltype(std::declval<plain>().existing()), std::optional<order>>);
static_assert(std::same_as<decltype(std::declval<with_new>().after()), order>);
static_assert(std::same_as<decltype(std::declval<with_old>().before()), std::optional<order>>);

// what was not asked for is not there to be asked
template <class R>
concept has_after = requires(R r) { r.after(); };
template <class R>
concept has_before = requires(R r) { r.before(); };
static_assert(!has_after<plain> && !has_before<plain>);
static_assert(has_after<with_new> && !has_before<with_new>);
static_assert(!has_after<with_old> && has_before<with_old>);

// the key from conditions or from an object
static_assert(
    std::same_as<decltype(std::declval<store&>().update(std::declval<order const&>(), std::declval<state_paid>())),
                 plain>);
static_assert(
    std::same_as<decltype(std::declval<store&>().update<order>(std::declval<order&>(), std::declval<state_paid>())),
                 plain>);

// every write gives a result of one type, which says more where that was asked for, or is known
template <class... A>
using erased = decltype(std::declval<store&>().erase<order>(std::declval<A>()...));
template <class... A>
using written = decltype(std::declval<store&>().put(std::declval<order>(), std::declval<A>()...));
static_assert(std::same_as<plain, mt::write_result<order>>);
static_assert(std::same_as<erased<customer, id>, mt::write_result<order>>);
static_assert(std::same_as<erased<when_open, customer, id>, mt::write_result<order>>);
static_assert(has_before<erased<when_open, customer, id, mt::detail::returning_old_t>>);
static_assert(std::same_as<written<>, written<when_open>>);
static_assert(has_after<written<>> && !has_before<written<>>);
static_assert(has_before<written<mt::detail::returning_old_t, when_open>> &&
              !has_after<written<mt::detail::returning_old_t>>);
template <class Result>
concept is_result = std::convertible_to<Result, mt::write_result<order>>;
static_assert(is_result<written<>> && is_result<written<mt::detail::returning_old_t>> && is_result<with_new>);

// writing is not for const stores
template <class S>
concept updatable = requires(S& s, order const& o, state_paid a) { s.update(o, a); };
static_assert(updatable<store> && !updatable<store const>);

} // namespace
