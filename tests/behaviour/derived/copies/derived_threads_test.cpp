// SPDX-License-Identifier: BSL-1.0
// Sources, copies, parents and children are changed by several threads at once; at the end everything is true.
#include <library_check.hpp>
#include <library_model.hpp>

#include <monotable/streams.hpp>

#include <threads_support.hpp>
#include <writes_support.hpp>

#include <catch2/catch_test_macros.hpp>

#include <atomic>
#include <chrono>
#include <string>

using namespace library_model;
using store_support::done_or;

namespace {

char const* const names[] = {"Lem", "Le Guin", "Strugatsky"};

template <class Mode>
void write_at_random(mt::store<library<Mode>>& db, unsigned seed, int rounds) {
    auto const next = [&](unsigned n) {
        seed = seed * 1664525u + 1013904223u;
        return (seed >> 16) % n;
    };
    for (int i = 0; i != rounds; ++i) {
        std::string const name = names[next(3)], isbn = std::to_string(next(8));
        switch (next(7)) {
        case 0:
            db.template update<author>("name"_f == name, "country"_f = "C" + std::to_string(next(100))).or_throw();
            break;
        case 1:
            db.put(author{name, "P" + std::to_string(next(100)), static_cast<int>(next(100)), 99}).or_throw();
            break;
        case 2:
            done_or(db.template update<book>("isbn"_f == isbn, "author"_f = name), mt::write_error::not_found);
            break;
        case 3: done_or(db.template update<book>("isbn"_f == isbn, "pages"_f += 1), mt::write_error::not_found); break;
        case 4: db.template erase<book>("isbn"_f == isbn).or_throw(); break;
        default: db.put(book{isbn, name, "t", mt::decimal(static_cast<int>(next(10)))}).or_throw(); break;
        }
    }
}

} // namespace

TEST_CASE("in_transaction: writes of several threads leave copies and totals true") {
    using shop = library<mt::in_transaction>;
    mt::store<shop> db;
    for (auto const* name : names) db.put(author{name, "?"}).or_throw();
    std::atomic<int> failures{0};
    store_support::in_threads(4, [&](int thread) {
        try {
            write_at_random(db, static_cast<unsigned>(thread) * 77u + 1u, 60);
        } catch (mt::error const&) {
            ++failures;
        }
    });
    CHECK(failures == 0);
    CHECK(what_is_wrong(db) == "");
}

TEST_CASE("by_stream: writes of several threads, and several workers among them, end in what is true") {
    using shop = library<mt::by_stream>;
    mt::store<shop> db;
    for (auto const* name : names) db.put(author{name, "?"}).or_throw();
    std::atomic<int> writing{3}, failures{0};
    store_support::in_threads(5, [&](int thread) {
        try {
            if (thread < 3) {
                write_at_random(db, static_cast<unsigned>(thread) * 77u + 1u, 80);
                --writing;
                return;
            }
            mt::worker<shop> worker(db, thread == 3 ? "one" : "other");
            worker.run([&] { return writing == 0; }, {.batch = 7, .poll = std::chrono::milliseconds(1)});
        } catch (mt::error const&) {
            ++failures;
            if (thread < 3) --writing;
        }
    });
    CHECK(failures == 0);
    mt::worker<shop> worker(db, "one");
    while (worker.run_once() != 0) {}
    CHECK(what_is_wrong(db) == "");
}
