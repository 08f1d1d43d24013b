// SPDX-License-Identifier: BSL-1.0
// The verbs of an async_store do what those of a store do, in round trips whose number does not grow with that of items; what
// is in flight outlives the coroutine that waits for it.
#include <monotable/coroutines.hpp>

#include <queued_backend.hpp>
#include <shop.hpp>

#include <catch2/catch_test_macros.hpp>

#include <coroutine>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

using namespace shop_model;
using store_support::queued_backend;

namespace {

/// A coroutine type of a program's own: starts at once, and nobody waits for it.
struct detached {
    struct promise_type {
        detached get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
        std::suspend_never initial_suspend() const noexcept { return {}; }
        std::suspend_always final_suspend() const noexcept { return {}; }
        void return_void() const noexcept {}
        void unhandled_exception() noexcept { failure = std::current_exception(); }
        std::exception_ptr failure;
    };
    detached(std::coroutine_handle<promise_type> h) : coroutine(h) {}
    detached(detached&& other) noexcept : coroutine(std::exchange(other.coroutine, nullptr)) {}
    ~detached() {
        if (coroutine) coroutine.destroy();
    }
    bool done() const { return coroutine.done(); }
    std::coroutine_handle<promise_type> coroutine;
};

struct account {
    customer owner;
    std::vector<order> orders;
};

struct fixture {
    std::shared_ptr<mt::backend> memory = mt::memory();
    mt::store<shop> blocking{memory};
    std::shared_ptr<queued_backend> queue = std::make_shared<queued_backend>(memory);
    mt::async_store<shop> db{queue};

    /// Runs the coroutine to its end, which takes so many round trips.
    template <class T>
    T finish(mt::task<T> task, std::size_t turns) {
        queue->turns = 0;
        std::optional<T> result;
        detached const running = keep(std::move(task), result);
        queue->run();
        REQUIRE(running.done());
        if (running.coroutine.promise().failure) std::rethrow_exception(running.coroutine.promise().failure);
        CHECK(queue->turns == turns);
        return std::move(*result);
    }

    void put_orders(int count) {
        for (int i = 0; i != count; ++i)
            blocking.put(order{std::to_string(i), "c" + std::to_string(i % 20), day(i), status::open, mt::decimal(i)})
                .or_throw();
    }

  private:
    template <class T>
    static detached keep(mt::task<T> task, std::optional<T>& result) {
        result = co_await std::move(task);
    }
};

/// The message of the error that f throws; empty if none.
template <class F>
std::string message(F&& f) {
    try {
        f();
    } catch (mt::error const& e) {
        return e.what();
    }
    return {};
}

/// Awaits what a function of a store gives.
template <class F>
auto awaiting(mt::async_store<shop> db, F f) -> mt::task<typename decltype(f(db))::result_type> {
    co_return co_await f(db);
}

} // namespace

TEST_CASE("a get is one round trip, and gives what the blocking store gives") {
    fixture f;
    f.blocking.put(customer{"c1", "Ann", "a@x"}).or_throw();
    auto const get = [](std::string id) {
        return [id](mt::async_store<shop> const& db) { return db.get<customer>("id"_f == id); };
    };
    CHECK(f.finish(awaiting(f.db, get("c1")), 1) == f.blocking.get<customer>("id"_f == "c1"));
    CHECK(f.finish(awaiting(f.db, get("c2")), 1) == std::nullopt);
}

TEST_CASE("open creates the tables in one round trip, and finds them as they are") {
    auto const empty = std::make_shared<queued_backend>(mt::memory());
    mt::async_store<shop> db(empty);
    bool opened = false;
    auto const body = [&]() -> detached {
        co_await db.open();
        co_await db.open();
        opened = !co_await db.get<customer>("id"_f == "c1");
    };
    detached const running = body();
    empty->run();
    CHECK(opened);
    CHECK(empty->turns == 2 + 2 + 1); // each time the tables, and their states
}

TEST_CASE("a query over many partitions requests their pages at once") {
    fixture f;
    f.put_orders(400);
    std::vector<std::string> some;
    for (int i = 0; i != 50; ++i) some.push_back(std::to_string(7 * i));
    auto const wanted = f.blocking.query<order>("id"_f.in(some)).all();
    REQUIRE(wanted.size() == 50);
    auto const query = [&](mt::async_store<shop> const& db) { return db.query<order>("id"_f.in(some)).all(); };
    CHECK(f.finish(awaiting(f.db, query), 1) == wanted);
    CHECK(f.queue->most_waiting == 50);
    // Shards
    auto const open = [](mt::async_store<shop> const& db) {
        return db.query<order>(mt::on<"Open">, "state"_f == status::open).as<mt::item>().count();
    };
    CHECK(f.finish(awaiting(f.db, open), 1) == 400);
}

TEST_CASE("partitions of several pages are read in step") {
    fixture f;
    std::vector<std::string> partitions;
    for (int c = 0; c != 4; ++c) {
        partitions.push_back("big" + std::to_string(c));
        for (int i = 0; i != 8; ++i) {
            order big{std::to_string(i), partitions.back(), day(i), status::open, mt::decimal(i)};
            big.note.assign(300'000, 'x'); // a page ends after 1 MB
            f.blocking.put(big).or_throw();
        }
    }
    auto const all = [&](mt::async_store<shop> const& db) {
        return db.query<order>("customer_id"_f.in(partitions)).all();
    };
    // Two pages of each, and the one that tells that none follows.
    CHECK(f.finish(awaiting(f.db, all), 3) == f.blocking.query<order>("customer_id"_f.in(partitions)).all());
}

TEST_CASE("pages, counts, the first item and collections are one round trip each") {
    fixture f;
    f.put_orders(100);
    f.blocking.put(customer{"c3", "Cid", {}}).or_throw();
    auto const orders = [](mt::async_store<shop> const& db) { return db.query<order>("customer_id"_f == "c3"); };
    auto const blocking = f.blocking.query<order>("customer_id"_f == "c3");

    auto const first = f.finish(awaiting(f.db, [&](auto& db) { return orders(db).limit(3).page(); }), 1);
    CHECK(ids(first.items) == ids(blocking.limit(3).page().items));
    CHECK(first.cursor == blocking.limit(3).page().cursor);
    auto const next =
        f.finish(awaiting(f.db, [&](auto& db) { return orders(db).limit(3).after(first.cursor).page(); }), 1);
    CHECK(ids(next.items) == ids(blocking.limit(3).after(first.cursor).page().items));
    CHECK(next.cursor.empty());
    auto const back =
        f.finish(awaiting(f.db, [&](auto& db) { return orders(db).limit(3).before(next.previous).page(); }), 1);
    CHECK(ids(back.items) == ids(first.items));

    CHECK(f.finish(awaiting(f.db, [&](auto& db) { return orders(db).count(); }), 1) == 5);
    CHECK(f.finish(awaiting(f.db, [&](auto& db) { return orders(db).descending().first(); }), 1) ==
          blocking.descending().first());
    CHECK(f.finish(awaiting(f.db, [&](auto& db) { return orders(db).filter("total"_f > 50).all(); }), 1) ==
          blocking.filter("total"_f > 50).all());
    auto const account_of = [](auto& db) { return db.template collect<account>("id"_f == "c3").get(); };
    auto const found = f.finish(awaiting(f.db, account_of), 1);
    REQUIRE(found);
    CHECK(found->owner.name == "Cid");
    CHECK(found->orders == f.blocking.collect<account>("id"_f == "c3").get()->orders);
    CHECK(f.finish(awaiting(f.db, [](auto& db) { return db.template scan<order>().count(); }), 1) == 100);
}

TEST_CASE("arguments of a verb may be gone when it is awaited") {
    fixture f;
    f.put_orders(40);
    auto const later = [&] {
        std::vector<std::string> const some{"1", "2", "3"};
        std::string const note = "-";
        return f.db.query<order>("id"_f.in(some)).filter("note"_f == note).all();
    };
    auto verb = later();
    auto const body = [&]() -> mt::task<std::vector<order>> { co_return co_await std::move(verb); };
    CHECK(f.finish(body(), 1).size() == 3);
}

TEST_CASE("a thousand coroutines are in flight from one thread, and may complete in any order") {
    fixture f;
    f.put_orders(1000);
    int found = 0;
    auto const body = [&](int i) -> detached {
        auto const one = co_await f.db.query<order>("id"_f == std::to_string(i)).first();
        auto const same =
            co_await f.db.query<order>("customer_id"_f == one->customer_id, "placed"_f == one->placed).first();
        found += one == same ? 1 : 0;
    };
    std::vector<detached> all;
    for (int i = 0; i != 1000; ++i) all.push_back(body(i));
    CHECK(f.queue->waiting() == 1000);
    std::mt19937 any(7);
    f.queue->run(&any);
    CHECK(found == 1000);
    CHECK(f.queue->turns == 2);
    CHECK(f.queue->operations == 2000);
}

TEST_CASE("an operation that fails is an exception of co_await, and the store goes on") {
    fixture f;
    f.put_orders(10);
    f.queue->fail_at = 1;
    auto const get = [](auto& db) { return db.template query<order>("id"_f == "1").first(); };
    CHECK_THROWS_AS(f.finish(awaiting(f.db, get), 1), mt::store_error);
    CHECK(f.finish(awaiting(f.db, get), 1));
    // One of several at once
    f.queue->operations = 0;
    f.queue->fail_at = 2;
    auto const some = [](auto& db) { return db.template query<order>("id"_f.in("1", "2", "3")).all(); };
    CHECK_THROWS_AS(f.finish(awaiting(f.db, some), 1), mt::store_error);
}

TEST_CASE("what is wrong with arguments and cursors is said as by the blocking store") {
    fixture f;
    f.put_orders(10);
    CHECK(!message([&] { static_cast<void>(f.db.get<customer>("id"_f == "")); }).empty());
    CHECK(message([&] { static_cast<void>(f.db.get<customer>("id"_f == "")); }) ==
          message([&] { static_cast<void>(f.blocking.get<customer>("id"_f == "")); }));
    auto const cursor = [](auto& db) { return db.template query<order>("id"_f == "1").after("no cursor").all(); };
    CHECK(message([&] { (void)f.finish(awaiting(f.db, cursor), 0); }) ==
          message([&] { (void)f.blocking.query<order>("id"_f == "1").after("no cursor").all(); }));
}

TEST_CASE("a coroutine may be destroyed while its operations are in flight") {
    fixture f;
    f.put_orders(60);
    int resumed = 0;
    auto const inner = [&]() -> mt::task<std::size_t> {
        std::vector<std::string> const some{"1", "2", "3"};
        auto const found = co_await f.db.query<order>("id"_f.in(some)).all();
        ++resumed;
        co_return found.size();
    };
    auto const body = [&]() -> detached {
        co_await inner();
        ++resumed;
    };
    {
        detached const waiting = body();
        CHECK(f.queue->waiting() == 3);
    }
    f.queue->run();
    CHECK(resumed == 0);
    CHECK(f.queue->turns == 1);
    // In between
    {
        detached const waiting = body();
        f.queue->turn();
        CHECK(resumed == 2);
    }
}

TEST_CASE("a backend that performs at once resumes within co_await, however often") {
    fixture f;
    f.put_orders(3);
    mt::async_store<shop> const db(std::make_shared<mt::immediate_backend>(f.memory));
    auto const body = [&]() -> mt::task<int> {
        int found = 0;
        for (int i = 0; i != 100'000; ++i) found += co_await db.get<customer>("id"_f == "c1") ? 1 : 0;
        co_return found;
    };
    CHECK(mt::sync_wait(body()) == 0);
    CHECK(mt::sync_wait(db.query<order>("id"_f == "1").count()) == 1);
}
