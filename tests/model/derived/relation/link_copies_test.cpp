// SPDX-License-Identifier: BSL-1.0
// Random links, changes of sides and of either item of a pair, alone and in transactions, to a store and to maps: copies are always
// true, and both items of a pair there or not.
#include <stores_model.hpp>

#include <rapidcheck.h>

#include <catch2/catch_test_macros.hpp>

#include <map>
#include <string>
#include <utility>
#include <vector>

using namespace stores_model;

namespace {

struct maps {
    std::map<unsigned, customer> customers;
    std::map<unsigned, store> stores;
    std::map<std::pair<unsigned, unsigned>, int> since;

    bool has(unsigned c, unsigned s) const { return customers.count(c) != 0 && stores.count(s) != 0; }
    bool is_linked(unsigned c, bool is_customer) const {
        for (auto const& [pair, year] : since)
            if ((is_customer ? pair.first : pair.second) == c) return true;
        return false;
    }
};

template <class Market, bool Cascades>
void step(mt::store<Market>& db, maps& model) {
    unsigned const c = *rc::gen::inRange(0u, 4u), s = *rc::gen::inRange(0u, 4u);
    int const year = *rc::gen::inRange(0, 4);
    std::string const text = *rc::gen::element<std::string>("x", "y", "store#001", "");
    customer const one{c, "C", text, year};
    store const other{s, "S" + text, text, year};
    bool const both = model.has(c, s);
    switch (*rc::gen::inRange(0, 12)) {
    case 0:
        db.put(one).or_throw();
        model.customers[c] = one;
        break;
    case 1:
        db.put(other).or_throw();
        model.stores[s] = other;
        break;
    case 2:
        RC_ASSERT(bool(db.template update<store>("id"_f == s, "city"_f = text)) == (model.stores.count(s) != 0));
        if (model.stores.count(s) != 0) model.stores[s].city = text;
        break;
    case 3:
        RC_ASSERT(bool(db.template update<customer>("id"_f == c, "first_name"_f == "C", "last_name"_f = text)) ==
                  (model.customers.count(c) != 0));
        if (model.customers.count(c) != 0) model.customers[c].last_name = text;
        break;
    case 4:
        RC_ASSERT(bool(db.template link<"manages">(one, other, "since"_f = year)) == both);
        if (both) model.since[{c, s}] = year;
        break;
    case 5:
        RC_ASSERT(db.template unlink<"manages">(one, other, mt::returning_old).before().has_value() ==
                  (model.since.erase({c, s}) != 0));
        break;
    case 6:
        RC_ASSERT(bool(db.put(managed_store{c, s, "wrong", text, year})) == both);
        if (both) model.since[{c, s}] = year;
        break;
    case 7:
        RC_ASSERT(bool(db.put(manager{s, c, text, "wrong", year})) == both);
        if (both) model.since[{c, s}] = year;
        break;
    case 8: {
        bool const there = model.since.count({c, s}) != 0;
        RC_ASSERT(bool(db.template update<manager>("store_id"_f == s, "customer_id"_f == c, "since"_f += 1)) == there);
        if (there) ++model.since[{c, s}];
        break;
    }
    case 9: // a side and a link of it at once
        RC_ASSERT(bool(db.transact(mt::put(other), mt::link<"manages">(one, other))) ==
                  (model.customers.count(c) != 0));
        if (model.customers.count(c) == 0) break;
        model.stores[s] = other;
        model.since.emplace(std::pair(c, s), 0);
        break;
    case 10: {
        bool const refused = !Cascades && model.is_linked(c, true);
        auto const done = db.erase(one);
        if constexpr (!Cascades) RC_ASSERT((done.error() == mt::write_error::referenced) == refused);
        if (refused) break;
        model.customers.erase(c);
        std::erase_if(model.since, [&](auto const& each) { return each.first.first == c; });
        break;
    }
    default: {
        bool const refused = !Cascades && model.is_linked(s, false);
        auto const done = db.erase(other);
        if constexpr (!Cascades) RC_ASSERT((done.error() == mt::write_error::referenced) == refused);
        if (refused) break;
        model.stores.erase(s);
        std::erase_if(model.since, [&](auto const& each) { return each.first.second == s; });
        break;
    }
    }
}

template <class Market>
void compare(mt::store<Market> const& db, maps const& model) {
    for (unsigned i = 0; i != 4; ++i) {
        std::vector<managed_store> of_customer;
        std::vector<manager> of_store;
        for (auto const& [pair, year] : model.since) {
            if (pair.first == i) {
                store const& s = model.stores.at(pair.second);
                of_customer.push_back({i, s.id, s.name, s.city, year});
            }
            if (pair.second == i) {
                customer const& c = model.customers.at(pair.first);
                of_store.push_back({i, c.id, c.first_name, c.last_name, year});
            }
        }
        RC_ASSERT(db.template linked<"manages">(customer{i, {}, {}, 0}).all() == of_customer);
        RC_ASSERT(db.template linked<"manages">(store{i, {}, {}, 0}).all() == of_store);
        RC_ASSERT(db.template get<store>("id"_f == i).has_value() == (model.stores.count(i) != 0));
    }
    RC_ASSERT(db.template scan<managed_store>().count() == model.since.size());
    RC_ASSERT(db.template scan<manager>().count() == model.since.size());
}

template <class Market, bool Cascades>
bool holds() {
    return rc::check([] {
        mt::store<Market> db;
        maps model;
        int const steps = *rc::gen::inRange(1, 60);
        for (int i = 0; i != steps; ++i) {
            step<Market, Cascades>(db, model);
            compare(db, model);
        }
    });
}

} // namespace

TEST_CASE("pairs in two items under refuse_erase are what maps say") { REQUIRE(holds<strict_market, false>()); }

TEST_CASE("pairs in two items under cascade_erase are what maps say") { REQUIRE(holds<cascading_market, true>()); }
