// SPDX-License-Identifier: BSL-1.0
// Relations, copies and totals between the entities of two tables, whose keys have the same texts.
#pragma once

#include <monotable/batches.hpp>
#include <monotable/evolution.hpp>
#include <monotable/relations.hpp>
#include <monotable/managed_fields.hpp>
#include <monotable/streams.hpp>
#include <monotable/transactions.hpp>

#include <optional>
#include <string>
#include <vector>

namespace two_tables {

namespace mt = monotable;
using namespace mt::literals;

struct account {
    std::string id, name;
    int orders = 0, spent = 0;
    std::int64_t version = 0;

    bool operator==(account const&) const = default;
};
struct order {
    std::string id, owner;
    int price = 0, count = 1, amount = 0;
    std::string name = "-";

    bool operator==(order const&) const = default;
};
/// A pair of an account and an order, in the orders' table.
struct watch {
    std::string account, order;
    int since = 0;

    bool operator==(watch const&) const = default;
};

struct customer {
    std::string id, name;
    int total = 0;

    bool operator==(customer const&) const = default;
};
struct invoice {
    std::string id, customer;
    int amount = 0;
    std::string name = "-";

    bool operator==(invoice const&) const = default;
};

inline int amount_of(order const& o) { return o.price * o.count; }

} // namespace two_tables

template <>
struct monotable::entity<two_tables::account> {
    using key = monotable::key<"N#{id}", "A">;
    using attributes = monotable::attributes<monotable::version<"version">>;
};
template <>
struct monotable::entity<two_tables::order> {
    using key = monotable::key<"N#{id}", "A">;
    using indexes =
        monotable::indexes<monotable::index<"GSI1", "{owner}", "{id}">, monotable::index<"GSI2", "{name}", "{id}">>;
    using attributes = monotable::attributes<monotable::computed<"amount", &two_tables::amount_of, "price", "count">>;
};
template <>
struct monotable::entity<two_tables::watch> {
    using key = monotable::key<"W#{account}", "{order}">;
    using indexes = monotable::indexes<monotable::index<"GSI1", "W#{order}", "{account}">>;
};
template <>
struct monotable::entity<two_tables::customer> {
    using key = monotable::key<"{id}", "A">;
};
template <>
struct monotable::entity<two_tables::invoice> {
    using key = monotable::key<"{id}", "A">;
    using indexes = monotable::indexes<monotable::index<"GSI1", "{customer}", "{id}">>;
};

namespace two_tables {

struct accounts;
struct orders;
struct ledger
    : mt::relations<
          accounts, orders, mt::one_to_many<"orders", account, order, mt::match<"id", "owner">, mt::refuse_erase>,
          mt::many_to_many<"watches", account, order,
                           mt::edge<watch, mt::left<"id", "account">, mt::right<"id", "order">>, mt::cascade_erase>,
          mt::duplicated<"name", account, order, mt::match<"id", "owner">, mt::copy<"name">, mt::in_transaction>,
          mt::total<"spent", account, order, mt::match<"id", "owner">, mt::sum<"amount", "spent">, mt::count<"orders">,
                    mt::in_transaction>> {};
struct accounts : mt::table<"accounts", mt::entities<account>, ledger> {};
struct orders : mt::table<"orders", mt::gsi<"GSI1">, mt::gsi<"GSI2">, mt::entities<order, watch>, ledger> {};

using ledger_store = mt::store<accounts, orders>;

struct customers;
struct invoices;
struct by_workers
    : mt::relations<
          customers, invoices,
          mt::duplicated<"customer", customer, invoice, mt::match<"id", "customer">, mt::copy<"name">, mt::by_stream>,
          mt::total<"total", customer, invoice, mt::match<"id", "customer">, mt::sum<"amount", "total">,
                    mt::by_stream>> {};
struct customers : mt::table<"customers", mt::entities<customer>, mt::stream, by_workers> {};
struct invoices : mt::table<"invoices", mt::gsi<"GSI1">, mt::entities<invoice>, mt::stream, by_workers> {};

} // namespace two_tables
