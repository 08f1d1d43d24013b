// SPDX-License-Identifier: BSL-1.0
// Queries: operators, order, limits, pages and cursors, shards, projections, scans.
#include <shop.hpp>
#include <store_support.hpp>

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

using namespace shop_model;
using store_support::says;

namespace {

struct file {
    std::string volume, folder, name;
    int size = 0;
    std::string owner;
};

/// Everything native, several attributes in each key.
struct event {
    std::string id, tenant, region, kind;
    int level = 0;
    std::vector<std::byte> hash;
};

struct paper {
    std::string shelf, id;
};

} // namespace

template <>
struct mt::entity<paper> {
    using key = mt::key<"S#{shelf}", "{id:no_*}">;
};
template <>
struct mt::entity<file> {
    using key = mt::key<"{volume:vol_*}", "F_{folder:dir_*}_{name}">;
    using indexes = mt::indexes<mt::index<"BySize", "{volume}", "{size:desc}→{name}">,
                                mt::index<"ByOwner", "O#{owner:lower}", "{owner}.{name}">>;
};

template <>
struct mt::entity<event> {
    using key = mt::key<"{id}">;
};

namespace {

struct files : mt::table<"files", mt::gsi<"BySize">, mt::gsi<"ByOwner">, mt::entities<file>> {};
struct papers : mt::table<"papers", mt::entities<paper>> {};
struct events
    : mt::table<"events", mt::partition_key<"id">,
                mt::gsi<"Multi", mt::partition_key<"tenant", "region">, mt::sort_key<"level:N", "kind", "hash:B">>,
                mt::gsi<"ByHash", mt::partition_key<"hash:B">, mt::sort_key<"id">>, mt::entities<event>> {};

template <class Range>
std::string names(Range const& range) {
    std::string result;
    for (auto const& each : range) result += (result.empty() ? "" : " ") + each.name;
    return result;
}

mt::store<shop> full_shop() {
    mt::store<shop> db;
    for (char const* c : {"1", "1#", "10"}) {
        db.put(customer{c, "Ann", {}}).or_throw();
        db.put(address{c, "home", "s"}).or_throw();
        db.put(address{c, "work", "s"}).or_throw();
        for (int i = 0; i != 7; ++i)
            db.put(order{"o" + std::to_string(i), c, day(i / 2), i % 3 == 0 ? status::paid : status::open,
                         mt::decimal(10 - i)})
                .or_throw();
    }
    return db;
}

std::vector<std::byte> bytes(std::string_view from) {
    std::vector<std::byte> result;
    for (char const c : from) result.push_back(static_cast<std::byte>(c));
    return result;
}

} // namespace

TEST_CASE("a query has the items of its entity only, of its partition only") {
    auto const db = full_shop();
    CHECK(ids(db.query<order>("customer_id"_f == "1")) == "o0 o1 o2 o3 o4 o5 o6");
    CHECK(ids(db.query<order>("customer_id"_f == "1").descending()) == "o6 o5 o4 o3 o2 o1 o0");
    CHECK(db.query<address>("customer_id"_f == "1#").count() == 2);
    CHECK(ids(db.query<customer>("id"_f == "10")) == "10");
    CHECK(db.query<order>("customer_id"_f == "2").all().empty());
    CHECK(!db.query<order>("customer_id"_f == "2").first());
}

TEST_CASE("operators on the first, a middle and the last placeholder") {
    auto const db = full_shop();
    auto const of_1 = "customer_id"_f == "1";
    CHECK(ids(db.query<order>(of_1, "placed"_f == day(1))) == "o2 o3");
    CHECK(ids(db.query<order>(of_1, "placed"_f < day(1))) == "o0 o1");
    CHECK(ids(db.query<order>(of_1, "placed"_f <= day(1))) == "o0 o1 o2 o3");
    CHECK(ids(db.query<order>(of_1, "placed"_f > day(1))) == "o4 o5 o6");
    CHECK(ids(db.query<order>(of_1, "placed"_f >= day(1))) == "o2 o3 o4 o5 o6");
    CHECK(ids(db.query<order>(of_1, "placed"_f.between(day(1), day(2)))) == "o2 o3 o4 o5");
    CHECK(ids(db.query<order>(of_1, "placed"_f.between(day(2), day(1)))) == "");
    CHECK(ids(db.query<order>(of_1, "placed"_f > day(0), "placed"_f < day(2))) == "o2 o3");
    CHECK(ids(db.query<order>(of_1, "placed"_f > day(1), "placed"_f < day(1))) == "");
    CHECK(ids(db.query<order>(of_1, "placed"_f == day(1), "id"_f > "o2")) == "o3");
    CHECK(ids(db.query<order>(of_1, "placed"_f == day(1), "id"_f <= "o2")) == "o2");
    CHECK(ids(db.query<order>(of_1, "placed"_f == day(1), "id"_f.between("o2", "o2"))) == "o2");
    CHECK(ids(db.query<order>(of_1, "placed"_f == day(1), "id"_f.begins_with("o"))) == "o2 o3");
    CHECK(ids(db.query<order>(of_1, "placed"_f == day(1), "id"_f.begins_with("o3"))) == "o3");
    CHECK(ids(db.query<order>(of_1, "placed"_f == day(1), "id"_f.begins_with(""))) == "o2 o3");
    CHECK(db.query<address>("customer_id"_f == "1", "label"_f >= "i").count() == 1);
}

TEST_CASE("values beside each other do not meet in prefixes") {
    mt::store<files> db;
    for (char const* folder : {"dir_a", "dir_a_", "dir_ab", "dir_a%", "dir_b"})
        for (char const* name : {"x", "x_y", "_"}) db.put(file{"vol_1", folder, name, 1, "Ann"}).or_throw();
    auto const volume = "volume"_f == "vol_1";
    CHECK(db.query<file>(volume).count() == 15);
    CHECK(names(db.query<file>(volume, "folder"_f == "dir_a")) == "_ x x_y");
    CHECK(names(db.query<file>(volume, "folder"_f == "dir_a_")) == "_ x x_y");
    CHECK(db.query<file>(volume, "folder"_f.begins_with("dir_a")).count() == 12);
    CHECK(db.query<file>(volume, "folder"_f.begins_with("dir_a_")).count() == 3);
    CHECK(names(db.query<file>(volume, "folder"_f == "dir_a", "name"_f.begins_with("x"))) == "x x_y");
    CHECK(names(db.query<file>(volume, "folder"_f == "dir_a", "name"_f > "x")) == "x_y");
    CHECK(db.query<file>("owner:lower"_f == "ANN").count() == 15);
    CHECK(db.query<file>("owner:lower"_f == "aNN", "owner"_f == "Ann").count() == 15);
    CHECK_THROWS_MATCHES(db.query<file>("volume"_f == "x"), mt::bad_value, says("file.volume = \"x\""));
    CHECK_THROWS_MATCHES(db.query<file>(volume, "folder"_f == "x"), mt::bad_value, says("file.folder"));
}

TEST_CASE("a range in front of a delimiter outside of ASCII") {
    mt::store<files> db;
    for (int size : {-1, 0, 1, 10, 100}) db.put(file{"vol_1", "dir_a", std::to_string(size), size, "Ann"}).or_throw();
    auto const by_size = [&](auto const&... c) { return names(db.query<file>("volume"_f == "vol_1", c...)); };
    CHECK(names(db.query<file>(mt::on<"BySize">, "volume"_f == "vol_1")) == "100 10 1 0 -1");
    CHECK(by_size("size"_f > 0) == "100 10 1");
    CHECK(by_size("size"_f >= 0) == "100 10 1 0");
    CHECK(by_size("size"_f < 0) == "-1");
    CHECK(by_size("size"_f <= 1) == "1 0 -1");
    CHECK(by_size("size"_f.between(0, 10)) == "10 1 0");
    CHECK(by_size("size"_f.between(10, 0)) == "");
    CHECK(by_size("size"_f > 0, "size"_f <= 10) == "10 1");
    CHECK(by_size("size"_f == 10, "name"_f >= "1") == "10");
}

TEST_CASE("keys of several native attributes") {
    mt::store<events> db;
    int n = 0;
    for (char const* region : {"eu", "us"})
        for (int level : {-5, 0, 3, 20})
            for (char const* kind : {"a", "ab", "b"})
                db.put(event{"e" + std::to_string(n++), "t", region, kind, level, bytes(kind)}).or_throw();
    auto const tenant = "tenant"_f == "t";
    auto const eu = "region"_f == "eu";
    CHECK(ids(db.query<event>(tenant, eu)) == "e0 e1 e2 e3 e4 e5 e6 e7 e8 e9 e10 e11");
    CHECK(ids(db.query<event>(tenant, eu, "level"_f > 0)) == "e6 e7 e8 e9 e10 e11");
    CHECK(ids(db.query<event>(tenant, eu, "level"_f <= 0).descending()) == "e5 e4 e3 e2 e1 e0");
    CHECK(ids(db.query<event>(tenant, eu, "level"_f.between(-5, -1))) == "e0 e1 e2");
    CHECK(ids(db.query<event>(tenant, eu, "level"_f.between(1, -1))) == "");
    CHECK(ids(db.query<event>(tenant, eu, "level"_f == 3)) == "e6 e7 e8");
    CHECK(ids(db.query<event>(tenant, eu, "level"_f == 3, "kind"_f.begins_with("a"))) == "e6 e7");
    CHECK(ids(db.query<event>(tenant, eu, "level"_f == 3, "kind"_f > "a")) == "e7 e8");
    CHECK(ids(db.query<event>(tenant, eu, "level"_f == 3, "kind"_f == "ab", "hash"_f >= bytes("a"))) == "e7");
    CHECK(ids(db.query<event>(tenant, eu, "level"_f == 3, "kind"_f == "ab", "hash"_f < bytes("ab"))) == "");
    CHECK(ids(db.query<event>("hash"_f == bytes("b"), "id"_f < "e2")) == "e11 e14 e17");
    CHECK_THROWS_MATCHES(db.query<event>(tenant, "region"_f == ""), mt::bad_value, says("event.region"));
    CHECK(ids(db.query<event>(tenant, "region"_f.in("us", "eu"), "level"_f == 3)) == "e6 e18 e7 e19 e8 e20");
    CHECK(ids(db.query<event>("tenant"_f.in("t", "u"), "region"_f.in("us", "eu"), "level"_f > 3).descending()) ==
          "e23 e11 e22 e10 e21 e9");
}

TEST_CASE("limits count what is returned, pages go on where they ended") {
    auto const db = full_shop();
    auto const range = db.query<order>("customer_id"_f == "1");
    CHECK(ids(range.limit(3)) == "o0 o1 o2");
    CHECK(range.limit(3).count() == 3);
    CHECK(range.limit(0).count() == 7);
    CHECK(range.limit(static_cast<std::size_t>(-1)).count() == 7);
    CHECK_THROWS_MATCHES(range.limit(-1), mt::bad_value, says("not negative"));
    CHECK(range.first()->id == "o0");
    CHECK(range.page().cursor.empty());
    auto const page = range.limit(3).page();
    CHECK(ids(page.items) == "o0 o1 o2");
    CHECK(ids(range.after(page.cursor)) == "o3 o4 o5 o6");
    CHECK(range.after(page.cursor).first()->id == "o3");
    CHECK(ids(range.limit(100).after(page.cursor).page().items) == "o3 o4 o5 o6");
    CHECK(range.limit(7).page().cursor.empty());
    CHECK(range.limit(8).page().cursor.empty());
    CHECK(!range.limit(6).page().cursor.empty());
    CHECK(ids(range.after("")) == ids(range));
}

TEST_CASE("shards are merged in the order of the sort key") {
    mt::store<shop> db;
    for (int i = 0; i != 20; ++i)
        db.put(order{"o" + std::to_string(10 + i), "1", day(i * 7 % 20), status::open, mt::decimal(i)}).or_throw();
    struct open_order {
        std::string id, customer_id;
        mt::timestamp placed;
        mt::decimal total;
    };
    auto const open = db.query<order>("state"_f == status::open).as<open_order>();
    CHECK(open.index() == "Open");
    auto const all = open.all();
    REQUIRE(all.size() == 20);
    CHECK(std::is_sorted(all.begin(), all.end(), [](auto& a, auto& b) { return a.placed > b.placed; }));
    auto const down = open.descending().all();
    CHECK(std::equal(all.rbegin(), all.rend(), down.begin(), [](auto& a, auto& b) { return a.id == b.id; }));
    CHECK(open.limit(5).count() == 5);
    for (std::size_t size = 1; size != 22; ++size) {
        for (bool const descending : {false, true}) {
            std::string found, cursor;
            std::size_t pages = 0;
            do {
                auto const page = (descending ? open.descending() : open).limit(size).after(cursor).page();
                found += (found.empty() ? "" : " ") + ids(page.items);
                cursor = page.cursor;
                ++pages;
            } while (!cursor.empty() && pages < 30);
            CHECK(found == ids(descending ? down : all));
            CHECK(pages == (20 + size - 1) / size);
        }
    }
    CHECK(ids(db.query<order>("state"_f == status::open, "placed"_f >= day(17)).as<open_order>()) ==
          ids(std::vector(all.begin(), all.begin() + 3)));
}

TEST_CASE("a page behind items of other entities neither repeats nor skips") {
    auto const db = full_shop();
    for (std::size_t size = 1; size != 4; ++size) {
        std::string found, cursor;
        int pages = 0;
        do {
            auto const page = db.scan<address>().limit(size).after(cursor).page();
            for (auto const& a : page.items) found += a.customer_id + a.label + ' ';
            cursor = page.cursor;
        } while (!cursor.empty() && ++pages < 20);
        std::string whole;
        for (auto const& a : db.scan<address>()) whole += a.customer_id + a.label + ' ';
        CHECK(found == whole);
    }
}

TEST_CASE("cursors that do not belong are refused") {
    auto const db = full_shop();
    auto const range = db.query<order>("customer_id"_f == "1");
    std::string const cursor = range.limit(2).page().cursor;
    auto const refused = [](auto const& other, std::string const& text, char const* message) {
        INFO(text);
        CHECK_THROWS_MATCHES(other.after(text).count(), mt::bad_cursor, says(message));
        CHECK_THROWS_AS(other.after(text).limit(1).page(), mt::bad_cursor);
        CHECK_THROWS_AS(other.after(text).begin(), mt::bad_cursor);
    };
    refused(db.query<order>("customer_id"_f == "10"), cursor, "belongs to another query");
    refused(db.query<address>("customer_id"_f == "1"), cursor, "belongs to another query");
    refused(range.descending(), cursor, "belongs to another query");
    refused(db.query<order>("customer_id"_f == "1", "placed"_f > day(0)), cursor, "another query");
    refused(db.query<order>(mt::on<"ByTotal">, "customer_id"_f == "1").as<mt::item>(), cursor, "another query");
    refused(db.scan<order>(), cursor, "belongs to another query");
    refused(range, "x", "damaged");
    refused(range, "not base64!", "damaged: it is not base64url");
    refused(range, cursor + "A", "damaged");
    refused(range, cursor + cursor, "damaged");
    for (std::size_t n = 1; n < cursor.size(); ++n) refused(range, cursor.substr(0, n), "damaged");
    for (std::size_t n = 0; n < cursor.size(); n += 3) {
        auto text = cursor;
        text[n] = text[n] == 'A' ? 'B' : 'A';
        refused(range, text, "cursor");
    }
    CHECK(range.after(cursor).count() == 5);
    CHECK(range.as<mt::item>().after(cursor).count() == 5); // the same query
    auto changed = db;
    changed.erase(*range.first()).or_throw();
    changed.erase(*range.first()).or_throw();
    CHECK(range.after(cursor).count() == 5); // what it names need not be there
}

TEST_CASE("projections, raw items, local indexes, missing indexes") {
    auto const db = full_shop();
    struct summary {
        std::string id;
        std::optional<mt::decimal> total;
    };
    auto const some = db.query<order>("customer_id"_f == "1").as<summary>().limit(2).all();
    REQUIRE(some.size() == 2);
    CHECK(some[1].total == mt::decimal(9));
    auto const items = db.query<order>("customer_id"_f == "1").as<mt::item>().all();
    REQUIRE(items.size() == 7);
    CHECK(items[0] == db.to_item(*db.query<order>("customer_id"_f == "1").first()));
    struct from_keys {
        std::string id, customer_id;
        mt::timestamp placed;
        mt::decimal total;
    };
    auto const cheap = db.query<order>("customer_id"_f == "1", "total"_f < 6).as<from_keys>();
    CHECK(cheap.index() == "ByTotal");
    CHECK(ids(cheap) == "o6 o5");
    CHECK(cheap.first()->placed == day(3));
    auto const cheap_of_all = db.query<order>("customer_id"_f.in("1", "10", "1#"), "total"_f < 6).as<from_keys>();
    CHECK(ids(cheap_of_all) == "o6 o6 o6 o5 o5 o5");
    auto const late = cheap_of_all.limit(2).after(cheap_of_all.limit(4).page().cursor).page();
    CHECK(ids(late.items) == "o5 o5");
    CHECK(late.cursor.empty());
    CHECK(ids(cheap_of_all.limit(2).before(late.previous)) == "o6 o5");
    CHECK(ids(db.query<order>("id"_f == "o3")) == "o3 o3 o3");
    CHECK(db.query<order>("id"_f == "o3").index() == "GSI1");
    CHECK(db.query<customer>("email"_f == "a@x").index() == "ByEmail");
    CHECK(db.query<order>("customer_id"_f == "1").index() == "shop");
    CHECK(db.query<order>("customer_id"_f == "1").consistent().count() == 7);
}

TEST_CASE("scans read everything, in parts where asked") {
    auto const db = full_shop();
    CHECK(db.scan<order>().count() == 21);
    CHECK(db.scan<customer>().count() == 3);
    CHECK(db.scan<order>().as<mt::item>().limit(4).count() == 4);
    for (std::uint32_t segments : {1u, 2u, 5u}) {
        std::size_t total = 0;
        for (std::uint32_t s = 0; s != segments; ++s) {
            auto const segment = db.scan<order>().segment(s, segments);
            auto const count = segment.count();
            total += count;
            std::string cursor;
            std::size_t paged = 0;
            do {
                auto const page = segment.limit(2).after(cursor).page();
                paged += page.items.size();
                cursor = page.cursor;
                REQUIRE(paged <= count);
            } while (!cursor.empty());
            CHECK(paged == count);
        }
        CHECK(total == 21);
    }
}

TEST_CASE("an iterator reads as it goes") {
    auto const db = full_shop();
    auto const range = db.query<order>("customer_id"_f == "1");
    auto at = range.begin();
    static_assert(std::input_iterator<decltype(at)>);
    CHECK(at->id == "o0");
    at++;
    CHECK((*++at).id == "o2");
    CHECK(at != range.end());
    CHECK(range.begin()->id == "o0");
}

TEST_CASE("a range that starts with the empty string or no bytes is everything, and one that ends there nothing") {
    std::string const none;
    mt::store<shop> db;
    for (char const* label : {"a", "b", "c"}) db.put(address{"1", label, "s"}).or_throw();
    db.put(order{"o1", "1", day(1), status::open, 1}).or_throw();
    auto const labels = [&](auto const&... conditions) {
        std::string found;
        for (auto const& each : db.query<address>("customer_id"_f == "1", conditions...)) found += each.label;
        return found;
    };
    CHECK(labels("label"_f > none) == "abc");
    CHECK(labels("label"_f >= none) == "abc");
    CHECK(labels("label"_f < none).empty());
    CHECK(labels("label"_f <= none).empty());
    CHECK(labels("label"_f.between(none, "b")) == "ab");
    CHECK(labels("label"_f.between(none, none)).empty());
    CHECK(labels("label"_f.between("b", none)).empty());
    CHECK(labels("label"_f > none, "label"_f < "c") == "ab");
    CHECK(labels("label"_f > "a", "label"_f < none).empty());

    mt::store<files> of_files;
    for (char const* name : {"x", "y", "z"}) of_files.put(file{"vol_1", "dir_1", name, 1, "ann"}).or_throw();
    auto const in_folder = [&](auto const&... conditions) {
        return names(of_files.query<file>("volume"_f == "vol_1", conditions...));
    };
    CHECK(in_folder("folder"_f == "dir_1", "name"_f >= none) == "x y z");
    CHECK(in_folder("folder"_f == "dir_1", "name"_f.between(none, "y")) == "x y");

    mt::store<papers> of_papers; // with a prefix that every value has
    of_papers.put(paper{"s", "no_1"}).or_throw();
    of_papers.put(paper{"s", "no_2"}).or_throw();
    auto const on_shelf = [&](auto const& condition) {
        return ids(of_papers.query<paper>("shelf"_f == "s", condition));
    };
    CHECK(on_shelf("id"_f > none) == "no_1 no_2");
    CHECK(on_shelf("id"_f.between(none, "no_1")) == "no_1");
    CHECK(on_shelf("id"_f <= none).empty());

    mt::store<events> of_events; // native keys
    std::vector<std::byte> const hash{std::byte{1}}, no_bytes;
    for (char const* id : {"e1", "e2"}) of_events.put(event{id, "t", "r", "k", 1, hash}).or_throw();
    CHECK(ids(of_events.query<event>("hash"_f == hash, "id"_f > none)) == "e1 e2");
    CHECK(ids(of_events.query<event>("hash"_f == hash, "id"_f.between(none, "e1"))) == "e1");
    CHECK(ids(of_events.query<event>("hash"_f == hash, "id"_f <= none)).empty());
    CHECK(ids(of_events.query<event>("hash"_f == hash, "id"_f.between("e", none))).empty());
    auto const by_hash = [&](auto const& condition) {
        return of_events.query<event>("tenant"_f == "t", "region"_f == "r", "level"_f == 1, "kind"_f == "k", condition)
            .count();
    };
    CHECK(by_hash("hash"_f > no_bytes) == 2);
    CHECK(by_hash("hash"_f < no_bytes) == 0);
    CHECK_THROWS_AS(labels("label"_f == none), mt::bad_value);
}
