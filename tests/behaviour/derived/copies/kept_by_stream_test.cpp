// SPDX-License-Identifier: BSL-1.0
#include <library_model.hpp>

#include <monotable/backend/table_status.hpp>
#include <monotable/streams.hpp>

#include <catch2/catch_test_macros.hpp>

#include <memory>
#include <optional>
#include <string>

using namespace library_model;

namespace {

using shop = library<mt::by_stream>;

/// Until nothing is left to do.
void run(mt::worker<shop>& worker) {
    while (worker.run_once() != 0) {}
}

book book_of(mt::store<shop> const& db, char const* isbn) { return db.get<book>("isbn"_f == isbn).value(); }
author author_named(mt::store<shop> const& db, char const* name) { return db.get<author>("name"_f == name).value(); }

} // namespace

TEST_CASE("by_stream: copies follow their source, and index entries follow the copies") {
    mt::store<shop> db;
    mt::worker<shop> worker(db);
    db.put(author{"Le Guin", "US", 1929}).or_throw();
    db.put(book{"1", "Le Guin", "The Dispossessed"}).or_throw();
    db.put(book{"2", "Le Guin", "Rocannon's World"}).or_throw();
    db.put(book{"3", "Lem", "Solaris", {}, "PL"}).or_throw();
    run(worker);
    CHECK(book_of(db, "1").author_country == "US");
    CHECK(book_of(db, "1").author_born == 1929);
    CHECK(book_of(db, "3").author_country == "PL"); // has no source
    CHECK(db.query<book>("author_country"_f == "US").count() == 2);
    CHECK(db.query<book>(mt::on<"Born">).count() == 2);

    db.update<author>("name"_f == "Le Guin", "country"_f = "Gethen", "born"_f.remove()).or_throw();
    run(worker);
    CHECK(book_of(db, "2").author_country == "Gethen");
    CHECK(book_of(db, "2").author_born == std::nullopt);
    CHECK(db.query<book>("author_country"_f == "US").count() == 0);
    CHECK(db.query<book>("author_country"_f == "Gethen").count() == 2);
    CHECK(db.query<book>(mt::on<"Born">).count() == 0);
}

TEST_CASE("by_stream: a copy that is written, or moves to another source, takes what that holds") {
    mt::store<shop> db;
    mt::worker<shop> worker(db);
    db.put(author{"Lem", "PL", 1921}).or_throw();
    db.put(author{"Le Guin", "US", 1929}).or_throw();
    run(worker);
    db.put(book{"1", "Lem", "Solaris", {}, "wrong", 1}).or_throw();
    run(worker);
    CHECK(book_of(db, "1").author_country == "PL");
    db.update<book>("isbn"_f == "1", "author"_f = "Le Guin").or_throw();
    run(worker);
    CHECK(book_of(db, "1").author_country == "US");
    db.update<book>("isbn"_f == "1", "author"_f.remove()).or_throw();
    run(worker);
    CHECK(book_of(db, "1").author_country == "US"); // belongs to nobody: keeps what it had
}

TEST_CASE("by_stream: copies keep the last value of a source that is erased, and take that of the one that "
          "comes after it") {
    mt::store<shop> db;
    mt::worker<shop> worker(db);
    db.put(author{"Lem", "PL"}).or_throw();
    db.put(book{"1", "Lem"}).or_throw();
    run(worker);
    db.erase<author>("name"_f == "Lem").or_throw();
    run(worker);
    CHECK(book_of(db, "1").author_country == "PL");
    db.put(author{"Lem", "UA"}).or_throw();
    run(worker);
    CHECK(book_of(db, "1").author_country == "UA");
    CHECK(author_named(db, "Lem").books == 1);
}

TEST_CASE("by_stream: totals are those of the children, whatever the parent is written with") {
    mt::store<shop> db;
    mt::worker<shop> worker(db);
    db.put(book{"1", "Lem", "Solaris", mt::decimal(200)}).or_throw();
    db.put(author{"Lem", "PL", {}, 77, mt::decimal(88)}).or_throw();
    run(worker);
    CHECK(author_named(db, "Lem").books == 1);
    CHECK(author_named(db, "Lem").pages == mt::decimal(200));
    db.put(book{"2", "Lem", "Eden", mt::decimal(300)}).or_throw();
    db.update<book>("isbn"_f == "1", "pages"_f += mt::decimal(4)).or_throw();
    run(worker);
    CHECK(author_named(db, "Lem").books == 2);
    CHECK(author_named(db, "Lem").pages == mt::decimal(504));
    CHECK(db.query<author>(mt::on<"GSI1">).count() == 1);
    CHECK(db.query<author>(mt::on<"GSI1">).first()->books == 2);

    db.put(author{"Strugatsky", "RU"}).or_throw();
    db.update<book>("isbn"_f == "2", "author"_f = "Strugatsky").or_throw();
    run(worker);
    CHECK(author_named(db, "Lem").pages == mt::decimal(204));
    CHECK(author_named(db, "Strugatsky").pages == mt::decimal(300));
    db.erase<book>("isbn"_f == "1").or_throw();
    db.erase<book>("isbn"_f == "2").or_throw();
    run(worker);
    CHECK(author_named(db, "Lem").books == 0);
    CHECK(author_named(db, "Strugatsky").books == 0);
}

TEST_CASE("by_stream: a worker goes on where the one before it stopped, and repeats what was not committed") {
    mt::store<shop> db;
    db.put(author{"Lem", "PL"}).or_throw();
    for (int i = 0; i != 30; ++i) db.put(book{std::to_string(i), "Lem"}).or_throw();
    {
        mt::worker<shop> first(db);
        CHECK(first.backlog() == 31);
        CHECK(first.run_once(10) == 10);
    }
    mt::worker<shop> second(db);
    CHECK(second.backlog(5) == 5);
    while (second.run_once(7) != 0) {}
    CHECK(second.backlog() == 0);
    CHECK(author_named(db, "Lem").books == 30);
    CHECK(db.query<book>("author_country"_f == "PL").count() == 30);
    mt::worker<shop> third(db, "another");
    CHECK(third.backlog() != 0);
    run(third);
    CHECK(author_named(db, "Lem").books == 30);
}

TEST_CASE("by_stream: reconcile makes true what was written before there was a stream") {
    auto const shared = static_cast<std::shared_ptr<mt::backend>>(mt::memory{});
    mt::store<shop> db(shared);
    db.put(author{"Lem", "PL"}).or_throw();
    db.put(book{"1", "Lem"}).or_throw();
    auto settings = shared->status("library").settings;
    settings.stream = mt::stream_view::none;
    shared->change_settings("library", settings);
    shared->local_maintenance()->expire_items(0);
    mt::store<shop> again(shared); // a new stream
    mt::reconcile<shop>(again);
    CHECK(book_of(again, "1").author_country == "PL");
    CHECK(author_named(again, "Lem").books == 1);
    mt::reconcile<shop>(again);
    CHECK(author_named(again, "Lem").books == 1);
}

TEST_CASE("by_stream: attributes that the model does not know stay, and a sum is exact") {
    mt::store<shop> db;
    mt::worker<shop> worker(db);
    db.put(author{"Lem", "PL"}).or_throw();
    mt::item const key = {{"PK", "A#Lem"}, {"SK", "A"}};
    mt::expression update;
    update.begin(mt::expression_kind::update);
    update.add(mt::expression::make(mt::expression_kind::set, {mt::expression::path(mt::detail::document_path("note")),
                                                               mt::expression::constant(mt::value("x"))}));
    db.implementation()->write({.table = "library", .item = key, .kind = mt::write_kind::update, .update = update});
    db.put(book{"1", "Lem", "a", mt::decimal::parse("0.1").value()}).or_throw();
    db.put(book{"2", "Lem", "b", mt::decimal::parse("0.2").value()}).or_throw();
    run(worker);
    CHECK(author_named(db, "Lem").pages == mt::decimal::parse("0.3").value());
    CHECK(db.implementation()->get({.table = "library", .key = key})->contains("note"));
}
