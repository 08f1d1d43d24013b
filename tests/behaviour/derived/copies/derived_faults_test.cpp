// SPDX-License-Identifier: BSL-1.0
// The store fails at every single operation of a write or of a worker, before or after it was done. In a transaction all is as
// before or as after; by stream what is left is a backlog, which the next worker completes.
#include <library_check.hpp>
#include <library_model.hpp>

#include <monotable/streams.hpp>

#include <failing_backend.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

using namespace library_model;
using store_support::failing_backend;

namespace {

template <class Mode>
void fill(mt::store<library<Mode>>& db) {
    db.put(author{"Lem", "PL", 1921}).or_throw();
    db.put(author{"Le Guin", "US"}).or_throw();
    for (auto const* isbn : {"1", "2", "3"}) db.put(book{isbn, "Lem", "t", mt::decimal(3)}).or_throw();
}

/// Each a change that reaches other items.
template <class Mode>
void change(mt::store<library<Mode>>& db, int which) {
    switch (which) {
    case 0: db.template update<author>("name"_f == "Lem", "country"_f = "UA", "born"_f.remove()).or_throw(); break;
    case 1: db.put(book{"4", "Lem", "new", mt::decimal(5)}).or_throw(); break;
    case 2:
        db.template update<book>("isbn"_f == "1", "author"_f = "Le Guin", "pages"_f += mt::decimal(1)).or_throw();
        break;
    case 3: db.template erase<book>("isbn"_f == "2").or_throw(); break;
    case 4: db.put(author{"Lem", "CH", 1900, 55, mt::decimal(55)}).or_throw(); break;
    case 5: db.put(book{"3", "Lem", "again", mt::decimal(7), "no country"}).or_throw(); break;
    default: break;
    }
}

template <class Db>
std::vector<mt::item> everything(Db const& db) {
    auto found = db.template scan<author>().template as<mt::item>().all();
    for (auto& each : db.template scan<book>().template as<mt::item>().all()) found.push_back(std::move(each));
    return found;
}

} // namespace

TEST_CASE("in_transaction: a store that fails anywhere leaves everything as before, or as after") {
    int const which = GENERATE(0, 1, 2, 3, 4, 5);
    bool const after = GENERATE(false, true);
    CAPTURE(which, after);
    std::size_t operations = 1;
    for (std::size_t n = 0; n != operations; ++n) {
        CAPTURE(n);
        auto const backend = std::make_shared<failing_backend>(mt::memory());
        mt::store<library<mt::in_transaction>> db{std::shared_ptr<mt::backend>(backend)};
        fill(db);
        auto const before = everything(db);
        backend->fail_at(n, after);
        try {
            change(db, which);
            operations = backend->count();
        } catch (mt::store_error const&) {
            operations = n + 2; // there is one more to try
        }
        bool const failed = backend->failed();
        backend->fail_never();
        CHECK(what_is_wrong(db) == "");
        if (failed && !after) CHECK(everything(db) == before);
        if (!failed) CHECK(everything(db) != before);
        if (!failed) break;
    }
}

TEST_CASE("by_stream: whatever operation of a worker fails, the next one completes the work") {
    bool const after = GENERATE(false, true);
    CAPTURE(after);
    bool failed = true;
    for (std::size_t n = 0; failed; ++n) {
        CAPTURE(n);
        auto const backend = std::make_shared<failing_backend>(mt::memory());
        mt::store<library<mt::by_stream>> db{std::shared_ptr<mt::backend>(backend)};
        fill(db);
        for (int which = 0; which != 6; ++which) change(db, which);
        backend->fail_at(n, after, true); // the program dies
        try {
            mt::worker<library<mt::by_stream>> worker(db);
            while (worker.run_once(2) != 0) {}
        } catch (mt::store_error const&) {}
        failed = backend->failed();
        backend->fail_never();
        mt::worker<library<mt::by_stream>> worker(db);
        while (worker.run_once() != 0) {}
        CHECK(worker.backlog() == 0);
        CHECK(what_is_wrong(db) == "");
        REQUIRE(n < 10'000);
    }
}

TEST_CASE("by_stream: a worker that goes on after a failure completes the work") {
    auto const backend = std::make_shared<failing_backend>(mt::memory());
    mt::store<library<mt::by_stream>> db{std::shared_ptr<mt::backend>(backend)};
    fill(db);
    mt::worker<library<mt::by_stream>> worker(db);
    for (std::size_t n = 0; n != 60; ++n) {
        change(db, static_cast<int>(n % 6));
        backend->fail_at(n % 17, n % 2 == 0);
        try {
            while (worker.run_once(3) != 0) {}
        } catch (mt::store_error const&) {}
        backend->fail_never();
    }
    while (worker.run_once() != 0) {}
    CHECK(what_is_wrong(db) == "");
}
