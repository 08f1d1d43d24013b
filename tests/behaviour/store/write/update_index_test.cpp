// SPDX-License-Identifier: BSL-1.0
// Index entries follow updates, whatever others do in between.
#include <order_model.hpp>

#include <store_support.hpp>

#include <monotable/backend/forwarding.hpp>

#include <catch2/catch_test_macros.hpp>

#include <functional>
#include <string>

using namespace order_model;
using store_support::says;

namespace {

/// Counts, and lets others write before each write that comes from an update.
class meddling : public mt::forwarding_backend {
  public:
    using forwarding_backend::forwarding_backend;

    std::function<void()> before_update;
    int reads = 0, updates = 0;

    mt::write_outcome do_write(mt::write_request const& request) override {
        if (request.kind == mt::write_kind::update) {
            ++updates;
            if (auto const meddle = before_update) meddle();
        }
        return inner().write(request);
    }
    std::optional<mt::item> do_get(mt::get_request const& request) override {
        ++reads;
        CHECK(request.consistent);
        return inner().get(request);
    }
};

struct world {
    std::shared_ptr<mt::backend> memory = mt::memory{};
    std::shared_ptr<meddling> between = std::make_shared<meddling>(memory);
    mt::store<shop> others{memory};
    mt::store<shop> db{between};

    template <class... A>
    auto update(A const&... arguments) {
        return db.update<order>("customer_id"_f == "c1", "id"_f == "o1", arguments...);
    }
    mt::item raw() const {
        return others.query<order>("customer_id"_f == "c1", "id"_f == "o1").as<mt::item>().first().value();
    }
};

/// Two indexes share a key attribute, so that it is there if either needs it.
struct twofold {
    std::string id, group;
    std::optional<std::string> x, y;

    bool operator==(twofold const&) const = default;
};

/// The same, with the shared attribute made of the primary key.
struct keyed {
    std::string id;
    std::optional<std::string> x, y;

    bool operator==(keyed const&) const = default;
};

} // namespace

template <>
struct mt::entity<keyed> {
    using key = mt::key<"{id}">;
    using indexes = mt::indexes<mt::index<"ByX", "G#{id}", "X#{x}">, mt::index<"ByY", "G#{id}", "Y#{y}">>;
};
template <>
struct mt::entity<twofold> {
    using key = mt::key<"{id}">;
    using indexes = mt::indexes<mt::index<"ByX", "G#{group}", "X#{x}">, mt::index<"ByY", "G#{group}", "Y#{y}">>;
};

namespace {

struct twofolds
    : mt::table<"twofolds", mt::partition_key<"pk">, mt::gsi<"ByX", mt::partition_key<"g">, mt::sort_key<"xs">>,
                mt::gsi<"ByY", mt::partition_key<"g">, mt::sort_key<"ys">>, mt::entities<twofold>> {};
struct keyeds : mt::table<"keyeds", mt::partition_key<"pk">, mt::gsi<"ByX", mt::partition_key<"g">, mt::sort_key<"xs">>,
                          mt::gsi<"ByY", mt::partition_key<"g">, mt::sort_key<"ys">>, mt::entities<keyed>> {};

} // namespace

TEST_CASE("a key attribute that two indexes share stays while either needs it") {
    mt::store<twofolds> db;
    twofold t{"t", "a", "1", "2"};
    db.put(t).or_throw();
    auto const check = [&](int in_x, int in_y) {
        CHECK(*db.scan<twofold>().as<mt::item>().first() == db.to_item(t));
        CHECK(db.query<twofold>(mt::on<"ByX">, "group"_f == t.group).count() == static_cast<std::size_t>(in_x));
        CHECK(db.query<twofold>(mt::on<"ByY">, "group"_f == t.group).count() == static_cast<std::size_t>(in_y));
    };
    REQUIRE(db.update<twofold>("id"_f == "t", "x"_f.remove()));
    t.x.reset();
    check(0, 1);
    REQUIRE(db.update<twofold>("id"_f == "t", "group"_f = "b"));
    t.group = "b";
    check(0, 1);
    REQUIRE(db.update<twofold>("id"_f == "t", "y"_f = std::nullopt));
    t.y.reset();
    check(0, 0);
    REQUIRE(db.update<twofold>("id"_f == "t", "x"_f = "3", "group"_f = "c"));
    t.x = "3";
    t.group = "c";
    check(1, 0);
    REQUIRE(db.update<twofold>("id"_f == "t", "x"_f.remove(), "y"_f = "4", "group"_f = "d"));
    t.x.reset();
    t.y = "4";
    t.group = "d";
    check(0, 1);
}

TEST_CASE("a shared key attribute stays though the arguments say all of one index that leaves it") {
    mt::store<keyeds> db;
    db.put(keyed{"t", "1", "2"}).or_throw();
    REQUIRE(db.update<keyed>("id"_f == "t", "x"_f.remove()));
    CHECK(*db.scan<keyed>().as<mt::item>().first() == db.to_item(keyed{"t", {}, "2"}));
    CHECK(db.query<keyed>("id"_f == "t", "y"_f == "2").count() == 1);
    REQUIRE(db.update<keyed>("id"_f == "t", "y"_f.remove()));
    CHECK(*db.scan<keyed>().as<mt::item>().first() == db.to_item(keyed{"t", {}, {}}));
    REQUIRE(db.upsert<keyed>("id"_f == "t", "x"_f = "3"));
    CHECK(*db.scan<keyed>().as<mt::item>().first() == db.to_item(keyed{"t", "3", {}}));
}

TEST_CASE("an update that no index depends on is one request") {
    world w;
    auto o = sample("o1");
    w.others.put(o).or_throw();
    REQUIRE(w.update("urgent"_f = true, "total"_f += 1));
    CHECK(w.between->reads == 0);
    CHECK(w.between->updates == 1);
    CHECK(ids(w.others.query<order>(mt::on<"BySum">, "customer_id"_f == "c1", "total"_f == 101)) ==
          "o1"); // a native key
}

TEST_CASE("index keys that the arguments determine are written in one request") {
    world w;
    auto o = sample("o1");
    w.others.put(o).or_throw();
    REQUIRE(w.update("rank"_f = 3, "number"_f = 8, "state"_f = status::paid, "placed_at"_f = day(2)));
    CHECK(w.between->reads == 0);
    CHECK(w.between->updates == 1);
    o.rank = 3;
    o.number = 8;
    o.state = status::paid;
    o.placed_at = day(2);
    CHECK(w.raw() == w.db.to_item(o));
    CHECK(ids(w.others.query<order>("rank"_f == 3)) == "o1");
    CHECK(ids(w.others.query<order>(mt::on<"ByState">, "state"_f == status::paid)) == "o1");
    CHECK(w.others.query<order>(mt::on<"Open">, "state"_f == status::open).as<mt::item>().count() == 0);
}

TEST_CASE("index keys with parts that are not among the arguments are read and written on condition") {
    world w;
    auto o = sample("o1");
    o.rank = 1;
    w.others.put(o).or_throw();
    REQUIRE(w.update("number"_f += 1));
    CHECK(w.between->reads == 1);
    CHECK(w.between->updates == 1);
    o.number = 8;
    CHECK(w.raw() == w.db.to_item(o));
    REQUIRE(w.update("state"_f = status::shipped));
    o.state = status::shipped;
    CHECK(w.raw() == w.db.to_item(o));
    REQUIRE(w.update("number"_f = "rank"_f));
    o.number = 1;
    CHECK(w.raw() == w.db.to_item(o));
}

TEST_CASE("a closed item that reopens enters its sparse index again") {
    world w;
    auto const o = sample("o1");
    w.others.put(o).or_throw();
    auto const open = w.others.query<order>(mt::on<"Open">, "state"_f == status::open).as<mt::item>();
    CHECK(open.count() == 1);
    REQUIRE(w.update("state"_f = status::shipped));
    CHECK(open.count() == 0);
    REQUIRE(w.update("state"_f = status::open));
    CHECK(open.count() == 1);
    CHECK(w.raw() == w.db.to_item(o));
}

TEST_CASE("an update that removes an optional leaves its index, one that sets it enters") {
    world w;
    auto o = sample("o1");
    o.rank = 4;
    w.others.put(o).or_throw();
    auto const ranked = w.others.query<order>(mt::on<"ByRank">);
    CHECK(ids(ranked) == "o1");
    REQUIRE(w.update("rank"_f.remove()));
    CHECK(ids(ranked).empty());
    o.rank.reset();
    CHECK(w.raw() == w.db.to_item(o));
    REQUIRE(w.update("rank"_f = 5));
    o.rank = 5;
    CHECK(ids(ranked) == "o1");
    CHECK(w.raw() == w.db.to_item(o));
    REQUIRE(w.update("rank"_f = std::optional<int>()));
    CHECK(ids(ranked).empty());
}

TEST_CASE("what changes a part of a key between reading and writing is seen, and the update tried again") {
    world w;
    auto o = sample("o1");
    w.others.put(o).or_throw();
    int meddled = 0;
    w.between->before_update = [&] {
        if (++meddled > 3) return;
        o.number += 10;
        w.others.put(o).or_throw();
    };
    REQUIRE(w.update("number"_f += 1));
    CHECK(w.between->updates == 4);
    CHECK(w.between->reads == 1); // the failed writes say what is there
    o.number += 1;
    CHECK(o.number == 38);
    CHECK(w.raw() == w.db.to_item(o));
}

TEST_CASE("what changes anything else in between is kept, and no reason to try again") {
    world w;
    auto o = sample("o1");
    w.others.put(o).or_throw();
    w.between->before_update = [&] {
        o.total = 5;
        o.note = "meanwhile";
        w.others.put(o).or_throw();
    };
    REQUIRE(w.update("state"_f = status::paid));
    CHECK(w.between->updates == 1);
    o.state = status::paid;
    CHECK(w.raw() == w.db.to_item(o));
}

TEST_CASE("a condition that something in between makes fail is an outcome") {
    world w;
    auto o = sample("o1");
    w.others.put(o).or_throw();
    w.between->before_update = [&] {
        o.state = status::shipped;
        o.number = 70;
        w.others.put(o).or_throw();
    };
    auto const refused = w.update("number"_f += 1, mt::when("state"_f == status::open));
    CHECK_FALSE(refused);
    CHECK(refused.existing() == o);
    CHECK(w.between->updates == 1);
    CHECK(w.raw() == w.db.to_item(o));
}

TEST_CASE("an item that is erased in between is an outcome") {
    world w;
    auto const o = sample("o1");
    w.others.put(o).or_throw();
    w.between->before_update = [&] { w.others.erase(o).or_throw(); };
    auto const refused = w.update("number"_f += 1);
    CHECK_FALSE(refused);
    CHECK_FALSE(refused.existing());
    CHECK(w.others.scan<order>().count() == 0);
}

TEST_CASE("an item that changes before every attempt is given up at last") {
    world w;
    auto o = sample("o1");
    w.others.put(o).or_throw();
    w.between->before_update = [&] {
        o.number += 1;
        w.others.put(o).or_throw();
    };
    auto const given_up = w.update("number"_f += 1);
    CHECK(given_up.error() == mt::write_error::contention);
    CHECK(w.between->updates == 100);
    CHECK_THROWS_MATCHES(given_up.or_throw(), mt::condition_failed,
                         says("PK = \"C#c1\", SK = \"O#o1\", before each of 100 attempts"));
    CHECK(w.raw() == w.db.to_item(o));
}

TEST_CASE("an upsert whose item appears, or disappears, in between is tried again") {
    world w;
    auto o = sample("o1");
    int meddled = 0;
    w.between->before_update = [&] {
        if (++meddled == 1) w.others.put(o).or_throw();
        if (meddled == 2) w.others.erase(o).or_throw();
    };
    auto const upsert = [&] {
        return w.db.upsert<order>("customer_id"_f == "c1", "id"_f == "o1", "placed_at"_f = day(1),
                                  "state"_f = status::paid, "total"_f = 1,
                                  "number"_f = mt::if_absent("number"_f, 50) + 1, "urgent"_f = false, "weight"_f = 0,
                                  "ship_to"_f = address{"s", "c", {}}, "lines"_f.append(line{"z", 1}),
                                  "remarks"_f = std::vector<std::string>{}, "prices"_f = std::map<std::string, int>{});
    };
    REQUIRE(upsert());
    CHECK(w.between->updates == 3);
    auto const created = w.others.get<order>("customer_id"_f == "c1", "id"_f == "o1").value();
    CHECK(created.number == 51);
    CHECK(created.lines == std::vector<line>{{"z", 1}});
    CHECK(w.raw().find("GSI") == std::nullopt);
    CHECK(ids(w.others.query<order>(mt::on<"ByState">, "state"_f == status::paid, "number"_f == 51)) == "o1");
    REQUIRE(upsert());
    CHECK(w.others.get<order>("customer_id"_f == "c1", "id"_f == "o1")->number == 52);
    CHECK(w.raw() == [&] {
        auto expected = created;
        expected.number = 52;
        expected.lines.push_back({"z", 1});
        // The default of a field that nobody wrote is not written by an update.
        auto const put = w.db.to_item(expected);
        std::string out;
        mt::value_writer writer(out);
        writer.begin_map();
        for (auto const& [name, value] : put) {
            if (name == "revision") continue;
            writer.name(name);
            writer.raw(value);
        }
        writer.end_map();
        return mt::item::from_encoding(std::move(out));
    }());
}
