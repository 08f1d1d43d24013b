// SPDX-License-Identifier: BSL-1.0
// Links against erasures of their sides, and copies against changes of their sources, from several threads at once.
#include <club_check.hpp>
#include <stores_model.hpp>

#include <threads_support.hpp>
#include <writes_support.hpp>

#include <catch2/catch_test_macros.hpp>

#include <atomic>
#include <string>

using namespace club_model;
using store_support::done_or;
using store_support::in_threads;

namespace {

/// One thread makes sides, one erases them and unlinks, the others link.
template <class Town>
struct crowd {
    mt::store<Town> db;
    std::atomic<int> linked = 0, refused = 0;
    static constexpr int rounds = 60;

    void run(int thread) {
        for (int round = 0; round != rounds; ++round)
            act(thread, round, club{round % 3, {}},
                member{std::string(1, static_cast<char>('a' + (round + thread) % 3)), {}});
    }

  private:
    void act(int thread, int round, club const& c, member const& m) {
        if (thread == 0) {
            db.put(c).or_throw();
            db.put(m).or_throw();
        } else if (thread == 1) {
            if (round % 2 == 0) done_or(db.erase(c), mt::write_error::referenced);
            else done_or(db.erase(m), mt::write_error::referenced);
            db.template unlink<"belongs">(m, c).or_throw();
        } else {
            auto const done = db.template link<"belongs">(m, c, "since"_f = round);
            if (done) ++linked;
            else if (done.error() == mt::write_error::missing_reference) ++refused;
            done_or(db.template link<"likes">(m, member{"a", {}}), mt::write_error::missing_reference);
            done_or(db.put(tool{"t" + std::to_string(round % 5), m.id}), mt::write_error::missing_reference);
        }
    }
};

template <class Town>
void check_crowd() {
    crowd<Town> all;
    in_threads(4, [&all](int thread) { all.run(thread); });
    REQUIRE(faults_of(all.db) == "");
    REQUIRE(all.linked + all.refused == 2 * crowd<Town>::rounds);
}

} // namespace

TEST_CASE("links and erasures at once leave nothing that refers to nothing") {
    check_crowd<strict_town>();
    check_crowd<cascading_town>();
}

TEST_CASE("copies are true when links and changes of their sources are done at once") {
    using namespace stores_model;
    mt::store<strict_market> db;
    for (unsigned i = 0; i != 3; ++i) {
        db.put(customer{i, "C", "0"}).or_throw();
        db.put(store{i, "S", "0"}).or_throw();
    }
    in_threads(4, [&](int thread) {
        for (unsigned round = 0; round != 40; ++round) {
            unsigned const one = round % 3, other = (round / 3) % 3;
            std::string const text = std::to_string(thread) + "." + std::to_string(round);
            if (thread == 0) db.update<store>("id"_f == one, "city"_f = text).or_throw();
            if (thread == 1) db.update<customer>("id"_f == one, "first_name"_f == "C", "last_name"_f = text).or_throw();
            if (thread == 2)
                db.link<"manages">(customer{one, "C", {}}, store{other, {}, {}}, "since"_f = static_cast<int>(round))
                    .or_throw();
            if (thread == 3) db.unlink<"manages">(customer{other, "C", {}}, store{one, {}, {}}).or_throw();
        }
    });
    std::size_t pairs = 0;
    for (managed_store const& each : db.scan<managed_store>()) {
        ++pairs;
        REQUIRE(each.city == db.get<store>("id"_f == each.store_id)->city);
        auto const twin = db.get<manager>("store_id"_f == each.store_id, "customer_id"_f == each.customer_id);
        REQUIRE(twin);
        REQUIRE(twin->since == each.since);
        REQUIRE(twin->last_name == db.get<customer>("id"_f == each.customer_id, "first_name"_f == "C")->last_name);
    }
    REQUIRE(db.scan<manager>().count() == pairs);
}
