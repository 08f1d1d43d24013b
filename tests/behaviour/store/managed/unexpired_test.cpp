// SPDX-License-Identifier: BSL-1.0
// Time to live: stored as seconds, turned on by the store, and hidden on request when it is over.
#include <monotable/monotable.hpp>

#include <catch2/catch_test_macros.hpp>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mt = monotable;
using namespace mt::literals;
using std::chrono::sys_seconds;

namespace {

std::int64_t now = 0;
std::int64_t clock_of_test() { return now * 1000 + 999; }
sys_seconds at(std::int64_t second) { return sys_seconds(std::chrono::seconds(second)); }

struct session {
    std::string id, user;
    std::optional<sys_seconds> expires = {};

    bool operator==(session const&) const = default;
};
struct cart {
    std::string id;
    std::int64_t until = 0;

    bool operator==(cart const&) const = default;
};

struct visitor {
    std::string id;
};
struct visit {
    std::string visitor_id;
    int number = 0;
    std::optional<sys_seconds> expires = {};
};
struct visits_of {
    visitor who;
    std::vector<visit> visits;
};

} // namespace

template <>
struct mt::entity<visitor> {
    using key = mt::key<"V#{id}", "V">;
};
template <>
struct mt::entity<visit> {
    using key = mt::key<"V#{visitor_id}", "VISIT#{number:3}">;
    using attributes = mt::attributes<mt::time_to_live<"expires">>;
};
template <>
struct mt::entity<session> {
    using key = mt::key<"SESSION#{id}", "SESSION">;
    using indexes = mt::indexes<mt::index<"ByUser", "USER#{user}", "{id}">>;
    using attributes = mt::attributes<mt::time_to_live<"expires">>;
};
template <>
struct mt::entity<cart> {
    using key = mt::key<"CART#{id}", "CART">;
    using attributes = mt::attributes<mt::time_to_live<"until">, mt::renamed<"until", "expires">>;
};

namespace {

struct shop : mt::table<"shop", mt::gsi<"ByUser">, mt::entities<session, cart>> {};
struct museum : mt::table<"museum", mt::entities<visitor, visit>> {};
struct plain : mt::table<"shop", mt::gsi<"ByUser">> {};

struct fixture {
    fixture() { now = 1000; }
    mt::memory memory;
    mt::store<shop> db{memory, {.clock = clock_of_test}};
};

} // namespace

TEST_CASE_METHOD(fixture, "a time to live is a number of seconds, and the store erases by it") {
    CHECK(memory->status("shop").settings.time_to_live == "expires");
    db.put(session{"1", "ann", at(1000)}).or_throw();
    db.put(session{"2", "ann"}).or_throw();
    db.put(cart{"3", 2000}).or_throw();
    CHECK(db.scan<session>().as<mt::item>().first()->find("expires")->type() == mt::value_type::number);
    CHECK(db.get<session>("id"_f == "1")->expires == at(1000));
    CHECK(memory->local_maintenance()->expire_items(1000) == 1);
    CHECK_FALSE(db.get<session>("id"_f == "1"));
    CHECK(db.get<session>("id"_f == "2"));
    CHECK(db.get<cart>("id"_f == "3"));
}

TEST_CASE("time to live is turned on in a table that exists, and another one is refused") {
    mt::memory memory;
    mt::store<plain> before(memory);
    CHECK(memory->status("shop").settings.time_to_live.empty());
    mt::store<shop> db(memory);
    CHECK(memory->status("shop").settings.time_to_live == "expires");
    mt::store<shop> again(memory);
    mt::store<plain> after(memory);
    CHECK(memory->status("shop").settings.time_to_live == "expires");

    mt::memory other;
    mt::store<plain> made(other);
    other->change_settings("shop", {.time_to_live = "ends"});
    CHECK_THROWS_AS(mt::store<shop>(other), mt::store_error);
}

TEST_CASE_METHOD(fixture, "what is over is hidden on request, though the store still has it") {
    db.put(session{"1", "ann", at(999)}).or_throw();
    db.put(session{"2", "ann", at(1000)}).or_throw();
    db.put(session{"3", "ann", at(1001)}).or_throw();
    db.put(session{"4", "ann"}).or_throw();
    db.put(cart{"5", 1000}).or_throw();
    db.put(cart{"6", 1001}).or_throw();
    auto const ids = [](auto const& range) {
        std::string result;
        for (auto const& each : range) result += each.id;
        return result;
    };
    CHECK(ids(db.query<session>("user"_f == "ann")) == "1234");
    CHECK(ids(db.query<session>("user"_f == "ann").unexpired()) == "34");
    CHECK(db.query<session>("user"_f == "ann").unexpired().count() == 2);
    CHECK(db.scan<session>().unexpired().count() == 2);
    CHECK(db.scan<cart>().unexpired().all() == std::vector{cart{"6", 1001}});
    CHECK(ids(db.query<session>("user"_f == "ann").filter("id"_f != "4").unexpired()) == "3");
    CHECK(db.get<session>("id"_f == "2"));
    CHECK_FALSE(db.get<session>(mt::unexpired, "id"_f == "2"));
    CHECK(db.get<session>(mt::unexpired, "id"_f == "3"));
    CHECK(db.get<session>(mt::unexpired, "id"_f == "4"));
    CHECK_FALSE(db.get<session>(mt::unexpired, "id"_f == "7"));
    CHECK_FALSE(db.get<cart>(mt::unexpired, "id"_f == "5"));
    CHECK(db.get<cart>(mt::unexpired, "id"_f == "6"));
}

TEST_CASE_METHOD(fixture, "a cursor goes on as time goes by") {
    for (int i = 0; i != 5; ++i) db.put(session{std::to_string(i), "ann", at(1001 + i)}).or_throw();
    auto const range = db.query<session>("user"_f == "ann").unexpired().limit(2);
    auto const first = range.page();
    CHECK(first.items.size() == 2);
    now += 3;
    auto const second = db.query<session>("user"_f == "ann").unexpired().limit(2).after(first.cursor).page();
    REQUIRE(second.items.size() == 2);
    CHECK(second.items[0].id == "3");
}

TEST_CASE_METHOD(fixture, "filters and updates take moments as the field has them") {
    db.put(session{"1", "ann", at(1000)}).or_throw();
    CHECK(db.scan<session>().filter("expires"_f <= at(1000)).count() == 1);
    CHECK(db.scan<session>().filter("expires"_f.between(at(1), at(999))).count() == 0);
    CHECK(db.scan<session>().filter("expires"_f.in(at(1), at(1000))).count() == 1);
    CHECK(db.scan<session>().filter("expires"_f == std::chrono::sys_days()).count() == 0);
    CHECK(db.update<session>("id"_f == "1", "expires"_f = at(5), mt::when("expires"_f == at(1000))));
    CHECK(db.get<session>("id"_f == "1")->expires == at(5));
    CHECK(db.update<session>("id"_f == "1", "expires"_f = mt::if_absent("expires"_f, at(6))));
    CHECK(db.get<session>("id"_f == "1")->expires == at(5));
    std::optional<sys_seconds> none;
    CHECK(db.update<session>("id"_f == "1", "expires"_f = none));
    CHECK_FALSE(db.get<session>("id"_f == "1")->expires);
    CHECK(db.update<session>("id"_f == "1", "expires"_f = std::optional(at(7))));
    CHECK(db.update<session>("id"_f == "1", "expires"_f.remove()));
    CHECK_FALSE(db.get<session>("id"_f == "1")->expires);
}

TEST_CASE_METHOD(fixture, "a projection reads the moment") {
    struct only {
        std::optional<sys_seconds> expires;
    };
    db.put(session{"1", "ann", at(1000)}).or_throw();
    CHECK(db.scan<session>().as<only>().first()->expires == at(1000));
}

TEST_CASE("a collection leaves out what is over on request, and nothing of members that do not expire") {
    now = 1000;
    mt::store<museum> db{mt::memory{}, {.clock = clock_of_test}};
    db.put(visitor{"ann"}).or_throw();
    db.put(visit{"ann", 1, at(1000)}).or_throw();
    db.put(visit{"ann", 2, at(1001)}).or_throw();
    db.put(visit{"ann", 3}).or_throw();
    auto const all = db.collect<visits_of>("id"_f == "ann");
    CHECK(all.get()->visits.size() == 3);
    auto const left = all.unexpired().get();
    REQUIRE(left);
    CHECK(left->who.id == "ann");
    REQUIRE(left->visits.size() == 2);
    CHECK(left->visits[0].number == 2);
    CHECK(left->visits[1].number == 3);
    CHECK(all.filter<visit>("number"_f > 2).unexpired().get()->visits.size() == 1);
    CHECK(all.unexpired().items().size() == 3);
    now = 1001;
    CHECK(all.unexpired().get()->visits.size() == 1);
}
