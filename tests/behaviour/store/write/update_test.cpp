// SPDX-License-Identifier: BSL-1.0
// update and upsert: what they change, what they leave alone, what they answer.
#include <monotable/transactions.hpp>

#include <order_model.hpp>

#include <store_support.hpp>

#include <catch2/catch_test_macros.hpp>

#include <limits>
#include <string>

using namespace order_model;
using store_support::says;

namespace {

struct counter {
    std::string id;
    int n = 0;
    std::optional<std::string> label;

    bool operator==(counter const&) const = default;
};

/// Sums of its fields may leave their ranges.
struct gauge {
    std::string id;
    std::int8_t level = 0;
    std::int8_t other = 0;
    std::uint16_t left = 0;
    std::uint64_t large = 0;
    std::optional<std::int8_t> extra;
    std::vector<std::uint8_t> list;

    bool operator==(gauge const&) const = default;
};

} // namespace

template <>
struct mt::entity<gauge> {
    using key = mt::key<"GAUGE#{id}">;
};

template <>
struct mt::entity<counter> {
    using key = mt::key<"COUNTER#{id}">;
    using indexes = mt::indexes<mt::index<"All", "COUNTERS", "{id}">, mt::index<"Labels", "{label}", "{n:4}">>;
};

namespace {

struct gauges : mt::table<"gauges", mt::partition_key<"pk">, mt::entities<gauge>> {};
struct counters : mt::table<"counters", mt::partition_key<"pk">, mt::gsi<"All">, mt::gsi<"Labels">,
                            mt::type_attribute<"kind">, mt::entities<counter>> {};

order stored(mt::store<shop> const& db, std::string const& id = "o1") {
    return db.get<order>("customer_id"_f == "c1", "id"_f == id).value();
}

mt::store<shop> with(order const& o) {
    mt::store<shop> db;
    db.put(o).or_throw();
    return db;
}

template <class... A>
auto update(mt::store<shop>& db, A const&... arguments) {
    return db.update<order>("customer_id"_f == "c1", "id"_f == "o1", arguments...);
}

/// The item is what putting the object would make of it.
void check_as_put(mt::store<shop> const& db, order const& expected) {
    CHECK(stored(db, expected.id) == expected);
    CHECK(*db.query<order>("customer_id"_f == "c1", "id"_f == expected.id).as<mt::item>().first() ==
          db.to_item(expected));
}

} // namespace

TEST_CASE("an update assigns, adds and removes; everything else stays") {
    auto o = sample("o1");
    o.note = "n";
    auto db = with(o);
    REQUIRE(update(db, "total"_f += 5, "urgent"_f = true, "note"_f.remove(), "weight"_f = 1.5));
    o.total = 105;
    o.urgent = true;
    o.note.reset();
    o.weight = 1.5;
    check_as_put(db, o);

    REQUIRE(update(db, "total"_f -= 200, "note"_f = "again"));
    o.total = -95;
    o.note = "again";
    check_as_put(db, o);

    REQUIRE(update(db, "note"_f = std::optional<std::string>()));
    o.note.reset();
    check_as_put(db, o);
    REQUIRE(update(db, "note"_f = std::optional<std::string>("x"), "paid_at"_f = day(3)));
    REQUIRE(update(db, "note"_f = std::nullopt));
    o.paid_at = day(3);
    check_as_put(db, o);
}

TEST_CASE("numbers are exact") {
    auto o = sample("o1");
    o.total = mt::decimal("0.1");
    auto db = with(o);
    REQUIRE(update(db, "total"_f += mt::decimal("0.2")));
    CHECK(stored(db).total == mt::decimal("0.3"));
}

TEST_CASE("fields are assigned from fields, all as they were before") {
    auto o = sample("o1");
    o.rank = 1;
    auto db = with(o);
    REQUIRE(update(db, "rank"_f = "number"_f, "number"_f = "rank"_f));
    CHECK(stored(db).rank == 7);
    CHECK(stored(db).number == 1);
    REQUIRE(update(db, "number"_f = "rank"_f + 10, "revision"_f = 100 - "rank"_f));
    CHECK(stored(db).number == 17);
    CHECK(stored(db).revision == 93);
    REQUIRE(update(db, "total"_f = "number"_f + "revision"_f));
    CHECK(stored(db).total == 110);
}

TEST_CASE("if_absent keeps what is there") {
    auto db = with(sample("o1"));
    REQUIRE(update(db, "rank"_f = mt::if_absent("rank"_f, 5), "note"_f = mt::if_absent("note"_f, "new")));
    REQUIRE(update(db, "rank"_f = mt::if_absent("rank"_f, 6) + 1, "note"_f = mt::if_absent("note"_f, "newer")));
    CHECK(stored(db).rank == 6);
    CHECK(stored(db).note == "new");
}

TEST_CASE("lists grow at both ends, and need not be there") {
    auto db = with(sample("o1"));
    REQUIRE(update(db, "lines"_f.append(line{"c", 3}), "remarks"_f.prepend("x", std::string("y"))));
    REQUIRE(update(db, "lines"_f.prepend(line{"0", 0}, line{"1", 1}), "remarks"_f.append("z")));
    CHECK(stored(db).lines == std::vector<line>{{"0", 0}, {"1", 1}, {"a", 1}, {"b", 2}, {"c", 3}});
    CHECK(stored(db).remarks == std::vector<std::string>{"x", "y", "z"});

    mt::item const key{{"PK", "C#c1"}, {"SK", "O#o1"}};
    mt::expression update_tree;
    update_tree.begin(mt::expression_kind::update);
    update_tree.add(mt::expression::make(mt::expression_kind::remove,
                                         {mt::expression::path(mt::detail::document_path("remarks"))}));
    db.implementation()->update({.table = "orders", .item = key, .update = update_tree});
    REQUIRE(update(db, "remarks"_f.append("first")));
    CHECK(stored(db).remarks == std::vector<std::string>{"first"});
}

TEST_CASE("sets gain and lose elements; one that becomes empty is absent, as put has it") {
    auto o = sample("o1");
    auto db = with(o);
    REQUIRE(update(db, "tags"_f.insert("z", "x")));
    CHECK(stored(db).tags == std::set<std::string>{"x", "y", "z"});
    REQUIRE(update(db, "tags"_f.erase("x", "y", "nothing")));
    CHECK(stored(db).tags == std::set<std::string>{"z"});
    REQUIRE(update(db, "tags"_f.erase("z")));
    o.tags.clear();
    check_as_put(db, o);
    REQUIRE(update(db, "tags"_f.insert("w", "w")));
    CHECK(stored(db).tags == std::set<std::string>{"w"});
    REQUIRE(update(db, "tags"_f = std::set<std::string>{}));
    check_as_put(db, o);
}

TEST_CASE("places inside of fields") {
    auto db = with(sample("o1"));
    REQUIRE(update(db, "ship_to.city"_f = "Köln", "ship_to.extra"_f = "3rd floor", "lines[0].qty"_f -= 1,
                   "lines[1]"_f = line{"z", 9}, "prices.eur"_f += 1, "prices.usd"_f = 6));
    auto const o = stored(db);
    CHECK(o.ship_to == address{"Main", "Köln", "3rd floor"});
    CHECK(o.lines == std::vector<line>{{"a", 0}, {"z", 9}});
    CHECK(o.prices == std::map<std::string, int>{{"eur", 6}, {"usd", 6}});

    REQUIRE(update(db, "ship_to.extra"_f.remove(), "lines[0]"_f.remove(), "prices.eur"_f.remove(),
                   "remarks[5]"_f = "appended"));
    CHECK(stored(db).ship_to.extra == std::nullopt);
    CHECK(stored(db).lines == std::vector<line>{{"z", 9}});
    CHECK(stored(db).prices == std::map<std::string, int>{{"usd", 6}});
    CHECK(stored(db).remarks == std::vector<std::string>{"appended"});
    CHECK_THROWS_AS(update(db, "lines[4].qty"_f = 1), mt::store_error); // there is no such line
}

TEST_CASE("an update of nothing changes nothing and says so") {
    mt::store<shop> db;
    auto const result = update(db, "urgent"_f = true);
    CHECK_FALSE(result);
    CHECK_FALSE(result.existing());
    CHECK_THROWS_MATCHES(result.or_throw(), mt::condition_failed,
                         says("monotable: order in orders: no item exists with PK = \"C#c1\", SK = \"O#o1\""));
    CHECK_FALSE(update(db, "state"_f = status::paid)); // which needs to read
    CHECK(db.scan<order>().count() == 0);
}

TEST_CASE("an update that a condition refuses gives back the item") {
    auto o = sample("o1");
    auto db = with(o);
    auto const refused = update(db, "urgent"_f = true, mt::when("state"_f == status::paid || "total"_f > 1000));
    CHECK_FALSE(refused);
    CHECK(refused.existing() == o);
    CHECK_THROWS_MATCHES(
        refused.or_throw(), mt::condition_failed,
        says("monotable: order in orders: the condition does not hold for the item with PK = \"C#c1\", SK = \"O#o1\""));
    check_as_put(db, o);
    auto const read_first = update(db, "number"_f += 1, mt::when("state"_f == status::paid, "total"_f > 1));
    CHECK(read_first.existing() == o);
    check_as_put(db, o);
    CHECK(update(db, "urgent"_f = true, mt::when("state"_f == status::open, "total"_f == 100)));
    CHECK(stored(db).urgent);
}

TEST_CASE("an update gives the item before or after it, if asked") {
    auto o = sample("o1");
    auto db = with(o);
    auto const result = update(db, "revision"_f = 5, mt::returning_old);
    CHECK(result.before() == o);
    o.revision = 5;
    CHECK(update(db, "revision"_f = 5, mt::returning_new).after() == o);
    o.state = status::paid;
    CHECK(update(db, "state"_f = status::paid, mt::returning_new).after() == o); // which reads first
    CHECK_THROWS_AS(update(db, "revision"_f = 6, mt::when("note"_f.exists()), mt::returning_new).after(),
                    mt::condition_failed);
}

TEST_CASE("the key of an update may be an object's, whose other fields say nothing") {
    auto o = sample("o1");
    auto db = with(o);
    auto stale = o;
    stale.state = status::shipped;
    stale.number = 99;
    REQUIRE(db.update(stale, "total"_f = 1, "state"_f = status::paid));
    o.total = 1;
    o.state = status::paid;
    check_as_put(db, o);
    REQUIRE(db.update<order>(stale, "total"_f = 2));
    CHECK(stored(db).total == 2);
}

TEST_CASE("attributes that the struct does not have survive an update") {
    auto db = with(sample("o1"));
    auto const old = *db.query<order>("customer_id"_f == "c1").as<mt::item>().first();
    mt::expression set;
    set.begin(mt::expression_kind::update);
    set.add(mt::expression::make(mt::expression_kind::set, {mt::expression::path(mt::detail::document_path("vip")),
                                                            mt::expression::constant(mt::value(1))}));
    mt::item const key{{"PK", "C#c1"}, {"SK", "O#o1"}};
    db.implementation()->update({.table = "orders", .item = key, .update = set});
    REQUIRE(update(db, "number"_f = 8, "urgent"_f = true));
    CHECK(db.query<order>("customer_id"_f == "c1").as<mt::item>().first()->find("vip"));
}

TEST_CASE("values that cannot be stored are refused before anything is written") {
    auto const o = sample("o1");
    auto db = with(o);
    CHECK_THROWS_MATCHES(update(db, "number"_f = 5'000'000'000), mt::bad_value,
                         says("monotable: order.number: 5000000000 is outside"));
    CHECK_THROWS_MATCHES(update(db, "weight"_f = std::numeric_limits<double>::infinity()), mt::bad_value,
                         says("monotable: order.weight: "));
    CHECK_THROWS_MATCHES(update(db, "number"_f = 12'345'678), mt::bad_value, says("number")); // wider than {number:6}
    CHECK_THROWS_AS(update(db, "note"_f = "\xff"), mt::bad_value);
    CHECK_THROWS_AS(update(db, "rank"_f += 1), mt::store_error); // nothing to add to
    check_as_put(db, o);
}

TEST_CASE("an upsert creates the item as put would, and changes it afterwards") {
    mt::store<counters> db;
    for (int i = 1; i != 4; ++i) {
        REQUIRE(db.upsert<counter>("id"_f == "visits", "n"_f = mt::if_absent("n"_f, 0) + 1));
        counter const expected{"visits", i, {}};
        CHECK(db.get<counter>("id"_f == "visits") == expected);
        CHECK(*db.scan<counter>().as<mt::item>().first() == db.to_item(expected));
    }
    auto const result = db.upsert<counter>("id"_f == "new", "n"_f = 3, "label"_f = "L", mt::returning_old);
    CHECK_FALSE(result.before());
    CHECK(ids(db.query<counter>("label"_f == "L", "n"_f == 3)) == "new");
    CHECK(ids(db.query<counter>(mt::on<"All">)) == "new visits");
}

TEST_CASE("an upsert follows index keys of an item that exists") {
    mt::store<counters> db;
    db.put(counter{"a", 1, "L"}).or_throw();
    REQUIRE(db.upsert<counter>("id"_f == "a", "n"_f = 2)); // its label is read
    CHECK(*db.scan<counter>().as<mt::item>().first() == db.to_item(counter{"a", 2, "L"}));
    REQUIRE(db.upsert(counter{"a", 0, "ignored"}, "n"_f = 3, "label"_f = std::nullopt));
    CHECK(*db.scan<counter>().as<mt::item>().first() == db.to_item(counter{"a", 3, {}}));
}

TEST_CASE("the condition of an upsert sees no attributes where there is no item") {
    mt::store<counters> db;
    auto const refused = db.upsert<counter>("id"_f == "a", "n"_f = 1, mt::when("n"_f < 5));
    CHECK_FALSE(refused);
    CHECK_FALSE(refused.existing());
    CHECK_THROWS_MATCHES(refused.or_throw(), mt::condition_failed,
                         says("the condition does not hold, and no item exists with pk = \"COUNTER#a\""));
    REQUIRE(db.upsert<counter>("id"_f == "a", "n"_f = 1, mt::when("n"_f.absent() || "n"_f < 5)));
    REQUIRE(db.upsert<counter>("id"_f == "a", "n"_f = 7, mt::when("n"_f.absent() || "n"_f < 5)));
    CHECK(db.upsert<counter>("id"_f == "a", "n"_f = 9, mt::when("n"_f.absent() || "n"_f < 5)).existing() ==
          counter{"a", 7, {}});
}

TEST_CASE("put, create, replace and erase take conditions") {
    auto const o = sample("o1");
    auto db = with(o);
    auto other = o;
    other.number = 8;
    auto const paid = mt::when("state"_f == status::paid), open = mt::when("state"_f == status::open);

    CHECK(db.put(other, paid).existing() == o);
    CHECK(db.replace(other, paid).existing() == o);
    CHECK(db.erase(o, paid).existing() == o);
    CHECK(db.erase<order>("customer_id"_f == "c1", "id"_f == "o1", paid).existing() == o);
    check_as_put(db, o);
    CHECK(db.put(other, open));
    CHECK(db.replace(o, mt::when("number"_f == 8, !"note"_f.exists())));
    check_as_put(db, o);
    CHECK(db.erase<order>(open, "id"_f == "o1", "customer_id"_f == "c1"));
    CHECK(db.scan<order>().count() == 0);
    CHECK_FALSE(db.erase(o, open)); // there is nothing that is open
    CHECK_FALSE(db.put(o, open));
    CHECK_FALSE(db.replace(o, mt::when("state"_f.absent())));
    CHECK(db.put(o, mt::when("state"_f.absent() || "number"_f > 100)));
    check_as_put(db, o);
}

TEST_CASE("a create with a condition that allows an alternative does not overwrite") {
    auto const o = sample("o1");
    auto db = with(o);
    auto other = o;
    other.number = 8;
    auto const refused = db.create(other, mt::when("number"_f == 7 || "number"_f.absent()));
    CHECK_FALSE(refused);
    CHECK(refused.existing() == o);
    check_as_put(db, o);
    other.id = "o2";
    CHECK(db.create(other, mt::when("number"_f == 7 || "number"_f.absent())));
}

TEST_CASE("a condition of more operators than DynamoDB takes is refused in memory too") {
    auto db = with(sample("o1"));
    auto const any_of = [](int numbers) {
        mt::filter<order> wanted;
        for (int i = 0; i != numbers; ++i) wanted |= "number"_f != i;
        return wanted;
    };
    auto changed = sample("o1");
    changed.number = 151;
    REQUIRE(db.put(changed, mt::when(any_of(150)))); // 150 comparisons and 149 connectives
    auto const too_many =
        says("order in orders: Invalid ConditionExpression: The expression contains too many operators; "
             "operator count: 301, and DynamoDB takes at most 300");
    CHECK_THROWS_AS(update(db, "number"_f = 8, mt::when(any_of(151))), mt::store_error);
    CHECK_THROWS_MATCHES(db.put(sample("o1"), mt::when(any_of(151))), mt::store_error, too_many);
    CHECK_THROWS_MATCHES(db.transact(mt::put(sample("o1"), mt::when(any_of(151)))), mt::store_error, too_many);
    CHECK_THROWS_MATCHES(db.erase(sample("o1"), mt::when(any_of(151))), mt::store_error, too_many);
    CHECK(stored(db).number == 151);
}

TEST_CASE("a sum that its field cannot hold is refused, and nothing is changed") {
    mt::store<gauges> db;
    gauge const stored{"g", 100, 20, 3, std::numeric_limits<std::uint64_t>::max() - 5, {}, {250}};
    db.put(stored).or_throw();
    auto const refused = [&](char const* field, auto const& assignment) {
        INFO(field);
        auto const result = db.update<gauge>("id"_f == "g", assignment);
        CHECK(!result);
        CHECK(result.error() == mt::write_error::out_of_range);
        CHECK(result.existing() == stored);
        CHECK_THROWS_MATCHES(result.or_throw(), mt::condition_failed,
                             says(std::string("gauge in gauges: ") + field +
                                  " would leave the range of its type in the item with pk = \"GAUGE#g\""));
        CHECK(db.get<gauge>("id"_f == "g") == stored);
    };
    refused("level", "level"_f += 28);
    refused("level", "level"_f -= -28);
    refused("level", "level"_f = "level"_f + 28);
    refused("level", "level"_f = "other"_f + 108);
    refused("level", "level"_f = -30 - "level"_f);
    refused("level", "level"_f = mt::if_absent("level"_f, 0) + 28);
    refused("level", "level"_f = mt::if_absent("extra"_f, 100) + 28);
    refused("left", "left"_f -= 4);
    refused("left", "left"_f = 2 - "left"_f);
    refused("large", "large"_f += 6);
    refused("list", "list[0]"_f += 6);
    refused("level", "level"_f += "level"_f); // the item is read
    refused("level", "level"_f -= mt::if_absent("extra"_f, -28));

    REQUIRE(db.update<gauge>("id"_f == "g", "level"_f += 27, "left"_f -= 3, "large"_f += 5, "list[0]"_f += 5));
    REQUIRE(db.update<gauge>("id"_f == "g", "level"_f = "other"_f + "other"_f, "left"_f += 65535));
    REQUIRE(db.update<gauge>("id"_f == "g", "other"_f = -100 - "other"_f));
    REQUIRE(db.update<gauge>("id"_f == "g", "other"_f -= 8));
    gauge const last{"g", 40, -128, 65535, std::numeric_limits<std::uint64_t>::max(), {}, {255}};
    CHECK(db.get<gauge>("id"_f == "g") == last);

    auto const both =
        db.transact(mt::update<gauge>("id"_f == "g", "level"_f += 88), mt::put(gauge{"h", 1, 1, 1, 1, {}, {}}));
    CHECK(!both);
    CHECK(both.get<0>().error() == mt::write_error::out_of_range);
    CHECK(both.get<1>().error() == mt::write_error::none);
    CHECK(!db.transact(mt::update<gauge>("id"_f == "g", "level"_f += 88, mt::returning_new)));
    CHECK(!db.transact(mt::update<gauge>("id"_f == "g", "level"_f -= "other"_f)));
    CHECK(!db.get<gauge>("id"_f == "h"));
    CHECK(db.get<gauge>("id"_f == "g") == last);

    auto const add = [&](char const* id, int number) {
        return db.upsert<gauge>("id"_f == id, "level"_f = mt::if_absent("level"_f, 100) + number, "other"_f = 0,
                                "left"_f = 0u, "large"_f = 0u, "list"_f = std::vector<std::uint8_t>{});
    };
    CHECK(add("new", 28).error() == mt::write_error::out_of_range);
    CHECK(!db.get<gauge>("id"_f == "new"));
    REQUIRE(add("new", 27));
    CHECK(add("new", 1).error() == mt::write_error::out_of_range);
    CHECK(db.get<gauge>("id"_f == "new")->level == 127);

    CHECK_THROWS_AS(db.update<gauge>("id"_f == "g", "level"_f += 200), mt::bad_value); // no number of its type
    CHECK_THROWS_AS(db.update<gauge>("id"_f == "g", "extra"_f += 1), mt::store_error); // absent
    CHECK(db.update<gauge>("id"_f == "none", "level"_f += 1).error() == mt::write_error::not_found);
}
