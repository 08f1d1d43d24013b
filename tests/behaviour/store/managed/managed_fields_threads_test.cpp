// SPDX-License-Identifier: BSL-1.0
// Versions and unique fields under writers of several threads.
#include <monotable/managed_fields.hpp>

#include <threads_support.hpp>

#include <catch2/catch_test_macros.hpp>

#include <atomic>
#include <cstdint>
#include <string>

namespace mt = monotable;
using namespace mt::literals;
using store_support::in_threads;

namespace {

struct account {
    std::string id;
    std::int64_t version = 0, balance = 0;
};
struct member {
    std::string id, email = {};
    int points = 0, doubled = 0;

    int twice() const { return 2 * points; }
};

} // namespace

template <>
struct mt::entity<account> {
    using key = mt::key<"ACCOUNT#{id}", "ACCOUNT">;
    using attributes = mt::attributes<mt::version<"version">>;
};
template <>
struct mt::entity<member> {
    using key = mt::key<"MEMBER#{id}", "MEMBER">;
    using attributes = mt::attributes<mt::unique<"email">, mt::computed<"doubled", &member::twice, "points">>;
};

namespace {

struct bank : mt::table<"bank", mt::entities<account, member>> {};

} // namespace

TEST_CASE("of several who write what they have read one wins, and none is lost") {
    mt::store<bank> db;
    REQUIRE(db.create(account{"a"}));
    std::atomic<int> done{0};
    in_threads(4, [&](int t) {
        for (int i = 0; i != 25; ++i) {
            for (;;) {
                account a = db.get<account>("id"_f == "a").value();
                ++a.balance;
                if (t % 2 ? bool(db.replace(a)) : bool(db.update(a, "balance"_f = a.balance))) break;
            }
            ++done;
        }
    });
    CHECK(done == 100);
    auto const a = db.get<account>("id"_f == "a").value();
    CHECK(a.balance == 100);
    CHECK(a.version == 101);
}

TEST_CASE("puts of several threads count each") {
    mt::store<bank> db;
    in_threads(4, [&](int) {
        for (int i = 0; i != 25; ++i) db.put(account{"a"}).or_throw();
    });
    CHECK(db.get<account>("id"_f == "a")->version == 100);
}

TEST_CASE("of several who create items with one value exactly one does") {
    mt::store<bank> db;
    for (int round = 0; round != 20; ++round) {
        std::string const email = "e" + std::to_string(round);
        std::atomic<int> created{0}, refused{0};
        in_threads(4, [&](int t) {
            auto const result = db.create(member{std::to_string(round) + "-" + std::to_string(t), email});
            if (result) ++created;
            else if (result.error() == mt::write_error::not_unique) ++refused;
        });
        CHECK(created == 1);
        CHECK(refused == 3);
    }
    CHECK(db.scan<member>().count() == 20);
}

TEST_CASE("a value that goes from one to another has one owner at any time") {
    mt::store<bank> db;
    for (int t = 0; t != 4; ++t) REQUIRE(db.create(member{std::to_string(t), "of" + std::to_string(t)}));
    std::atomic<int> failures{0};
    in_threads(4, [&](int t) {
        std::string const id = std::to_string(t);
        for (int i = 0; i != 15; ++i) {
            if (db.update<member>("id"_f == id, "email"_f = "shared"))
                if (!db.update<member>("id"_f == id, "email"_f = "of" + id, mt::when("email"_f == "shared")))
                    ++failures;
        }
    });
    for (int t = 0; t != 4; ++t) CHECK(db.get<member>("id"_f == std::to_string(t))->email == "of" + std::to_string(t));
    CHECK(db.create(member{"5", "shared"}));
}

TEST_CASE("computed fields follow updates of several threads") {
    mt::store<bank> db;
    REQUIRE(db.create(member{"1", "e"}));
    std::atomic<int> failures{0};
    in_threads(4, [&](int) {
        for (int i = 0; i != 15; ++i)
            if (!db.update<member>("id"_f == "1", "points"_f += 1)) ++failures;
    });
    CHECK(failures == 0);
    auto const m = db.get<member>("id"_f == "1").value();
    CHECK(m.points == 60);
    CHECK(m.doubled == 120);
}
