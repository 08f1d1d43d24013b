// SPDX-License-Identifier: BSL-1.0
// Filters of queries and scans.
#include <order_model.hpp>

#include <store_support.hpp>

#include <catch2/catch_test_macros.hpp>

#include <string>

using namespace order_model;
using store_support::says;

namespace {

struct summary {
    std::string id;
    int number = 0;
};

mt::store<shop> filled() {
    mt::store<shop> db;
    for (int i = 0; i != 10; ++i) {
        auto o = sample("o" + std::to_string(i));
        o.number = i;
        o.total = 10 * i;
        o.state = i % 2 ? status::paid : status::open;
        if (i % 3 == 0) o.note = "third";
        if (i < 4) o.tags.clear();
        db.put(o).or_throw();
    }
    return db;
}

} // namespace

TEST_CASE("a filter lets through the items that satisfy it, in order") {
    auto const db = filled();
    auto const all = db.query<order>("customer_id"_f == "c1");
    CHECK(ids(all.filter("total"_f >= 70)) == "o7 o8 o9");
    CHECK(ids(all.filter("total"_f >= 50 && !"note"_f.exists())) == "o5 o7 o8");
    CHECK(ids(all.filter("total"_f >= 50, !"note"_f.exists())) == "o5 o7 o8");
    CHECK(ids(all.filter("total"_f >= 50).filter(!"note"_f.exists())) == "o5 o7 o8");
    CHECK(ids(all.filter("number"_f == 1 || "number"_f == 8).descending()) == "o8 o1");
    CHECK(ids(all.filter("tags"_f.size() == 0)) == "o0 o1 o2 o3");
    CHECK(ids(all.filter("number"_f.in(std::vector<int>{}))).empty());
    CHECK(ids(all) == "o0 o1 o2 o3 o4 o5 o6 o7 o8 o9"); // copies are filtered
}

TEST_CASE("with a filter, limit is the number of items that are returned") {
    auto const db = filled();
    auto const late = db.query<order>("customer_id"_f == "c1").filter("number"_f >= 6);
    CHECK(ids(late.limit(2)) == "o6 o7");
    CHECK(late.limit(3).count() == 3);
    CHECK(late.first()->id == "o6");
    auto const page = late.limit(3).page();
    CHECK(ids(page.items) == "o6 o7 o8");
    CHECK(ids(late.after(page.cursor)) == "o9");
    CHECK(late.limit(4).page().cursor.empty());
}

TEST_CASE("a cursor belongs to the filter of its query") {
    auto const db = filled();
    auto const all = db.query<order>("customer_id"_f == "c1");
    auto const cursor = all.filter("number"_f >= 1).limit(2).page().cursor;
    CHECK(ids(all.filter("number"_f >= 1).limit(2).after(cursor)) == "o3 o4");
    CHECK_THROWS_AS(all.filter("number"_f >= 2).after(cursor).all(), mt::bad_cursor);
    CHECK_THROWS_AS(all.filter("number"_f > 1).after(cursor).all(), mt::bad_cursor);
    CHECK_THROWS_AS(all.after(cursor).all(), mt::bad_cursor);
}

TEST_CASE("a scan may be filtered, by key fields too") {
    auto const db = filled();
    CHECK(ids(db.scan<order>().filter("id"_f == "o3")) == "o3");
    CHECK(db.scan<order>().filter("state"_f == status::paid).count() == 5);
}

TEST_CASE("an index and its filter") {
    auto const db = filled();
    CHECK(ids(db.query<order>("state"_f == status::paid).filter("note"_f == "third")) == "o3 o9");
    CHECK(db.query<order>(mt::on<"Open">, "state"_f == status::open).filter("total"_f > 50).as<mt::item>().count() ==
          2);
}

TEST_CASE("a filter tests what a projection leaves out") {
    auto const db = filled();
    auto const range =
        db.query<order>("customer_id"_f == "c1").filter("note"_f == "third", "ship_to.city"_f == "Bonn").as<summary>();
    CHECK(ids(range) == "o0 o3 o6 o9");
    CHECK(range.limit(2).page().items.back().number == 3);
}

TEST_CASE("a filter put together at run time") {
    auto const db = filled();
    mt::filter<order> f;
    CHECK(db.scan<order>().filter(f).count() == 10);
    f &= "state"_f == status::open;
    CHECK(ids(db.query<order>("customer_id"_f == "c1").filter(f)) == "o0 o2 o4 o6 o8");
    f |= "number"_f == 9;
    CHECK(ids(db.query<order>("customer_id"_f == "c1").filter(f && "number"_f > 5)) == "o6 o8 o9");

    mt::filter<order> const notes = "note"_f.exists();
    CHECK_THROWS_MATCHES(
        db.query<order>(mt::on<"Open">, "state"_f == status::open).as<mt::item>().filter(notes), mt::bad_value,
        says("monotable: order: a filter tests the attribute \"note\", which index Open does not project"));
}

TEST_CASE("explain shows a filter as a filter") {
    auto const db = filled();
    CHECK(db.query<order>("customer_id"_f == "c1")
              .filter("total"_f >= 100 && !"note"_f.exists())
              .limit(10)
              .explain()
              .text() == "query order in orders by primary key\n"
                         "  partition: PK = \"C#c1\"\n"
                         "  sort:      SK begins with \"O#\"\n"
                         "  filter:    sum >= 100 AND NOT attribute_exists(note)\n"
                         "  order:     ascending\n"
                         "  limit:     10\n");
    CHECK(db.scan<order>().filter("urgent"_f == true, "ship_to.city"_f == "Bonn").explain().text() ==
          "scan orders: every item is read\n"
          "  filter:    urgent = true AND ship_to.city = \"Bonn\"\n");
}

TEST_CASE("a filter of more operators than DynamoDB takes is refused in memory too") {
    auto const db = filled();
    auto const all = db.query<order>("customer_id"_f == "c1");
    auto const any_of = [](int numbers) {
        mt::filter<order> wanted;
        for (int i = 0; i != numbers; ++i) wanted |= "number"_f == i;
        return wanted;
    };
    CHECK(all.filter(any_of(150)).count() == 10); // 150 comparisons and 149 connectives
    CHECK_THROWS_MATCHES(all.filter(any_of(151)).first(), mt::store_error,
                         says("order in orders: Invalid FilterExpression: The expression contains too many operators; "
                              "operator count: 301, and DynamoDB takes at most 300"));
    CHECK_THROWS_AS(db.scan<order>().filter(any_of(151)).count(), mt::store_error);
}
