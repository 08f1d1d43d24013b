// SPDX-License-Identifier: BSL-1.0
// Fields under former names beside what else a model says: roles, copies, transactions, streams.
#include <monotable/evolution.hpp>
#include <monotable/relations.hpp>
#include <monotable/managed_fields.hpp>
#include <monotable/streams.hpp>
#include <monotable/transactions.hpp>

#include <store_support.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace {

namespace mt = monotable;
using namespace mt::literals;

namespace before {
struct Author {
    std::string name, country;
    std::int64_t revision = 0;
};
struct Book {
    std::string isbn, author;
    std::optional<std::string> origin = {};
    int pages = 0;
};
} // namespace before

namespace now {
struct Author {
    std::string name, home;
    std::int64_t version = 0;
};
struct Book {
    std::string isbn, author;
    std::optional<std::string> home = {};
    int pages = 0;
    int hours = 0;
};
inline int reading_time(Book const& b) { return b.pages / 30; }
} // namespace now

} // namespace

template <>
struct mt::entity<before::Author> {
    using key = mt::key<"AUTHOR#{name}", "AUTHOR">;
    using attributes = mt::attributes<mt::version<"revision">>;
};
template <>
struct mt::entity<before::Book> {
    using key = mt::key<"BOOK#{isbn}", "BOOK">;
    using indexes =
        mt::indexes<mt::index<"GSI1", "AUTHOR#{author}", "{isbn}">, mt::index<"GSI2", "HOME#{origin}", "{isbn}">>;
};
template <>
struct mt::entity<now::Author> {
    using key = mt::key<"AUTHOR#{name}", "AUTHOR">;
    using attributes = mt::attributes<mt::formerly<"home", "country">, mt::version<"version">,
                                      mt::formerly<"version", "revision">, mt::defaulted<"version">>;
};
template <>
struct mt::entity<now::Book> {
    using key = mt::key<"BOOK#{isbn}", "BOOK">;
    using indexes =
        mt::indexes<mt::index<"GSI1", "AUTHOR#{author}", "{isbn}">, mt::index<"GSI2", "HOME#{home}", "{isbn}">>;
    using attributes = mt::attributes<mt::formerly<"home", "origin">,
                                      mt::computed<"hours", &now::reading_time, "pages">, mt::defaulted<"hours">>;
};

namespace {

struct old_library
    : mt::table<"library", mt::stream, mt::gsi<"GSI1">, mt::gsi<"GSI2">, mt::entities<before::Author, before::Book>> {};
struct library
    : mt::table<"library", mt::stream, mt::gsi<"GSI1">, mt::gsi<"GSI2">, mt::entities<now::Author, now::Book>,
                mt::duplicated<"author", now::Author, now::Book, mt::match<"name", "author">, mt::copy<"home", "home">,
                               mt::in_transaction>> {};

struct both {
    std::shared_ptr<mt::backend> const backend = mt::memory{};
    mt::store<old_library> old{backend};
    mt::store<library> db{backend};

    both() {
        old.put(before::Author{"Lem", "PL"}).or_throw();
        old.put(before::Book{"1", "Lem", "PL", 300}).or_throw();
    }
    now::Author author() const { return db.get<now::Author>("name"_f == "Lem").value(); }
    now::Book book() const { return db.get<now::Book>("isbn"_f == "1").value(); }
    mt::item stored() const { return db.query<now::Book>("isbn"_f == "1").as<mt::item>().first().value(); }
};

} // namespace

TEST_CASE("a copy under a former name follows its source, also one under a former name") {
    both library;
    auto& db = library.db;
    CHECK(library.book().home == "PL");
    SECTION("by an update") { REQUIRE(db.update<now::Author>("name"_f == "Lem", "home"_f = "UA")); }
    SECTION("by a put") { db.put(now::Author{"Lem", "UA"}).or_throw(); }
    SECTION("by a transaction") {
        REQUIRE(
            db.transact(mt::update<now::Author>("name"_f == "Lem", "home"_f = "UA"), mt::put(now::Book{"2", "Lem"})));
        CHECK(db.get<now::Book>("isbn"_f == "2")->home == "UA");
    }
    CHECK(library.author().home == "UA");
    CHECK(library.book().home == "UA");
    CHECK(!library.stored().contains("origin"));
    CHECK(db.query<now::Book>("home"_f == "UA").count() >= 1);
    CHECK(db.query<now::Book>("home"_f == "PL").count() == 0);
}

TEST_CASE("versions are counted on, under whatever name") {
    both library;
    auto& db = library.db;
    auto author = library.author();
    CHECK(author.version == 1);
    author.home = "US";
    REQUIRE(db.replace(author));
    CHECK(!db.replace(author));
    CHECK(library.author().version == 2);
    CHECK(library.author().home == "US");
    REQUIRE(db.update<now::Author>("name"_f == "Lem", "home"_f = "UA"));
    CHECK(library.author().version == 3);
    library.old.put(before::Author{"Le Guin", "US"}).or_throw();
    REQUIRE(db.update<now::Author>("name"_f == "Le Guin", "home"_f = "CA"));
    CHECK(db.get<now::Author>("name"_f == "Le Guin")->version == 2);
    CHECK(!db.erase(now::Author{"Le Guin", "CA", 1}));
    CHECK(db.erase(now::Author{"Le Guin", "CA", 2}));
}

TEST_CASE("a migration works out what is computed, and counts no version") {
    both library;
    auto& db = library.db;
    CHECK(library.book().hours == 0);
    CHECK(db.migrate<now::Book>().rewritten == 1);
    CHECK(library.book().hours == 10);
    CHECK(library.book().home == "PL");
    CHECK(db.migrate<now::Book>().rewritten == 0);
    (void)db.migrate<now::Author>();
    CHECK(library.author().version == 1);
    CHECK(library.author().home == "PL");
}

TEST_CASE("records of a stream are read as what earlier versions wrote") {
    both library;
    mt::consumer<::library> reader(library.db, "test");
    library.old.put(before::Book{"1", "Lem", "UA", 60}).or_throw();
    bool seen = false;
    for (auto const& change : reader.read()) {
        auto const* const book = change.as<now::Book>() ? &change : nullptr;
        if (book == nullptr || !change.as<now::Book>()->after()) continue;
        seen = seen || change.as<now::Book>()->after()->home == "UA";
    }
    CHECK(seen);
}
