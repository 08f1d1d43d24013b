// SPDX-License-Identifier: BSL-1.0
// A correct model with structs, lists and sets in it, for mistakes in filters and updates. See shop.hpp.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace mt = monotable;
using namespace mt::literals;

enum class Status { open, paid };

struct Address {
    std::string street, city;
};
struct Line {
    std::string sku;
    int qty = 0;
};
struct Order {
    std::string id, customer_id;
    Status status = Status::open;
    int number = 0;
    bool urgent = false;
    std::optional<std::string> note;
    Address ship_to;
    std::vector<Line> lines;
    std::set<std::string> tags;
};

template <>
struct mt::entity<Order> {
    using key = mt::key<"C#{customer_id}", "O#{id}">;
    using indexes = mt::indexes<mt::index<"Open", "OPEN", "{id}">::when<"status", Status::open>>;
    using attributes = mt::attributes<mt::key_only<"customer_id">>;
};

struct orders : mt::table<"orders", mt::gsi<"Open", mt::keys_only>, mt::lsi<"ByNumber", mt::sort_key<"number:N">>,
                          mt::entities<Order>> {};
using store = mt::store<orders>;

inline Order const an_order{};
