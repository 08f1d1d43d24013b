// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/monotable.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

/// An entity with a field of every kind, shared by the tests of typed conditions and updates.
namespace order_model {

namespace mt = monotable;
using namespace mt::literals;

enum class status { open, paid, shipped };
enum class color { red, green };

struct address {
    std::string street, city;
    std::optional<std::string> extra;

    bool operator==(address const&) const = default;
};

struct line {
    std::string sku;
    int qty = 0;

    bool operator==(line const&) const = default;
};

struct order {
    std::string id, customer_id;
    mt::timestamp placed_at;
    status state = status::open;
    mt::decimal total;
    int number = 0;
    bool urgent = false;
    double weight = 0;
    std::optional<std::string> note;
    std::optional<int> rank;
    address ship_to;
    std::vector<line> lines;
    std::vector<std::string> remarks;
    std::set<std::string> tags;
    std::map<std::string, int> prices;
    std::optional<mt::timestamp> paid_at;
    int revision = 1;

    bool operator==(order const&) const = default;
};

} // namespace order_model

template <>
struct monotable::entity<order_model::order> {
    using key = monotable::key<"C#{customer_id}", "O#{id}">;
    using indexes =
        monotable::indexes<index<"ById", "O#{id}", "O">,
                           index<"Open", "OPEN", "{placed_at}#{id}">::when<"state", order_model::status::open>,
                           index<"ByState", "S#{state}", "{number:6}#{id}">,
                           index<"ByRank", "RANK", "{rank:4}#{number:6}">>;
    using attributes = monotable::attributes<key_only<"customer_id">, renamed<"total", "sum">, defaulted<"revision">>;
};

namespace order_model {

struct shop : mt::table<"orders", mt::gsi<"ById">, mt::gsi<"ByState">, mt::gsi<"Open", mt::include<"sum">>,
                        mt::gsi<"ByRank">, mt::lsi<"BySum", mt::sort_key<"sum:N">>, mt::entities<order>> {};

inline mt::timestamp day(int n) { return mt::timestamp(std::chrono::days(20'000 + n)); }

inline order sample(std::string id) {
    order o;
    o.id = std::move(id);
    o.customer_id = "c1";
    o.placed_at = day(1);
    o.total = 100;
    o.number = 7;
    o.ship_to = {"Main", "Bonn", {}};
    o.lines = {{"a", 1}, {"b", 2}};
    o.tags = {"x", "y"};
    o.prices = {{"eur", 5}};
    return o;
}

template <class Range>
std::string ids(Range const& range) {
    std::string result;
    for (auto const& each : range) result += (result.empty() ? "" : " ") + each.id;
    return result;
}

} // namespace order_model
