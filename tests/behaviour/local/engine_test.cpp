// SPDX-License-Identifier: BSL-1.0
// What `local` promises an engine: its arguments, and that a write's ticket is waited for without any lock.
#include <monotable/local/local.hpp>
#include <monotable/local/memory_engine.hpp>

#include <store_support.hpp>

#include <catch2/catch_test_macros.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mt = monotable;
using namespace store_support;

namespace {

/// The engine in memory, whose tickets call a function.
class waiting_engine {
    using memory = mt::detail::memory_engine;

  public:
    using table = memory::table;
    using stream = memory::stream;
    using read_scope = memory::read_scope;

    static constexpr bool snapshots = false;

    struct observer {
        std::string path;
        std::function<void()> wait = {};
        int written = 0, settled = 0, waited = 0;
    };

    class ticket {
      public:
        ticket() = default;
        explicit ticket(observer& o) : observer_(&o) {}
        void wait() {
            if (observer_ == nullptr) return;
            ++observer_->waited;
            if (observer_->wait) observer_->wait();
        }

      private:
        observer* observer_ = nullptr;
    };

    class write_scope {
      public:
        explicit write_scope(waiting_engine& engine) : engine_(&engine), scope_(engine.memory_) {}

        std::optional<mt::detail::stored_item> find(table const& in, mt::detail::entry_key key) const {
            return scope_.find(in, key);
        }
        std::optional<mt::detail::digest> find_token(mt::detail::digest const& token, std::int64_t now) const {
            return scope_.find_token(token, now);
        }
        ticket write(mt::detail::array_view<mt::detail::item_change<table, stream>> changes,
                     mt::detail::stored_token const* token) {
            scope_.write(changes, token).wait();
            ++engine_->observer_.written;
            return ticket(engine_->observer_);
        }
        ticket settled() {
            ++engine_->observer_.settled;
            return ticket(engine_->observer_);
        }

      private:
        waiting_engine* engine_;
        memory::write_scope scope_;
    };

    waiting_engine(observer& o, std::string path) : observer_(o) { o.path = std::move(path); }

    template <class F>
    void each_table(F&&) const {}
    template <class F>
    void each_stream(F&&) const {}
    template <class F>
    void atomically(F&& change) const {
        change();
    }

  private:
    observer& observer_;
    memory memory_;
};

using waiting_store = mt::detail::local<waiting_engine>;

std::int64_t at_zero() { return 0; }

struct database {
    waiting_engine::observer engine{};
    std::shared_ptr<mt::backend> store =
        std::make_shared<waiting_store>(at_zero, mt::stream_options(), engine, "a path");

    database() { store->create_table(simple_table()); }
};

mt::item item(char const* c) { return {{"p", "a"}, {"c", c}}; }

} // namespace

TEST_CASE("an engine is made of the arguments of its store") {
    database const db;
    CHECK(db.engine.path == "a path");
}

TEST_CASE("a write waits for its ticket, once, without a lock") {
    database db;
    auto const a = item("a"), b = item("b");
    bool waiting = false;
    // Another operation on the same table inside the wait would never end if the table were locked.
    db.engine.wait = [&] {
        if (std::exchange(waiting, true)) return;
        CHECK(db.store->get({.table = "table", .key = a}).has_value());
        db.store->put({.table = "table", .item = b});
        db.store->describe("table");
    };
    SECTION("a put") { CHECK(db.store->put({.table = "table", .item = a}).done); }
    SECTION("a batch") {
        mt::write_request const requests[] = {{.table = "table", .item = a}};
        CHECK(db.store->batch_write(requests).empty());
    }
    SECTION("a transaction") {
        mt::write_request const requests[] = {{.table = "table", .item = a}};
        CHECK(db.store->transact_write(requests, "token").done);
    }
    CHECK(waiting);
    CHECK(db.engine.written == 2);
    CHECK(db.engine.waited == 2);
    CHECK(db.store->scan({.table = "table"}).count == 2);
}

TEST_CASE("an outcome that others' writes decided waits for them") {
    database db;
    auto const a = item("a");
    db.store->put({.table = "table", .item = a});
    mt::write_request const again{.table = "table", .item = a, .expected = mt::precondition::must_not_exist};
    CHECK(!db.store->write(again).done);
    CHECK(db.engine.settled == 1);
    CHECK(!db.store->transact_write({&again, 1}, {}).done);
    CHECK(db.engine.settled == 2);
    mt::write_request const first{.table = "table", .item = a};
    CHECK(db.store->transact_write({&first, 1}, "token").done);
    CHECK(db.store->transact_write({&first, 1}, "token").done); // a repetition
    CHECK(db.engine.written == 2);
    CHECK(db.engine.settled == 3);
    CHECK(db.engine.waited == 5);
}

TEST_CASE("an error of the commit is that of the write") {
    database db;
    db.engine.wait = [] { throw mt::store_error(mt::store_fault::outcome_unknown, "no answer of the disk"); };
    auto const a = item("a");
    CHECK_THROWS_MATCHES(db.store->put({.table = "table", .item = a}), mt::store_error, says("no answer of the disk"));
    db.engine.wait = {};
    CHECK(db.store->put({.table = "table", .item = item("b")}).done); // no lock is left behind
}
