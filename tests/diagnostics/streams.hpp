// SPDX-License-Identifier: BSL-1.0
// A correct model with streams, in the use of which files of store/ make their mistakes. They include
// <monotable/streams.hpp> themselves, as a program would.
#pragma once

#include <string>

namespace mt = monotable;
using namespace mt::literals;

struct Customer {
    std::string id, name;
};
struct Order {
    std::string id, customer_id;
    int number = 0;
};
struct Payment {
    std::string id, order_id;
};

template <>
struct mt::entity<Customer> {
    using key = mt::key<"CUSTOMER#{id}", "CUSTOMER">;
};
template <>
struct mt::entity<Order> {
    using key = mt::key<"CUSTOMER#{customer_id}", "ORDER#{id}">;
};
template <>
struct mt::entity<Payment> {
    using key = mt::key<"PAYMENT#{id}", "PAYMENT">;
};

struct shop : mt::table<"shop", mt::stream, mt::entities<Customer, Order>> {};
struct keys_shop : mt::table<"keys_shop", mt::stream_of<mt::keys_only>, mt::entities<Customer, Order>> {};
struct new_shop : mt::table<"new_shop", mt::stream_of<mt::new_image>, mt::entities<Customer, Order>> {};
struct old_shop : mt::table<"old_shop", mt::stream_of<mt::old_image>, mt::entities<Customer, Order>> {};
struct silent_shop : mt::table<"silent_shop", mt::entities<Customer, Order>> {};
