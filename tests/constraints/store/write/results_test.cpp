// SPDX-License-Identifier: BSL-1.0
// The same calls compile, and have results of the same type, whatever the model says of an entity: roles, unique fields,
// relations, copies, totals.
#include <monotable/batches.hpp>
#include <monotable/relations.hpp>
#include <monotable/managed_fields.hpp>
#include <monotable/transactions.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mt = monotable;
using namespace mt::literals;

namespace {

namespace plain {
struct Customer {
    std::string id, email;
    std::int64_t revision = 0;
    std::size_t orders = 0;
};
struct Order {
    std::string id, customer_id, email;
};
struct shop;
} // namespace plain

} // namespace

template <>
struct mt::entity<plain::Customer> {
    using key = mt::key<"CUSTOMER#{id}", "CUSTOMER">;
};
template <>
struct mt::entity<plain::Order> {
    using key = mt::key<"CUSTOMER#{customer_id}", "ORDER#{id}">;
};

namespace {

struct plain::shop : mt::table<"shop", mt::entities<plain::Customer, plain::Order>> {};

namespace managed {
struct Customer {
    std::string id, email;
    std::int64_t revision = 0;
    std::size_t orders = 0;
};
struct Order {
    std::string id, customer_id, email;
};
struct shop;
} // namespace managed

} // namespace

template <>
struct mt::entity<managed::Customer> {
    using key = mt::key<"CUSTOMER#{id}", "CUSTOMER">;
    using attributes = mt::attributes<mt::version<"revision">, mt::unique<"email">>;
};
template <>
struct mt::entity<managed::Order> {
    using key = mt::key<"CUSTOMER#{customer_id}", "ORDER#{id}">;
};

namespace {

struct managed::shop
    : mt::table<"shop", mt::entities<managed::Customer, managed::Order>,
                mt::one_to_many<"orders", managed::Customer, managed::Order, mt::match<"id", "customer_id">,
                                mt::in_collection, mt::refuse_erase>,
                mt::duplicated<"email", managed::Customer, managed::Order, mt::match<"id", "customer_id">,
                               mt::copy<"email">, mt::in_transaction>> {};

/// What a program says. It is instantiated for each model; that it compiles is the test.
template <class Shop, class Customer, class Order>
struct program {
    using result = mt::write_result<Customer>;

    static result save(mt::store<Shop>& db, Customer const& customer) { return db.put(customer); }

    static void verbs(mt::store<Shop>& db, Customer const& customer, Order const& order) {
        db.put(customer).or_throw();
        db.create(order).or_throw();
        db.replace(customer, mt::when("email"_f == "")).or_throw();
        db.erase(order).or_throw();
        db.template erase<Customer>("id"_f == "c1").or_throw();
        db.template update<Customer>("id"_f == "c1", "email"_f = "a@x").or_throw();
        if (auto const done = db.create(customer); !done && done.error() == mt::write_error::already_exists)
            (done.existing() == std::nullopt ? db.put(customer) : db.put(*done.existing())).or_throw();
        Customer const stored = db.put(customer).after();
        Customer const updated = db.update(stored, "email"_f = "b@x", mt::returning_new).after();
        std::optional<Customer> const before = db.erase(updated, mt::returning_old).before();
        save(db, before.value_or(stored)).or_throw();
        result last = db.put(customer);
        last = db.erase(customer);
        last = db.update(customer, "email"_f = "b@x");
        last.or_throw();
    }

    static void several(mt::store<Shop>& db, Customer const& customer, Order const& order) {
        auto const done = db.transact(mt::put(customer), mt::erase(order), mt::update(customer, "email"_f = "c@x"));
        result const first = done.template get<0>();
        if (!first && !done[1]) done.or_throw();
        auto t = db.transaction();
        auto const place = t.put(customer, mt::returning_new);
        auto const results = t.commit();
        if (results) save(db, results[place].after()).or_throw();
        db.batch_put(std::vector{customer}).or_throw();
        result const moved = db.move(order, order) ? db.put(customer) : db.erase(customer);
        moved.or_throw();
    }
};

template <class Program>
constexpr bool instantiated =
    (&Program::save != nullptr) && (&Program::verbs != nullptr) && (&Program::several != nullptr);
static_assert(instantiated<program<plain::shop, plain::Customer, plain::Order>>);
static_assert(instantiated<program<managed::shop, managed::Customer, managed::Order>>);

template <class E, class Db>
constexpr bool has_results_of_one_type() {
    return std::same_as<decltype(std::declval<Db&>().erase(std::declval<E const&>())), mt::write_result<E>> &&
           std::convertible_to<decltype(std::declval<Db&>().put(std::declval<E const&>())), mt::write_result<E>> &&
           std::convertible_to<decltype(std::declval<Db&>().update(std::declval<E const&>(), "email"_f = "x")),
                               mt::write_result<E>>;
}
static_assert(has_results_of_one_type<plain::Customer, mt::store<plain::shop>>());
static_assert(has_results_of_one_type<managed::Customer, mt::store<managed::shop>>());

} // namespace
