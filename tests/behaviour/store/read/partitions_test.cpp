// SPDX-License-Identifier: BSL-1.0
// Queries of many partitions at once: in(), distinct(), with shards, and what they say of themselves.
#include <store_support.hpp>
#include <tagged_model.hpp>

#include <catch2/catch_test_macros.hpp>

#include <list>
#include <set>
#include <span>
#include <string>
#include <vector>

using namespace tagged_model;
using store_support::says;

namespace {

database filled() {
    database db;
    for (auto const& each :
         {tagged{"music", "a", 1}, tagged{"music", "c", 3}, tagged{"music", "e", 5}, tagged{"book", "b", 2},
          tagged{"book", "c", 3}, tagged{"art", "c", 3}, tagged{"art", "d", 4}, tagged{"x#y", "f", 6}})
        db.put(each).or_throw();
    for (char const* tag : {"music", "book", "art"}) db.put(remark{tag, "z"}).or_throw();
    return db;
}

std::vector<std::string> const three{"music", "book", "art"};

} // namespace

TEST_CASE("several partitions are one range in the order of the sort key") {
    auto const db = filled();
    CHECK(pairs(db.query<tagged>("tag"_f.in("music", "book"))) == "music:a book:b book:c music:c music:e");
    CHECK(pairs(db.query<tagged>("tag"_f.in("music", "book")).descending()) == "music:e music:c book:c book:b music:a");
    CHECK(subjects(db.query<tagged>("tag"_f.in(three))) == "a b c c c d e");
    CHECK(subjects(db.query<tagged>("tag"_f.in(three), "subject"_f > "b", "subject"_f <= "d")) == "c c c d");
    CHECK(subjects(db.query<tagged>("tag"_f.in(three), "subject"_f == "c")) == "c c c");
    CHECK(subjects(db.query<tagged>("tag"_f.in(three), "subject"_f.begins_with("e"))) == "e");
    CHECK(subjects(db.query<tagged>("tag"_f.in(three)).filter("weight"_f >= 4)) == "d e");
    CHECK(db.query<tagged>("tag"_f.in(three)).limit(4).count() == 4);
    CHECK(db.query<tagged>("tag"_f.in(three)).first()->subject == "a");
    CHECK(subjects(db.query<tagged>("tag"_f.in("x#y", "x"))) == "f");
    CHECK(db.query<tagged>("tag"_f.in(three)).consistent().count() == 7);
    CHECK(db.query<remark>("tag"_f.in(three)).count() == 3);
}

TEST_CASE("values come from any container, each once, in any order") {
    auto const db = filled();
    CHECK(subjects(db.query<tagged>("tag"_f.in(std::set<std::string>{"art", "book"}))) == "b c c d");
    CHECK(subjects(db.query<tagged>("tag"_f.in(std::list<std::string_view>{"art", "art", "art"}))) == "c d");
    CHECK(subjects(db.query<tagged>("tag"_f.in(std::span(three)))) == "a b c c c d e");
    CHECK(subjects(db.query<tagged>("tag"_f.in("art"))) == "c d");
    CHECK(db.query<tagged>("tag"_f.in("art", "art")).explain().text() ==
          db.query<tagged>("tag"_f == "art").explain().text());
    auto const cursor = db.query<tagged>("tag"_f.in(three)).limit(2).page().cursor;
    CHECK(subjects(db.query<tagged>("tag"_f.in("art", "music", "book", "art")).after(cursor)) == "c c c d e");
    CHECK_THROWS_AS(db.query<tagged>("tag"_f.in("art", "music")).after(cursor).all(), mt::bad_cursor);
    CHECK_THROWS_AS(db.query<tagged>("tag"_f.in("art", "music", "books")).after(cursor).all(), mt::bad_cursor);
    CHECK_THROWS_AS(db.query<tagged>("tag"_f == "art").after(cursor).all(), mt::bad_cursor);
}

TEST_CASE("of nothing there is nothing, and nothing is asked") {
    auto const store = counted();
    database const db(store);
    auto const none = db.query<tagged>("tag"_f.in(std::vector<std::string>{}));
    CHECK(none.all().empty());
    CHECK(!none.first());
    CHECK(none.count() == 0);
    CHECK(none.limit(3).page().cursor.empty());
    CHECK(none.limit(3).before("").page().previous.empty());
    CHECK(store->requests() == 0);
    CHECK(none.explain().text() == "query tagged in tags by primary key\n"
                                   "  partition: none: no key can satisfy the conditions\n"
                                   "  order:     ascending\n");
}

TEST_CASE("values that no key holds are refused, and say which field") {
    auto const db = filled();
    CHECK_THROWS_MATCHES(db.query<tagged>("tag"_f.in("a", "")), mt::bad_value, says("tagged.tag"));
    CHECK_THROWS_MATCHES(db.query<tagged>("tag"_f.in(std::vector<std::string>{"a", ""})), mt::bad_value,
                         says("tagged.tag"));
}

TEST_CASE("one query reads a thousand partitions and no more") {
    database db;
    std::vector<std::string> many;
    for (int i = 0; i != 1000; ++i) many.push_back("t" + std::to_string(i));
    for (int i = 0; i != 50; ++i)
        db.put(tagged{"t" + std::to_string(i * 20), "s" + std::to_string(100 - i)}).or_throw();
    CHECK(db.query<tagged>("tag"_f.in(many)).count() == 50);
    CHECK(db.query<tagged>("tag"_f.in(many)).limit(2).page().items[0].subject == "s100");
    many.push_back("t1"); // known
    CHECK(db.query<tagged>("tag"_f.in(many)).count() == 50);
    many.push_back("more");
    CHECK_THROWS_MATCHES(db.query<tagged>("tag"_f.in(many)), mt::bad_value,
                         says("monotable: tagged.tag: in() makes more than 1000 partitions"));
    std::vector<std::string> some(many.begin(), many.begin() + 334);
    CHECK_THROWS_MATCHES(db.query<job>("queue"_f.in(some)), mt::bad_value,
                         says("job: in() makes more than 1000 partitions"));
}

TEST_CASE("several fields of a partition key make the product of their values") {
    database db;
    for (char const* place : {"Bonn", "BONN", "Rome", "Oslo"})
        for (int year : {2020, 2021, 2022}) db.put(topic{std::string("n") + place, year, place}).or_throw();
    auto const range =
        db.query<topic>("place:lower"_f.in("bonn", "Rome", "BONN"), "year"_f.in(std::vector{2020, 2022}));
    CHECK(range.count() == 6);
    CHECK(db.query<topic>("place:lower"_f.in("bonn", "rome"), "year"_f == 2021).count() == 3);
    CHECK(db.query<topic>("place:lower"_f == "oslo", "year"_f.in(2021, 1999)).count() == 1);
    CHECK(db.query<topic>("place:lower"_f.in("bonn", "rome"), "year"_f == 2021, "name"_f > "nBonn").count() == 1);
}

TEST_CASE("a field of the partition key that the sort key repeats has its own value in each partition") {
    database db;
    for (char const* name : {"b", "a", "c"})
        for (int year : {2021, 2020}) db.put(topic{name, year, "p"}).or_throw();
    auto const range = db.query<topic>("name"_f.in("c", "a"), "year"_f == 2020);
    std::string found;
    for (auto const& each : range) found += each.name + std::to_string(each.year) + ' ';
    CHECK(found == "a2020 c2020 ");
    CHECK(db.query<topic>("name"_f.in("c", "a")).count() == 4);
    CHECK(range.explain().text() == "query topic in tags by primary key\n"
                                    "  partition: PK = \"TOPIC#a\" and SK = \"TOPIC#a#0000002020\"\n"
                                    "             PK = \"TOPIC#c\" and SK = \"TOPIC#c#0000002020\"\n"
                                    "             (2 partitions, merged in order)\n"
                                    "  order:     ascending\n");
}

TEST_CASE("shards are read for each value") {
    auto const store = counted();
    database db(store);
    for (int i = 0; i != 30; ++i)
        db.put(job{i % 3 == 0 ? "q" : i % 3 == 1 ? "r" : "s", "j" + std::to_string(i), 100 - i}).or_throw();
    auto const range = db.query<job>("queue"_f.in("q", "s"));
    auto const all = range.all();
    CHECK(all.size() == 20);
    CHECK(store->requests() == 6);
    for (std::size_t i = 1; i < all.size(); ++i) CHECK(all[i - 1].rank < all[i].rank);
    std::string cursor;
    std::vector<std::string> paged;
    do {
        auto const page = range.limit(7).after(cursor).page();
        for (auto const& each : page.items) paged.push_back(each.id);
        cursor = page.cursor;
    } while (!cursor.empty());
    REQUIRE(paged.size() == 20);
    for (std::size_t i = 0; i != 20; ++i) CHECK(paged[i] == all[i].id);
    CHECK(range.index() == "ByGrade");
    // A shard says where to look; the sort key, which item.
    CHECK(db.query<job>(mt::on<"BySubject">, "id"_f.in("j1", "j2", "j3", "none")).count() == 3);
}

TEST_CASE("distinct gives what is in several partitions once, of the first one") {
    auto const db = filled();
    auto const range = db.query<tagged>("tag"_f.in(three)).distinct();
    CHECK(pairs(range) == "music:a book:b art:c art:d music:e");
    CHECK(pairs(range.descending()) == "music:e art:d art:c book:b music:a");
    CHECK(range.count() == 5);
    CHECK(pairs(range.filter("weight"_f != 3)) == "music:a book:b art:d music:e");
}

TEST_CASE("distinct in pages, forward and backward") {
    auto const db = filled();
    auto const range = db.query<tagged>("tag"_f.in(three)).distinct();
    CHECK(pages(range, 1) == "[music:a][book:b][art:c][art:d][music:e]");
    CHECK(pages(range, 2) == "[music:a book:b][art:c art:d][music:e]");
    CHECK(pages(range, 3) == "[music:a book:b art:c][art:d music:e]");
    CHECK(pages(range.descending(), 2) == "[music:e art:d][art:c book:b][music:a]");
    CHECK_THROWS_AS(db.query<tagged>("tag"_f.in(three)).after(range.limit(1).page().cursor).all(), mt::bad_cursor);
}

TEST_CASE("distinct by an index") {
    database db;
    // The sort key holds the rest of the primary key: it tells subjects apart.
    for (auto const& each : {tagged{"x", "a"}, tagged{"y", "a"}, tagged{"x", "b"}, tagged{"z", "b"}})
        db.put(each).or_throw();
    CHECK(pairs(db.query<tagged>(mt::on<"BySubject">, "subject"_f.in("a", "b"))) == "x:a x:b y:a z:b");
    CHECK(pairs(db.query<tagged>(mt::on<"BySubject">, "subject"_f.in("a", "b")).distinct()) == "x:a y:a z:b");
    // It does not, by weight: other items stay.
    CHECK(db.query<tagged>("grade"_f.in(level::low, level::high)).distinct().count() == 4);
    for (auto const& each : {tagged{"x", "a", 0, level::high}, tagged{"y", "c", 0, level::middle}})
        db.put(each).or_throw();
    CHECK(db.query<tagged>("grade"_f.in(level::low, level::middle, level::high)).distinct().count() == 5);
}

TEST_CASE("equal sort keys have one order, which backward is reversed") {
    database db;
    for (int i = 0; i != 12; ++i)
        db.put(tagged{"t" + std::to_string(i % 3), "s" + std::to_string(i), i / 6, i % 2 ? level::low : level::high})
            .or_throw();
    auto const range = db.query<tagged>("grade"_f.in(level::low, level::high));
    auto const up = range.all();
    auto const down = range.descending().all();
    REQUIRE(up.size() == 12);
    CHECK(std::vector(up.rbegin(), up.rend()) == down);
    for (std::size_t size = 1; size != 13; ++size) {
        CHECK(pages(range, size).find("way") == std::string::npos);
        CHECK(pages(range.descending(), size).find("way") == std::string::npos);
    }
}

TEST_CASE("explain lists the partitions") {
    auto const db = filled();
    CHECK(db.query<tagged>("tag"_f.in(three), "subject"_f >= "b").limit(3).explain().text() ==
          "query tagged in tags by primary key\n"
          "  partition: PK = \"TAG#art\"\n"
          "             PK = \"TAG#book\"\n"
          "             PK = \"TAG#music\"\n"
          "             (3 partitions, merged in order)\n"
          "  sort:      SK >= \"ON#b\" and SK < \"ON$\"\n"
          "  order:     ascending\n"
          "  limit:     3\n");
    CHECK(db.query<tagged>("tag"_f.in("art")).distinct().explain().text() == "query tagged in tags by primary key\n"
                                                                             "  partition: PK = \"TAG#art\"\n"
                                                                             "  sort:      SK begins with \"ON#\"\n"
                                                                             "  order:     ascending\n"
                                                                             "  distinct:  each item once\n");
}
