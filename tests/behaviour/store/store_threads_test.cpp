// SPDX-License-Identifier: BSL-1.0
// One store, several threads that write and read.
#include <shop.hpp>

#include <catch2/catch_test_macros.hpp>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

using namespace shop_model;

TEST_CASE("several threads may write and read through one store") {
    mt::store<shop> db;
    constexpr int writers = 3, readers = 3, rounds = 200;
    std::atomic<int> created = 0, wrong = 0;
    std::vector<std::thread> threads;
    for (int w = 0; w != writers; ++w) {
        threads.emplace_back([&, w] {
            for (int i = 0; i != rounds; ++i) {
                // The total is the day, whoever writes it.
                order o{"o" + std::to_string(i % 20), "1", day(i % 10), i % 3 == 0 ? status::paid : status::open,
                        mt::decimal(i % 10)};
                db.put(o).or_throw();
                if (db.create(customer{"c" + std::to_string(i), "Ann", {}})) ++created;
                if (i % 7 == w) db.erase(o).or_throw();
            }
        });
    }
    for (int r = 0; r != readers; ++r) {
        threads.emplace_back([&] {
            auto const range = db.query<order>("customer_id"_f == "1", "placed"_f >= day(3));
            for (int i = 0; i != rounds / 4; ++i) {
                mt::timestamp last{};
                for (order const& o : range) {
                    if (o.placed < last || o.total != mt::decimal(static_cast<int>((o.placed - day(0)) / 24h))) ++wrong;
                    last = o.placed;
                }
                for (order const& o : db.query<order>(mt::on<"GSI1">, "id"_f == "o3"))
                    if (o.id != "o3") ++wrong;
                std::string cursor;
                do {
                    auto const page = db.query<order>("customer_id"_f == "1").limit(5).after(cursor).page();
                    cursor = page.cursor;
                } while (!cursor.empty());
                (void)db.get<customer>("id"_f == "c1");
            }
        });
    }
    for (auto& each : threads) each.join();
    CHECK(wrong == 0);
    CHECK(created == rounds);
    CHECK(db.scan<customer>().count() == rounds);
}
