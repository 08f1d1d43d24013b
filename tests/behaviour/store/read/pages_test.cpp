// SPDX-License-Identifier: BSL-1.0
// Lists on screens: pages forward and backward, bounds on requests, totals.
#include <store_support.hpp>
#include <tagged_model.hpp>

#include <monotable/store/read/cursor.hpp>

#include <catch2/catch_test_macros.hpp>

#include <string>
#include <vector>

using namespace tagged_model;
using store_support::says;

namespace {

struct event {
    std::string day;
    unsigned number = 0;
    int size = 0;
};
struct mark {
    std::string day, id;
};

} // namespace

template <>
struct mt::entity<event> {
    using key = mt::key<"DAY#{day}", "E#{number:4}">;
};
template <>
struct mt::entity<mark> {
    using key = mt::key<"DAY#{day}", "F#{id}">;
};

namespace {

struct typed : mt::table<"typed", mt::type_attribute<"kind">, mt::entities<event, mark>> {};

database numbered(int count) {
    database db;
    for (int i = 0; i != count; ++i) db.put(tagged{"t", std::string(1, static_cast<char>('a' + i)), i}).or_throw();
    for (char const* text : {"1", "2", "3"}) db.put(remark{"t", text}).or_throw();
    return db;
}

} // namespace

TEST_CASE("the way back through pages is the way there") {
    auto const db = numbered(7);
    auto const range = db.query<tagged>("tag"_f == "t");
    CHECK(pages(range, 3) == "[t:a t:b t:c][t:d t:e t:f][t:g]");
    CHECK(pages(range.descending(), 3) == "[t:g t:f t:e][t:d t:c t:b][t:a]");
    CHECK(pages(range, 7) == "[t:a t:b t:c t:d t:e t:f t:g]");
    CHECK(pages(range, 100) == "[t:a t:b t:c t:d t:e t:f t:g]");
    CHECK(pages(range.filter("weight"_f != 3), 2) == "[t:a t:b][t:c t:e][t:f t:g]");
    CHECK(pages(range.filter("weight"_f.in(0, 6)).descending(), 1) == "[t:g][t:a]");
    CHECK(pages(range.filter("weight"_f > 100), 1) == "[]");
    CHECK(pages(db.query<tagged>("tag"_f == "t", "subject"_f > "b", "subject"_f < "g"), 2) == "[t:c t:d][t:e t:f]");
    CHECK(pages(db.query<tagged>("grade"_f == level::low), 4) == "[t:a t:b t:c t:d][t:e t:f t:g]");
}

TEST_CASE("a page may go back to pages of another size") {
    auto const db = numbered(7);
    auto const range = db.query<tagged>("tag"_f == "t");
    auto const last = range.limit(2).after(range.limit(5).page().cursor).page();
    CHECK(pairs(last.items) == "t:f t:g");
    CHECK(pairs(range.limit(2).before(last.previous)) == "t:d t:e");
    CHECK(pairs(range.before(last.previous)) == "t:a t:b t:c t:d t:e");
    CHECK(range.before(last.previous).count() == 5);
    CHECK(range.limit(2).before(last.previous).count() == 2);
    CHECK(range.limit(2).before(last.previous).first()->subject == "d");
    CHECK(range.before(last.previous).all().size() == 5);
    CHECK(range.limit(5).before(last.previous).page().previous.empty());
    CHECK(!range.limit(4).before(last.previous).page().previous.empty());
    CHECK(range.limit(2).before(last.previous).as<mt::item>().page().previous ==
          range.limit(2).before(last.previous).page().previous);
}

TEST_CASE("before the end of the query is its last page") {
    auto const db = numbered(7);
    auto const range = db.query<tagged>("tag"_f == "t");
    auto const last = range.limit(3).before("").page();
    CHECK(pairs(last.items) == "t:e t:f t:g");
    CHECK(last.cursor.empty());
    CHECK(pairs(range.limit(3).before(last.previous)) == "t:b t:c t:d");
    CHECK(pairs(range.descending().limit(3).before("")) == "t:c t:b t:a");
    CHECK(pairs(range.before("")) == pairs(range));
    CHECK(range.before("").page().previous.empty());
    CHECK(pairs(range.before("x").after("")) == pairs(range)); // the last call counts
}

TEST_CASE("what changes between pages neither repeats nor hides the rest") {
    auto db = numbered(7);
    auto const range = db.query<tagged>("tag"_f == "t").limit(3);
    auto const first = range.page();
    auto const second = range.after(first.cursor).page();
    db.erase(second.items[0]).or_throw(); // the cursor's own item
    db.put(tagged{"t", "cc", 1}).or_throw();
    CHECK(pairs(range.before(second.previous)) == "t:b t:c t:cc");
    db.erase(first.items[2]).or_throw();
    CHECK(pairs(range.after(first.cursor)) == "t:cc t:e t:f");
    CHECK(pairs(range.before(second.previous)) == "t:a t:b t:cc");
    for (char const* subject : {"a", "b", "cc"}) db.erase<tagged>("tag"_f == "t", "subject"_f == subject).or_throw();
    auto const none = range.before(second.previous).page();
    CHECK(none.items.empty());
    CHECK(none.previous.empty());
    CHECK(pairs(range.after(none.cursor)) == "t:e t:f t:g");
    CHECK(range.after(none.cursor).page().previous.empty()); // that was the beginning
    for (char const* subject : {"e", "f", "g"}) db.erase<tagged>("tag"_f == "t", "subject"_f == subject).or_throw();
    auto const end = range.after(second.cursor).page();
    CHECK(end.items.empty());
    CHECK(end.cursor.empty());
    db.put(tagged{"t", "b", 1}).or_throw();
    CHECK(pairs(range.before(end.previous)) == "t:b");
}

TEST_CASE("a cursor goes one way") {
    auto const db = numbered(7);
    auto const range = db.query<tagged>("tag"_f == "t").limit(3);
    auto const page = range.after(range.page().cursor).page();
    CHECK_THROWS_MATCHES(range.before(page.cursor).all(), mt::bad_cursor,
                         says("monotable: the cursor goes the other way"));
    CHECK_THROWS_MATCHES(range.after(page.previous).all(), mt::bad_cursor,
                         says("monotable: the cursor goes the other way"));
    CHECK_THROWS_MATCHES(range.descending().before(page.previous).all(), mt::bad_cursor,
                         says("belongs to another query"));
    CHECK_THROWS_MATCHES(range.filter("weight"_f > 0).before(page.previous).all(), mt::bad_cursor,
                         says("belongs to another query"));
    CHECK_THROWS_MATCHES(range.distinct().before(page.previous).all(), mt::bad_cursor,
                         says("belongs to another query"));
    CHECK_THROWS_MATCHES(range.before("x").all(), mt::bad_cursor, says("damaged"));
    auto old = mt::detail::from_base64url(page.cursor);
    old[0] = 1;
    old.resize(old.size() - 8);
    mt::detail::append_integer(old, mt::detail::stable_hash(old), 8);
    CHECK_THROWS_MATCHES(range.after(mt::detail::to_base64url(old)).all(), mt::bad_cursor,
                         says("written by another version of the library"));
}

TEST_CASE("a scan has pages forward only") {
    auto const db = numbered(7);
    auto const page = db.scan<tagged>().limit(3).page();
    CHECK(page.previous.empty());
    CHECK(db.scan<tagged>().limit(3).after(page.cursor).page().previous.empty());
}

TEST_CASE("a page makes no more requests than allowed, and its cursor goes on") {
    auto const store = counted();
    database db(store);
    for (int i = 0; i != 100; ++i)
        db.put(tagged{"t" + std::to_string(i % 2), "s" + std::to_string(100 + i), i}).or_throw();
    auto const range = db.query<tagged>("tag"_f.in("t0", "t1")).filter("weight"_f >= 97);
    CHECK(range.limit(1).page().items.size() == 1);
    CHECK(store->requests() > 4);
    std::string found, cursor;
    int count = 0;
    do {
        store->reset();
        auto const page = range.limit(1).max_requests(3).after(cursor).page();
        CHECK(store->requests() <= 3);
        found += pairs(page.items) + ' ';
        cursor = page.cursor;
    } while (!cursor.empty() && ++count < 200);
    CHECK(found.find("t1:s197") < found.find("t0:s198"));
    CHECK(found.find("t0:s198") < found.find("t1:s199"));
    CHECK(count < 200);
    // And backward.
    cursor.clear();
    found.clear();
    count = 0;
    do {
        auto const page = range.limit(1).max_requests(3).before(cursor).page();
        found += pairs(page.items) + ' ';
        cursor = page.previous;
    } while (!cursor.empty() && ++count < 200);
    CHECK(found.find("t0:s198") < found.find("t1:s197"));
    CHECK(count < 200);
}

TEST_CASE("what cannot stop throws where the bound on requests is reached") {
    auto const store = counted();
    database db(store);
    for (int i = 0; i != 100; ++i) db.put(tagged{"t", "s" + std::to_string(100 + i), i}).or_throw();
    auto const range = db.query<tagged>("tag"_f == "t").filter("weight"_f >= 90).limit(10);
    auto const bounded = range.max_requests(2);
    CHECK_THROWS_MATCHES(bounded.all(), mt::store_error, says("monotable: max_requests(2) is reached"));
    CHECK_THROWS_AS(bounded.first(), mt::store_error);
    CHECK_THROWS_AS(bounded.count(), mt::store_error);
    CHECK_THROWS_AS(subjects(bounded), mt::store_error);
    CHECK(bounded.page().items.empty());
    CHECK(range.max_requests(0).all().size() == 10);
    CHECK(range.max_requests(50).all().size() == 10);
    CHECK(db.query<tagged>("tag"_f == "t").max_requests(1).all().size() == 100);
    CHECK_THROWS_MATCHES(db.query<tagged>("tag"_f.in("t", "u", "v")).max_requests(2).page(), mt::bad_value,
                         says("max_requests(2) is less than one for each of the 3 partitions"));
}

TEST_CASE("a count reads no items where the store can count") {
    auto const store = counted();
    database db(store);
    for (int i = 0; i != 20; ++i) {
        db.put(reading{i % 2 ? "kitchen" : "hall", "s", i, i}).or_throw();
        db.put(tagged{"t", "s" + std::to_string(i), i}).or_throw();
        db.put(remark{"t", std::to_string(i)}).or_throw();
    }
    auto const hall = db.query<reading>("room"_f == "hall");
    CHECK(hall.count() == 10);
    CHECK(db.query<reading>("room"_f.in("hall", "kitchen")).count() == 20);
    CHECK(db.query<reading>("room"_f == "hall", "hour"_f >= 5).count() == 7);
    CHECK(hall.filter("value"_f < 5).count() == 3);
    CHECK(hall.limit(3).count() == 3);
    CHECK(hall.limit(30).count() == 10);
    CHECK(hall.descending().after(hall.descending().limit(4).page().cursor).count() == 6);
    store->reset();
    CHECK(hall.count() == 10);
    CHECK(store->items() == 0);
    // The keys, where others may lie in the range.
    CHECK(db.query<tagged>("tag"_f == "t").count() == 20);
    CHECK(store->items() == 20);
    CHECK(store->attributes() == 40);
    store->reset();
    CHECK(db.query<tagged>("grade"_f == level::low).filter("weight"_f < 4).count() == 4);
    CHECK(store->attributes() == 4 * 4);
    store->reset();
    CHECK(db.scan<tagged>().count() == 20);
    CHECK(store->attributes() == 60 * 2 - 20 * 2);
}

TEST_CASE("a table knows how many items it and its indexes have") {
    auto const store = counted();
    database db(store);
    for (int i = 0; i != 20; ++i) {
        db.put(tagged{"t", "s" + std::to_string(i), i}).or_throw();
        db.put(remark{"t", std::to_string(i)}).or_throw();
        db.put(reading{"r", "s", i, i}).or_throw();
    }
    db.erase(remark{"t", "3"}).or_throw();
    CHECK(db.item_count<tagged_model::tags>() == 39);
    CHECK(db.item_count<tagged_model::tags, "ByGrade">() == 20);
    CHECK(db.item_count<readings>() == 20);
    CHECK(store->requests() == 0);
}

TEST_CASE("a count is of what is read, whatever items say of their type") {
    auto const store = counted();
    mt::store<typed> db(store);
    for (int i = 0; i != 10; ++i) db.put(event{"d", static_cast<unsigned>(i), i}).or_throw();
    for (int i = 0; i != 5; ++i) db.put(mark{"d", std::to_string(i)}).or_throw();
    auto const range = db.query<event>("day"_f == "d");
    CHECK(range.count() == 10);
    CHECK(range.filter("size"_f >= 7).count() == 3);
    CHECK(db.scan<mark>().count() == 5);
    CHECK(range.all().size() == range.count());
    // One that was written before the table had types.
    store->put({.table = "typed",
                .item = mt::item{{"PK", "DAY#d"}, {"SK", "E#0077"}, {"number", 77}, {"day", "d"}, {"size", 1}}});
    store->put({.table = "typed", .item = mt::item{{"PK", "DAY#d"}, {"SK", "E#0078"}, {"kind", "another"}}});
    // One that says what its keys do not.
    store->put({.table = "typed", .item = mt::item{{"PK", "DAY#d"}, {"SK", "E#x"}, {"kind", "event"}}});
    CHECK(range.count() == 11);
    CHECK(range.all().size() == 11);
}

TEST_CASE("a page without a limit that is cut short goes on too") {
    auto const store = counted();
    database db(store);
    std::string const large(30'000, 'x');
    for (int i = 0; i != 80; ++i)
        db.put(remark{i % 2 ? "t" : "u", std::to_string(100 + i) + large.substr(0, 500)}).or_throw();
    for (int i = 0; i != 80; ++i)
        store->put({.table = "tags",
                    .item = mt::item{{"PK", "TAG#t"},
                                     {"SK", "REMARK#" + std::to_string(500 + i)},
                                     {"tag", "t"},
                                     {"text", std::to_string(500 + i)},
                                     {"more", large}}});
    auto const range = db.query<remark>("tag"_f.in("t", "u"));
    CHECK(range.count() == 160);
    auto const page = range.max_requests(2).page();
    CHECK(page.items.size() < 160);
    CHECK(page.items.size() >= 40);
    REQUIRE(!page.cursor.empty());
    CHECK(page.items.size() + range.after(page.cursor).all().size() == 160);
    CHECK(range.max_requests(10).page().cursor.empty());
}
