// SPDX-License-Identifier: BSL-1.0
// The store fails at every single operation of a verb on relations, before or after it was done: all is as before or as after,
// and a large cascade can be taken up again.
#include <club_check.hpp>
#include <stores_model.hpp>

#include <failing_backend.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace mt = monotable;
using namespace mt::literals;
using store_support::failing_backend;

namespace {

template <class... E, class Db>
std::vector<std::string> everything(Db const& db) {
    std::vector<std::string> found;
    auto const add = [&](auto const& items) {
        for (auto const& each : items) found.emplace_back(each.bytes());
    };
    (add(db.template scan<E>().template as<mt::item>().all()), ...);
    std::sort(found.begin(), found.end());
    return found;
}

/// Does `change` to what `fill` made, with a failure at each operation in turn; look() is everything, check(db) asserts.
template <class Table, class Fill, class Change, class Look, class Check>
void fail_everywhere(bool after, Fill const& fill, Change const& change, Look const& look, Check const& check) {
    bool failed = true;
    for (std::size_t n = 0; failed; ++n) {
        CAPTURE(n);
        auto const backend = std::make_shared<failing_backend>(mt::memory());
        mt::store<Table> db{std::shared_ptr<mt::backend>(backend)};
        fill(db);
        auto const before = look(db);
        backend->fail_at(n, after);
        try {
            change(db);
        } catch (mt::store_error const&) {}
        failed = backend->failed();
        backend->fail_never();
        check(db);
        if (failed && !after) CHECK(look(db) == before);
        if (!failed) CHECK(look(db) != before);
    }
}

} // namespace

TEST_CASE("a store that fails anywhere in a verb on links leaves all as before, or as after") {
    using namespace club_model;
    using town = cascading_town;
    int const which = GENERATE(0, 1, 2, 3, 4);
    bool const after = GENERATE(false, true);
    CAPTURE(which, after);
    member const ann{"ann", {}}, bob{"bob", {}};
    club const chess{1, {}};
    fail_everywhere<town>(
        after,
        [&](mt::store<town>& db) {
            for (member const& each : {ann, bob}) db.create(each).or_throw();
            db.create(chess).or_throw();
            REQUIRE(db.link<"belongs">(ann, chess));
            REQUIRE(db.link<"likes">(ann, bob));
            REQUIRE(db.create(tool{"saw", "ann"}));
        },
        [&](mt::store<town>& db) {
            if (which == 0) db.link<"belongs">(bob, chess, "since"_f = 1).or_throw();
            if (which == 1) db.link<"belongs">(ann, chess, "since"_f = 1).or_throw();
            if (which == 2) db.unlink<"belongs">(ann, chess).or_throw();
            if (which == 3) db.erase(ann).or_throw();
            if (which == 4) db.update<tool>("id"_f == "saw", "owner"_f = "bob").or_throw();
        },
        [](auto const& db) { return everything<member, club, membership, friendship, tool>(db); },
        [](auto const& db) { CHECK(faults_of(db) == ""); });
}

TEST_CASE("a store that fails anywhere in a verb on pairs in two items leaves all as before, or as after") {
    using namespace stores_model;
    int const which = GENERATE(0, 1, 2, 3, 4);
    bool const after = GENERATE(false, true);
    CAPTURE(which, after);
    customer const joey{1, "Joey", "Zhao", 0}, anna{2, "Anna", "Berg", 0};
    store const central{4, "Central", "Melbourne"};
    fail_everywhere<cascading_market>(
        after,
        [&](auto& db) {
            for (customer const& each : {joey, anna}) db.create(each).or_throw();
            db.create(central).or_throw();
            REQUIRE(db.template link<"manages">(joey, central));
        },
        [&](auto& db) {
            if (which == 0) db.template link<"manages">(anna, central, "since"_f = 1).or_throw();
            if (which == 1) db.template unlink<"manages">(joey, central).or_throw();
            if (which == 2) db.template update<store>("id"_f == 4u, "city"_f = "Perth").or_throw();
            if (which == 3) db.erase(joey).or_throw();
            if (which == 4) db.put(manager{4, 2, "x", "y", 5}).or_throw();
        },
        [](auto const& db) { return everything<customer, store, managed_store, manager>(db); },
        [](auto const& db) {
            for (managed_store const& each : db.template scan<managed_store>()) {
                CHECK(each.city == db.template get<store>("id"_f == each.store_id)->city);
                CHECK(db.template get<manager>("store_id"_f == each.store_id, "customer_id"_f == each.customer_id)
                          ->since == each.since);
            }
            CHECK(db.template scan<managed_store>().count() == db.template scan<manager>().count());
        });
}

TEST_CASE("a cascade that is interrupted is true as far as it came, and is taken up again") {
    using namespace club_model;
    member const ann{"ann", {}};
    for (std::size_t n : {0u, 1u, 5u, 30u, 60u, 61u, 62u, 63u, 100u, 150u, 200u}) {
        bool const after = n % 2 == 0;
        CAPTURE(n);
        auto const backend = std::make_shared<failing_backend>(mt::memory());
        mt::store<cascading_town> db{std::shared_ptr<mt::backend>(backend)};
        db.create(ann).or_throw();
        for (int i = 0; i != 70; ++i) {
            db.create(club{i, {}}).or_throw();
            REQUIRE(db.link<"belongs">(ann, club{i, {}}));
        }
        backend->fail_at(n, after, true);
        try {
            db.erase(ann).or_throw();
        } catch (mt::store_error const&) {}
        backend->fail_never();
        REQUIRE(faults_of(db) == "");
        if (db.get<member>("id"_f == "ann")) REQUIRE(db.erase(ann));
        REQUIRE(db.scan<membership>().count() == 0);
        REQUIRE(faults_of(db) == "");
    }
}
