// SPDX-License-Identifier: BSL-1.0
// What an object's item holds, and what is read back from items that others wrote.
#include <monotable/monotable.hpp>

#include <store_support.hpp>

#include <catch2/catch_test_macros.hpp>

#include <chrono>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace mt = monotable;
using namespace mt::literals;
using namespace std::chrono_literals;
using store_support::says;

namespace {

enum class status { open, done };

struct book {
    std::string isbn, author;
    int year = 0;
    std::string notes = "none";
    std::optional<std::string> series;
    std::set<std::string> tags;
    std::string title;
};

struct task {
    std::string id, owner;
    status state = status::open;
    std::optional<int> priority;
    std::optional<std::string> team;
    mt::timestamp due;
};

struct measurement {
    int station = 0;
    mt::decimal at;
    std::vector<std::byte> digest;
    std::optional<double> wind;
};

} // namespace

template <>
struct mt::entity<book> {
    using key = mt::key<"BOOK#{isbn}", "V{year:4}">;
    using attributes = mt::attributes<mt::key_only<"isbn">, mt::key_only<"year">, mt::renamed<"author", "Author">,
                                      mt::defaulted<"notes">>;
    using type = mt::entity_type<"Book">;
};

template <>
struct mt::entity<task> {
    using key = mt::key<"TASK#{id}", "TASK">;
    // Listed in another order than the table's; GS1 and GS2 share the attribute GS1PK.
    using indexes =
        mt::indexes<mt::index<"GS2", "T#{owner}", "{priority:3}">, mt::index<"GS1", "T#{owner}", "{team}#{due}">,
                    mt::index<"GS3", "OPEN", "{due}">::when<"state", status::open>>;
};

template <>
struct mt::entity<measurement> {
    using key = mt::key<"{station}", "{at}">;
};

namespace {

struct library : mt::table<"library", mt::gsi<"GS1">, mt::gsi<"GS2", mt::partition_key<"GS1PK">, mt::sort_key<"GS2SK">>,
                           mt::gsi<"GS3">, mt::type_attribute<"kind">, mt::entities<book, task>> {};

struct stations
    : mt::table<"stations", mt::partition_key<"station:N">, mt::sort_key<"when:N">,
                mt::gsi<"ByDigest", mt::partition_key<"digest:B">>,
                mt::gsi<"ByWind", mt::partition_key<"station:N">, mt::sort_key<"wind:N">>, mt::entities<measurement>> {
};
static_assert(mt::valid<library> && mt::valid<stations>);

std::string kept(mt::item_view item) { return store_support::names(item); }

template <class E, class T>
E read(T& db, mt::item const& stored) {
    db.implementation()->put({.table = "library", .item = stored});
    return *db.template scan<E>().first();
}

mt::item book_item() { return {{"PK", "BOOK#1"}, {"SK", "V2001"}, {"Author", "Ann"}, {"title", "T"}, {"notes", "n"}}; }

/// The item with an attribute replaced, added or (null) removed.
mt::item with(mt::item const& from, std::string_view name, std::optional<mt::value> const& v) {
    std::string out;
    mt::value_writer writer(out);
    writer.begin_map();
    for (auto const& member : from) {
        if (member.name == name) continue;
        writer.name(member.name);
        writer.raw(member.value);
    }
    if (v) {
        writer.name(name);
        writer.raw(*v);
    }
    writer.end_map();
    return mt::item::from_encoding(std::move(out));
}

} // namespace

TEST_CASE("key_only, renamed, absent and typed attributes") {
    mt::store<library> db;
    CHECK(db.to_item(book{"1", "Ann", 2001, "n", std::nullopt, {}, "T"}) ==
          mt::item{
              {"PK", "BOOK#1"}, {"SK", "V2001"}, {"Author", "Ann"}, {"kind", "Book"}, {"notes", "n"}, {"title", "T"}});
    CHECK(db.to_item(book{"1", "", -1, "", "s", {"b", "a"}, ""}) ==
          mt::item{{"PK", "BOOK#1"},
                   {"SK", "V-9998"},
                   {"Author", ""},
                   {"kind", "Book"},
                   {"notes", ""},
                   {"series", "s"},
                   {"tags", mt::value::string_set({"a", "b"})},
                   {"title", ""}});
}

TEST_CASE("items of others are read with what they have") {
    mt::store<library> db;
    SECTION("everything missing that may be") {
        auto const b = read<book>(db, book_item());
        CHECK(b.isbn == "1");
        CHECK(b.year == 2001);
        CHECK(b.author == "Ann");
        CHECK(b.notes == "n");
        CHECK(!b.series);
        CHECK(b.tags.empty());
    }
    SECTION("a defaulted field") { CHECK(read<book>(db, with(book_item(), "notes", std::nullopt)).notes == "none"); }
    SECTION("extra attributes, before, between and behind those known") {
        auto const extra =
            with(with(with(book_item(), "A", 1), "m", mt::value::boolean(true)), "z", mt::value::list({}));
        CHECK(read<book>(db, extra).title == "T");
    }
    SECTION("an attribute of a field that is kept in the key does not count") {
        CHECK(read<book>(db, with(book_item(), "isbn", "2")).isbn == "1");
        CHECK(read<book>(db, with(book_item(), "year", 7)).year == 2001);
    }
    SECTION("NULL is absence") { CHECK(!read<book>(db, with(book_item(), "series", mt::value::null())).series); }
}

TEST_CASE("items that do not fit are bad_item, which names entity, field and types") {
    mt::store<library> db;
    auto const reading = [&](mt::item const& stored) { return [&db, stored] { (void)read<book>(db, stored); }; };
    CHECK_THROWS_MATCHES(reading(with(book_item(), "Author", std::nullopt))(), mt::bad_item,
                         says("monotable: Book.author: the item has no attribute \"Author\""));
    CHECK_THROWS_MATCHES(reading(with(book_item(), "title", 7))(), mt::bad_item,
                         says("monotable: Book.title: expected string, found number"));
    CHECK_THROWS_MATCHES(reading(with(book_item(), "series", mt::value::boolean(true)))(), mt::bad_item,
                         says("Book.series"));
    CHECK_THROWS_MATCHES(reading(with(book_item(), "tags", "a"))(), mt::bad_item,
                         says("Book.tags: expected string set"));
}

TEST_CASE("what is an entity's item is said by its key and its type") {
    mt::store<library> db;
    auto& raw = *db.implementation();
    for (char const* sk : {"V2001x", "V201", "W2001", "V-0000", "V-9999"})
        raw.put({.table = "library", .item = with(book_item(), "SK", sk)});
    raw.put({.table = "library", .item = with(book_item(), "PK", "BOOK#")});
    raw.put({.table = "library", .item = with(with(book_item(), "PK", "BOOK#2"), "kind", "Booklet")});
    raw.put({.table = "library", .item = with(with(book_item(), "PK", "BOOK#3"), "kind", 7)});
    CHECK(db.scan<book>().count() == 1); // V-0000, which is -9999; V-9999 would be -0
    raw.put({.table = "library", .item = with(with(book_item(), "PK", "BOOK#4"), "kind", "Book")});
    CHECK(db.scan<book>().count() == 2);
    CHECK(!db.get<book>("isbn"_f == "2", "year"_f == 2001));
    CHECK(db.get<book>("isbn"_f == "4", "year"_f == 2001));
}

TEST_CASE("the attributes of an index are written together or not at all") {
    mt::store<library> db;
    auto const names_of = [&](task const& t) { return kept(db.to_item(t)); };
    task t{"1", "ann", status::done, std::nullopt, std::nullopt, mt::timestamp(0ms)};
    CHECK(names_of(t) == "PK SK due id kind owner state");
    t.priority = 5;
    CHECK(names_of(t) == "GS1PK GS2SK PK SK due id kind owner priority state");
    t.team = "x";
    CHECK(names_of(t) == "GS1PK GS1SK GS2SK PK SK due id kind owner priority state team");
    t.priority.reset();
    CHECK(names_of(t) == "GS1PK GS1SK PK SK due id kind owner state team");
    t.state = status::open;
    CHECK(names_of(t) == "GS1PK GS1SK GS3PK GS3SK PK SK due id kind owner state team");
    CHECK(store_support::text(*db.to_item(t).find("GS1PK")) == "T#ann");
    CHECK(store_support::text(*db.to_item(t).find("GS1SK")) == "x#1970-01-01T00:00:00.000Z");
}

TEST_CASE("items enter and leave sparse indexes with each put") {
    mt::store<library> db;
    auto const in = [&](char const* index) {
        mt::scan_request request;
        request.table = "library";
        request.index = index;
        return db.implementation()->scan(request).count;
    };
    task t{"1", "ann", status::open, 5, std::nullopt, mt::timestamp(0ms)};
    db.put(t).or_throw();
    CHECK((in("GS1") == 0 && in("GS2") == 1 && in("GS3") == 1));
    t.state = status::done;
    t.team = "x";
    db.put(t).or_throw();
    CHECK((in("GS1") == 1 && in("GS2") == 1 && in("GS3") == 0));
    t.priority.reset();
    db.replace(t).or_throw();
    CHECK((in("GS1") == 1 && in("GS2") == 0 && in("GS3") == 0));
    t.state = status::open;
    t.team.reset();
    db.put(t).or_throw();
    CHECK((in("GS1") == 0 && in("GS2") == 0 && in("GS3") == 1));
    CHECK(db.query<task>("state"_f == status::open).first()->id == "1");
    CHECK_THROWS_MATCHES(db.query<task>("state"_f == status::done), mt::bad_value, says("task.state: index GS3"));
    CHECK(db.erase(t, mt::returning_old).before());
    CHECK((in("") == 0 && in("GS3") == 0));
}

TEST_CASE("native keys: the fields' own attributes") {
    mt::store<stations> db;
    auto const bytes = [](std::initializer_list<int> from) {
        std::vector<std::byte> result;
        for (int const b : from) result.push_back(static_cast<std::byte>(b));
        return result;
    };
    measurement const m{-7, mt::decimal("1.5"), bytes({1, 255}), std::nullopt};
    CHECK(db.to_item(m) == mt::item{{"station", -7},
                                    {"when", mt::decimal("1.5")},
                                    {"at", mt::decimal("1.5")},
                                    {"digest", mt::value::binary("\1\xff")}});
    db.put(m).or_throw();
    db.put(measurement{-7, mt::decimal("-2"), bytes({0}), 3.5}).or_throw();
    db.put(measurement{10, mt::decimal("-2"), bytes({1, 255}), 1.0}).or_throw();
    CHECK(db.get<measurement>("station"_f == -7, "at"_f == mt::decimal("1.50"))->digest == m.digest);
    CHECK(db.query<measurement>("station"_f == -7, "at"_f < 0).count() == 1);
    CHECK(db.query<measurement>("digest"_f == bytes({1, 255})).count() == 2);
    CHECK(db.query<measurement>("station"_f == -7, "wind"_f > 1).count() == 1);
    CHECK(db.query<measurement>("station"_f == -7).all().front().at == mt::decimal(-2));
    CHECK_THROWS_MATCHES(db.put(measurement{1, 1, {}, {}}), mt::bad_value, says("measurement.digest"));
    CHECK(db.scan<measurement>().count() == 3);
}
