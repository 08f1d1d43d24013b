// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/relations.hpp>
#include <monotable/transactions.hpp>

#include <string>

/// Customers manage stores: two mirrored items for each pair, without an index. The items of a pair are keyed by ids
/// alone.
namespace stores_model {

namespace mt = monotable;
using namespace mt::literals;

struct customer {
    unsigned id = 0;
    std::string first_name = {}, last_name = {};
    int age = 0;
    bool operator==(customer const&) const = default;
};
struct store {
    unsigned id = 0;
    std::string name = {}, city = {};
    int size = 0;
    bool operator==(store const&) const = default;
};
struct managed_store {
    unsigned customer_id = 0, store_id = 0;
    std::string name = {}, city = {};
    int since = 0;
    bool operator==(managed_store const&) const = default;
};
struct manager {
    unsigned store_id = 0, customer_id = 0;
    std::string first_name = {}, last_name = {};
    int since = 0;
    bool operator==(manager const&) const = default;
};

} // namespace stores_model

template <>
struct monotable::entity<stores_model::customer> {
    using key = monotable::key<"{id:3}", "customer.{first_name:lower}">;
};
template <>
struct monotable::entity<stores_model::store> {
    using key = monotable::key<"{id:3}", "store.">;
    using attributes = monotable::attributes<key_only<"id">>;
};
template <>
struct monotable::entity<stores_model::managed_store> {
    using key = monotable::key<"customer#{customer_id:3}", "store#{store_id:3}">;
    using attributes =
        monotable::attributes<key_only<"customer_id">, key_only<"store_id">, renamed<"name", "storeName">>;
};
template <>
struct monotable::entity<stores_model::manager> {
    using key = monotable::key<"store#{store_id:3}", "customer#{customer_id:3}">;
    using attributes = monotable::attributes<key_only<"store_id">, key_only<"customer_id">>;
};

namespace stores_model {

template <class... Policy>
struct market
    : mt::table<"market", mt::entities<customer, store, managed_store, manager>,
                mt::many_to_many<
                    "manages", customer, store,
                    mt::copies<managed_store, manager, mt::left<"id", "customer_id">, mt::right<"id", "store_id">>,
                    Policy...>> {};

using free_market = market<>;
using strict_market = market<mt::refuse_erase>;
using cascading_market = market<mt::cascade_erase>;

} // namespace stores_model
