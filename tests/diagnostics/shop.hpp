// SPDX-License-Identifier: BSL-1.0
// A correct model, in the use of which the files of query/ and store/ make their mistakes. They include
// <monotable/monotable.hpp> themselves, as a program would.
#pragma once

namespace mt = monotable;
using namespace mt::literals;

enum class Status { open, paid };
enum class Color { red, green };

struct Customer {
    std::string id, name;
};
struct Order {
    std::string id, customer_id, label;
    mt::timestamp placed_at;
    Status status = Status::open;
    mt::decimal total;
    int number = 0;
    bool urgent = false;
    std::optional<std::string> coupon;
};
struct Payment {
    std::string id, order_id;
};

template <>
struct mt::entity<Customer> {
    using key = mt::key<"CUSTOMER#{id}", "CUSTOMER">;
    using indexes = mt::indexes<mt::index<"Names", "NAME#{name:lower}", "{id}">>;
};
template <>
struct mt::entity<Order> {
    using key = mt::key<"CUSTOMER#{customer_id}", "ORDER#{placed_at}#{id}">;
    using indexes = mt::indexes<mt::index<"Ids", "ORDER#{id}", "ORDER">,
                                mt::index<"Open", "OPEN", "{placed_at}">::when<"status", Status::open>,
                                mt::index<"Numbers", "URGENT#{urgent}", "{number:6}#{total:8.2}">,
                                mt::index<"Labels", "STATUS#{status}", "{label}|{number}">,
                                mt::index<"Coupons", "ORDERS#{number}", "{coupon}">>;
};
template <>
struct mt::entity<Payment> {
    using key = mt::key<"PAYMENT#{id}", "PAYMENT">;
};

struct shop : mt::table<"shop", mt::gsi<"Ids">, mt::gsi<"Names">, mt::gsi<"Open", mt::keys_only>, mt::gsi<"Numbers">,
                        mt::gsi<"Labels">, mt::gsi<"Coupons">, mt::entities<Customer, Order, Payment>> {};
