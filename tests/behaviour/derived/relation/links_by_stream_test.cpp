// SPDX-License-Identifier: BSL-1.0
#include <stores_model.hpp>

#include <monotable/streams.hpp>

#include <catch2/catch_test_macros.hpp>

#include <vector>

using namespace stores_model;

namespace {

struct fair
    : mt::table<"fair", mt::stream, mt::gsi<"Inverted", mt::partition_key<"SK">, mt::sort_key<"PK">>,
                mt::entities<customer, store, managed_store, manager>,
                mt::many_to_many<
                    "manages", customer, store,
                    mt::copies<managed_store, manager, mt::left<"id", "customer_id">, mt::right<"id", "store_id">>,
                    mt::by_stream>> {};

void run(mt::worker<fair>& worker) {
    while (worker.run_once() != 0) {}
}

customer const ann{1, "Ann", "Berg"};
store const central{4, "Central", "Bonn"};

} // namespace

TEST_CASE("by_stream: a link has copies of both sides at once, and sides have no attribute for it") {
    mt::store<fair> db;
    db.put(ann).or_throw();
    db.put(central).or_throw();
    REQUIRE(bool(db.link<"manages">(ann, central, "since"_f = 2020)));
    CHECK(db.linked<"manages">(ann).all() == std::vector{managed_store{1, 4, "Central", "Bonn", 2020}});
    CHECK(db.linked<"manages">(central).all() == std::vector{manager{4, 1, "Ann", "Berg", 2020}});
    CHECK(db.query<customer>("id"_f == 1).as<mt::item>().first() == db.to_item(ann));
    CHECK(db.query<store>("id"_f == 4).as<mt::item>().first() == db.to_item(central));
    CHECK_FALSE(db.link<"manages">(ann, store{5, "Beach", "Ulm"}));
}

TEST_CASE("by_stream: changes of either side reach the copies by a worker") {
    mt::store<fair> db;
    mt::worker<fair> worker(db);
    db.put(ann).or_throw();
    db.put(central).or_throw();
    db.link<"manages">(ann, central).or_throw();
    db.put(store{4, "Central", "Ulm"}).or_throw();
    db.update<customer>("id"_f == 1, "first_name"_f == "Ann", "last_name"_f = "Cohn").or_throw();
    CHECK(db.linked<"manages">(ann).first()->city == "Bonn");
    run(worker);
    CHECK(db.linked<"manages">(ann).first()->city == "Ulm");
    CHECK(db.linked<"manages">(central).first()->last_name == "Cohn");
    REQUIRE(bool(db.unlink<"manages">(ann, central)));
    run(worker);
    CHECK(db.linked<"manages">(ann).count() + db.linked<"manages">(central).count() == 0);
}

TEST_CASE("by_stream: a copy that a program writes otherwise is made true") {
    mt::store<fair> db;
    mt::worker<fair> worker(db);
    db.put(ann).or_throw();
    db.put(central).or_throw();
    db.link<"manages">(ann, central).or_throw();
    db.put(managed_store{1, 4, "Wrong", "Wrong"}).or_throw();
    run(worker);
    CHECK(db.linked<"manages">(ann).first()->city == "Bonn");
}
