// SPDX-License-Identifier: BSL-1.0
// put, create, replace, get, erase, and what becomes of bad input.
#include <shop.hpp>
#include <store_support.hpp>

#include <catch2/catch_test_macros.hpp>

#include <limits>
#include <string>

using namespace shop_model;
using store_support::says;

namespace {

struct sample {
    std::string id;
    double value = 0;
    std::string text;
    std::optional<std::string> group;
};

struct plain_item {
    std::string name;
    int number = 0;
};

} // namespace

template <>
struct mt::entity<sample> {
    using key = mt::key<"S#{id}", "{value:6.3}">;
    using indexes = mt::indexes<mt::index<"Groups", "G#{group}", "{id}">>;
};

template <>
struct mt::entity<plain_item> {
    using key = mt::key<"{name}">;
};

namespace {

struct samples : mt::table<"samples", mt::gsi<"Groups">, mt::entities<sample>> {};
struct names : mt::table<"names", mt::partition_key<"name">, mt::entities<plain_item>> {};

std::string const long_text(3000, 'x');

/// Nothing was stored by halves: the table and every index are as before.
template <class Action>
void refused(mt::store<samples>& db, std::string const& message, Action const& action) {
    CHECK_THROWS_MATCHES(action(), mt::bad_value, says(message));
    CHECK(raw(db, "samples").size() == 1);
    CHECK(raw(db, "samples", "Groups").size() == 1);
    CHECK(db.get<sample>("id"_f == "ok", "value"_f == 1)->text == "t");
}

} // namespace

TEST_CASE("put writes whatever was there") {
    mt::store<shop> db;
    customer const ann{"1", "Ann", "a@x"};
    CHECK(!db.get<customer>("id"_f == "1"));
    db.put(ann).or_throw();
    CHECK(db.get<customer>("id"_f == "1") == ann);
    db.put(customer{"1", "Bob", std::nullopt}).or_throw();
    CHECK(db.get<customer>("id"_f == "1") == customer{"1", "Bob", std::nullopt});
    CHECK(raw(db).size() == 1);
    CHECK(raw(db, "shop", "ByEmail").empty());
}

TEST_CASE("create writes what is not there, and gives what is") {
    mt::store<shop> db;
    auto first = db.create(customer{"1", "Ann", {}});
    CHECK(first);
    CHECK(!first.existing());
    CHECK_NOTHROW(first.or_throw());
    auto second = db.create(customer{"1", "Bob", {}});
    CHECK(!second);
    CHECK(second.existing() == customer{"1", "Ann", {}});
    CHECK_THROWS_MATCHES(second.or_throw(), mt::condition_failed,
                         says("monotable: customer in shop: an item exists with PK = \"C#1\", SK = \"C\""));
    CHECK(db.get<customer>("id"_f == "1")->name == "Ann");
}

TEST_CASE("replace writes what is there only") {
    mt::store<shop> db;
    auto absent = db.replace(customer{"1", "Ann", {}});
    CHECK(!absent);
    CHECK(!absent.existing());
    CHECK_THROWS_MATCHES(absent.or_throw(), mt::condition_failed,
                         says("customer in shop: no item exists with PK = \"C#1\""));
    CHECK(raw(db).empty());
    db.put(customer{"1", "Ann", "a@x"}).or_throw();
    CHECK(db.replace(customer{"1", "Bob", "b@x"}));
    CHECK(db.query<customer>("email"_f == "b@x").first()->name == "Bob");
    CHECK(!db.query<customer>("email"_f == "a@x").first());
}

TEST_CASE("erase is done if there is nothing, and says what there was if asked") {
    mt::store<shop> db;
    order const o{"o1", "1", day(1), status::open, 5};
    CHECK(db.erase(o));
    CHECK(!db.erase(o, mt::returning_old).before());
    db.put(o).or_throw();
    CHECK(db.erase<order>("customer_id"_f == "1", "placed"_f == day(1), "id"_f == "o1", mt::returning_old).before() ==
          o);
    CHECK(!db.erase<order>(mt::returning_old, "customer_id"_f == "1", "placed"_f == day(1), "id"_f == "o1").before());
    CHECK(db.erase<order>("customer_id"_f == "1", "placed"_f == day(1), "id"_f == "o1"));
    db.put(o).or_throw();
    CHECK(db.erase(o, mt::returning_old).before() == o);
    CHECK(raw(db).empty());
    CHECK(raw(db, "shop", "Open").empty());
}

TEST_CASE("conditions of get may come in any order and any suitable type") {
    mt::store<shop> db;
    order const o{"o1", "1", day(1), status::open, 5};
    db.put(o).or_throw();
    std::string const id = "o1";
    char const* const customer_id = "1";
    CHECK(db.get<order>("id"_f == id, "placed"_f == std::chrono::sys_days(std::chrono::days(20'001)),
                        "customer_id"_f == customer_id) == o);
    CHECK(db.get<order>("customer_id"_f == std::string_view("1"), "id"_f == "o1", "placed"_f == day(1)) == o);
    CHECK(!db.get<order>("customer_id"_f == "1", "id"_f == "o1", "placed"_f == day(1) + 1ms));
}

TEST_CASE("attributes that the entity does not know survive") {
    mt::store<shop> db;
    order o{"o1", "1", day(1), status::open, 5};
    mt::item const stored = db.to_item(o);
    std::string with_more;
    mt::value_writer writer(with_more);
    writer.begin_map();
    for (auto const& [name, value] : stored) {
        writer.name(name);
        writer.raw(value);
    }
    writer.name("ttl");
    writer.number(7);
    writer.end_map();
    db.implementation()->put({.table = "shop", .item = mt::item::from_encoding(with_more)});
    auto const survives = [&] {
        auto const all = raw(db);
        return all.size() == 1 && all[0].find("ttl") && store_support::text(*all[0].find("ttl")) == "7";
    };
    CHECK(survives());
    CHECK(db.get<order>("customer_id"_f == "1", "placed"_f == day(1), "id"_f == "o1") == o);
    o.state = status::paid;
    db.put(o).or_throw();
    CHECK(survives());
    CHECK(!raw(db)[0].contains("OpenPK")); // known, and gone
    o.state = status::open;
    db.replace(o).or_throw();
    CHECK(survives());
    CHECK(db.create(o).existing() == o);
    CHECK(survives());
}

TEST_CASE("values full of delimiters are distinct keys") {
    mt::store<shop> db;
    db.put(order{"b#C#d", "a", day(1), status::open, 1}).or_throw();
    db.put(order{"d", "a", day(1), status::open, 1}).or_throw();
    db.put(address{"a", "x#y", "1"}).or_throw();
    db.put(address{"a#A", "y", "2"}).or_throw();
    db.put(address{"a", "x", "3"}).or_throw();
    CHECK(raw(db).size() == 5);
    CHECK(db.get<address>("customer_id"_f == "a", "label"_f == "x#y")->street == "1");
    CHECK(db.get<address>("customer_id"_f == "a#A", "label"_f == "y") == address{"a#A", "y", "2"});
}

TEST_CASE("bad input names entity and field, and stores nothing") {
    mt::store<samples> db;
    db.put(sample{"ok", 1, "t", "g"}).or_throw();
    auto const nan = std::numeric_limits<double>::quiet_NaN();
    auto const infinity = std::numeric_limits<double>::infinity();
    refused(db, "monotable: sample.id = \"\": an empty string", [&] { db.put(sample{"", 1, "t", {}}).or_throw(); });
    refused(db, "monotable: sample.group = \"\"", [&] { db.put(sample{"x", 1, "t", ""}).or_throw(); });
    refused(db, "monotable: sample.value: ", [&] { db.put(sample{"x", nan, "t", {}}).or_throw(); });
    refused(db, "monotable: sample.value: ", [&] { db.put(sample{"x", infinity, "t", {}}).or_throw(); });
    refused(db, "sample.value = \"0.1234\": has more fraction",
            [&] { db.put(sample{"x", 0.1234, "t", {}}).or_throw(); });
    refused(db, "sample.value = \"1000000\": has more digits", [&] { db.put(sample{"x", 1e6, "t", {}}).or_throw(); });
    refused(db, "sample.text: not UTF-8", [&] { db.put(sample{"x", 1, "\xff", {}}).or_throw(); });
    refused(db, "sample.id: not UTF-8", [&] { db.put(sample{"\xc3", 1, "t", {}}).or_throw(); });

    std::string const store_says = "monotable: sample: table samples: ";
    std::string const hash_key = store_says + "One or more parameter values were invalid: Size of hashkey";
    std::string const too_large(409'600, 'x'), too_long_in_index(1100, 'x');
    refused(db, "sample: key attribute PK has 3002 bytes, and a partition key at most 2048; it is made of id",
            [&] { db.create(sample{long_text, 1, "t", {}}).or_throw(); });
    refused(db, store_says + "Item size", [&] { db.replace(sample{"ok", 1, too_large, "g"}).or_throw(); });
    refused(db, "of index Groups has 1100 bytes, and a sort key at most 1024",
            [&] { db.put(sample{too_long_in_index, 1, "t", "g"}).or_throw(); });
    refused(db, hash_key, [&] { (void)db.query<sample>("id"_f == long_text).count(); });
    refused(db, hash_key, [&] { (void)db.get<sample>("id"_f == long_text, "value"_f == 1); });
    refused(db, hash_key, [&] { db.erase<sample>("id"_f == long_text, "value"_f == 1).or_throw(); });

    refused(db, "sample.id = \"\"", [&] { (void)db.get<sample>("id"_f == "", "value"_f == 1); });
    refused(db, "sample.value", [&] { (void)db.get<sample>("id"_f == "x", "value"_f == 0.0001); });
    refused(db, "sample.id = \"\"", [&] { (void)db.query<sample>("id"_f == ""); });
}

TEST_CASE("key sizes of 2048 and 1024 bytes are the limit") {
    mt::store<samples> db;
    db.put(sample{std::string(2046, 'x'), 1, "t", {}}).or_throw();
    CHECK_THROWS_AS(db.put(sample{std::string(2047, 'x'), 1, "t", {}}), mt::bad_value);
    db.put(sample{std::string(1024, 'y'), 1, "t", "g"}).or_throw();
    CHECK_THROWS_AS(db.put(sample{std::string(1025, 'y'), 1, "t", "g"}), mt::bad_value);
    CHECK(raw(db, "samples").size() == 2);
    CHECK(db.get<sample>("id"_f == std::string(2046, 'x'), "value"_f == 1));
}

TEST_CASE("several tables in one store, and stores that share a backend") {
    mt::memory const shared;
    mt::store<shop, names> db(shared);
    db.put(plain_item{"x", 1}).or_throw();
    db.put(customer{"x", "Ann", {}}).or_throw();
    CHECK(raw(db, "shop").size() == 1);
    CHECK(raw(db, "names").size() == 1);
    mt::store<names> other(shared);
    CHECK(other.get<plain_item>("name"_f == "x")->number == 1);
    auto copy = db;
    copy.put(plain_item{"y", 2}).or_throw();
    CHECK(db.scan<plain_item>().count() == 2);
    CHECK(db.query<plain_item>("name"_f == "y").first()->number == 2);
    CHECK(mt::store<names>().scan<plain_item>().count() == 0);
    db = mt::store<shop, names>();
    CHECK(copy.scan<plain_item>().count() == 2);
}

TEST_CASE("a range outlives its store") {
    std::optional<mt::store<names>> db(std::in_place);
    db->put(plain_item{"x", 1}).or_throw();
    auto const range = db->query<plain_item>("name"_f == "x");
    db.reset();
    CHECK(range.count() == 1);
}

TEST_CASE("an error is one whatever its condition says of an item that is not there") {
    mt::store<samples> db;
    db.put(sample{"a", 1, "t", "g"}).or_throw();
    auto const done = db.put(sample{"a", 1, "u", "g"}, mt::when("group"_f.absent()));
    CHECK(!done);
    CHECK(done.error() == mt::write_error::condition_failed);
    CHECK(done.existing()->text == "t");
    CHECK(!db.update(sample{"a", 1, "t", "g"}, "text"_f = "u", mt::when("group"_f.absent())));
    CHECK(db.get<sample>("id"_f == "a", "value"_f == 1)->text == "t");
}
