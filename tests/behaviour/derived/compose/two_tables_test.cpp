// SPDX-License-Identifier: BSL-1.0
#include "two_tables_model.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace two_tables;

static_assert(mt::valid<accounts>);
static_assert(mt::valid<orders>);

namespace {

account at(ledger_store& db, char const* id) { return db.get<account>("id"_f == id).value(); }
order order_at(ledger_store& db, char const* id) { return db.get<order>("id"_f == id).value(); }

void is_true(ledger_store& db, char const* id, int count, int spent) {
    account const found = at(db, id);
    REQUIRE(found.orders == count);
    REQUIRE(found.spent == spent);
    for (order const& each : db.children<"orders">(found)) {
        REQUIRE(each.name == found.name);
        REQUIRE(db.query<order>("name"_f == found.name, "id"_f == each.id).count() == 1);
    }
}

} // namespace

TEST_CASE("totals and copies between two tables follow each single write") {
    ledger_store db;
    db.put(account{"a", "Ann"}).or_throw();
    db.put(account{"b", "Bob"}).or_throw();
    db.put(order{"1", "a", 5, 2}).or_throw();
    db.create(order{"2", "a", 3, 1}).or_throw();
    is_true(db, "a", 2, 13);
    REQUIRE(order_at(db, "1").name == "Ann");

    db.update<order>("id"_f == "1", "count"_f = 3).or_throw();
    is_true(db, "a", 2, 18);
    db.update<account>("id"_f == "a", "name"_f = "Anna").or_throw();
    is_true(db, "a", 2, 18);
    db.update<order>("id"_f == "2", "owner"_f = "b").or_throw();
    is_true(db, "a", 1, 15);
    is_true(db, "b", 1, 3);
    REQUIRE(order_at(db, "2").name == "Bob");
    REQUIRE(db.erase<order>("id"_f == "2"));
    is_true(db, "b", 0, 0);
    REQUIRE(at(db, "b").version >= 3); // the derived writes count, too
}

TEST_CASE("a child in another table needs its parent, and an erasure of the parent is refused while it has children") {
    ledger_store db;
    REQUIRE(db.put(order{"1", "nobody"}).error() == mt::write_error::missing_reference);
    db.put(account{"a", "Ann"}).or_throw();
    db.put(order{"1", "a", 5}).or_throw();
    REQUIRE(db.erase<account>("id"_f == "a").error() == mt::write_error::referenced);
    db.erase<order>("id"_f == "1").or_throw();
    REQUIRE(db.erase<account>("id"_f == "a"));
}

TEST_CASE("relations between two tables are followed in both directions") {
    ledger_store db;
    db.put(account{"a", "Ann"}).or_throw();
    for (char const* id : {"1", "2", "3"}) db.put(order{id, "a", 1}).or_throw();
    REQUIRE(db.children<"orders">(at(db, "a")).count() == 3);
    REQUIRE(db.children<"orders">(at(db, "a"), "id"_f >= "2").count() == 2);
    REQUIRE(db.children<"orders">(at(db, "a")).index() == "GSI1");
    REQUIRE(db.parent<"orders">(order_at(db, "2"))->name == "Ann");
}

TEST_CASE("links between two tables: their sides must exist, and an erased side takes its links along") {
    ledger_store db;
    db.put(account{"a", "Ann"}).or_throw();
    db.put(account{"b", "Bob"}).or_throw();
    db.put(order{"1", "a", 1}).or_throw();
    REQUIRE(db.link<"watches">(at(db, "b"), order_at(db, "1"), "since"_f = 2020));
    REQUIRE(db.link<"watches">(at(db, "b"), order{"9", "a"}).error() == mt::write_error::missing_reference);
    REQUIRE(db.linked<"watches">(at(db, "b")).all() == std::vector{watch{"b", "1", 2020}});
    REQUIRE(db.linked<"watches">(order_at(db, "1")).count() == 1);
    REQUIRE(db.left_of<"watches">(watch{"b", "1"})->name == "Bob");
    REQUIRE(db.right_of<"watches">(watch{"b", "1"})->owner == "a");
    REQUIRE(db.unlink<"watches">(at(db, "b"), order_at(db, "1"), mt::returning_old).before()->since == 2020);
    db.link<"watches">(at(db, "b"), order_at(db, "1")).or_throw();
    db.erase<account>("id"_f == "b").or_throw();
    REQUIRE(db.scan<watch>().all().empty());
}

TEST_CASE("a transaction over two tables") {
    ledger_store db;
    db.transact(mt::create(order{"1", "a", 5}), mt::create(account{"a", "Ann"}), mt::put(order{"2", "a", 2, 2}))
        .or_throw();
    is_true(db, "a", 2, 9);
    auto const both = db.transact(mt::update<account>("id"_f == "a", "name"_f = "Anna"),
                                  mt::update<order>("id"_f == "1", "price"_f = 10, mt::returning_new));
    both.or_throw();
    REQUIRE(both.get<1>().after() == order{"1", "a", 10, 1, 10, "Anna"});
    is_true(db, "a", 2, 14);
    auto const moved = db.transact(mt::move(at(db, "a"), account{"b", "Anna"}));
    REQUIRE(moved.get<0>().error() == mt::write_error::referenced);
    REQUIRE(db.transact(mt::erase<order>("id"_f == "1"), mt::erase<order>("id"_f == "2"),
                        mt::erase<account>("id"_f == "a")));
    REQUIRE(db.scan<order>().count() == 0);
}

TEST_CASE("batches over two tables") {
    ledger_store db;
    db.batch_put(std::vector{account{"a", "Ann"}, account{"b", "Bob"}}).or_throw();
    db.batch_put(std::vector{order{"1", "a", 5}, order{"2", "a", 6}, order{"3", "b", 7}}).or_throw();
    is_true(db, "a", 2, 11);
    is_true(db, "b", 1, 7);
    db.batch_erase<order>(std::vector<std::string>{"1", "3"}).or_throw();
    is_true(db, "a", 1, 6);
    is_true(db, "b", 0, 0);
}

TEST_CASE("copies and totals between two tables by workers, one for each table") {
    mt::store<customers, invoices> db;
    mt::worker<customers> of_customers(db);
    mt::worker<invoices> of_invoices(db);
    auto const settle = [&] {
        while (of_customers.run_once() + of_invoices.run_once() != 0) {}
    };
    db.put(customer{"a", "Ann"}).or_throw();
    db.put(invoice{"a", "a", 5}).or_throw(); // the items of both tables have the same key
    db.put(invoice{"2", "a", 6}).or_throw();
    settle();
    REQUIRE(db.get<customer>("id"_f == "a") == customer{"a", "Ann", 11});
    REQUIRE(db.get<invoice>("id"_f == "2")->name == "Ann");
    db.update<customer>("id"_f == "a", "name"_f = "Anna").or_throw(); // found in the customers' stream
    settle();
    REQUIRE(db.get<invoice>("id"_f == "a")->name == "Anna");
    db.erase<invoice>("id"_f == "a").or_throw(); // found in the invoices' stream
    settle();
    REQUIRE(db.get<customer>("id"_f == "a")->total == 6);

    mt::item wrong = db.to_item(invoice{"2", "a", 7, "Nobody"}); // by a program that does not maintain them
    db.implementation()->put({.table = "invoices", .item = wrong});
    mt::reconcile<customers>(db);
    REQUIRE(db.get<invoice>("id"_f == "2")->name == "Anna");
    REQUIRE(db.get<customer>("id"_f == "a")->total == 7);
}
