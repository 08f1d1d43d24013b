// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/monotable.hpp>

#include <optional>
#include <set>
#include <string>

/// One table in two versions of a program: fields were added, removed, renamed and changed in type, an index was added.
namespace v1 {

namespace mt = monotable;

struct Address {
    std::string street, city;
};
struct Order {
    std::string id, customer_id, state;
    int total = 0;      // whole euros
    std::string weight; // "12 kg"
    std::optional<std::string> mail = {};
    std::set<std::string> tags = {};
    Address ship = {};
    int legacy = 0;
};

} // namespace v1

template <>
struct monotable::entity<v1::Order> {
    using key = monotable::key<"CUSTOMER#{customer_id}", "ORDER#{id}">;
    using indexes = monotable::indexes<index<"GSI1", "STATE#{state}", "{id}">>;
};

namespace v1 {

struct shop : mt::table<"shop", mt::gsi<"GSI1">, mt::entities<Order>> {};

} // namespace v1

namespace v2 {

namespace mt = monotable;

enum class Status { open, paid, shipped };
struct Address {
    std::string street, city;
};
struct Order {
    std::string id, customer_id;
    Status status = Status::open;
    int cents = 0;
    int grams = 0;
    std::optional<std::string> email = {};
    std::set<std::string> labels = {};
    Address ship_to = {};
    std::optional<std::string> note = {};
    int priority = 3;

    friend bool operator==(Order const& a, Order const& b) {
        return a.id == b.id && a.customer_id == b.customer_id && a.status == b.status && a.cents == b.cents &&
               a.grams == b.grams && a.email == b.email && a.labels == b.labels &&
               a.ship_to.street == b.ship_to.street && a.ship_to.city == b.ship_to.city && a.note == b.note &&
               a.priority == b.priority;
    }
};

inline int cents_of(int euros) { return euros * 100; }
inline int grams_of(std::string const& text) {
    if (!text.ends_with(" kg")) throw mt::bad_item("not a weight: " + text);
    return std::stoi(text) * 1000;
}

} // namespace v2

template <>
struct monotable::entity<v2::Order> {
    using key = monotable::key<"CUSTOMER#{customer_id}", "ORDER#{id}">;
    using indexes =
        monotable::indexes<index<"GSI1", "STATE#{status}", "{id}">, index<"GSI2", "MAIL#{email}", "{priority:4}#{id}">>;
    using attributes = monotable::attributes<
        formerly<"status", "state">, formerly<"cents", "total">, converted<"cents", int, &v2::cents_of>,
        renamed<"grams", "weight">, converted<"grams", std::string, &v2::grams_of>, formerly<"email", "mail">,
        formerly<"labels", "tags">, formerly<"ship_to", "ship">, defaulted<"priority">, dropped<"legacy">>;
};

namespace v2 {

struct shop : mt::table<"shop", mt::gsi<"GSI1">, mt::gsi<"GSI2">, mt::entities<Order>> {};

} // namespace v2
