// SPDX-License-Identifier: BSL-1.0
// What a write brings with it is written with it, whichever verb writes; entities that bring nothing are written as before.
#include <monotable/backend/forwarding.hpp>
#include <monotable/batches.hpp>
#include <monotable/store/write/write_execution.hpp>
#include <monotable/store/write/rewrite.hpp>
#include <monotable/transactions.hpp>

#include <store_support.hpp>

#include <catch2/catch_test_macros.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mt = monotable;
using namespace mt::literals;
using store_support::says;

namespace {

/// The team keeps how many points its players have.
struct team {
    std::string name;
    int points = 0;

    bool operator==(team const&) const = default;
};

struct player {
    std::string id, team_name = {};
    int points = 0;
    std::optional<std::string> motto = {};

    bool operator==(player const&) const = default;
};

/// An option of a table, for this test.
struct counts_points {
    using relation = void;
};

} // namespace

template <>
struct mt::entity<team> {
    using key = mt::key<"TEAM#{name}", "TEAM">;
    using indexes = mt::indexes<mt::index<"Ranking", "TEAMS", "{points:6}">>;
};
template <>
struct mt::entity<player> {
    using key = mt::key<"PLAYER#{id}", "PLAYER">;
    using indexes = mt::indexes<mt::index<"Ranking", "PLAYERS", "{points:6}#{team_name}">>;
};

namespace {

struct league : mt::table<"league", mt::gsi<"Ranking">, mt::entities<team, player>, counts_points> {};

void move_points(mt::detail::write_set& set, mt::detail::entity_change const& change, mt::item const& of, int sign) {
    namespace detail = mt::detail;
    player const p = detail::decode_as<league, player, player>(of);
    mt::item const key{{"PK", mt::value("TEAM#" + p.team_name)}, {"SK", mt::value("TEAM")}};
    if (!detail::rewrite<league, team>(set, key, change.action, [&](team& t) { t.points += sign * p.points; }))
        set.refuse({mt::write_error::missing_reference, "counts_points", change.action, {}});
}

void keep_points(mt::detail::write_set& set, mt::detail::entity_change const& change) {
    set.guard(change, "points");
    set.guard(change, "team_name");
    if (change.before != nullptr && change.after != nullptr &&
        change.before->find("points") == change.after->find("points") &&
        change.before->find("team_name") == change.after->find("team_name"))
        return;
    if (change.before != nullptr) move_points(set, change, *change.before, -1);
    if (change.after != nullptr) move_points(set, change, *change.after, 1);
}

} // namespace

template <>
inline constexpr bool mt::detail::has_derived_writes<counts_points> = true;
template <>
struct mt::detail::derived_writes_by<counts_points, league, team> {
    static constexpr array_view<derived_write> value{};
};
template <>
struct mt::detail::derived_writes_by<counts_points, league, player> {
    static constexpr derived_write list[] = {{&keep_points}};
    static constexpr array_view<derived_write> value{list};
};

namespace {

/// Counts what reaches the store, and lets a test write something just before a write does.
class spy : public mt::forwarding_backend {
  public:
    using forwarding_backend::forwarding_backend;

    mt::write_outcome do_write(mt::write_request const& request) override {
        ++writes;
        return inner().write(request);
    }
    std::optional<mt::item> do_get(mt::get_request const& request) override {
        ++gets;
        return inner().get(request);
    }
    mt::transaction_outcome do_transact_write(mt::detail::array_view<mt::write_request> actions,
                                              std::string_view token) override {
        ++transactions;
        if (before_transaction && interruptions != 0) {
            --interruptions;
            before_transaction(inner(), transactions);
        }
        return inner().transact_write(actions, token);
    }

    int writes = 0, gets = 0, transactions = 0, interruptions = 1;
    void (*before_transaction)(mt::backend&, int) = nullptr;
};

struct fixture {
    std::shared_ptr<spy> watched = std::make_shared<spy>(mt::memory());
    mt::store<league> db{watched};

    fixture() {
        db.put(team{"red"}).or_throw();
        db.put(team{"blue"}).or_throw();
    }
    int points(std::string const& name) { return db.get<team>("name"_f == name).value().points; }
    /// Also by the index, whose key is made of them.
    void check(int red, int blue) {
        CHECK(points("red") == red);
        CHECK(points("blue") == blue);
        CHECK(db.query<team>("points"_f == red).count() >= 1);
        CHECK(db.query<team>("points"_f == blue).count() >= 1);
    }
};

} // namespace

TEST_CASE("an entity that brings nothing with it is written in one request, as if nothing could") {
    fixture f;
    CHECK(f.watched->writes == 2);
    CHECK(f.watched->gets == 0);
}

TEST_CASE("every verb keeps what depends on the item true") {
    fixture f;
    REQUIRE(f.db.put(player{"1", "red", 3}));
    f.check(3, 0);
    REQUIRE(f.db.put(player{"1", "blue", 4}));
    f.check(0, 4);
    REQUIRE(f.db.create(player{"2", "red", 5}));
    f.check(5, 4);
    REQUIRE(f.db.replace(player{"2", "red", 6}));
    f.check(6, 4);
    REQUIRE(f.db.update<player>("id"_f == "2", "points"_f += 10));
    f.check(16, 4);
    REQUIRE(f.db.update<player>("id"_f == "2", "team_name"_f = "blue"));
    f.check(0, 20);
    REQUIRE(f.db.upsert<player>("id"_f == "3", "team_name"_f = "red", "points"_f = mt::if_absent("points"_f, 0) + 1));
    REQUIRE(f.db.upsert<player>("id"_f == "3", "team_name"_f = "red", "points"_f = mt::if_absent("points"_f, 0) + 1));
    f.check(2, 20);
    REQUIRE(f.db.erase<player>("id"_f == "2"));
    f.check(2, 4);
    REQUIRE(f.db.erase(player{"1"}, mt::when("points"_f == 4)));
    f.check(2, 0);
    REQUIRE(f.db.erase(player{"none", "red"}));
    f.check(2, 0);
    CHECK(f.db.get<player>("id"_f == "3") == player{"3", "red", 2});
    CHECK(f.db.query<player>("points"_f == 2).count() == 1);
}

TEST_CASE("what the item itself refuses changes nothing else") {
    fixture f;
    REQUIRE(f.db.create(player{"1", "red", 3}));
    auto const again = f.db.create(player{"1", "red", 5});
    CHECK(again.error() == mt::write_error::already_exists);
    CHECK(again.existing() == player{"1", "red", 3});
    CHECK(f.db.replace(player{"2", "red", 5}).error() == mt::write_error::not_found);
    auto const update = f.db.update<player>("id"_f == "1", "points"_f += 1, mt::when("points"_f == 4));
    CHECK(update.error() == mt::write_error::condition_failed);
    CHECK(update.existing() == player{"1", "red", 3});
    CHECK_THROWS_MATCHES(
        update.or_throw(), mt::condition_failed,
        says("monotable: player in league: the condition does not hold for the item with PK = \"PLAYER#1\""));
    CHECK(f.db.update<player>("id"_f == "2", "points"_f += 1).error() == mt::write_error::not_found);
    CHECK(f.db.erase<player>("id"_f == "1", mt::when("points"_f == 4)).error() == mt::write_error::condition_failed);
    f.check(3, 0);
}

TEST_CASE("what the consequences refuse changes nothing") {
    fixture f;
    auto const result = f.db.put(player{"1", "green", 3});
    CHECK(result.error() == mt::write_error::missing_reference);
    CHECK(!result.existing());
    CHECK_THROWS_MATCHES(result.or_throw(), mt::condition_failed,
                         says("player in league") && says("counts_points") && says("PLAYER#1"));
    REQUIRE(f.db.put(player{"1", "red", 3}));
    CHECK(f.db.update<player>("id"_f == "1", "team_name"_f = "green").error() == mt::write_error::missing_reference);
    CHECK(f.db.get<player>("id"_f == "1")->team_name == "red");
    f.check(3, 0);
}

TEST_CASE("an update gives back what it was asked for") {
    fixture f;
    REQUIRE(f.db.put(player{"1", "red", 3}));
    auto const update = f.db.update<player>("id"_f == "1", "points"_f += 1, mt::returning_new);
    CHECK(update.after() == player{"1", "red", 4});
    CHECK(f.db.update<player>("id"_f == "1", "points"_f += 1, mt::returning_old).before() == player{"1", "red", 4});
}

TEST_CASE("a write whose consequences do not concern what changed is one write") {
    fixture f;
    REQUIRE(f.db.put(player{"1", "red", 3}));
    f.watched->writes = f.watched->transactions = 0;
    REQUIRE(f.db.update<player>("id"_f == "1", "motto"_f = "win"));
    CHECK(f.watched->writes == 1);
    CHECK(f.watched->transactions == 0);
}

TEST_CASE("what was planned from what has changed is planned again") {
    fixture f;
    REQUIRE(f.db.put(player{"1", "red", 3}));
    f.watched->before_transaction = [](mt::backend& store, int) {
        mt::store<league> other{std::shared_ptr<mt::backend>(&store, [](mt::backend*) {})};
        REQUIRE(other.put(player{"1", "blue", 7})); // the item itself, and both teams
    };
    REQUIRE(f.db.update<player>("id"_f == "1", "points"_f += 1));
    f.check(0, 8);

    f.watched->interruptions = 1;
    f.watched->before_transaction = [](mt::backend& store, int) {
        mt::store<league> other{std::shared_ptr<mt::backend>(&store, [](mt::backend*) {})};
        REQUIRE(other.put(player{"9", "red", 100})); // a team only
    };
    REQUIRE(f.db.erase<player>("id"_f == "1"));
    f.check(100, 0);

    f.watched->interruptions = 1;
    f.watched->before_transaction = [](mt::backend& store, int) {
        mt::store<league> other{std::shared_ptr<mt::backend>(&store, [](mt::backend*) {})};
        REQUIRE(other.create(player{"5", "blue", 1}));
    };
    CHECK(f.db.create(player{"5", "red", 2}).error() == mt::write_error::already_exists);
    f.check(100, 1);
}

TEST_CASE("a write that others are always faster than gives up") {
    fixture f;
    REQUIRE(f.db.put(player{"1", "red", 3}));
    f.watched->interruptions = 1000;
    f.watched->before_transaction = [](mt::backend& store, int n) {
        mt::store<league> other{std::shared_ptr<mt::backend>(&store, [](mt::backend*) {})};
        REQUIRE(other.put(player{"9", "red", n}));
    };
    auto const refused = [&](auto const& result) {
        CHECK(result.error() == mt::write_error::contention);
        CHECK_THROWS_MATCHES(result.or_throw(), mt::condition_failed,
                             says("player in league: others kept changing") && says("PK = \"PLAYER#1\"") &&
                                 says("100 attempts"));
    };
    refused(f.db.update<player>("id"_f == "1", "points"_f += 1));
    CHECK(f.watched->transactions < 110);
    refused(f.db.put(player{"1", "red", 8}));
    refused(f.db.erase<player>("id"_f == "1"));
    auto const batch = f.db.batch_put(std::vector<player>{{"1", "red", 8}});
    REQUIRE(batch.refused().size() == 1);
    refused(batch[0]);
    CHECK(f.db.get<player>("id"_f == "1")->points == 3);
}

TEST_CASE("transactions keep what depends on their items true, seen together") {
    fixture f;
    REQUIRE(f.db.transact(mt::create(player{"1", "red", 3}), mt::create(player{"2", "red", 4}),
                          mt::put(team{"green", 0}), mt::create(player{"3", "green", 5})));
    f.check(7, 0);
    CHECK(f.points("green") == 5);
    REQUIRE(f.db.transact(mt::update<player>("id"_f == "1", "points"_f += 1), mt::erase(player{"2", "red"}),
                          mt::update<player>("id"_f == "3", "team_name"_f = "blue")));
    f.check(4, 5);
    CHECK(f.points("green") == 0);
    REQUIRE(f.db.move(player{"1", "red"}, player{"9", "blue", 6}));
    f.check(0, 11);

    auto const refused = f.db.transact(mt::create(player{"4", "blue", 1}), mt::create(player{"5", "none", 1}));
    CHECK(refused.get<0>().error() == mt::write_error::none);
    CHECK(refused.get<1>().error() == mt::write_error::missing_reference);
    CHECK_THROWS_MATCHES(refused.or_throw(), mt::condition_failed,
                         says("action 1: player in league") && says("PLAYER#5"));
    f.check(0, 11);
}

TEST_CASE("a transaction with consequences is not done again under its token") {
    fixture f;
    auto const act = [&] { return f.db.transact(mt::create(player{"1", "red", 3}), mt::token("once")); };
    REQUIRE(act());
    CHECK(act()); // it could not be created again
    f.check(3, 0);
    REQUIRE(f.db.erase(player{"1", "red"}));
    CHECK(act());
    f.check(0, 0);
    CHECK(!f.db.get<player>("id"_f == "1"));
}

TEST_CASE("a transaction of which others change what it depends on is planned again, or says so") {
    fixture f;
    f.watched->before_transaction = [](mt::backend& store, int) {
        mt::store<league> other{std::shared_ptr<mt::backend>(&store, [](mt::backend*) {})};
        REQUIRE(other.put(player{"9", "red", 100}));
    };
    REQUIRE(f.db.transact(mt::create(player{"1", "red", 3}), mt::create(player{"2", "blue", 4})));
    f.check(103, 4);
    f.watched->interruptions = 1000;
    f.watched->before_transaction = [](mt::backend& store, int n) {
        mt::store<league> other{std::shared_ptr<mt::backend>(&store, [](mt::backend*) {})};
        REQUIRE(other.put(player{"9", "red", n}));
    };
    auto const given_up = f.db.transact(mt::create(player{"3", "blue", 3}), mt::create(player{"4", "red", 4}));
    CHECK(!given_up);
    CHECK(given_up.get<1>().error() == mt::write_error::contention);
    CHECK_THROWS_MATCHES(given_up.or_throw(), mt::condition_failed,
                         says("action 1: player in league: others kept changing") &&
                             says("before each of 100 attempts"));
    CHECK(!f.db.get<player>("id"_f == "3"));
}

TEST_CASE("batches keep what depends on their items true, and say what was refused") {
    fixture f;
    auto const left =
        f.db.batch_put(std::vector<player>{{"1", "red", 3}, {"2", "none", 4}, {"3", "blue", 5}, {"1", "red", 4}});
    CHECK(!left);
    CHECK(left.unprocessed().empty());
    REQUIRE(left.refused().size() == 1);
    CHECK(left.refused()[0].position == 1);
    CHECK(left.refused()[0].reason == mt::write_error::missing_reference);
    REQUIRE(left.size() == 4);
    CHECK(left[0]);
    CHECK(left[1].error() == mt::write_error::missing_reference);
    CHECK(left[1].message() == left.refused()[0].text);
    CHECK(left[3]);
    CHECK_THROWS_AS(left.or_throw(), mt::condition_failed);
    f.check(4, 5);
    REQUIRE(f.db.batch_erase<player>(std::vector<std::string>{"1", "3", "7"}));
    f.check(0, 0);
}

TEST_CASE("more consequences than a transaction takes are an error, and nothing is done") {
    fixture f;
    auto t = f.db.transaction();
    for (int i = 0; i != 60; ++i) {
        f.db.put(team{"t" + std::to_string(i)}).or_throw();
        t.create(player{std::to_string(i), "t" + std::to_string(i), 1});
    }
    CHECK_THROWS_MATCHES(t.commit(), mt::store_error,
                         says("player in league: 120 writes in one transaction, which takes at most 100: 60 "
                              "that were asked for"));
    CHECK(f.db.scan<player>().count() == 0);
}
