// SPDX-License-Identifier: BSL-1.0
// What other mappers are known to get wrong. Each test is named for its trap.
#include <monotable/backend/forwarding.hpp>
#include <monotable/batches.hpp>
#include <monotable/monotable.hpp>
#include <monotable/managed_fields.hpp>
#include <monotable/transactions.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mt = monotable;
using namespace mt::literals;

namespace {

enum class state { open, closed };

struct ticket {
    std::string queue, id;
    state status = state::open;
    int weight = 0;
    std::optional<int> rank = {};
    std::optional<std::string> owner = {};

    bool operator==(ticket const&) const = default;
};
struct score {
    std::string game;
    int points = 0;
    std::string player;

    bool operator==(score const&) const = default;
};
struct part {
    std::string b, s;
    int n = 0;

    bool operator==(part const&) const = default;
};
struct account {
    std::string id;
    std::int64_t version = 0;
    int balance = 0;

    bool operator==(account const&) const = default;
};

} // namespace

template <>
struct mt::entity<account> {
    using key = mt::key<"ACCOUNT#{id}", "ACCOUNT">;
    using attributes = mt::attributes<mt::version<"version">>;
};
template <>
struct mt::entity<ticket> {
    using key = mt::key<"QUEUE#{queue}", "TICKET#{id}">;
    using indexes = mt::indexes<mt::index<"Open", "OPEN", "{weight:3}#{id}">::when<"status", state::open>,
                                mt::index<"Ranked", "RANKED", "{rank:3}#{id}">>;
};
template <>
struct mt::entity<score> {
    using key = mt::key<"GAME#{game}", "{points}#{player}">;
};
template <>
struct mt::entity<part> {
    using key = mt::key<"PARTS", "order_1#b_{b}#s_{s}">;
};

namespace {

struct desk : mt::table<"desk", mt::gsi<"Open">, mt::gsi<"Ranked">, mt::entities<ticket, score, part, account>> {};

template <class Range>
std::string ids(Range const& range) {
    std::string out;
    for (auto const& each : range) out += (out.empty() ? "" : " ") + each.id;
    return out;
}

template <class Range>
std::string points(Range const& range) {
    std::string out;
    for (auto const& each : range) out += (out.empty() ? "" : " ") + std::to_string(each.points);
    return out;
}

} // namespace

TEST_CASE("trap: create with an or in its condition overwrites an item") {
    mt::store<desk> db;
    ticket const there{.queue = "q", .id = "1", .weight = 1};
    db.put(there).or_throw();
    auto const done =
        db.create(ticket{.queue = "q", .id = "1", .weight = 2}, mt::when("weight"_f == 7 || "status"_f == state::open));
    CHECK_FALSE(done);
    CHECK(done.existing() == there);
    CHECK(db.get<ticket>("queue"_f == "q", "id"_f == "1") == there);
}

TEST_CASE("trap: an or in the condition of an update creates a ghost") {
    mt::store<desk> db;
    CHECK_FALSE(db.update<ticket>("queue"_f == "q", "id"_f == "1", "weight"_f = 2,
                                  mt::when("weight"_f == 7 || "weight"_f.absent())));
    CHECK(db.scan<ticket>().count() == 0);
}

TEST_CASE("trap: a value that holds the delimiter reaches another's item") {
    mt::store<desk> db;
    part const first{"x#s_y", "z", 1}, second{"x", "y#s_z", 2};
    db.put(first).or_throw();
    CHECK(bool(db.create(second)));
    CHECK(db.get<part>("b"_f == "x#s_y", "s"_f == "z") == first);
    CHECK(db.get<part>("b"_f == "x", "s"_f == "y#s_z") == second);
    CHECK(db.query<part>("b"_f == "x").all() == std::vector<part>{second});
}

TEST_CASE("trap: ids that differ in case share a key") {
    mt::store<desk> db;
    db.put(ticket{.queue = "q", .id = "abc", .weight = 1}).or_throw();
    CHECK(bool(db.create(ticket{.queue = "q", .id = "ABC", .weight = 2})));
    CHECK(db.get<ticket>("queue"_f == "q", "id"_f == "abc")->weight == 1);
}

TEST_CASE("trap: numbers in a key sort as text, and negative ones backwards") {
    mt::store<desk> db;
    for (int const n : {1, 10, 11, 2, 9, -1, -7, -10, 0, 2'147'483'647, -2'147'483'647})
        db.put(score{"g", n, "p"}).or_throw();
    CHECK(points(db.query<score>("game"_f == "g")) == "-2147483647 -10 -7 -1 0 1 2 9 10 11 2147483647");
    CHECK(points(db.query<score>("game"_f == "g", "points"_f <= 9)) == "-2147483647 -10 -7 -1 0 1 2 9");
    CHECK(points(db.query<score>("game"_f == "g", "points"_f >= 9)) == "9 10 11 2147483647");
    CHECK(points(db.query<score>("game"_f == "g", "points"_f.between(-9, 2))) == "-7 -1 0 1 2");
}

TEST_CASE("trap: a number that is wider than its place in the key is cut, or sorts wrong") {
    mt::store<desk> db;
    db.put(ticket{.queue = "q", .id = "-999", .weight = -999}).or_throw();
    db.put(ticket{.queue = "q", .id = "-12", .weight = -12}).or_throw();
    db.put(ticket{.queue = "q", .id = "999", .weight = 999}).or_throw();
    int const wide = GENERATE(1000, -1000, 123456);
    CHECK_THROWS_AS(db.put(ticket{.queue = "q", .id = "wide", .weight = wide}), mt::bad_value);
    CHECK_THROWS_AS(db.update<ticket>("queue"_f == "q", "id"_f == "999", "weight"_f = wide), mt::bad_value);
    CHECK_THROWS_AS(db.update<ticket>("queue"_f == "q", "id"_f == "999", "weight"_f += 1), mt::bad_value);
    CHECK(ids(db.query<ticket>("status"_f == state::open)) == "-999 -12 999");
    db.put(ticket{.queue = "q", .id = "wide", .status = state::closed, .weight = wide}).or_throw(); // has no such key
    CHECK(ids(db.query<ticket>("status"_f == state::open)) == "-999 -12 999");
}

TEST_CASE("trap: an inclusive bound leaves out items that are equal as far as it goes") {
    mt::store<desk> db;
    for (auto const* player : {"a", "b"})
        for (int const n : {1, 2, 3}) db.put(score{"g", n, player}).or_throw();
    CHECK(points(db.query<score>("game"_f == "g", "points"_f <= 2)) == "1 1 2 2");
    CHECK(points(db.query<score>("game"_f == "g", "points"_f >= 2)) == "2 2 3 3");
    CHECK(points(db.query<score>("game"_f == "g", "points"_f > 2)) == "3 3");
    CHECK(points(db.query<score>("game"_f == "g", "points"_f < 2)) == "1 1");
}

TEST_CASE("trap: a closed item that reopens does not come back into its sparse index") {
    mt::store<desk> db;
    db.put(ticket{.queue = "q", .id = "1", .status = state::closed, .weight = 5}).or_throw();
    CHECK(ids(db.query<ticket>("status"_f == state::open)).empty());
    CHECK(bool(db.update<ticket>("queue"_f == "q", "id"_f == "1", "status"_f = state::open)));
    CHECK(ids(db.query<ticket>("status"_f == state::open)) == "1");
    CHECK(bool(db.update<ticket>("queue"_f == "q", "id"_f == "1", "weight"_f += 1)));
    CHECK(ids(db.query<ticket>("status"_f == state::open, "weight"_f == 6)) == "1");
    CHECK(bool(db.replace(ticket{.queue = "q", .id = "1", .status = state::closed})));
    CHECK(ids(db.query<ticket>("status"_f == state::open)).empty());
}

TEST_CASE("trap: an update that removes an optional leaves its index entry behind") {
    mt::store<desk> db;
    auto const ranked = [&] { return ids(db.query<ticket>(mt::on<"Ranked">)); };
    db.put(ticket{.queue = "q", .id = "1", .rank = 7}).or_throw();
    db.put(ticket{.queue = "q", .id = "2", .rank = 8}).or_throw();
    CHECK(ranked() == "1 2");
    CHECK(bool(db.update<ticket>("queue"_f == "q", "id"_f == "1", "rank"_f.remove())));
    CHECK(ranked() == "2");
    CHECK(bool(db.update<ticket>("queue"_f == "q", "id"_f == "2", "rank"_f = std::optional<int>())));
    CHECK(ranked().empty());
    CHECK(bool(db.update<ticket>("queue"_f == "q", "id"_f == "2", "rank"_f = 3)));
    CHECK(ranked() == "2");
}

TEST_CASE("trap: a value that looks like none, such as 0, is taken for absent") {
    mt::store<desk> db;
    db.put(ticket{.queue = "q", .id = "1", .rank = 0, .owner = ""}).or_throw();
    CHECK(ids(db.query<ticket>(mt::on<"Ranked">)) == "1");
    CHECK(db.get<ticket>("queue"_f == "q", "id"_f == "1")->owner == "");
    CHECK(ids(db.query<ticket>("queue"_f == "q").filter("owner"_f == "")) == "1");
    CHECK_THROWS_AS(db.put(part{}), mt::bad_value);
}

TEST_CASE("trap: not less or equal becomes greater") {
    mt::store<desk> db;
    db.put(ticket{.queue = "q", .id = "none"}).or_throw();
    db.put(ticket{.queue = "q", .id = "low", .rank = 5}).or_throw();
    db.put(ticket{.queue = "q", .id = "top", .rank = 6}).or_throw();
    CHECK(ids(db.query<ticket>("queue"_f == "q").filter(!("rank"_f <= 5))) == "none top");
    CHECK(ids(db.query<ticket>("queue"_f == "q").filter("rank"_f > 5)) == "top");
    CHECK(ids(db.query<ticket>("queue"_f == "q").filter(!!("rank"_f <= 5))) == "low");
    CHECK(bool(db.update<ticket>("queue"_f == "q", "id"_f == "none", "weight"_f = 1, mt::when(!("rank"_f <= 5)))));
    CHECK_FALSE(db.update<ticket>("queue"_f == "q", "id"_f == "none", "weight"_f = 1, mt::when("rank"_f > 5)));
}

TEST_CASE("trap: and binds less than or, or a second condition replaces the first") {
    mt::store<desk> db;
    for (int n : {1, 2, 3}) db.put(ticket{.queue = "q", .id = std::to_string(n), .weight = n, .rank = n}).or_throw();
    auto const found = [&](auto const& filter) { return ids(db.query<ticket>("queue"_f == "q").filter(filter)); };
    CHECK(found(("weight"_f == 1 || "weight"_f == 2) && "rank"_f == 3).empty());
    CHECK(found("weight"_f == 1 || ("weight"_f == 2 && "rank"_f == 3)) == "1");
    CHECK(ids(db.query<ticket>("queue"_f == "q").filter("weight"_f == 1 || "weight"_f == 2).filter("rank"_f == 2)) ==
          "2");
}

TEST_CASE("trap: values are read as expressions, placeholders or templates") {
    mt::store<desk> db;
    auto const text = GENERATE(as<std::string>(), "{owner} or attribute_exists(${queue})", "#n0 = :v0", ":v0",
                               "{98012}", "${owner}", "true", "\" OR \"1\"=\"1", "%s");
    db.put(ticket{.queue = text, .id = text, .owner = text}).or_throw();
    db.put(ticket{.queue = text, .id = "other", .owner = "someone"}).or_throw();
    CHECK(db.query<ticket>("queue"_f == text).filter("owner"_f == text).all().size() == 1);
    CHECK(bool(
        db.update<ticket>("queue"_f == text, "id"_f == "other", "owner"_f = text, mt::when("owner"_f == "someone"))));
    CHECK(db.get<ticket>("queue"_f == text, "id"_f == "other")->owner == text);
}

TEST_CASE("trap: a cursor of another query is taken") {
    mt::store<desk> db;
    for (int n : {1, 2, 3}) {
        db.put(ticket{.queue = "mine", .id = std::to_string(n)}).or_throw();
        db.put(ticket{.queue = "theirs", .id = std::to_string(n)}).or_throw();
    }
    auto const cursor = db.query<ticket>("queue"_f == "theirs").limit(1).page().cursor;
    REQUIRE_FALSE(cursor.empty());
    CHECK(db.query<ticket>("queue"_f == "theirs").limit(1).after(cursor).page().items.size() == 1);
    CHECK_THROWS_AS(db.query<ticket>("queue"_f == "mine").after(cursor).all(), mt::bad_cursor);
    CHECK_THROWS_AS(db.query<ticket>("queue"_f == "theirs").descending().after(cursor).all(), mt::bad_cursor);
    CHECK_THROWS_AS(db.query<ticket>("queue"_f == "theirs", "id"_f > "1").after(cursor).all(), mt::bad_cursor);
    CHECK_THROWS_AS(db.query<ticket>("status"_f == state::open).after(cursor).all(), mt::bad_cursor);
    CHECK_THROWS_AS(db.scan<ticket>().after(cursor).all(), mt::bad_cursor);
}

TEST_CASE("trap: a limit counts items before the filter") {
    mt::store<desk> db;
    for (int n = 10; n != 40; ++n) db.put(ticket{.queue = "q", .id = std::to_string(n), .weight = n}).or_throw();
    CHECK(ids(db.query<ticket>("queue"_f == "q").filter("weight"_f >= 35).limit(2)) == "35 36");
}

TEST_CASE("trap: an object of version 0 passes for new and overwrites") {
    mt::store<desk> db;
    REQUIRE(db.create(account{"a", 0, 5}));
    account const fresh{"a", 0, 9};
    CHECK(db.create(fresh).error() == mt::write_error::already_exists);
    CHECK(db.replace(fresh).error() == mt::write_error::version_mismatch);
    CHECK(db.update(fresh, "balance"_f = 9).error() == mt::write_error::version_mismatch);
    CHECK(db.erase(fresh).error() == mt::write_error::version_mismatch);
    CHECK_FALSE(db.transact(mt::replace(fresh)));
    CHECK(db.get<account>("id"_f == "a") == account{"a", 1, 5});
}

TEST_CASE("trap: a version that is checked by one verb is not by another") {
    mt::store<desk> db;
    REQUIRE(db.create(account{"a", 0, 5}));
    auto const mine = db.get<account>("id"_f == "a").value();
    REQUIRE(db.update<account>("id"_f == "a", "balance"_f = 6)); // of somebody else
    CHECK(db.replace(mine).error() == mt::write_error::version_mismatch);
    CHECK(db.update(mine, "balance"_f = 7).error() == mt::write_error::version_mismatch);
    CHECK(db.erase(mine).error() == mt::write_error::version_mismatch);
    CHECK(db.get<account>("id"_f == "a")->balance == 6);
}

namespace {

/// Does one write and one look-up of each batch.
class busy : public mt::forwarding_backend {
  public:
    using forwarding_backend::forwarding_backend;
    std::vector<std::size_t> do_batch_write(mt::detail::array_view<mt::write_request> requests) override {
        auto left = forwarding_backend::do_batch_write(requests.part(0, 1));
        for (std::size_t i = 1; i != requests.size(); ++i) left.push_back(i);
        return left;
    }
    mt::batch_get_result do_batch_get(mt::detail::array_view<mt::get_request> requests) override {
        auto found = forwarding_backend::do_batch_get(requests.part(0, 1));
        found.items.resize(requests.size());
        for (std::size_t i = 1; i != requests.size(); ++i) found.unprocessed.push_back(i);
        return found;
    }
};

} // namespace

TEST_CASE("trap: a batch loses what the server did not process") {
    mt::store<desk> db{std::shared_ptr<mt::backend>(std::make_shared<busy>(mt::memory()))};
    std::vector<part> parts;
    for (int n = 0; n != 4; ++n) parts.push_back({"b", std::to_string(n), n});
    auto const left = db.batch_put(parts);
    std::size_t const stored = db.scan<part>().count();
    CHECK(stored + left.unprocessed().size() == 4);
    CHECK(bool(left) == (stored == 4));
    for (std::size_t const each : left.unprocessed()) db.put(parts[each]).or_throw();
    auto const found = db.batch_get<part>(parts);
    for (std::size_t i = 0; i != 4; ++i) {
        bool undone = false;
        for (std::size_t const each : found.unprocessed()) undone = undone || each == i;
        CHECK(undone != (found[i] == parts[i]));
    }
    auto const kept = db.batch_erase<part>(parts);
    CHECK(db.scan<part>().count() == kept.unprocessed().size());
}
