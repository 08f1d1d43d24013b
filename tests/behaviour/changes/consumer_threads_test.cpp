// SPDX-License-Identifier: BSL-1.0
// Consumers read while others write.
#include <monotable/streams.hpp>

#include <threads_support.hpp>

#include <catch2/catch_test_macros.hpp>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <map>
#include <string>

namespace mt = monotable;
using namespace mt::literals;

namespace {

struct reading {
    std::string sensor;
    int n = 0;
};

} // namespace

template <>
struct mt::entity<reading> {
    using key = mt::key<"SENSOR#{sensor}", "READING">;
};

namespace {

struct sensors : mt::table<"sensors", mt::stream, mt::entities<reading>> {};

constexpr int last = 200;

/// The readings of each sensor come in order, and none is left out.
struct history {
    std::map<std::string, int> newest;
    bool missing = false;

    void operator()(mt::change<sensors> const& change) {
        auto const now = change.as<reading>()->after().value();
        missing = missing || now.n > newest[now.sensor] + 1;
        if (now.n > newest[now.sensor]) newest[now.sensor] = now.n;
    }
    bool complete() const { return newest == std::map<std::string, int>{{"s0", last}, {"s1", last}}; }
};

} // namespace

TEST_CASE("two consumers read all that two threads write, in order") {
    mt::store<sensors> db;
    std::array<history, 2> seen;
    store_support::in_threads(4, [&](int thread) {
        if (thread < 2) {
            for (int n = 1; n <= last; ++n) db.put(reading{"s" + std::to_string(thread), n}).or_throw();
            return;
        }
        auto& mine = seen[static_cast<std::size_t>(thread - 2)];
        mt::consumer<sensors> reader(db, thread == 2 ? "first" : "second");
        reader.run([&] { return mine.complete(); }, [&](auto const& change) { mine(change); },
                   {.batch = 7, .poll = std::chrono::milliseconds(1)});
    });
    for (auto const& each : seen) {
        CHECK(each.complete());
        CHECK_FALSE(each.missing);
    }
}

TEST_CASE("instances of one consumer leave nothing out between them, and nothing is committed twice") {
    mt::store<sensors> db;
    std::array<history, 3> seen;
    std::atomic<int> committed{0};
    std::atomic<bool> written{false};
    store_support::in_threads(4, [&](int thread) {
        if (thread == 3) {
            for (int n = 1; n <= last; ++n)
                for (auto const* sensor : {"s0", "s1"}) db.put(reading{sensor, n}).or_throw();
            written = true;
            return;
        }
        mt::consumer<sensors> reader(db, "shared");
        for (;;) {
            bool const over = written;
            auto const changes = reader.read(5);
            if (changes.empty() && over) return;
            for (auto const& each : changes)
                ++seen[static_cast<std::size_t>(thread)].newest[each.as<reading>()->after()->sensor];
            if (!changes.empty() && reader.commit()) committed += static_cast<int>(changes.size());
        }
    });
    CHECK(committed == 2 * last);
    CHECK(mt::consumer<sensors>(db, "shared").read().empty());
}
