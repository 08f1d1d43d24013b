// SPDX-License-Identifier: BSL-1.0
// What assignments, operands and joined conditions are, and what is none of them.
#include <monotable/query/assignment.hpp>
#include <monotable/query/filter.hpp>

#include <concepts>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace mt = monotable;
using namespace mt::literals;
using mt::comparison;
namespace detail = mt::detail;

namespace {

// a condition is not an assignment, an assignment is not a condition
static_assert(detail::is_assignment<decltype("n"_f = 1)>);
static_assert(detail::is_assignment<decltype("n"_f += 1)>);
static_assert(detail::is_assignment<decltype("n"_f.remove())>);
static_assert(!detail::is_assignment<decltype("n"_f == 1)>);
static_assert(!detail::operand<decltype("n"_f = 1)>);
static_assert(!detail::operand<decltype("n"_f)>);
static_assert(!detail::operand<bool>);
static_assert(!detail::is_assignment<decltype(mt::when("n"_f == 1))>);

// conditions are joined by operators; nothing of it is a truth value
static_assert(detail::operand<decltype("n"_f == 1 && "m"_f == 2)>);
static_assert(detail::operand<decltype("n"_f == 1 || !("m"_f == 2))>);
static_assert(detail::operand<decltype("n"_f.size() > 3 && "m"_f.size() < 2)>);
static_assert(detail::operand<decltype(!"n"_f.exists())>);
static_assert(!std::constructible_from<bool, decltype("n"_f == 1 && "m"_f == 2)>);
static_assert(!std::constructible_from<bool, decltype("n"_f = 1)>);
template <class A, class B>
concept joinable = requires(A a, B b) {
    a&& b;
    a || b;
};
using condition = decltype("n"_f == 1);
static_assert(joinable<condition, condition>);
static_assert(joinable<condition, decltype("n"_f.size() > 1)>);
static_assert(!joinable<decltype("n"_f), decltype("m"_f)>);
static_assert(!joinable<decltype("n"_f = 1), condition>);

// the value may be on either side of a size, too
static_assert(std::same_as<decltype(3 == "n"_f.size()), decltype("n"_f.size() == 3)>);
static_assert(std::same_as<decltype(3 < "n"_f.size()), decltype("n"_f.size() > 3)>);
static_assert(std::same_as<decltype(3 >= "n"_f.size()), decltype("n"_f.size() <= 3)>);

// literals are viewed, everything else is owned
template <class A>
using held = decltype(A::value);
static_assert(std::same_as<held<decltype("n"_f = "text")>, std::string_view>);
static_assert(std::same_as<held<decltype("n"_f = std::declval<std::string const&>())>, std::string>);
static_assert(std::same_as<held<decltype("n"_f = std::declval<char const*>())>, std::string>);
static_assert(std::same_as<held<decltype("n"_f = "m"_f)>, std::remove_const_t<decltype("m"_f)>>);
static_assert(std::same_as<decltype(mt::if_absent("n"_f, "text").value), std::string_view>);

// sums are of fields
template <class A, class B>
concept summable = requires(A a, B b) {
    a + b;
    a - b;
};
using field = decltype("n"_f);
static_assert(summable<field, int>);
static_assert(summable<int, field>);
static_assert(summable<field, field>);
static_assert(summable<decltype(mt::if_absent("n"_f, 0)), int>);
static_assert(!summable<condition, int>);
static_assert(!summable<decltype("n"_f + 1), int>); // DynamoDB adds two
static_assert(!summable<decltype("n"_f = 1), int>);

// one or more
template <class F, class... V>
concept appends = requires(F f, V... v) { f.append(v...); };
template <class F, class... V>
concept inserts = requires(F f, V... v) { f.insert(v...); };
template <class F, class... V>
concept is_in = requires(F f, V... v) { f.in(v...); };
static_assert(appends<field, int> && appends<field, int, int>);
static_assert(!appends<field>);
static_assert(inserts<field, int> && !inserts<field>);
static_assert(is_in<field, int> && is_in<field, std::vector<int>> && !is_in<field>);

// nothing costs more than its values
static_assert(std::is_empty_v<decltype("n"_f.exists() && "m"_f.absent())> ||
              sizeof("n"_f.exists() && "m"_f.absent()) <= 4);
static_assert(sizeof("n"_f = 1) == sizeof(int));

// filters
struct thing {};
static_assert(std::regular<mt::filter<thing>> || std::copyable<mt::filter<thing>>);
static_assert(std::default_initializable<mt::filter<thing>>);

} // namespace
