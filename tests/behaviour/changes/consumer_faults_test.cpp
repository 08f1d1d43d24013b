// SPDX-License-Identifier: BSL-1.0
// The store fails at every single operation of a consumer, before or after it was done; the program goes on with the same
// consumer, or dies and starts another one. No record is lost, and each comes behind those before it.
#include <monotable/backend/table_status.hpp>
#include <monotable/streams.hpp>

#include <failing_backend.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace mt = monotable;
using namespace mt::literals;
using store_support::failing_backend;

namespace {

struct counter {
    std::string id;
    int n = 0;

    bool operator==(counter const&) const = default;
};

} // namespace

template <>
struct mt::entity<counter> {
    using key = mt::key<"COUNTER#{id}", "COUNTER">;
};

namespace {

struct counters : mt::table<"counters", mt::stream, mt::entities<counter>> {};

constexpr int rounds = 4;

/// Three counters, counting up; in two streams.
std::shared_ptr<failing_backend> counted(unsigned shard_records = 0) {
    auto const backend =
        std::make_shared<failing_backend>(mt::memory(mt::detail::milliseconds_now<>, {.shard_records = shard_records}));
    mt::store<counters> db(backend);
    for (int n = 1; n <= rounds; ++n) {
        for (auto const* id : {"a", "b", "c"}) db.put(counter{id, n}).or_throw();
        if (n != rounds / 2) continue;
        backend->change_settings("counters", {});
        backend->change_settings("counters", {.stream = mt::stream_view::new_and_old_images});
    }
    return backend;
}

/// What a consumer has been given, as a program would keep it: nothing may be missing.
class witness {
  public:
    void operator()(mt::change<counters> const& change) {
        auto const now = change.as<counter>()->after().value();
        auto& last = last_[now.id];
        missing_ = missing_ || now.n > last + 1;
        if (now.n > last) last = now.n;
        ++handled_;
    }
    bool complete() const {
        return !missing_ && last_ == std::map<std::string, int>{{"a", rounds}, {"b", rounds}, {"c", rounds}};
    }
    bool missing() const { return missing_; }
    std::size_t handled() const { return handled_; }

  private:
    std::map<std::string, int> last_;
    bool missing_ = false;
    std::size_t handled_ = 0;
};

} // namespace

TEST_CASE("no record is lost when the store fails once, at whatever operation, and the program starts again") {
    bool const after = GENERATE(false, true);
    auto const batch = GENERATE(std::size_t{1}, std::size_t{4}, std::size_t{100});
    auto const shard_records = GENERATE(0u, 2u);
    for (std::size_t n = 0;; ++n) {
        auto const backend = counted(shard_records);
        mt::store<counters> const db(backend);
        witness seen;
        backend->fail_at(n, after);
        int starts = 0;
        for (bool done = false; !done; ++starts) {
            try {
                mt::consumer<counters> reader(db, "all");
                while (reader.run_once(seen, batch) != 0) {}
                done = true;
            } catch (mt::store_error const& e) {
                REQUIRE(is_retryable(e.classification(), true));
            }
        }
        INFO("operation " << n << ", starts " << starts);
        CHECK(seen.complete());
        CHECK(seen.handled() <= 3 * rounds + batch);
        if (!backend->failed()) {
            CHECK(starts == 1);
            CHECK(n > 6);
            break;
        }
        backend->fail_never();
        CHECK(mt::consumer<counters>(db, "all").read().empty());
    }
}

TEST_CASE("no record is lost when the store fails once, at whatever operation, and the consumer is used on") {
    bool const after = GENERATE(false, true);
    auto const batch = GENERATE(std::size_t{1}, std::size_t{4}, std::size_t{100});
    auto const shard_records = GENERATE(0u, 2u);
    for (std::size_t n = 0;; ++n) {
        auto const backend = counted(shard_records);
        mt::store<counters> const db(backend);
        witness seen;
        mt::consumer<counters> reader(db, "all");
        backend->fail_at(n, after);
        bool refused = false;
        for (bool done = false; !done;) {
            try {
                for (;;) {
                    auto const changes = reader.read(batch);
                    for (auto const& each : changes) seen(each);
                    refused = !reader.commit() || refused;
                    done = changes.empty();
                    if (done) break;
                }
            } catch (mt::store_error const& e) {
                REQUIRE(is_retryable(e.classification(), true));
            }
        }
        INFO("operation " << n);
        CHECK(seen.complete());
        CHECK_FALSE(refused); // by itself, when the answer to a commit was lost
        CHECK(seen.handled() <= 3 * rounds + batch);
        bool const failed = backend->failed();
        backend->fail_never();
        CHECK(mt::consumer<counters>(db, "all").read().empty());
        if (!failed) break;
    }
}

TEST_CASE("a commit that is tried again after its answer was lost is done once, and stays that of its instance") {
    auto const backend = counted();
    mt::store<counters> const db(backend);
    mt::consumer<counters> reader(db, "all"), other(db, "all");
    REQUIRE(reader.read(2).size() == 2);
    REQUIRE(other.read(1).size() == 1);
    backend->fail_at(0, true);
    CHECK_THROWS_AS(reader.commit(), mt::store_error);
    CHECK(reader.commit());
    CHECK(reader.commit());
    CHECK_FALSE(other.commit());
    CHECK(other.read().size() == 3 * rounds - 2);
    CHECK(reader.read().size() == 3 * rounds - 2);
}

TEST_CASE("a consumer that dies at any operation, and those after it, leave a place from which all is "
          "replayed in order") {
    bool const after = GENERATE(false, true);
    auto const shard_records = GENERATE(0u, 2u);
    for (std::size_t n = 0; n != 40; ++n) {
        auto const backend = counted(shard_records);
        mt::store<counters> const db(backend);
        witness seen;
        for (int attempt = 0; attempt != 100; ++attempt) { // each gets as far as n operations lead
            backend->fail_at(n, after, true);
            try {
                mt::consumer<counters> reader(db, "all");
                while (reader.run_once(seen, 3) != 0) {}
                break;
            } catch (mt::store_error const&) {}
        }
        backend->fail_never();
        INFO("operation " << n);
        CHECK_FALSE(seen.missing());
        mt::consumer<counters> last(db, "all");
        while (last.run_once(seen, 3) != 0) {}
        CHECK(seen.complete());
        REQUIRE(last.seek(mt::oldest));
        witness replayed;
        while (last.run_once(replayed, 5) != 0) {}
        CHECK(replayed.complete());
        CHECK(replayed.handled() == 3 * rounds);
    }
}
