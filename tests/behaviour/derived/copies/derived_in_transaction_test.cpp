// SPDX-License-Identifier: BSL-1.0
#include <library_check.hpp>
#include <library_model.hpp>

#include <monotable/backend/forwarding.hpp>

#include <store_support.hpp>

#include <catch2/catch_test_macros.hpp>

#include <memory>
#include <optional>
#include <string>
#include <utility>

using namespace library_model;
using store_support::says;

namespace {

using shop = library<mt::in_transaction>;

book book_of(mt::store<shop> const& db, char const* isbn) { return db.get<book>("isbn"_f == isbn).value(); }
author author_named(mt::store<shop> const& db, char const* name) { return db.get<author>("name"_f == name).value(); }

mt::decimal pages(int n) { return mt::decimal(n); }

} // namespace

TEST_CASE("in_transaction: a change of a source is a change of every copy") {
    mt::store<shop> db;
    db.put(author{"Lem", "PL", 1921}).or_throw();
    REQUIRE(db.put(book{"1", "Lem", "Solaris"}));
    REQUIRE(db.put(book{"2", "Lem", "Eden"}));
    REQUIRE(db.create(author{"Le Guin", "US"}));
    REQUIRE(db.put(book{"3", "Le Guin", "Rocannon's World"}));
    CHECK(what_is_wrong(db) == "");
    CHECK(book_of(db, "1").author_country == "PL");
    CHECK(book_of(db, "1").author_born == 1921);
    CHECK(db.query<book>(mt::on<"Born">).count() == 2);

    REQUIRE(db.update<author>("name"_f == "Lem", "country"_f = "UA", "born"_f.remove()));
    CHECK(book_of(db, "2").author_country == "UA");
    CHECK(db.query<book>("author_country"_f == "UA").count() == 2);
    CHECK(db.query<book>(mt::on<"Born">).count() == 0);
    CHECK(book_of(db, "3").author_country == "US");
    CHECK(what_is_wrong(db) == "");

    db.put(author{"Lem", "PL", 1921}).or_throw();
    CHECK(book_of(db, "2").author_born == 1921);
    CHECK(what_is_wrong(db) == "");
    REQUIRE(db.replace(author{"Lem", "PL", 1922}));
    CHECK(book_of(db, "2").author_born == 1922);
    CHECK(what_is_wrong(db) == "");
}

TEST_CASE("in_transaction: a new copy takes its fields from the source, whatever the object says") {
    mt::store<shop> db;
    db.put(author{"Lem", "PL", 1921}).or_throw();
    db.put(author{"Le Guin", "US"}).or_throw();
    REQUIRE(db.create(book{"1", "Lem", "Solaris", pages(10), "wrong", 1}));
    CHECK(book_of(db, "1").author_country == "PL");
    CHECK(book_of(db, "1").author_born == 1921);
    REQUIRE(db.put(book{"1", "Lem", "Solaris", pages(20), "wrong again", 2}));
    CHECK(what_is_wrong(db) == "");
    CHECK(author_named(db, "Lem").pages == pages(20));

    auto const moved = db.update<book>("isbn"_f == "1", "author"_f = "Le Guin", mt::returning_new);
    REQUIRE(moved);
    CHECK(moved.after().author_country == "US");
    CHECK(moved.after().author_born == std::nullopt);
    CHECK(what_is_wrong(db) == "");
    REQUIRE(db.upsert<book>("isbn"_f == "2", "author"_f = "Lem", "title"_f = "Eden", "pages"_f = pages(5)));
    CHECK(book_of(db, "2").author_country == "PL");
    CHECK(what_is_wrong(db) == "");
    REQUIRE(db.update<book>("isbn"_f == "2", "author"_f.remove()));
    CHECK(book_of(db, "2").author_country == "PL"); // belongs to nobody: keeps what it had
    CHECK(author_named(db, "Lem").books == 0);
    CHECK(what_is_wrong(db) == "");
}

TEST_CASE("in_transaction: fields that are taken from the source may be left empty, even in keys") {
    mt::store<shop> db;
    db.put(author{"Lem", "PL", 1921}).or_throw();
    REQUIRE(db.create(book{"1", "Lem", "Solaris", pages(10), ""})); // an empty string can be no key
    CHECK(book_of(db, "1").author_country == "PL");
    REQUIRE(db.put(book{"1", "Lem", "Solaris", pages(11), ""}));
    CHECK(book_of(db, "1").author_country == "PL");
    CHECK_THROWS_AS(db.put(book{"2", "Lem", "", pages(11), ""}), mt::bad_value); // the title is the program's
    CHECK(db.put(book{"2", "Nobody", "t", pages(11), ""}).error() == mt::write_error::missing_reference);
    CHECK_THROWS_MATCHES(db.put(book{"2", {}, "t", pages(11), ""}), mt::bad_value,
                         says("book.author_country")); // nobody's
    REQUIRE(db.erase<author>("name"_f == "Lem"));
    REQUIRE(db.put(book{"1", "Lem", "Solaris", pages(12), ""}));
    CHECK(book_of(db, "1").author_country == "PL");
    CHECK(what_is_wrong(db) == "");
}

TEST_CASE("in_transaction: what is to belong to something that is not there is refused") {
    mt::store<shop> db;
    auto const refused = db.put(book{"1", "Nobody"});
    CHECK(refused.error() == mt::write_error::missing_reference);
    CHECK_THROWS_MATCHES(refused.or_throw(), mt::condition_failed, says("book in library") && says("author"));
    REQUIRE(db.put(book{"1"}));
    REQUIRE(db.put(book{"1", {}, "t", pages(1), "own"})); // belongs to nobody
    CHECK(book_of(db, "1").author_country == "own");
    CHECK(db.update<book>("isbn"_f == "1", "author"_f = "Nobody").error() == mt::write_error::missing_reference);
    CHECK(book_of(db, "1").author == std::nullopt);
    CHECK(what_is_wrong(db) == "");
}

TEST_CASE("in_transaction: totals follow every verb") {
    mt::store<shop> db;
    db.put(author{"Lem", "PL", {}, 77, pages(88)}).or_throw(); // totals are not the object's to say
    CHECK(author_named(db, "Lem").books == 0);
    CHECK(author_named(db, "Lem").pages == pages(0));
    db.put(author{"Le Guin", "US"}).or_throw();
    REQUIRE(db.create(book{"1", "Lem", "Solaris", pages(200)}));
    REQUIRE(db.put(book{"2", "Lem", "Eden", pages(300)}));
    CHECK(author_named(db, "Lem").books == 2);
    CHECK(author_named(db, "Lem").pages == pages(500));
    CHECK(db.query<author>(mt::on<"GSI1">).descending().first()->name == "Lem");
    REQUIRE(db.update<book>("isbn"_f == "1", "pages"_f += pages(4)));
    REQUIRE(db.replace(book{"2", "Lem", "Eden", pages(1)}));
    CHECK(author_named(db, "Lem").pages == pages(205));
    REQUIRE(db.update<book>("isbn"_f == "1", "author"_f = "Le Guin", "pages"_f = pages(7)));
    CHECK(author_named(db, "Lem").pages == pages(1));
    CHECK(author_named(db, "Le Guin").pages == pages(7));
    CHECK(what_is_wrong(db) == "");
    db.put(author{"Lem", "PL", 1921}).or_throw(); // a whole object with totals of 0
    CHECK(author_named(db, "Lem").books == 1);
    CHECK(what_is_wrong(db) == "");
    REQUIRE(db.erase<book>("isbn"_f == "2"));
    REQUIRE(db.erase(book{"1"}, mt::when("pages"_f == pages(7))));
    REQUIRE(db.erase<book>("isbn"_f == "1")); // is gone already
    CHECK(author_named(db, "Lem").books == 0);
    CHECK(author_named(db, "Le Guin").pages == pages(0));
    CHECK(what_is_wrong(db) == "");
}

TEST_CASE("in_transaction: an upsert may create a parent, whose totals then are there") {
    mt::store<shop> db;
    REQUIRE(db.upsert<author>("name"_f == "Lem", "country"_f = "PL"));
    CHECK(db.scan<author>().as<mt::item>().first()->contains("books"));
    REQUIRE(db.put(book{"1", "Lem", "Solaris", pages(3)}));
    REQUIRE(db.upsert<author>("name"_f == "Lem", "country"_f = "UA"));
    CHECK(author_named(db, "Lem").books == 1);
    CHECK(what_is_wrong(db) == "");
}

TEST_CASE("in_transaction: copies outlive their source, and belong to the one that comes after it") {
    mt::store<shop> db;
    db.put(author{"Lem", "PL"}).or_throw();
    REQUIRE(db.put(book{"1", "Lem", "Solaris", pages(200)}));
    REQUIRE(db.put(book{"2", "Lem", "Eden", pages(300)}));
    REQUIRE(db.erase<author>("name"_f == "Lem"));
    CHECK(book_of(db, "1").author_country == "PL");
    REQUIRE(db.put(book{"1", "Lem", "Solaris", pages(201), "other"}));
    CHECK(book_of(db, "1").author_country == "PL"); // there is nobody to ask
    REQUIRE(db.update<book>("isbn"_f == "2", "pages"_f += pages(1)));
    REQUIRE(db.create(author{"Lem", "UA", 1921, 9, pages(9)}));
    CHECK(author_named(db, "Lem").books == 2);
    CHECK(author_named(db, "Lem").pages == pages(502));
    CHECK(book_of(db, "1").author_country == "UA");
    CHECK(what_is_wrong(db) == "");
}

TEST_CASE("in_transaction: more copies than one transaction takes are an error, and nothing is written") {
    mt::store<shop> db;
    db.put(author{"Lem", "PL"}).or_throw();
    for (int i = 0; i != 99; ++i) REQUIRE(db.put(book{std::to_string(i), "Lem"}));
    REQUIRE(db.update<author>("name"_f == "Lem", "country"_f = "UA")); // 100 writes
    CHECK(what_is_wrong(db) == "");
    REQUIRE(db.put(book{"99", "Lem"}));
    CHECK_THROWS_MATCHES(db.update<author>("name"_f == "Lem", "country"_f = "PL"), mt::store_error,
                         says("author: author in library") && says("has 100 items of book") &&
                             says("at most 100 writes"));
    CHECK(author_named(db, "Lem").country == "UA");
    REQUIRE(db.update<author>("name"_f == "Lem", "country"_f = "UA")); // changes nothing
    CHECK(what_is_wrong(db) == "");
}

namespace {

/// The same table as it was before anything was declared.
struct plain
    : mt::table<"library", mt::stream, mt::gsi<"GSI1">, mt::gsi<"Land">, mt::gsi<"Born">, mt::entities<author, book>> {
};

} // namespace

TEST_CASE("in_transaction: reconcile makes true what was there before, and what comes next keeps it so") {
    auto const shared = static_cast<std::shared_ptr<mt::backend>>(mt::memory{});
    mt::store<plain> before(shared);
    before.put(author{"Lem", "PL", 1921, 5}).or_throw();
    for (int i = 0; i != 150; ++i) before.put(book{std::to_string(i), "Lem", "t", pages(2), "other"}).or_throw();
    before.put(book{"orphan", "Nobody", "t", pages(2), "other"}).or_throw();
    mt::store<shop> db(shared);
    CHECK(what_is_wrong(db) != "");
    mt::reconcile<shop>(db);
    CHECK(what_is_wrong(db) == "");
    CHECK(author_named(db, "Lem").books == 150);
    REQUIRE(db.put(book{"0", "Lem", "t", pages(3)}));
    REQUIRE(db.erase<book>("isbn"_f == "1"));
    CHECK(what_is_wrong(db) == "");
    for (int i = 150; i != 1'001; ++i) before.put(book{std::to_string(i), "Lem", "t"}).or_throw();
    CHECK_THROWS_MATCHES(db.update<author>("name"_f == "Lem", "country"_f = "UA"), mt::store_error,
                         says("has 1000 items of book"));
    before.put(book{"one more", "Lem", "t"}).or_throw();
    CHECK_THROWS_MATCHES(db.update<author>("name"_f == "Lem", "country"_f = "UA"), mt::store_error,
                         says("has more than 1000 items of book"));
}

namespace {

/// A total that no index is made of.
struct product {
    std::string id, name = {};
    int stock = 0;
};
struct stock_item {
    std::string product_id, warehouse;
    int quantity = 0;
};

} // namespace

template <>
struct mt::entity<product> {
    using key = mt::key<"P#{id}", "P">;
};
template <>
struct mt::entity<stock_item> {
    using key = mt::key<"P#{product_id}", "S#{warehouse}">;
    using attributes = mt::attributes<mt::key_only<"product_id">, mt::key_only<"warehouse">>;
};

namespace {

struct stocks : mt::table<"stocks", mt::entities<product, stock_item>,
                          mt::total<"stock", product, stock_item, mt::match<"id", "product_id">,
                                    mt::sum<"quantity", "stock">, mt::in_transaction>> {};

/// Does something else just before a transaction.
class meddler : public mt::forwarding_backend {
  public:
    using forwarding_backend::forwarding_backend;
    mt::transaction_outcome do_transact_write(mt::detail::array_view<mt::write_request> actions,
                                              std::string_view token) override {
        meddle();
        return inner().transact_write(actions, token);
    }
    mt::write_outcome do_write(mt::write_request const& request) override {
        if (alone) meddle();
        return inner().write(request);
    }
    void (*before)(mt::store<shop>&) = nullptr;
    void (*alone)(mt::store<stocks>&) = nullptr;

  private:
    template <class Table>
    void run(void (*&what)(mt::store<Table>&)) {
        auto const now = std::exchange(what, nullptr);
        if (now == nullptr) return;
        mt::store<Table> other{std::shared_ptr<mt::backend>(&inner(), [](mt::backend*) {})};
        now(other);
    }
    void meddle() {
        run(before);
        run(alone);
    }
};

} // namespace

TEST_CASE("in_transaction: what others do between planning and writing is seen") {
    auto const watched = std::make_shared<meddler>(mt::memory());
    mt::store<shop> db{std::shared_ptr<mt::backend>(watched)};
    db.put(author{"Lem", "PL"}).or_throw();
    REQUIRE(db.put(book{"1", "Lem"}));
    SECTION("a copy is created while its source is changed") {
        watched->before = [](mt::store<shop>& other) { REQUIRE(other.put(book{"2", "Lem"})); };
        REQUIRE(db.update<author>("name"_f == "Lem", "country"_f = "UA"));
        CHECK(book_of(db, "2").author_country == "UA");
    }
    SECTION("the source is changed while a copy is created") {
        watched->before = [](mt::store<shop>& other) {
            REQUIRE(other.update<author>("name"_f == "Lem", "country"_f = "UA"));
        };
        REQUIRE(db.put(book{"2", "Lem"}));
        CHECK(book_of(db, "2").author_country == "UA");
    }
    SECTION("the source is changed while a copy is put that says the same as before") {
        watched->before = [](mt::store<shop>& other) {
            REQUIRE(other.update<author>("name"_f == "Lem", "country"_f = "UA"));
        };
        auto const direct = [&] { return db.put(book{"1", "Lem", "-", pages(1), "PL"}); };
        REQUIRE(direct());
        CHECK(book_of(db, "1").author_country == "UA");
    }
    SECTION("a copy is put while its source is changed") {
        watched->before = [](mt::store<shop>& other) { REQUIRE(other.put(book{"1", "Lem", "Solaris", pages(3)})); };
        REQUIRE(db.update<author>("name"_f == "Lem", "country"_f = "UA"));
        CHECK(book_of(db, "1").title == "Solaris");
    }
    SECTION("the source is erased while a copy is created") {
        watched->before = [](mt::store<shop>& other) { other.erase<author>("name"_f == "Lem").or_throw(); };
        CHECK(db.put(book{"2", "Lem"}).error() == mt::write_error::missing_reference);
        CHECK(!db.get<book>("isbn"_f == "2"));
    }
    SECTION("a copy is erased, or leaves, while its source is changed") {
        watched->before = [](mt::store<shop>& other) { REQUIRE(other.erase<book>("isbn"_f == "1")); };
        REQUIRE(db.update<author>("name"_f == "Lem", "country"_f = "UA"));
        CHECK(!db.get<book>("isbn"_f == "1"));
        REQUIRE(db.put(book{"3", "Lem"}));
        watched->before = [](mt::store<shop>& other) {
            REQUIRE(other.update<book>("isbn"_f == "3", "author"_f.remove()));
        };
        REQUIRE(db.update<author>("name"_f == "Lem", "country"_f = "XX"));
        CHECK(book_of(db, "3").author_country == "UA");
    }
    SECTION("an orphan is erased while its parent comes back") {
        REQUIRE(db.put(book{"2", "Lem"}));
        db.erase<author>("name"_f == "Lem").or_throw();
        watched->before = [](mt::store<shop>& other) { REQUIRE(other.erase<book>("isbn"_f == "2")); };
        REQUIRE(db.create(author{"Lem", "UA"}));
        CHECK(author_named(db, "Lem").books == 1);
    }
    SECTION("a child is added while the parent is put") {
        watched->before = [](mt::store<shop>& other) { REQUIRE(other.put(book{"2", "Lem"})); };
        db.put(author{"Lem", "UA"}).or_throw();
        CHECK(author_named(db, "Lem").books == 2);
    }
    CHECK(watched->before == nullptr);
    CHECK(what_is_wrong(db) == "");
}

TEST_CASE("in_transaction: a total is added to, and stays true when its parent is put at the same time") {
    auto const watched = std::make_shared<meddler>(mt::memory());
    mt::store<stocks> db{std::shared_ptr<mt::backend>(watched)};
    auto const stock = [&] { return db.get<product>("id"_f == "p").value().stock; };
    CHECK(db.put(stock_item{"p", "w1", 5}).error() == mt::write_error::missing_reference);
    db.put(product{"p"}).or_throw();
    REQUIRE(db.put(stock_item{"p", "w1", 5}));
    REQUIRE(db.create(stock_item{"p", "w2", 7}));
    CHECK(stock() == 12);
    watched->alone = [](mt::store<stocks>& other) { REQUIRE(other.put(stock_item{"p", "w3", 100})); };
    db.put(product{"p", "put"}).or_throw();
    CHECK(watched->alone == nullptr);
    CHECK(stock() == 112);
    watched->alone = [](mt::store<stocks>& other) {
        REQUIRE(other.update<stock_item>("product_id"_f == "p", "warehouse"_f == "w3", "quantity"_f = 1));
    };
    REQUIRE(db.erase<stock_item>("product_id"_f == "p", "warehouse"_f == "w3"));
    CHECK(stock() == 12);
    watched->alone = [](mt::store<stocks>& other) {
        REQUIRE(other.update<stock_item>("product_id"_f == "p", "warehouse"_f == "w2", "quantity"_f = 1));
    };
    REQUIRE(db.update<stock_item>("product_id"_f == "p", "warehouse"_f == "w2", "quantity"_f = 2));
    CHECK(stock() == 7);
    REQUIRE(db.update<product>("id"_f == "p", "name"_f = "updated"));
    CHECK(stock() == 7);
    REQUIRE(db.put(stock_item{"p", "w4", 0}));
    CHECK(db.put(stock_item{"q", "w4", 0}).error() == mt::write_error::missing_reference);
}
