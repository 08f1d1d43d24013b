// SPDX-License-Identifier: BSL-1.0
// No two items have the same value of a unique field, whichever verb writes.
#include <monotable/batches.hpp>
#include <monotable/managed_fields.hpp>
#include <monotable/transactions.hpp>

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace mt = monotable;
using namespace mt::literals;

namespace {

struct member {
    std::string id;
    std::string email = {};
    std::string tenant = {};
    std::optional<int> badge = {};
    std::optional<std::chrono::sys_seconds> ends = {};

    bool operator==(member const&) const = default;
};

} // namespace

template <>
struct mt::entity<member> {
    using key = mt::key<"MEMBER#{id}", "MEMBER">;
    using indexes = mt::indexes<mt::index<"All", "MEMBERS", "{id}">>;
    using attributes = mt::attributes<mt::unique<"email">, mt::unique<"tenant", "badge">, mt::time_to_live<"ends">>;
};

namespace {

struct club : mt::table<"club", mt::gsi<"All">, mt::entities<member>> {};

template <class F>
std::string thrown(F const& f) {
    try {
        f();
    } catch (mt::error const& e) {
        return e.what();
    }
    return {};
}

struct fixture {
    mt::store<club> db;

    std::vector<std::string> marks() const {
        std::vector<std::string> found;
        mt::scan_request request;
        request.table = "club";
        for (mt::item const& each : db.implementation()->scan(request).items) {
            std::string key(each.find("PK")->as_string());
            if (key.starts_with("UNIQUE#")) found.push_back(key.substr(7));
        }
        std::sort(found.begin(), found.end());
        return found;
    }
};

using strings = std::vector<std::string>;

} // namespace

TEST_CASE_METHOD(fixture, "a value is taken by one item, until it gives it up") {
    REQUIRE(db.create(member{"1", "ann@x"}));
    auto const second = db.create(member{"2", "ann@x"});
    CHECK_FALSE(second);
    CHECK(second.error() == mt::write_error::not_unique);
    CHECK(thrown([&] { second.or_throw(); }) ==
          "monotable: member in club: another item has the same email as the one with PK = \"MEMBER#2\", SK "
          "= \"MEMBER\": email = \"ann@x\"");
    CHECK_FALSE(db.get<member>("id"_f == "2"));
    CHECK(db.put(member{"2", "ann@x"}).error() == mt::write_error::not_unique);
    REQUIRE(db.put(member{"2", "bea@x"}));
    CHECK(db.replace(member{"2", "ann@x"}).error() == mt::write_error::not_unique);
    auto const updated = db.update<member>("id"_f == "2", "email"_f = "ann@x");
    CHECK(updated.error() == mt::write_error::not_unique);
    CHECK(thrown([&] { updated.or_throw(); }).ends_with("email = \"ann@x\""));
    CHECK(db.upsert<member>("id"_f == "3", "email"_f = "ann@x", "tenant"_f = "").error() ==
          mt::write_error::not_unique);
    CHECK(marks() == strings{"member#email#ann@x", "member#email#bea@x"});

    REQUIRE(db.update<member>("id"_f == "1", "email"_f = "cid@x"));
    CHECK(db.update<member>("id"_f == "2", "email"_f = "ann@x"));
    CHECK(marks() == strings{"member#email#ann@x", "member#email#cid@x"});
    CHECK(db.erase<member>("id"_f == "2", mt::returning_old).before());
    CHECK_FALSE(db.erase<member>("id"_f == "2", mt::returning_old).before());
    CHECK(db.erase<member>("id"_f == "2"));
    CHECK(db.create(member{"4", "ann@x"}));
    CHECK(db.erase(member{"4", "ann@x"}));
    CHECK(db.erase<member>("id"_f == "1", mt::when("email"_f == "cid@x")));
    CHECK(marks().empty());
}

TEST_CASE_METHOD(fixture, "what does not change the value leaves the mark") {
    REQUIRE(db.create(member{"1", "ann@x"}));
    CHECK(db.put(member{"1", "ann@x", "t"}));
    CHECK(db.replace(member{"1", "ann@x", "u"}));
    CHECK(db.update<member>("id"_f == "1", "tenant"_f = "v"));
    CHECK(db.update<member>("id"_f == "1", "email"_f = "ann@x"));
    CHECK(marks() == strings{"member#email#ann@x"});
}

TEST_CASE_METHOD(fixture, "several fields are unique together, and only where all of them are there") {
    REQUIRE(db.create(member{"1", "1", "t", 7}));
    CHECK(db.create(member{"2", "2", "t", 7}).error() == mt::write_error::not_unique);
    auto const refused = db.update<member>("id"_f == "1", "badge"_f = 7);
    CHECK(refused);
    CHECK(db.create(member{"2", "2", "u", 7}));
    CHECK(db.create(member{"3", "3", "t"}));
    CHECK(db.create(member{"4", "4", "t"}));
    auto const second = db.update<member>("id"_f == "3", "badge"_f = 7);
    CHECK(thrown([&] { second.or_throw(); }).find("another item has the same tenant, badge") != std::string::npos);
    CHECK(db.update<member>("id"_f == "1", "badge"_f.remove()));
    CHECK(db.update<member>("id"_f == "3", "badge"_f = 7));
    CHECK(marks() == strings{"member#email#1", "member#email#2", "member#email#3", "member#email#4",
                             "member#tenant,badge#t#7", "member#tenant,badge#u#7"});
}

TEST_CASE_METHOD(fixture, "values that hold what separates them do not meet") {
    REQUIRE(db.create(member{"1", "a#b", "x#7", 1}));
    CHECK(db.create(member{"2", "a%23b", "x", 71}));
    CHECK(db.create(member{"3", "a", "x#7#1", 1}));
    CHECK(db.create(member{"4", "a#b"}).error() == mt::write_error::not_unique);
    CHECK(db.create(member{"5", ""}));
    CHECK(db.create(member{"6", ""}).error() == mt::write_error::not_unique);
    CHECK(thrown([&] { db.create(member{"7", std::string(3000, 'x')}).or_throw(); }) ==
          "monotable: member.email: the key of its unique mark has 3020 bytes, and a partition key at "
          "most 2048");
}

TEST_CASE_METHOD(fixture, "transactions and batches keep marks, and values can change hands in one") {
    REQUIRE(db.transact(mt::create(member{"1", "ann@x"}), mt::create(member{"2", "bea@x"})));
    auto const twice = db.transact(mt::create(member{"3", "cid@x"}), mt::create(member{"4", "cid@x"}));
    CHECK_FALSE(twice);
    CHECK(twice.get<1>().error() == mt::write_error::not_unique);
    REQUIRE(db.transact(mt::update<member>("id"_f == "1", "email"_f = "bea@x"),
                        mt::update<member>("id"_f == "2", "email"_f = "ann@x")));
    REQUIRE(db.transact(mt::erase<member>("id"_f == "1"), mt::create(member{"5", "bea@x"})));
    REQUIRE(db.transact(mt::create(member{"6", "ann@x"}), mt::erase<member>("id"_f == "2")));
    CHECK(db.create(member{"7", "ann@x"}).error() == mt::write_error::not_unique);
    CHECK(marks() == strings{"member#email#ann@x", "member#email#bea@x"});
    REQUIRE(db.move(member{"6", "ann@x"}, member{"8", "ann@x"}));
    CHECK(marks() == strings{"member#email#ann@x", "member#email#bea@x"});
    auto const left = db.batch_put(std::vector<member>{{"9", "ann@x"}, {"10", "dan@x"}});
    REQUIRE(left.refused().size() == 1);
    CHECK(left.refused()[0].position == 0);
    CHECK(marks() == strings{"member#email#ann@x", "member#email#bea@x", "member#email#dan@x"});
}

TEST_CASE_METHOD(fixture, "marks are no items of an entity") {
    REQUIRE(db.create(member{"1", "ann@x", "t", 3}));
    CHECK(db.scan<member>().all() == std::vector{member{"1", "ann@x", "t", 3}});
    CHECK(db.scan<member>().count() == 1);
    CHECK(db.query<member>(mt::on<"All">).count() == 1);
}

TEST_CASE_METHOD(fixture, "a mark ends when its item does") {
    auto const at = [](int seconds) { return std::chrono::sys_seconds(std::chrono::seconds(1'700'000'000 + seconds)); };
    REQUIRE(db.create(member{"1", "ann@x", "", {}, at(0)}));
    REQUIRE(db.create(member{"2", "bea@x", "", {}, at(0)}));
    REQUIRE(db.update<member>("id"_f == "2", "ends"_f = at(100)));
    db.implementation()->local_maintenance()->expire_items(1'700'000'050);
    CHECK(marks() == strings{"member#email#bea@x"});
    REQUIRE(db.update<member>("id"_f == "2", "ends"_f.remove()));
    db.implementation()->local_maintenance()->expire_items(1'700'000'150);
    CHECK(marks() == strings{"member#email#bea@x"});
}
