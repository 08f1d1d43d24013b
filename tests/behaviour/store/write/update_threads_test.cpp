// SPDX-License-Identifier: BSL-1.0
// Updates that read first, from several threads: none is lost, and no index entry is stale.
#include <order_model.hpp>

#include <catch2/catch_test_macros.hpp>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

using namespace order_model;

TEST_CASE("sums of several threads add up, and the index entry is that of the last") {
    mt::store<shop> db;
    auto o = sample("o1");
    o.number = 0;
    o.rank = 1;
    db.put(o).or_throw();
    std::atomic<int> failures{0};
    std::vector<std::thread> threads;
    for (int t = 0; t != 4; ++t)
        threads.emplace_back([&db, &failures, t] {
            for (int i = 0; i != 20; ++i) { // fewer in all than one update is tried
                bool const done = t % 2
                                      ? bool(db.update<order>("customer_id"_f == "c1", "id"_f == "o1", "number"_f += 1))
                                      : bool(db.update<order>("customer_id"_f == "c1", "id"_f == "o1", "number"_f += 1,
                                                              "total"_f -= 1, mt::when("number"_f < 1000)));
                if (!done) ++failures;
            }
        });
    for (auto& each : threads) each.join();
    CHECK(failures == 0);
    o.number = 80;
    o.total = 60;
    CHECK(db.get<order>("customer_id"_f == "c1", "id"_f == "o1") == o);
    CHECK(*db.query<order>("customer_id"_f == "c1").as<mt::item>().first() == db.to_item(o));
    CHECK(ids(db.query<order>(mt::on<"ByState">, "state"_f == status::open, "number"_f == 80)) == "o1");
    CHECK(ids(db.query<order>("rank"_f == 1, "number"_f == 80)) == "o1");
}

TEST_CASE("upserts of several threads create one item") {
    mt::store<shop> db;
    std::vector<std::thread> threads;
    for (int t = 0; t != 4; ++t)
        threads.emplace_back([&db] {
            for (int i = 0; i != 20; ++i)
                db.upsert<order>("customer_id"_f == "c1", "id"_f == "o1", "placed_at"_f = day(1),
                                 "state"_f = status::open, "total"_f = 1, "number"_f = mt::if_absent("number"_f, 0) + 1,
                                 "urgent"_f = false, "weight"_f = 0, "ship_to"_f = address{},
                                 "lines"_f = std::vector<line>{}, "remarks"_f = std::vector<std::string>{},
                                 "prices"_f = std::map<std::string, int>{})
                    .or_throw();
        });
    for (auto& each : threads) each.join();
    CHECK(db.scan<order>().count() == 1);
    CHECK(db.get<order>("customer_id"_f == "c1", "id"_f == "o1")->number == 80);
    CHECK(ids(db.query<order>(mt::on<"ByState">, "state"_f == status::open, "number"_f == 80)) == "o1");
}
