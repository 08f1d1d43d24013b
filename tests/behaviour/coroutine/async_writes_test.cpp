// SPDX-License-Identifier: BSL-1.0
// Writes, transactions and batches of an async_store have the results of those of a store, in round trips whose number does not
// grow with that of items.
#include <monotable/coroutines.hpp>
#include <monotable/managed_fields.hpp>

#include <club_check.hpp>
#include <library_check.hpp>
#include <library_model.hpp>
#include <queued_backend.hpp>
#include <shop.hpp>

#include <catch2/catch_test_macros.hpp>

#include <coroutine>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace shop_model;
using store_support::queued_backend;

// No co_await within CHECK: g++ 12 performs it a second time, in what it should not evaluate.
namespace {

template <class Table>
struct fixture {
    std::shared_ptr<mt::backend> memory = mt::memory();
    mt::store<Table> blocking{memory};
    std::shared_ptr<queued_backend> queue = std::make_shared<queued_backend>(memory);
    mt::async_store<Table> db{queue};

    /// Runs the body to its end; returns the round trips that it takes.
    std::size_t run(mt::task<> body) {
        queue->turns = queue->operations = 0;
        std::exception_ptr failure;
        bool over = false;
        start(std::move(body), over, failure);
        queue->run();
        REQUIRE(over);
        if (failure) std::rethrow_exception(failure);
        return queue->turns;
    }

  private:
    struct detached {
        struct promise_type {
            detached get_return_object() const noexcept { return {}; }
            std::suspend_never initial_suspend() const noexcept { return {}; }
            std::suspend_never final_suspend() const noexcept { return {}; }
            void return_void() const noexcept {}
            void unhandled_exception() const noexcept { std::terminate(); }
        };
    };
    static detached start(mt::task<> body, bool& over, std::exception_ptr& failure) {
        try {
            co_await std::move(body);
        } catch (...) {
            failure = std::current_exception();
        }
        over = true;
    }
};

std::vector<customer> customers(int count) {
    std::vector<customer> result;
    for (int i = 0; i != count; ++i) result.push_back({"m" + std::to_string(i), "name", {}});
    return result;
}
std::vector<std::string> ids_of(std::vector<customer> const& from) {
    std::vector<std::string> result;
    for (customer const& each : from) result.push_back(each.id);
    return result;
}

struct versioned {
    std::string id, text;
    std::uint64_t version = 0;
};

} // namespace

template <>
struct mt::entity<versioned> {
    using key = mt::key<"V#{id}", "V">;
    using attributes = mt::attributes<mt::version<"version">>;
};

namespace {
struct documents : mt::table<"documents", mt::entities<versioned>> {};
} // namespace

TEST_CASE("each write of a coroutine has the result of the blocking store's") {
    fixture<shop> f;
    auto const body = [&]() -> mt::task<> {
        customer const ann{"c1", "Ann", {}}, eve{"c1", "Eve", {}};
        auto const first = co_await f.db.put(ann);
        CHECK(first.after() == ann);
        auto const second = co_await f.db.create(eve);
        CHECK(!second);
        CHECK(second.error() == mt::write_error::already_exists);
        CHECK(second.existing() == ann);
        bool done = bool(co_await f.db.replace(eve));
        CHECK(done);
        done = bool(co_await f.db.put(ann, mt::when("name"_f == "Ann")));
        CHECK(!done);
        auto const changed = co_await f.db.update<customer>("id"_f == "c1", "name"_f = "Ada", mt::returning_new);
        CHECK(changed.after().name == "Ada");
        done = bool(co_await f.db.update<customer>("id"_f == "c2", "name"_f = "Ada"));
        CHECK(!done);
        done = bool(co_await f.db.upsert(eve, "name"_f = "Una"));
        CHECK(done);
        CHECK(f.blocking.get<customer>("id"_f == "c1")->name == "Una");
        done = bool(co_await f.db.erase<customer>("id"_f == "c1", mt::when("name"_f == "Ada")));
        CHECK(!done);
        auto const erased = co_await f.db.erase<customer>("id"_f == "c1", mt::returning_old);
        CHECK(erased.before()->name == "Una");
        done = bool(co_await f.db.erase(ann));
        CHECK(done);
    };
    CHECK(f.run(body()) == 10);
    CHECK(f.queue->operations == 10);
}

TEST_CASE("arguments of a write may be gone when it is awaited") {
    fixture<shop> f;
    f.blocking.put(customer{"c1", "Ann", {}}).or_throw();
    auto const body = [&]() -> mt::task<> {
        auto later = [&] {
            std::string const name = "a name that is too long for the object itself", id = "c1";
            return f.db.update<customer>("id"_f == id, "name"_f = name, mt::when("name"_f == std::string("Ann")));
        }();
        bool done = bool(co_await std::move(later));
        CHECK(done);
        auto created = [&] { return f.db.create(customer{"c2", std::string(100, 'x'), {}}); }();
        done = bool(co_await std::move(created));
        CHECK(done);
    };
    CHECK(f.run(body()) == 2);
    CHECK(f.blocking.get<customer>("id"_f == "c1")->name == "a name that is too long for the object itself");
    CHECK(f.blocking.get<customer>("id"_f == "c2")->name == std::string(100, 'x'));
}

TEST_CASE("versions continue, and are compared") {
    fixture<documents> f;
    auto const body = [&]() -> mt::task<> {
        versioned text{"a", "first", 0};
        text = (co_await f.db.put(text)).after();
        CHECK(text.version == 1);
        versioned const old = text;
        text.text = "second";
        auto const next = co_await f.db.put(text);
        CHECK(next.after().version == 2);
        auto const late = co_await f.db.erase(old);
        CHECK(late.error() == mt::write_error::version_mismatch);
    };
    f.run(body());
}

TEST_CASE("a transaction of a coroutine does all or nothing") {
    fixture<shop> f;
    auto const body = [&]() -> mt::task<> {
        auto both = f.db.transact(mt::put(customer{"c1", "Ann", {}}), mt::create(customer{"c2", "Eve", {}}));
        bool const done = bool(co_await std::move(both));
        CHECK(done);
        auto again = f.db.transact(mt::put(customer{"c1", "Ada", {}}), mt::create(customer{"c2", "Una", {}}));
        auto const refused = co_await std::move(again);
        CHECK(!refused);
        CHECK(refused.get<1>().existing()->name == "Eve");
        auto const [one, two, three] = co_await f.db.transact_get(
            mt::get<customer>("id"_f == "c1"), mt::get<customer>("id"_f == "c2"), mt::get<customer>("id"_f == "c3"));
        CHECK(one->name == "Ann");
        CHECK(two->name == "Eve");
        CHECK(!three);
    };
    CHECK(f.run(body()) == 3);
}

TEST_CASE("a batch is one round trip, whatever its size") {
    fixture<shop> f;
    auto const many = customers(250);
    auto const keys = ids_of(many);
    CHECK(f.run([&]() -> mt::task<> { (co_await f.db.batch_put(many)).or_throw(); }()) == 1);
    CHECK(f.queue->operations == 10);
    CHECK(f.blocking.scan<customer>().count() == 250);
    auto const get = [&]() -> mt::task<> {
        auto twice = keys;
        twice.push_back(keys.front());
        twice.push_back("nobody");
        auto const found = co_await f.db.batch_get<customer>(twice);
        REQUIRE(found);
        REQUIRE(found.size() == 252);
        for (std::size_t i = 0; i != many.size(); ++i) CHECK(found[i] == many[i]);
        CHECK(found[250] == many[0]);
        CHECK(!found[251]);
    };
    CHECK(f.run(get()) == 1);
    CHECK(f.queue->operations == 3);
    CHECK(f.run([&]() -> mt::task<> { (co_await f.db.batch_erase<customer>(keys)).or_throw(); }()) == 1);
    CHECK(f.blocking.scan<customer>().count() == 0);
}

TEST_CASE("an operation of a batch that fails is an exception") {
    fixture<shop> f;
    auto const many = customers(60);
    f.queue->fail_at = 2;
    CHECK_THROWS_AS(f.run([&]() -> mt::task<> { (void)co_await f.db.batch_put(many); }()), mt::store_error);
}

TEST_CASE("an erasure that takes others along needs no more round trips for more of them") {
    using namespace club_model;
    auto const erase = [](int tools) {
        fixture<cascading_town> f;
        f.blocking.put(member{"ann", {}}).or_throw();
        for (int i = 0; i != tools; ++i) REQUIRE(f.blocking.put(tool{std::to_string(i), "ann"}));
        auto const turns =
            f.run([&]() -> mt::task<> { (void)co_await f.db.template erase<member>("id"_f == "ann"); }());
        CHECK(f.blocking.scan<tool>().count() == 0);
        CHECK(faults_of(f.blocking) == "");
        return turns;
    };
    CHECK(erase(80) == erase(5));
}

TEST_CASE("a change that copies follow needs no more round trips for more of them") {
    using namespace library_model;
    using table = library<mt::in_transaction>;
    auto const change = [](int books) {
        fixture<table> f;
        f.blocking.put(author{"Lem", "PL", 1921}).or_throw();
        for (int i = 0; i != books; ++i) f.blocking.put(book{std::to_string(i), "Lem", "t", mt::decimal(3)}).or_throw();
        auto const turns = f.run([&]() -> mt::task<> {
            (co_await f.db.template update<author>("name"_f == "Lem", "country"_f = "UA")).or_throw();
        }());
        CHECK(what_is_wrong(f.blocking) == "");
        return turns;
    };
    CHECK(change(80) == change(5));
}

TEST_CASE("a coroutine that is destroyed within a write requests nothing more") {
    using namespace library_model;
    fixture<library<mt::in_transaction>> f;
    f.blocking.put(author{"Lem", "PL", 1921}).or_throw();
    {
        auto write = f.db.update<author>("name"_f == "Lem", "country"_f = "UA");
        auto const body = [&]() -> mt::task<> { (void)co_await std::move(write); };
        auto task = body();
        auto awaiter = std::move(task).operator co_await();
        awaiter.await_suspend(std::noop_coroutine()).resume();
        CHECK(f.queue->waiting() == 1);
    }
    f.queue->run();
    CHECK(f.queue->turns == 1);
    CHECK(f.blocking.get<author>("name"_f == "Lem")->country == "PL");
}
