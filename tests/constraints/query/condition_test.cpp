// SPDX-License-Identifier: BSL-1.0
// What comparing a field gives, and what it does not give.
#include <monotable/query/condition.hpp>

#include <concepts>
#include <string>
#include <string_view>
#include <type_traits>

namespace mt = monotable;
using namespace mt::literals;
using mt::comparison;
using mt::condition;
using mt::detail::is_field_condition;

namespace {

template <class C>
constexpr bool is(C const&, std::string_view field, comparison op) {
    return C::field.view() == field && C::op == op;
}

// every comparison, with the value on either side
static_assert(is("n"_f == 1, "n", comparison::equal));
static_assert(is("n"_f != 1, "n", comparison::not_equal));
static_assert(is("n"_f < 1, "n", comparison::less));
static_assert(is("n"_f <= 1, "n", comparison::less_equal));
static_assert(is("n"_f > 1, "n", comparison::greater));
static_assert(is("n"_f >= 1, "n", comparison::greater_equal));
static_assert(is(1 == "n"_f, "n", comparison::equal));
static_assert(is(1 != "n"_f, "n", comparison::not_equal));
static_assert(is(1 > "n"_f, "n", comparison::less));
static_assert(is(1 >= "n"_f, "n", comparison::less_equal));
static_assert(is(1 < "n"_f, "n", comparison::greater));
static_assert(is(1 <= "n"_f, "n", comparison::greater_equal));
static_assert(is("n"_f.between(1, 2), "n", comparison::between));
static_assert(is("n"_f.begins_with("a"), "n", comparison::begins_with));
static_assert(is("n"_f == "m"_f, "n", comparison::equal)); // for the message
static_assert(is("n"_f != "m"_f, "n", comparison::not_equal));
static_assert(is("n"_f < "m"_f, "n", comparison::less));
static_assert(is("n"_f == "n"_f, "n", comparison::equal));
static_assert(is("name:lower"_f == "bob", "name:lower", comparison::equal));

static_assert(("n"_f == 7).first == 7);
static_assert((7 == "n"_f).first == 7);
static_assert(("n"_f.between(1, 2)).second == 2);

// literals are viewed, everything else is owned
template <class C>
using held = decltype(C::first);
template <class V>
using held_of = held<decltype("n"_f == std::declval<V>())>;
static_assert(std::same_as<held_of<char const (&)[3]>, std::string_view>);
static_assert(std::same_as<held_of<char (&)[3]>, std::string>);
static_assert(std::same_as<held_of<char const*>, std::string>);
static_assert(std::same_as<held_of<char const*&>, std::string>);
static_assert(std::same_as<held_of<std::string&>, std::string>);
static_assert(std::same_as<held_of<std::string const&>, std::string>);
static_assert(std::same_as<held_of<std::string_view&>, std::string_view>);
static_assert(std::same_as<held_of<int const&>, int>);

// a condition is no truth value, and is not made of anything but a comparison
static_assert(!std::convertible_to<decltype("n"_f == 1), bool>);
static_assert(!std::constructible_from<bool, decltype("n"_f == 1)>);
static_assert(is_field_condition<decltype("n"_f == 1)>);
static_assert(!is_field_condition<decltype("n"_f)>);
static_assert(!is_field_condition<decltype("n"_f = 1)>);
static_assert(!is_field_condition<decltype("n"_f == 1 && "m"_f == 2)>);
static_assert(!is_field_condition<decltype("n"_f == 1 || "m"_f == 2)>);
static_assert(!is_field_condition<decltype(!("n"_f == 1))>);
static_assert(!is_field_condition<decltype(mt::on<"GSI1">)>);
static_assert(!is_field_condition<bool>);

template <class F, class V>
concept adds = requires(F f, V v) { f + v; };
template <class F, class... V>
concept has_between = requires(F f, V... v) { f.between(v...); };
template <class F>
concept prefixed_by_nothing = requires(F f) { f.begins_with(); };
using number = decltype("n"_f);
static_assert(!adds<number, int>);
static_assert(has_between<number, int, int>);
static_assert(!has_between<number, int>); // a range has two ends
static_assert(!has_between<number>);
static_assert(!prefixed_by_nothing<number>);
static_assert(!std::convertible_to<number, std::string_view>);
static_assert(!std::same_as<decltype("a"_f), decltype("b"_f)>);

// names cost nothing at run time
static_assert(std::is_empty_v<number>);
static_assert(sizeof("n"_f == 1) == sizeof(int));

} // namespace
