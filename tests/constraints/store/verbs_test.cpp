// SPDX-License-Identifier: BSL-1.0
// The types that verbs give, and the calls that are no candidates at all.
#include <monotable/monotable.hpp>

#include <concepts>
#include <cstddef>
#include <iterator>
#include <memory>
#include <optional>
#include <ranges>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace mt = monotable;
using namespace mt::literals;

namespace {

struct Customer {
    std::string id, name;
};
struct Order {
    std::string id, customer_id;
    int number = 0;
};
struct Summary {
    int number = 0;
};
struct Account {
    Customer customer;
    std::vector<Order> orders;
};

} // namespace

template <>
struct mt::entity<Customer> {
    using key = mt::key<"CUSTOMER#{id}", "CUSTOMER">;
};
template <>
struct mt::entity<Order> {
    using key = mt::key<"CUSTOMER#{customer_id}", "ORDER#{id}">;
    using indexes = mt::indexes<mt::index<"Ids", "ORDER#{id}", "ORDER">>;
};

namespace {

struct shop : mt::table<"shop", mt::gsi<"Ids">, mt::entities<Customer, Order>> {};
using store = mt::store<shop>;

// a store
static_assert(std::default_initializable<store>);
static_assert(std::constructible_from<store, mt::memory>);
static_assert(std::constructible_from<store, std::shared_ptr<mt::backend>>);
static_assert(!std::constructible_from<store, int>);
static_assert(!std::convertible_to<std::shared_ptr<mt::backend>, store>); // explicit
static_assert(std::copyable<store>);

// verbs
using by_customer = decltype("customer_id"_f == "c42");
using by_id = decltype("id"_f == "o1");
template <class E, class... C>
using got = decltype(std::declval<store const&>().get<E>(std::declval<C>()...));
template <class E, class... C>
using queried = decltype(std::declval<store const&>().query<E>(std::declval<C>()...));
static_assert(std::same_as<got<Customer, by_id>, std::optional<Customer>>);
using result = mt::write_result<Customer>;
static_assert(std::same_as<decltype(std::declval<store&>().erase(std::declval<Customer>())), result>);
static_assert(std::same_as<decltype(std::declval<store&>().erase<Customer>("id"_f == "c42")), result>);
static_assert(std::same_as<decltype(std::declval<store&>().erase<Customer>(std::declval<Customer>())), result>);
static_assert(std::convertible_to<decltype(std::declval<store&>().put(std::declval<Customer>())), result>);

// reading is for const stores too, writing is not
template <class S>
concept writable = requires(S& s, Customer const& c) { s.put(c); };
template <class S>
concept readable = requires(S& s) { s.template get<Customer>("id"_f == "c42"); };
static_assert(writable<store> && readable<store>);
static_assert(!writable<store const> && readable<store const>);

// results are looked at explicitly
using written = decltype(std::declval<store&>().create(std::declval<Customer>()));
static_assert(std::constructible_from<bool, written>);
static_assert(!std::convertible_to<written, bool>);
static_assert(std::same_as<decltype(std::declval<written>().existing()), std::optional<Customer>>);

// ranges: single pass, for the algorithms of C++20 and for those that take a pair of iterators of one type
template <class R>
concept reads_once = std::ranges::input_range<R> && !std::ranges::forward_range<R> && std::ranges::common_range<R> &&
                     std::ranges::input_range<R const> && std::ranges::viewable_range<R> &&
                     std::ranges::viewable_range<R&> && !std::ranges::borrowed_range<R>;
template <class R>
using category = typename std::iterator_traits<std::ranges::iterator_t<R>>::iterator_category;
using orders = queried<Order, by_customer>;
static_assert(reads_once<orders>);
static_assert(std::same_as<std::ranges::range_value_t<orders>, Order>);
static_assert(std::same_as<std::ranges::range_reference_t<orders>, Order&>);
static_assert(std::same_as<std::ranges::range_rvalue_reference_t<orders>, Order&&>);
static_assert(std::same_as<category<orders>, std::input_iterator_tag>);
static_assert(
    std::constructible_from<std::vector<Order>, std::ranges::iterator_t<orders>, std::ranges::iterator_t<orders>>);
static_assert(!std::ranges::view<orders>); // copying one copies its conditions
static_assert(std::copyable<orders>);
static_assert(!std::ranges::sized_range<orders>); // counting would read
static_assert(std::same_as<decltype(std::declval<orders>().first()), std::optional<Order>>);
static_assert(std::same_as<decltype(std::declval<orders>().all()), std::vector<Order>>);
static_assert(std::same_as<decltype(std::declval<orders>().page()), mt::page<Order>>);
static_assert(std::same_as<decltype(std::declval<orders>().count()), std::size_t>);
static_assert(std::same_as<decltype(std::declval<orders>().descending().limit(3).after("")), orders>);
using summaries = decltype(std::declval<orders>().as<Summary>());
static_assert(reads_once<summaries>);
static_assert(std::same_as<std::ranges::range_value_t<summaries>, Summary>);
using raw = decltype(std::declval<orders>().as<mt::item>());
static_assert(std::same_as<std::ranges::range_value_t<raw>, mt::item>);

template <class R, class... A>
concept limits_to = requires(R r, A... a) { r.limit(a...); };
template <class R, class... A>
concept has_segment = requires(R r, A... a) { r.segment(a...); };
static_assert(limits_to<orders, int>);
static_assert(!limits_to<orders, std::string>);
static_assert(!limits_to<orders>);
using scanned = decltype(std::declval<store const&>().scan<Order>());
static_assert(reads_once<scanned>);
static_assert(has_segment<scanned, int, int>);
static_assert(!has_segment<scanned, int>);
static_assert(!std::same_as<scanned, orders>);

// the index is a part of the type, so that what it cannot do does not compile
static_assert(!std::same_as<queried<Order, by_id>, orders>);
static_assert(std::same_as<queried<Order, mt::detail::on_index<"Ids">, by_id>, queried<Order, by_id>>);

// collections
using accounts = decltype(std::declval<store const&>().collect<Account>(std::declval<by_id>()));
static_assert(std::same_as<decltype(std::declval<accounts>().get()), std::optional<Account>>);
static_assert(std::same_as<decltype(std::declval<accounts>().items()), std::vector<mt::item>>);

} // namespace
