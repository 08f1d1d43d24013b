// SPDX-License-Identifier: BSL-1.0
// The planner as a constexpr function: which index serves which conditions, and why not.
#include <monotable/monotable.hpp>

#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace mt = monotable;
using mt::comparison;
using mt::detail::no_condition;
using mt::detail::plan_data;
using mt::detail::query_rule;

namespace {

enum class Status { open, paid };

struct Order {
    std::string id, customer_id, label;
    mt::timestamp placed_at;
    Status status = Status::open;
    int number = 0;
    std::optional<std::string> coupon;
};
struct Customer {
    std::string id, name;
};
struct Visit {
    std::string id;
    mt::timestamp at;
    int shard = 0;
};
struct Job {
    std::string id;
    bool open = false;
};

} // namespace

template <>
struct mt::entity<Order> {
    using key = mt::key<"CUSTOMER#{customer_id}", "ORDER#{placed_at}#{id}">;
    using indexes = mt::indexes<mt::index<"Ids", "ORDER#{id}", "ORDER">,
                                mt::index<"Open", "OPEN", "{placed_at}">::when<"status", Status::open>,
                                mt::index<"Labels", "STATUS#{status}", "{label}|{number}">,
                                mt::index<"Coupons", "NUMBER#{number}", "{coupon}">>;
};
template <>
struct mt::entity<Customer> {
    using key = mt::key<"CUSTOMER#{id}", "CUSTOMER">;
    using indexes = mt::indexes<mt::index<"Ids", "NAME#{name:lower}", "{id}">>;
};
template <>
struct mt::entity<Visit> {
    using key = mt::key<"VISIT#{id}", "VISIT">;
    using indexes = mt::indexes<mt::index<"Ids", "DAY#{at:day}#{id:shard 4}", "{at}">,
                                mt::index<"Open", "VISITS#{shard:0..2}", "{at}">,
                                mt::index<"Labels", "VISITS", "{at:day}#{shard:6}#{at}">>;
};
template <>
struct mt::entity<Job> {
    using key = mt::key<"JOB#{id}", "JOB">;
    using indexes = mt::indexes<mt::index<"Ids", "OPEN", "JOB#{id}">::when<"open", true>,
                                mt::index<"Open", "OPEN#{open}#{id:shard 3}", "JOB#{id}">>;
};

namespace {

struct shop : mt::table<"shop", mt::gsi<"Ids">, mt::gsi<"Open">, mt::gsi<"Labels">, mt::gsi<"Coupons">,
                        mt::entities<Order, Customer, Visit, Job>> {};
static_assert(mt::valid<shop>);

constexpr auto eq = comparison::equal;

struct asked {
    std::string_view field;
    comparison op = eq;
};

template <class E, std::size_t N>
constexpr plan_data query(asked const (&conditions)[N], std::string_view forced = {}) {
    mt::detail::condition_data list[N];
    for (std::size_t i = 0; i != N; ++i) list[i] = {conditions[i].field, conditions[i].op};
    return mt::detail::planner(mt::detail::entity_model<shop, E>::data, {list, N}).query(forced);
}
template <class E, std::size_t N>
constexpr plan_data get(asked const (&conditions)[N]) {
    mt::detail::condition_data list[N];
    for (std::size_t i = 0; i != N; ++i) list[i] = {conditions[i].field, conditions[i].op};
    return mt::detail::planner(mt::detail::entity_model<shop, E>::data, {list, N}).get();
}

constexpr bool serves(plan_data const& plan, std::size_t index, int bound = 0, bool range = false, int fan_out = 1) {
    return plan.code == query_rule::none && plan.index == index && plan.bound_sort_parts == bound &&
           (plan.range != no_condition) == range && plan.fan_out == fan_out;
}
constexpr bool fails(plan_data const& plan, query_rule code, std::string_view subject) {
    return plan.code == code && plan.subject == subject;
}

// the primary key: equalities from the left, then one range
static_assert(serves(query<Order>({{"customer_id"}}), 0));
static_assert(serves(query<Order>({{"customer_id"}, {"placed_at"}}), 0, 1));
static_assert(serves(query<Order>({{"placed_at"}, {"customer_id"}}), 0, 1)); // in any order
static_assert(serves(query<Order>({{"customer_id"}, {"placed_at"}, {"id"}}), 0, 2));
static_assert(serves(query<Order>({{"customer_id"}, {"placed_at", comparison::greater}}), 0, 0, true));
static_assert(serves(query<Order>({{"customer_id"}, {"placed_at"}, {"id", comparison::begins_with}}), 0, 1, true));
static_assert(serves(query<Order>({{"customer_id"}, {"placed_at", comparison::between}}), 0, 0, true));

// two ends of one range, but no two conditions otherwise
constexpr plan_data ends =
    query<Order>({{"customer_id"}, {"placed_at", comparison::greater}, {"placed_at", comparison::less_equal}});
static_assert(serves(ends, 0, 0, true));
static_assert(ends.range_end != no_condition);
static_assert(fails(query<Order>({{"customer_id"}, {"customer_id"}}), query_rule::condition_twice, "customer_id"));
static_assert(
    fails(query<Order>({{"customer_id"}, {"placed_at", comparison::greater}, {"placed_at", comparison::greater_equal}}),
          query_rule::condition_twice, "placed_at"));
static_assert(fails(query<Order>({{"customer_id"}, {"placed_at"}, {"placed_at", comparison::less}}),
                    query_rule::condition_twice, "placed_at"));

// where each value goes: one source per part of the index's templates
constexpr plan_data sourced = query<Order>({{"placed_at"}, {"customer_id"}});
static_assert(sourced.source[0] == no_condition); // CUSTOMER#
static_assert(sourced.source[1] == 1);            // {customer_id}
static_assert(sourced.source[2] == no_condition); // ORDER#
static_assert(sourced.source[3] == 0);            // {placed_at}

// the other indexes
static_assert(serves(query<Order>({{"id"}}), 1));
static_assert(serves(query<Order>({{"status"}, {"label"}}), 3, 1));
static_assert(serves(query<Order>({{"status"}, {"label"}, {"number", comparison::less}}), 3, 1, true));
static_assert(serves(query<Order>({{"number"}, {"coupon"}}), 4, 1));
static_assert(serves(query<Customer>({{"name:lower"}}), 1));
static_assert(serves(query<Customer>({{"id"}}), 0));

// a sparse index serves when its own condition is asked for
static_assert(serves(query<Order>({{"status"}, {"placed_at", comparison::greater}}), 2, 0, true));
static_assert(query<Order>({{"status"}, {"placed_at", comparison::greater}}).sparse == 0);
static_assert(fails(query<Order>({{"placed_at", comparison::greater}}), query_rule::leaves_items_out, "status"));
static_assert(serves(query<Order>({{"placed_at", comparison::greater}}, "Open"), 2, 0, true)); // or when it is named

// and only where no index serves every value, whichever was declared first
static_assert(serves(query<Order>({{"status"}}), 3));
static_assert(serves(query<Order>({{"status"}}, "Open"), 2));
static_assert(serves(query<Job>({{"open"}}), 2, 0, false, 3));
static_assert(serves(query<Job>({{"open"}}, "Ids"), 1));

// an index over an optional field leaves out the items without it
static_assert(fails(query<Order>({{"number"}}), query_rule::leaves_items_out, "coupon"));
static_assert(serves(query<Order>({{"number"}}, "Coupons"), 4));

// shards that are not fixed are all visited; the fewest partitions win
static_assert(serves(query<Visit>({{"at:day"}}, "Ids"), 1, 0, false, 4));
static_assert(serves(query<Visit>({{"at:day"}}), 3, 1, false, 1));
static_assert(query<Visit>({{"at:day"}, {"id"}}).code == query_rule::not_in_the_key); // a shard holds other ids too
static_assert(serves(query<Visit>({{"shard"}}), 2, 0, false, 1));
static_assert(serves(query<Visit>({{"at", comparison::less}}), 2, 0, true, 3));

// a placeholder that keeps less is named with its format
static_assert(fails(query<Visit>({{"at", comparison::less}}, "Labels"), query_rule::named_without_format, "at:day"));
static_assert(fails(query<Visit>({{"at"}}, "Ids"), query_rule::named_without_format, "at:day"));
static_assert(fails(query<Visit>({{"at:day"}}, "Open"), query_rule::not_in_the_key, "at:day"));
static_assert(serves(query<Visit>({{"at:day", comparison::less}}, "Labels"), 3, 0, true));

// in(): partitions, and what their keys repeat in the sort key; nothing else
constexpr auto some = comparison::in;
static_assert(serves(query<Order>({{"customer_id", some}}), 0));
static_assert(serves(query<Order>({{"customer_id", some}, {"placed_at", comparison::less}}), 0, 0, true));
static_assert(serves(query<Order>({{"status", some}, {"label"}}), 3, 1));
static_assert(serves(query<Customer>({{"name:lower", some}}), 1));
static_assert(serves(query<Visit>({{"at:day", some}}, "Ids"), 1, 0, false, 4));
static_assert(serves(query<Visit>({{"shard", some}, {"at", comparison::greater}}), 2, 0, true, 1));
static_assert(fails(query<Order>({{"customer_id"}, {"placed_at", some}}), query_rule::choice_beyond_partition,
                    "placed_at"));
static_assert(fails(query<Order>({{"customer_id"}, {"number", some}}), query_rule::choice_beyond_partition, "number"));
static_assert(fails(query<Order>({{"status", some}, {"placed_at", comparison::greater}}, "Open"),
                    query_rule::choice_beyond_partition, "status"));
static_assert(fails(query<Order>({{"nmae", some}}), query_rule::unknown_field, "nmae"));
static_assert(fails(query<Order>({{"customer_id", some}, {"customer_id"}}), query_rule::condition_twice,
                    "customer_id"));
static_assert(fails(query<Customer>({{"name", some}}), query_rule::named_without_format, "name:lower"));

// what no index serves
static_assert(fails(query<Order>({{"nmae"}}), query_rule::unknown_field, "nmae"));
static_assert(fails(query<Order>({{"customer_id", comparison::less}}), query_rule::not_in_the_key, "customer_id"));
static_assert(fails(query<Customer>({{"id", comparison::less}}), query_rule::partition_not_fixed, "id"));
static_assert(fails(query<Customer>({{"name"}}), query_rule::named_without_format, "name:lower"));
static_assert(fails(query<Order>({{"customer_id"}, {"number"}}, "shop"), query_rule::not_in_the_key, "number"));
static_assert(fails(query<Order>({{"customer_id"}, {"id"}}), query_rule::gap_in_sort_key, "id"));
static_assert(fails(query<Order>({{"customer_id"}, {"placed_at", comparison::less}, {"id"}}),
                    query_rule::range_before_equality, "id"));
static_assert(fails(query<Order>({{"status"}, {"label", comparison::less}}), query_rule::range_not_ordered, "label"));
static_assert(serves(query<Order>({{"status"}, {"label", comparison::begins_with}}), 3, 0, true));
static_assert(fails(query<Order>({{"customer_id"}, {"placed_at", comparison::begins_with}}),
                    query_rule::prefix_on_non_string, "placed_at"));

// on<>
static_assert(serves(query<Order>({{"customer_id"}}, "shop"), 0));
static_assert(fails(query<Order>({{"customer_id"}}, "GSI9"), query_rule::unknown_index, "GSI9"));
static_assert(fails(query<Customer>({{"id"}}, "Open"), query_rule::not_in_index, "Open"));
static_assert(fails(query<Order>({{"customer_id"}}, "Ids"), query_rule::partition_not_fixed, "id"));

// get: the primary key, all of it and nothing else; what a lossy placeholder keeps follows from the field
static_assert(serves(get<Order>({{"customer_id"}, {"placed_at"}, {"id"}}), 0, 2));
static_assert(fails(get<Order>({{"customer_id"}, {"placed_at"}}), query_rule::incomplete_key, "id"));
static_assert(fails(get<Order>({{"customer_id"}, {"placed_at", comparison::less}, {"id"}}), query_rule::incomplete_key,
                    "placed_at"));
static_assert(fails(get<Order>({{"id"}}), query_rule::incomplete_key, "customer_id"));
static_assert(fails(get<Customer>({{"id"}, {"name"}}), query_rule::beyond_the_key, "name"));
static_assert(fails(get<Customer>({{"id", comparison::in}}), query_rule::incomplete_key, "id"));
static_assert(fails(get<Customer>({{"ident"}}), query_rule::unknown_field, "ident"));

// collections: one partition for all members
template <std::size_t N, class... E>
constexpr plan_data collect(asked const (&conditions)[N], std::string_view forced = {}) {
    mt::detail::condition_data list[N];
    for (std::size_t i = 0; i != N; ++i) list[i] = {conditions[i].field, conditions[i].op};
    mt::detail::entity_data const* const members[] = {&mt::detail::entity_model<shop, E>::data...};
    return mt::detail::plan_collection({members, sizeof...(E)}, {list, N}, forced);
}
static_assert(serves(collect<1, Customer, Order>({{"id"}}), 0));
static_assert(serves(collect<1, Order, Customer>({{"customer_id"}}), 0)); // the first member's own names
static_assert(serves(collect<1, Customer, Order>({{"id"}}, "shop"), 0));
static_assert(fails(collect<1, Customer, Order>({{"customer_id"}}), query_rule::unknown_field, "customer_id"));
static_assert(fails(collect<1, Customer, Order>({{"id", comparison::less}}), query_rule::partition_not_fixed, "id"));
static_assert(fails(collect<1, Customer, Order>({{"id", comparison::in}}), query_rule::partition_not_fixed, "id"));
static_assert(fails(collect<2, Customer, Order>({{"id"}, {"name"}}), query_rule::beyond_the_partition, "name"));
static_assert(fails(collect<1, Customer, Visit>({{"id"}}), query_rule::no_common_partition, "Visit"));
static_assert(fails(collect<1, Customer, Order>({{"id"}}, "Ids"), query_rule::no_common_partition, "Order"));
static_assert(fails(collect<1, Customer, Order>({{"id"}}, "Open"), query_rule::not_in_index, "Open"));
static_assert(fails(collect<1, Customer, Order>({{"id"}}, "GSI9"), query_rule::unknown_index, "GSI9"));
static_assert(serves(collect<1, Order>({{"number"}}, "Coupons"), 4));

// what a reader of an error is told
constexpr auto told = [](auto const& entity, std::size_t index) { return mt::detail::what_is_served(entity, index); };
constexpr auto& order = mt::detail::entity_model<shop, Order>::data;
constexpr auto& customer = mt::detail::entity_model<shop, Customer>::data;
static_assert(told(order, 0).view() == "key: customer_id then placed_at, id");
static_assert(told(order, 1).view() == "Ids: id");
static_assert(told(order, 2).view() == "Open: then placed_at");
static_assert(told(customer, 1).view() == "Ids: name:lower then id");
static_assert(mt::detail::count_index_mappings(order) == 5);
static_assert(mt::detail::count_index_mappings(customer) == 2);
static_assert(mt::detail::nth_index_mapping(customer, 1) == 1);

} // namespace
