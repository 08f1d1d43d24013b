// SPDX-License-Identifier: BSL-1.0
// What depends on a kept field is worked out after it, whichever way of writing changes it.
#include "orders_model.hpp"

#include <monotable/batches.hpp>
#include <monotable/evolution.hpp>

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

#include <initializer_list>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

using namespace orders_model;

namespace {

/// Items of another program's, which become lines.
struct draft {
    std::string order_id;
    int number = 0;
    std::string product_id;
    int pieces = 0;
};
line line_of(draft const& d) { return {d.order_id, d.number, d.product_id, d.pieces}; }

} // namespace

template <>
struct monotable::entity<draft> {
    using key = monotable::key<"DRAFT#{order_id}", "LINE#{number}">;
};

namespace {

struct drafts : mt::table<"orders", mt::stream, mt::gsi<"GSI1">, mt::gsi<"GSI2">, mt::entities<draft>> {};

using in_one = mt::store<shop>;
using by_worker = mt::store<shop_derived<mt::by_stream, mt::by_stream>>;
using copies_by_worker = mt::store<shop_derived<mt::by_stream, mt::in_transaction>>;
using sums_by_worker = mt::store<shop_derived<mt::in_transaction, mt::by_stream>>;
using in_two = two_shops<mt::in_transaction, mt::in_transaction>;
using in_two_by_workers = two_shops<mt::by_stream, mt::by_stream>;

template <class Store>
inline constexpr bool is_in_transactions = std::is_same_v<Store, in_one> || std::is_same_v<Store, in_two>;

template <class... Tables>
void follow(mt::store<Tables...>& db) {
    if constexpr (!is_in_transactions<mt::store<Tables...>>) {
        std::tuple<mt::worker<Tables>...> workers{mt::worker<Tables>(db)...};
        while (std::apply([](auto&... each) { return (std::size_t{0} + ... + each.run_once()); }, workers) != 0) {}
    }
}
template <class... Tables>
void settle(mt::store<Tables...>& db) {
    (mt::reconcile<Tables>(db), ...);
}

/// Everything that is derived is what it is derived from.
template <class... Tables>
void check_derived(mt::store<Tables...>& db) {
    follow(db);
    for (order const& o : db.template scan<order>().all()) {
        order wanted{o.id};
        for (line const& l : db.template query<line>("order_id"_f == o.id).all()) {
            INFO(o.id << " " << l.number);
            wanted.amount += l.amount.value_or(-1);
            ++wanted.lines;
            if (l.size == "large") ++wanted.large_lines;
            CHECK(l.amount == l.qty * l.price.value_or(0));
            CHECK(l.size == size_of(l.amount.value_or(-1)));
            if (auto const of = db.template get<product>("id"_f == l.product_id)) CHECK(l.price == of->price);
        }
        wanted.grade = grade_of(wanted.amount);
        INFO(o.id);
        CHECK(o.amount == wanted.amount);
        CHECK(o.lines == wanted.lines);
        CHECK(o.large_lines == wanted.large_lines);
        CHECK(o.grade == wanted.grade);
        CHECK(db.template query<order>("grade"_f == wanted.grade, "id"_f == o.id).count() == 1);
    }
    for (parcel const& p : db.template scan<parcel>().all())
        CHECK(p.grade == db.template get<order>("id"_f == p.order_id)->grade);
}

/// Puts an object, which is not refused.
template <class... Tables, class E>
void put(mt::store<Tables...>& db, E const& object) {
    REQUIRE(db.put(object));
}

template <class... Tables>
void fill(mt::store<Tables...>& db) {
    put(db, product{"bolt", 10});
    put(db, product{"nut", 3});
    put(db, order{"a"});
    put(db, order{"b"});
    put(db, parcel{"p", "a"});
    follow(db);
}

template <class Store>
inline constexpr std::string_view product_table = "orders";
template <class Copies, class Sums>
inline constexpr std::string_view product_table<two_shops<Copies, Sums>> = "stock";

void set_attribute(mt::backend& store, mt::item const& key, std::string_view name, mt::value const& wanted,
                   std::string_view table = "orders") {
    mt::expression update;
    update.begin(mt::expression_kind::update);
    update.add(mt::expression::make(mt::expression_kind::set, {mt::expression::path(mt::detail::document_path(name)),
                                                               mt::expression::constant(wanted)}));
    REQUIRE(store.write({.table = table, .item = key, .kind = mt::write_kind::update, .update = update}).done);
}

struct offers_by_worker
    : mt::table<
          "orders", mt::stream, mt::gsi<"GSI1">, mt::entities<product, offer>,
          mt::duplicated<"offers", product, offer, mt::match<"id", "product_id">, mt::copy<"price">, mt::by_stream>> {};

} // namespace

TEMPLATE_TEST_CASE("a sum of a field that is computed from a copied one is the sum, after each way of writing", "",
                   in_one, by_worker, copies_by_worker, sums_by_worker, in_two, in_two_by_workers) {
    TestType db;
    fill(db);
    SECTION("put, and put again") {
        put(db, line{"a", 1, "bolt", 4});
        check_derived(db);
        put(db, line{"a", 1, "bolt", 6});
        check_derived(db);
        put(db, line{"a", 1, "nut", 6});
        check_derived(db);
    }
    SECTION("put with what the object holds of derived fields") {
        put(db, line{"a", 1, "bolt", 4, 1000, 7, "large"});
        check_derived(db);
        put(db, order{"a", 1, 2, 3, "high"});
        check_derived(db);
    }
    SECTION("create and replace") {
        REQUIRE(db.create(line{"a", 1, "bolt", 4}));
        check_derived(db);
        REQUIRE(db.replace(line{"a", 1, "bolt", 40}));
        check_derived(db);
    }
    SECTION("update") {
        put(db, line{"a", 1, "bolt", 4});
        REQUIRE(db.template update<line>("order_id"_f == "a", "number"_f == 1, "qty"_f += 7));
        check_derived(db);
        REQUIRE(db.template update<line>("order_id"_f == "a", "number"_f == 1, "product_id"_f = "nut"));
        check_derived(db);
    }
    SECTION("upsert") {
        REQUIRE(db.template upsert<line>("order_id"_f == "a", "number"_f == 1, "product_id"_f = "bolt", "qty"_f = 5,
                                         "note"_f = "n"));
        check_derived(db);
        REQUIRE(db.template upsert<line>("order_id"_f == "a", "number"_f == 1, "product_id"_f = "bolt", "qty"_f = 1,
                                         "note"_f = "n"));
        check_derived(db);
    }
    SECTION("a change of the source") {
        put(db, line{"a", 1, "bolt", 4});
        put(db, line{"a", 2, "bolt", 6});
        put(db, line{"b", 1, "bolt", 1});
        REQUIRE(db.template update<product>("id"_f == "bolt", "price"_f = 11));
        check_derived(db);
        put(db, product{"bolt", 1});
        check_derived(db);
        REQUIRE(db.replace(product{"bolt", 100}));
        check_derived(db);
    }
    SECTION("erase") {
        put(db, line{"a", 1, "bolt", 4});
        put(db, line{"a", 2, "nut", 4});
        put(db, product{"bolt", 500});
        REQUIRE(db.template erase<line>("order_id"_f == "a", "number"_f == 1));
        check_derived(db);
        REQUIRE(db.template erase<line>("order_id"_f == "a", "number"_f == 2));
        check_derived(db);
        CHECK(db.template get<order>("id"_f == "a") == order{"a", 0, 0, 0, "low"});
    }
    SECTION("a source that is erased and put again") {
        put(db, line{"a", 1, "bolt", 4});
        REQUIRE(db.template erase<product>("id"_f == "bolt"));
        check_derived(db);
        put(db, line{"a", 2, "nut", 4});
        REQUIRE(db.template update<line>("order_id"_f == "a", "number"_f == 1, "qty"_f = 5));
        check_derived(db);
        put(db, product{"bolt", 77});
        check_derived(db);
    }
    SECTION("a parent that is erased and put again") {
        put(db, line{"a", 1, "bolt", 40});
        REQUIRE(db.template erase<order>("id"_f == "a"));
        put(db, order{"a"});
        check_derived(db);
    }
    SECTION("transactions") {
        REQUIRE(db.transact(mt::put(line{"a", 1, "bolt", 4}), mt::put(line{"a", 2, "nut", 4})));
        check_derived(db);
        REQUIRE(db.transact(mt::put(line{"a", 3, "bolt", 4}), mt::put(product{"bolt", 30}),
                            mt::update<line>("order_id"_f == "a", "number"_f == 1, "qty"_f = 9)));
        check_derived(db);
        REQUIRE(db.transact(mt::erase<line>("order_id"_f == "a", "number"_f == 2), mt::put(product{"nut", 8}),
                            mt::create(line{"b", 9, "nut", 9}), mt::put(order{"b"})));
        check_derived(db);
        REQUIRE(db.transact(mt::put(product{"washer", 60}), mt::put(line{"c", 1, "washer", 2}), mt::put(order{"c"}),
                            mt::put(parcel{"q", "c"})));
        check_derived(db);
        CHECK(db.template get<parcel>("id"_f == "q")->grade == "high");
    }
    SECTION("move") {
        put(db, line{"a", 1, "bolt", 40});
        REQUIRE(db.move(line{"a", 1}, line{"b", 1, "nut", 5}));
        check_derived(db);
    }
    SECTION("batches") {
        REQUIRE(db.batch_put(std::vector{line{"a", 1, "bolt", 4}, line{"a", 2, "nut", 4}, line{"b", 1, "bolt", 20}}));
        check_derived(db);
        auto batch = db.batch();
        batch.put(product{"bolt", 5});
        batch.put(line{"a", 3, "bolt", 50});
        batch.erase(line{"a", 1});
        REQUIRE(batch.commit());
        check_derived(db);
    }
    SECTION("reconcile") {
        put(db, line{"a", 1, "bolt", 4});
        put(db, line{"a", 2, "nut", 30});
        follow(db);
        mt::item const bolt = {{"PK", "PRODUCT#bolt"}, {"SK", "PRODUCT"}};
        set_attribute(*db.implementation(), bolt, "price", mt::value(44), product_table<TestType>);
        settle(db);
        check_derived(db);
        mt::item const order_a = {{"PK", "ORDER#a"}, {"SK", "ORDER"}};
        set_attribute(*db.implementation(), order_a, "amount", mt::value(-5));
        settle(db);
        check_derived(db);
    }
    SECTION("migration") {
        mt::store<drafts>(db.implementation()).put(draft{"a", 1, "bolt", 12}).or_throw();
        auto const report = db.template migrate<mt::migration<draft, line, line_of>>();
        for (auto const& each : report.left) UNSCOPED_INFO(each.reason);
        CHECK(report.rewritten == 1);
        check_derived(db);
        CHECK(db.template get<order>("id"_f == "a")->lines == 1);
    }
}

TEST_CASE("a transaction with its parent first, and as many children as it takes") {
    mt::store<shop> db;
    fill(db);
    for (int round = 1; round != 3; ++round) {
        auto all = db.transaction();
        all.put(order{"a", 7, 7, 7, "x"});
        for (int n = 0; n != 90; ++n) all.put(line{"a", n, n % 2 == 0 ? "bolt" : "nut", round});
        all.put(product{"bolt", 10 * round});
        REQUIRE(all.commit());
        check_derived(db);
        CHECK(db.get<order>("id"_f == "a")->amount == 45 * round * (10 * round + 3));
    }
}

TEST_CASE("a child of a total that is where<> of a computed field joins and leaves with it") {
    mt::store<shop> db;
    fill(db);
    auto const large = [&] { return db.get<order>("id"_f == "a")->large_lines; };
    put(db, line{"a", 1, "bolt", 4});
    CHECK(large() == 0);
    put(db, line{"a", 2, "bolt", 5});
    CHECK(large() == 1);
    REQUIRE(db.update<product>("id"_f == "bolt", "price"_f = 13));
    CHECK(large() == 2);
    REQUIRE(db.transact(mt::update<product>("id"_f == "bolt", "price"_f = 12)));
    CHECK(large() == 1);
    REQUIRE(db.erase<line>("order_id"_f == "a", "number"_f == 2));
    CHECK(large() == 0);
    REQUIRE(db.put(line{"none", 1, "bolt", 4}).error() == mt::write_error::missing_reference);
}

TEST_CASE("a copy of a field that is computed from a total is current after each write of a child") {
    mt::store<shop> db;
    fill(db);
    auto const grade = [&] { return db.get<parcel>("id"_f == "p")->grade; };
    CHECK(grade() == "low");
    put(db, line{"a", 1, "bolt", 10});
    CHECK(grade() == "high");
    REQUIRE(db.update<line>("order_id"_f == "a", "number"_f == 1, "qty"_f = 1));
    CHECK(grade() == "low");
    REQUIRE(db.update<product>("id"_f == "bolt", "price"_f = 100));
    CHECK(grade() == "high");
    REQUIRE(db.transact(mt::put(parcel{"q", "a"}), mt::erase<line>("order_id"_f == "a", "number"_f == 1)));
    CHECK(grade() == "low");
    CHECK(db.get<parcel>("id"_f == "q")->grade == "low");
    put(db, order{"a", 500, 1, 1, "high"});
    CHECK(grade() == "low");
}

TEST_CASE("a copied field is unique as it is stored, whichever way it is written") {
    mt::store<shop> db;
    fill(db);
    auto const taken = [&](auto&& result) { return result.error() == mt::write_error::not_unique; };
    put(db, offer{"1", "bolt"});
    CHECK(count_guards(*db.implementation()) == 1);
    CHECK(taken(db.put(offer{"2", "bolt", 99})));
    CHECK(taken(db.create(offer{"2", "bolt"})));
    CHECK(taken(db.upsert<offer>("id"_f == "2", "product_id"_f = "bolt")));
    CHECK_FALSE(db.transact(mt::put(offer{"2", "bolt"})));
    CHECK_FALSE(db.batch_put(std::vector{offer{"2", "bolt"}}));
    put(db, offer{"2", "nut", 10}); // of which the object holds the value of another
    CHECK(count_guards(*db.implementation()) == 2);
    CHECK(taken(db.update<offer>("id"_f == "2", "product_id"_f = "bolt")));
    CHECK(taken(db.update<product>("id"_f == "nut", "price"_f = 10)));
    CHECK(db.get<product>("id"_f == "nut")->price == 3);
    REQUIRE(db.transact(mt::put(product{"nut", 10}), mt::put(product{"bolt", 3})));
    CHECK(db.get<offer>("id"_f == "1")->price == 3);
    CHECK(taken(db.put(offer{"3", "bolt"})));
    CHECK(count_guards(*db.implementation()) == 2);
    REQUIRE(db.update<product>("id"_f == "nut", "price"_f = 11));
    CHECK(count_guards(*db.implementation()) == 2);
    REQUIRE(db.move(offer{"1"}, offer{"4", "bolt"}));
    CHECK(count_guards(*db.implementation()) == 2);
    REQUIRE(db.erase<offer>("id"_f == "4"));
    REQUIRE(db.erase<offer>("id"_f == "2"));
    CHECK(count_guards(*db.implementation()) == 0);
}

TEST_CASE("a field that is computed from a copied one is unique as it is stored, whichever way it is written") {
    mt::store<shop> db;
    fill(db);
    put(db, ticket{"1", "bolt", 1, 500, "10/2"});
    CHECK(db.get<ticket>("id"_f == "1")->label == "10/1");
    CHECK(count_guards(*db.implementation()) == 1);
    put(db, ticket{"2", "bolt", 2});
    CHECK(db.put(ticket{"3", "bolt", 1}).error() == mt::write_error::not_unique);
    CHECK(db.create(ticket{"3", "bolt", 12}).error() == mt::write_error::not_unique);
    CHECK(db.update<ticket>("id"_f == "2", "seat"_f = 1).error() == mt::write_error::not_unique);
    CHECK(db.upsert<ticket>("id"_f == "3", "product_id"_f = "bolt", "seat"_f = 11).error() ==
          mt::write_error::not_unique);
    REQUIRE(db.create(ticket{"3", "nut", 1}));
    CHECK(count_guards(*db.implementation()) == 3);
    CHECK(db.update<product>("id"_f == "nut", "price"_f = 10).error() == mt::write_error::not_unique);
    REQUIRE(db.update<product>("id"_f == "nut", "price"_f = 4));
    REQUIRE(db.update<ticket>("id"_f == "3", "seat"_f = 5));
    CHECK(db.get<ticket>("id"_f == "3")->label == "4/5");
    CHECK(count_guards(*db.implementation()) == 3);
    REQUIRE(db.transact(mt::erase<ticket>("id"_f == "2"), mt::put(ticket{"4", "bolt", 2}),
                        mt::update<ticket>("id"_f == "1", "seat"_f = 7)));
    CHECK(count_guards(*db.implementation()) == 3);
    for (char const* const id : {"1", "3", "4"}) REQUIRE(db.erase<ticket>("id"_f == id));
    CHECK(count_guards(*db.implementation()) == 0);
}

TEST_CASE("a worker throws at a copy that would not be unique, and goes on") {
    mt::store<offers_by_worker> db;
    mt::worker<offers_by_worker> worker(db);
    auto const follow_all = [&] {
        while (worker.run_once() != 0) {}
    };
    put(db, product{"bolt", 10});
    put(db, product{"nut", 3});
    put(db, offer{"1", "bolt"});
    put(db, offer{"2", "nut"});
    follow_all();
    CHECK(db.get<offer>("id"_f == "2")->price == 3);
    CHECK(count_guards(*db.implementation()) == 2);
    put(db, product{"nut", 10});
    REQUIRE_THROWS_AS(follow_all(), mt::bad_item);
    CHECK(db.get<offer>("id"_f == "2")->price == 3);
    put(db, product{"bolt", 11});
    put(db, product{"nut", 12});
    follow_all();
    CHECK(db.get<offer>("id"_f == "1")->price == 11);
    CHECK(db.get<offer>("id"_f == "2")->price == 12);
    CHECK(count_guards(*db.implementation()) == 2);
}

TEST_CASE("after() of each write of an object is what is stored") {
    mt::store<shop> db;
    fill(db);
    auto const stored = [&](int number) { return db.get<line>("order_id"_f == "a", "number"_f == number).value(); };
    auto const created = db.create(line{"a", 1, "bolt", 4, 7, 7, "x"}).after();
    CHECK(created == stored(1));
    auto const written = db.put(line{"a", 2, "bolt", 4, 7, 7, "x"}).after();
    CHECK(written == stored(2));
    auto const replaced = db.replace(line{"a", 2, "nut", 40, 7, 7, "x"}).after();
    CHECK(replaced == stored(2));
    auto const updated = db.update<line>("order_id"_f == "a", "number"_f == 2, "product_id"_f = "bolt").after();
    CHECK(updated == stored(2));
    auto const upserted =
        db.upsert<line>("order_id"_f == "a", "number"_f == 3, "product_id"_f = "nut", "qty"_f = 1, "note"_f = "-")
            .after();
    CHECK(upserted == stored(3));
    auto const parent = db.put(order{"a", 1, 1, 1, "x"}).after();
    CHECK(parent == db.get<order>("id"_f == "a"));
    CHECK(db.update<line>("order_id"_f == "a", "number"_f == 2, "qty"_f = 11, mt::returning_new).after().amount == 110);
}

TEST_CASE("an update makes computed fields agree that another program has written, and each key of an index") {
    mt::store<shop> db;
    fill(db);
    put(db, line{"a", 1, "bolt", 6});
    mt::item const whole = db.to_item(line{"a", 1, "bolt", 6, 10, 60, "large"});
    mt::item const key = {{"PK", mt::value(*whole.find("PK"))}, {"SK", mt::value(*whole.find("SK"))}};
    auto const check = [&] {
        auto const stored = db.get<line>("order_id"_f == "a", "number"_f == 1).value();
        CHECK(stored.amount == stored.qty * 10);
        CHECK(stored.size == size_of(*stored.amount));
        CHECK(db.query<line>("order_id"_f == "a", "size"_f == size_of(*stored.amount)).count() == 1);
        CHECK(db.query<line>("order_id"_f == "a", "size"_f == "other").count() == 0);
    };
    set_attribute(*db.implementation(), key, "size", mt::value("other"));
    SECTION("an update of a field that a key is made of") {
        REQUIRE(db.update<line>("order_id"_f == "a", "number"_f == 1, "note"_f = "n"));
        check();
    }
    SECTION("an update of what the field is computed from") {
        REQUIRE(db.update<line>("order_id"_f == "a", "number"_f == 1, "qty"_f = 7));
        check();
    }
    SECTION("the key of the index is as the field is") {
        set_attribute(*db.implementation(), key, "GSI2PK", mt::value("SIZE#a#other"));
        REQUIRE(db.update<line>("order_id"_f == "a", "number"_f == 1, "note"_f = "n"));
        check();
        REQUIRE(db.transact(mt::update<line>("order_id"_f == "a", "number"_f == 1, "note"_f = "m")));
        check();
    }
    SECTION("the source that the field is copied from changes") {
        put(db, product{"bolt", 9});
        put(db, product{"bolt", 10});
        check();
    }
}
