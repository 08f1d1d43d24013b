// SPDX-License-Identifier: BSL-1.0
// Copies and totals in transactions of several actions, in moves and in batches.
#include <library_check.hpp>
#include <library_model.hpp>

#include <monotable/batches.hpp>
#include <monotable/transactions.hpp>

#include <catch2/catch_test_macros.hpp>

#include <string>
#include <vector>

using namespace library_model;

namespace {

using shop = library<mt::in_transaction>;

author author_named(mt::store<shop> const& db, char const* name) { return db.get<author>("name"_f == name).value(); }
book by(char const* isbn, char const* name, int pages) { return {isbn, name, "t", mt::decimal(pages), "wrong"}; }

} // namespace

TEST_CASE("in_transaction: several children of one parent are one change of it") {
    mt::store<shop> db;
    db.put(author{"Lem", "PL", 1921}).or_throw();
    REQUIRE(db.transact(mt::create(by("1", "Lem", 10)), mt::put(by("2", "Lem", 20)), mt::create(by("3", "Lem", 30))));
    CHECK(author_named(db, "Lem").books == 3);
    CHECK(author_named(db, "Lem").pages == mt::decimal(60));
    CHECK(what_is_wrong(db) == "");
    REQUIRE(db.transact(mt::erase<book>("isbn"_f == "1"), mt::update<book>("isbn"_f == "2", "pages"_f = 1),
                        mt::create(by("4", "Lem", 4)), mt::update<author>("name"_f == "Lem", "country"_f = "UA")));
    CHECK(author_named(db, "Lem").books == 3);
    CHECK(author_named(db, "Lem").pages == mt::decimal(35));
    CHECK(what_is_wrong(db) == "");
}

TEST_CASE("in_transaction: source and copies may be written by one transaction, in any order") {
    mt::store<shop> db;
    REQUIRE(db.transact(mt::create(by("1", "Lem", 10)), mt::create(author{"Lem", "PL", 1921, 9, mt::decimal(9)}),
                        mt::create(by("2", "Lem", 20))));
    CHECK(author_named(db, "Lem").books == 2);
    CHECK(what_is_wrong(db) == "");
    REQUIRE(db.transact(mt::put(author{"Lem", "UA", 1922, 7}), mt::put(by("1", "Lem", 11)),
                        mt::erase<book>("isbn"_f == "2"), mt::create(by("3", "Lem", 5))));
    CHECK(author_named(db, "Lem").pages == mt::decimal(16));
    CHECK(what_is_wrong(db) == "");
    REQUIRE(db.erase<author>("name"_f == "Lem"));
    REQUIRE(db.transact(mt::create(by("4", "Lem", 1)), mt::erase<book>("isbn"_f == "1"),
                        mt::create(author{"Lem", "CH"}), mt::update<book>("isbn"_f == "3", "pages"_f += 100)));
    CHECK(author_named(db, "Lem").pages == mt::decimal(106));
    CHECK(what_is_wrong(db) == "");
    auto const refused = db.transact(mt::create(by("5", "Lem", 1)), mt::create(by("6", "Nobody", 1)));
    CHECK(!refused);
    CHECK(refused.get<1>().error() == mt::write_error::missing_reference);
    CHECK(what_is_wrong(db) == "");
}

TEST_CASE("in_transaction: children are exchanged between parents at once") {
    mt::store<shop> db;
    db.put(author{"Lem", "PL"}).or_throw();
    db.put(author{"Le Guin", "US"}).or_throw();
    REQUIRE(db.transact(mt::create(by("1", "Lem", 10)), mt::create(by("2", "Le Guin", 20))));
    REQUIRE(db.transact(mt::update<book>("isbn"_f == "1", "author"_f = "Le Guin"),
                        mt::update<book>("isbn"_f == "2", "author"_f = "Lem")));
    CHECK(author_named(db, "Lem").pages == mt::decimal(20));
    CHECK(what_is_wrong(db) == "");
    REQUIRE(db.move(db.get<book>("isbn"_f == "1").value(), by("9", "Lem", 10)));
    CHECK(author_named(db, "Lem").books == 2);
    CHECK(author_named(db, "Le Guin").books == 0);
    CHECK(what_is_wrong(db) == "");
}

TEST_CASE("in_transaction: batches keep copies and totals too") {
    mt::store<shop> db;
    db.put(author{"Lem", "PL"}).or_throw();
    std::vector<book> books;
    for (int i = 0; i != 60; ++i) books.push_back({std::to_string(i), "Lem", "t", mt::decimal(1), "wrong"});
    db.batch_put(books).or_throw();
    CHECK(author_named(db, "Lem").books == 60);
    CHECK(what_is_wrong(db) == "");
}
