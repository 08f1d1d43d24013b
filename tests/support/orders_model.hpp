// SPDX-License-Identifier: BSL-1.0
#pragma once

// A model in which features depend on each other: the price of a line is copied from its product, the amount is
// computed from the price, the order sums up the amounts, its grade is computed from the sum, and parcels repeat the
// grade.
#include <monotable/monotable.hpp>
#include <monotable/relations.hpp>
#include <monotable/managed_fields.hpp>
#include <monotable/streams.hpp>
#include <monotable/transactions.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace orders_model {

namespace mt = monotable;
using namespace mt::literals;

struct product {
    std::string id;
    int price = 0;
};
struct order {
    std::string id;
    int amount = 0, lines = 0, large_lines = 0;
    std::string grade = {};
    friend bool operator==(order const&, order const&) = default;
};
struct line {
    std::string order_id;
    int number = 0;
    std::string product_id = {};
    int qty = 0;
    std::optional<int> price = {};
    std::optional<int> amount = {};
    std::optional<std::string> size = {};
    std::string note = "-";
    friend bool operator==(line const&, line const&) = default;
};
struct parcel {
    std::string id, order_id;
    std::optional<std::string> grade = {};
};
/// An entity whose price is unique.
struct offer {
    std::string id, product_id = {};
    std::optional<int> price = {};
};
/// An entity whose label is unique.
struct ticket {
    std::string id, product_id = {};
    int seat = 0;
    std::optional<int> price = {};
    std::optional<std::string> label = {};
};

inline std::string grade_of(int amount) { return amount < 0 ? "negative" : amount >= 100 ? "high" : "low"; }
inline std::string size_of(int amount) { return amount >= 50 ? "large" : "small"; }
inline std::string label_of(int price, int seat) { return std::to_string(price) + "/" + std::to_string(seat % 10); }

} // namespace orders_model

template <>
struct monotable::entity<orders_model::product> {
    using key = monotable::key<"PRODUCT#{id}", "PRODUCT">;
};
template <>
struct monotable::entity<orders_model::order> {
    using key = monotable::key<"ORDER#{id}", "ORDER">;
    using indexes = monotable::indexes<monotable::index<"GSI1", "GRADE#{grade}", "ORDER#{id}">>;
    using attributes = monotable::attributes<monotable::computed<
        "grade", [](orders_model::order const& o) { return orders_model::grade_of(o.amount); }, "amount">>;
};
template <>
struct monotable::entity<orders_model::line> {
    using key = monotable::key<"ORDER#{order_id}", "LINE#{number}">;
    using indexes = monotable::indexes<monotable::index<"GSI1", "PRODUCT#{product_id}", "LINE#{order_id}#{number}">,
                                       monotable::index<"GSI2", "SIZE#{order_id}#{size}", "{note}#{number}">>;
    using attributes = monotable::attributes<
        monotable::computed<"amount", [](orders_model::line const& l) { return l.qty * l.price.value_or(0); }, "qty",
                            "price">,
        monotable::computed<"size", [](orders_model::line const& l) { return orders_model::size_of(*l.amount); },
                            "amount">>;
};
template <>
struct monotable::entity<orders_model::parcel> {
    using key = monotable::key<"PARCEL#{id}", "PARCEL">;
    using indexes = monotable::indexes<monotable::index<"GSI1", "PARCELS#{order_id}", "PARCEL#{id}">>;
};
template <>
struct monotable::entity<orders_model::offer> {
    using key = monotable::key<"OFFER#{id}", "OFFER">;
    using indexes = monotable::indexes<monotable::index<"GSI1", "OFFERS#{product_id}", "OFFER#{id}">>;
    using attributes = monotable::attributes<monotable::unique<"price">>;
};
template <>
struct monotable::entity<orders_model::ticket> {
    using key = monotable::key<"TICKET#{id}", "TICKET">;
    using indexes = monotable::indexes<monotable::index<"GSI1", "TICKETS#{product_id}", "TICKET#{id}">>;
    using attributes = monotable::attributes<
        monotable::computed<
            "label", [](orders_model::ticket const& t) { return orders_model::label_of(t.price.value_or(0), t.seat); },
            "price", "seat">,
        monotable::unique<"label">>;
};

namespace orders_model {

/// CopyMode applies to the prices of lines, SumMode to the sums of orders and the grades of parcels.
template <class CopyMode, class SumMode>
struct shop_derived
    : mt::table<"orders", mt::stream, mt::gsi<"GSI1">, mt::gsi<"GSI2">,
                mt::entities<product, order, line, parcel, offer, ticket>,
                mt::duplicated<"prices", product, line, mt::match<"id", "product_id">, mt::copy<"price">, CopyMode>,
                mt::total<"amounts", order, line, mt::match<"id", "order_id">, mt::sum<"amount">, mt::count<"lines">,
                          SumMode>,
                mt::total<"large", order, line, mt::match<"id", "order_id">, mt::where<"size", "large">,
                          mt::count<"large_lines">, SumMode>,
                mt::duplicated<"grades", order, parcel, mt::match<"id", "order_id">, mt::copy<"grade">, SumMode>,
                mt::duplicated<"offers", product, offer, mt::match<"id", "product_id">, mt::copy<"price">,
                               mt::in_transaction>,
                mt::duplicated<"tickets", product, ticket, mt::match<"id", "product_id">, mt::copy<"price">,
                               mt::in_transaction>> {};

using shop = shop_derived<mt::in_transaction, mt::in_transaction>;

/// The same in two tables, so that a change of a product goes from one to the other and back.
template <class CopyMode, class SumMode>
struct stock_kept;
template <class CopyMode, class SumMode>
struct sheets_kept;
template <class CopyMode, class SumMode>
struct between_kept
    : mt::relations<stock_kept<CopyMode, SumMode>, sheets_kept<CopyMode, SumMode>,
                    mt::duplicated<"prices", product, line, mt::match<"id", "product_id">, mt::copy<"price">, CopyMode>,
                    mt::duplicated<"grades", order, parcel, mt::match<"id", "order_id">, mt::copy<"grade">, SumMode>,
                    mt::duplicated<"offers", product, offer, mt::match<"id", "product_id">, mt::copy<"price">,
                                   mt::in_transaction>> {};
template <class CopyMode, class SumMode>
struct stock_kept : mt::table<"stock", mt::stream, mt::gsi<"GSI1">, mt::entities<product, parcel, ticket>,
                              between_kept<CopyMode, SumMode>,
                              mt::duplicated<"tickets", product, ticket, mt::match<"id", "product_id">,
                                             mt::copy<"price">, mt::in_transaction>> {};
template <class CopyMode, class SumMode>
struct sheets_kept : mt::table<"orders", mt::stream, mt::gsi<"GSI1">, mt::gsi<"GSI2">, mt::entities<order, line, offer>,
                               between_kept<CopyMode, SumMode>,
                               mt::total<"amounts", order, line, mt::match<"id", "order_id">, mt::sum<"amount">,
                                         mt::count<"lines">, SumMode>,
                               mt::total<"large", order, line, mt::match<"id", "order_id">, mt::where<"size", "large">,
                                         mt::count<"large_lines">, SumMode>> {};
template <class CopyMode, class SumMode>
using two_shops = mt::store<stock_kept<CopyMode, SumMode>, sheets_kept<CopyMode, SumMode>>;

/// The number of uniqueness guards.
inline std::size_t count_guards(mt::backend& store, std::string_view table = "orders") {
    std::size_t count = 0;
    mt::scan_request request;
    request.table = table;
    do {
        mt::item_page page = store.scan(request);
        for (mt::item const& each : page.items) count += each.contains("unique_of") ? 1u : 0u;
        request.exclusive_start_key = std::move(page.last_evaluated_key);
    } while (request.exclusive_start_key);
    return count;
}

} // namespace orders_model
