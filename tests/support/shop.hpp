// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/monotable.hpp>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

/// A small model shared by the tests of the typed store.
namespace shop_model {

namespace mt = monotable;
using namespace mt::literals;
using namespace std::chrono_literals;

enum class status { open, paid, shipped };

struct customer {
    std::string id, name;
    std::optional<std::string> email;

    bool operator==(customer const&) const = default;
};

struct order {
    std::string id, customer_id;
    mt::timestamp placed;
    status state = status::open;
    mt::decimal total;
    std::string note = "-";

    bool operator==(order const&) const = default;
};

/// Stored in the partition of its customer.
struct address {
    std::string customer_id, label, street;

    bool operator==(address const&) const = default;
};

inline mt::timestamp day(int n) { return mt::timestamp(std::chrono::days(20'000 + n)); }

} // namespace shop_model

template <>
struct monotable::entity<shop_model::customer> {
    using key = monotable::key<"C#{id}", "C">;
    using indexes = monotable::indexes<index<"ByEmail", "{email}">>;
};

template <>
struct monotable::entity<shop_model::order> {
    using key = monotable::key<"C#{customer_id}", "O#{placed}#{id}">;
    using indexes = monotable::indexes<
        index<"GSI1", "O#{id}", "O">,
        index<"Open", "OPEN#{id:shard 4}", "{placed:desc}#{id}">::when<"state", shop_model::status::open>>;
    using attributes = monotable::attributes<defaulted<"note">>;
};

template <>
struct monotable::entity<shop_model::address> {
    using key = monotable::key<"C#{customer_id}", "A#{label}">;
    using attributes = monotable::attributes<key_only<"customer_id">, key_only<"label">>;
};

namespace shop_model {

struct shop
    : mt::table<"shop", mt::gsi<"GSI1">, mt::gsi<"Open", mt::include<"total", "customer_id">>,
                mt::gsi<"ByEmail", mt::partition_key<"email">>,
                mt::lsi<"ByTotal", mt::sort_key<"total:N">, mt::keys_only>, mt::entities<customer, order, address>> {};

/// The ids of objects in order: "o1 o2".
template <class Range>
std::string ids(Range const& range) {
    std::string result;
    for (auto const& each : range) result += (result.empty() ? "" : " ") + each.id;
    return result;
}

/// All items of a table or index, as the backend returns them.
template <class Store>
std::vector<mt::item> raw(Store const& db, std::string_view table = "shop", std::string_view index = {}) {
    mt::scan_request request;
    request.table = table;
    request.index = index;
    return db.implementation()->scan(request).items;
}

} // namespace shop_model
