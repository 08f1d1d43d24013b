// SPDX-License-Identifier: BSL-1.0
#include "stores_model.hpp"

#include <store_support.hpp>

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

#include <string>
#include <vector>

using namespace stores_model;
using store_support::says;

static_assert(mt::valid<free_market>);

namespace {

customer const joey{1, "Joey", "Zhao", 30}, anna{2, "Anna", "Berg", 40};
store const central{4, "Central", "Melbourne", 100}, beach{5, "Beach", "Sydney", 20};

template <class Market>
void fill(mt::store<Market>& db) {
    db.create(joey).or_throw();
    db.create(anna).or_throw();
    db.create(central).or_throw();
    db.create(beach).or_throw();
}

} // namespace

TEMPLATE_TEST_CASE("a pair in two items has copies of both sides, and lists from both", "", free_market, strict_market,
                   cascading_market) {
    mt::store<TestType> db;
    fill(db);
    REQUIRE(db.template link<"manages">(joey, store{4, "stale", "stale"}, "since"_f = 2001));
    REQUIRE(db.template linked<"manages">(joey).all() ==
            std::vector{managed_store{1, 4, "Central", "Melbourne", 2001}});
    REQUIRE(db.template linked<"manages">(central).all() == std::vector{manager{4, 1, "Joey", "Zhao", 2001}});
    REQUIRE(db.template linked<"manages">(joey).index() == "market");
    REQUIRE(db.template link<"manages">(joey, central));
    REQUIRE(db.template linked<"manages">(central).first()->since == 2001);
    REQUIRE(db.template right_of<"manages">(managed_store{1, 4})->name == "Central");
    REQUIRE(db.template left_of<"manages">(managed_store{1, 4}) == joey);
    REQUIRE(db.template unlink<"manages">(joey, central, mt::returning_old).before());
    REQUIRE_FALSE(db.template unlink<"manages">(joey, central, mt::returning_old).before());
    REQUIRE(db.template scan<managed_store>().count() + db.template scan<manager>().count() == 0);
    REQUIRE(db.template link<"manages">(joey, store{6}).error() == mt::write_error::missing_reference);
    REQUIRE(db.template link<"manages">(customer{6, "X"}, central).error() == mt::write_error::missing_reference);
    REQUIRE(db.template scan<managed_store>().count() + db.template scan<manager>().count() == 0);
}

TEMPLATE_TEST_CASE("copies follow their source, whichever verb changes it", "", free_market, strict_market,
                   cascading_market) {
    mt::store<TestType> db;
    fill(db);
    REQUIRE(db.template link<"manages">(joey, central));
    REQUIRE(db.template link<"manages">(anna, central));
    REQUIRE(db.template link<"manages">(joey, beach));
    auto const city = [&](customer const& of) { return db.template linked<"manages">(of).first()->city; };

    REQUIRE(db.template update<store>("id"_f == 4u, "city"_f = "Brunswick"));
    REQUIRE(city(joey) == "Brunswick");
    REQUIRE(city(anna) == "Brunswick");
    REQUIRE(db.replace(store{4, "Central", "Perth", 100}));
    REQUIRE(city(anna) == "Perth");
    db.put(store{4, "Central", "Hobart", 100}).or_throw();
    REQUIRE(city(joey) == "Hobart");
    REQUIRE(db.transact(mt::update<store>("id"_f == 4u, "city"_f = "Cairns")));
    REQUIRE(city(joey) == "Cairns");
    REQUIRE(db.template upsert<store>("id"_f == 4u, "city"_f = "Darwin", "name"_f = "Central", "size"_f = 1));
    REQUIRE(city(joey) == "Darwin");

    REQUIRE(db.template update<customer>("id"_f == 1u, "first_name"_f == "Joey", "last_name"_f = "Smith"));
    REQUIRE(db.template linked<"manages">(central).first()->last_name == "Smith");
    REQUIRE(db.template linked<"manages">(beach).first()->last_name == "Smith");
    REQUIRE(db.template linked<"manages">(anna).first()->name == "Central");
}

TEST_CASE("one item of a pair that is written brings the other, and cannot have wrong copies") {
    mt::store<strict_market> db;
    fill(db);
    REQUIRE(db.put(manager{4, 1, "wrong", "wrong", 7}));
    REQUIRE(db.linked<"manages">(central).first() == manager{4, 1, "Joey", "Zhao", 7});
    REQUIRE(db.linked<"manages">(joey).first() == managed_store{1, 4, "Central", "Melbourne", 7});
    REQUIRE(db.put(managed_store{1, 4, "wrong", "wrong", 8}));
    REQUIRE(db.linked<"manages">(joey).first() == managed_store{1, 4, "Central", "Melbourne", 8});
    REQUIRE(db.linked<"manages">(central).first()->since == 8);
    REQUIRE(db.update<manager>("store_id"_f == 4u, "customer_id"_f == 1u, "since"_f += 1));
    REQUIRE(db.linked<"manages">(joey).first()->since == 9);
    REQUIRE(db.put(manager{9, 1, {}, {}, 0}).error() == mt::write_error::missing_reference);
    REQUIRE_FALSE(db.erase(central));
    REQUIRE(db.erase<manager>("store_id"_f == 4u, "customer_id"_f == 1u));
    REQUIRE(db.scan<managed_store>().count() == 0);
    REQUIRE(db.erase(central));
    REQUIRE(db.erase(joey));
}

TEST_CASE("erasing a side cascades over both items of its pairs") {
    mt::store<cascading_market> db;
    fill(db);
    for (customer const& c : {joey, anna})
        for (store const& s : {central, beach}) REQUIRE(db.link<"manages">(c, s));
    REQUIRE(db.erase(central));
    REQUIRE(db.scan<managed_store>().count() == 2);
    REQUIRE(db.scan<manager>().count() == 2);
    REQUIRE(db.erase(joey));
    REQUIRE(db.linked<"manages">(beach).all() == std::vector{manager{5, 2, "Anna", "Berg", 0}});
    for (unsigned i = 100; i != 200; ++i) {
        db.put(customer{i, "C", {}}).or_throw();
        REQUIRE(db.link<"manages">(customer{i, "C", {}}, beach));
    }
    REQUIRE(db.erase(beach));
    REQUIRE(db.scan<managed_store>().count() + db.scan<manager>().count() == 0);
    REQUIRE(db.scan<customer>().count() == 101);
}

TEST_CASE("more copies than a transaction takes are an error, and change nothing") {
    mt::store<free_market> db;
    fill(db);
    for (unsigned i = 100; i != 220; ++i) {
        db.put(customer{i, "C", {}}).or_throw();
        REQUIRE(db.link<"manages">(customer{i, "C", {}}, beach));
    }
    REQUIRE_THROWS_MATCHES(db.update<store>("id"_f == 5u, "city"_f = "Perth"), mt::store_error, says("at most 100"));
    REQUIRE(db.get<store>("id"_f == 5u)->city == "Sydney");
    REQUIRE(db.update<store>("id"_f == 5u, "size"_f = 3)); // of which there is no copy
}

TEST_CASE("a customer who moves to another key keeps its links") {
    mt::store<cascading_market> db;
    fill(db);
    REQUIRE(db.link<"manages">(joey, central));
    REQUIRE(db.move(joey, customer{1, "Joe", "Zhao", 30}));
    REQUIRE(db.linked<"manages">(joey).count() == 1);
    REQUIRE(db.erase(customer{1, "Joe", {}, {}}));
    REQUIRE(db.linked<"manages">(joey).count() == 0);
}

TEST_CASE("a pair that is linked before the actions that create or move its sides has copies of both") {
    mt::store<free_market> db;
    REQUIRE(db.transact(mt::link<"manages">(joey, central), mt::create(central), mt::create(joey)));
    store const moved{6, "Central", "Ballarat", 100};
    REQUIRE(db.create(anna));
    REQUIRE(db.create(beach));
    REQUIRE(db.transact(mt::link<"manages">(anna, moved), mt::move(beach, moved)));
    auto const first = db.linked<"manages">(joey).first().value();
    REQUIRE(first.name == "Central");
    REQUIRE(first.city == "Melbourne");
    REQUIRE(db.linked<"manages">(anna).first()->city == "Ballarat");
    REQUIRE(db.linked<"manages">(moved).count() == 1);
}

TEST_CASE("a customer is linked before the action that moves it, and keeps the links that it has") {
    mt::store<strict_market> db;
    fill(db);
    customer const joe{1, "Joe", "Zhao", 30};
    REQUIRE(db.link<"manages">(joey, central));
    REQUIRE(db.transact(mt::link<"manages">(joe, beach), mt::move(joey, joe)));
    REQUIRE(db.linked<"manages">(joe).count() == 2);
    for (auto const& each : {central, beach}) REQUIRE(db.linked<"manages">(each).first()->first_name == "Joe");
    REQUIRE(db.transact(mt::unlink<"manages">(joey, beach), mt::move(joe, joey)));
    REQUIRE(db.linked<"manages">(joey).count() == 1);
    REQUIRE(db.erase(joey).error() == mt::write_error::referenced);
    REQUIRE(db.unlink<"manages">(joey, central));
    REQUIRE(db.erase(joey));
}
