// SPDX-License-Identifier: BSL-1.0
// The verbs of an async_store on relations, moves and items that expire, and their round trips.
#include <monotable/coroutines.hpp>
#include <monotable/managed_fields.hpp>
#include <monotable/relations.hpp>

#include <club_model.hpp>
#include <queued_backend.hpp>

#include <catch2/catch_test_macros.hpp>

#include <coroutine>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace club_model;
using store_support::queued_backend;

namespace {

struct session {
    std::string id;
    std::int64_t ends = 0;
    bool operator==(session const&) const = default;
};
struct folder {
    std::string id;
    std::vector<std::string> files = {};
};

/// A coroutine that starts at once, and is destroyed with its owner.
struct running {
    struct promise_type {
        running get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
        std::suspend_never initial_suspend() const noexcept { return {}; }
        std::suspend_always final_suspend() const noexcept { return {}; }
        void return_void() const noexcept {}
        void unhandled_exception() noexcept { failure = std::current_exception(); }
        std::exception_ptr failure;
    };
    running(std::coroutine_handle<promise_type> h) : coroutine(h) {}
    running(running&& other) noexcept : coroutine(std::exchange(other.coroutine, nullptr)) {}
    ~running() {
        if (coroutine) coroutine.destroy();
    }
    std::coroutine_handle<promise_type> coroutine;
};

template <class T>
running keep(mt::task<T> task, std::optional<T>& result) {
    result = co_await std::move(task);
}

template <class F>
auto awaiting(F f) -> mt::task<typename decltype(f())::result_type> {
    co_return co_await f();
}

template <class... Tables>
struct fixture {
    std::shared_ptr<mt::backend> memory = mt::memory();
    mt::store<Tables...> blocking{memory};
    std::shared_ptr<queued_backend> queue = std::make_shared<queued_backend>(memory);
    mt::async_store<Tables...> db{queue, {.clock = [] { return std::int64_t{1'000'000}; }}};

    /// The result of the awaitable that f returns, which takes at most so many round trips.
    template <class F>
    auto finish(F f, std::size_t turns) {
        queue->turns = 0;
        std::optional<typename decltype(f())::result_type> result;
        running const work = keep(awaiting(f), result);
        queue->run();
        REQUIRE(work.coroutine.done());
        if (work.coroutine.promise().failure) std::rethrow_exception(work.coroutine.promise().failure);
        CHECK(queue->turns <= turns);
        return *std::move(result);
    }
};

member const ann{"ann", "Ann"}, bob{"bob", "Bob"};
club const chess{7, "Chess"};

} // namespace

template <>
struct monotable::entity<session> {
    using key = monotable::key<"S#{id}", "S">;
    using attributes = monotable::attributes<monotable::time_to_live<"ends">>;
};
template <>
struct monotable::entity<folder> {
    using key = monotable::key<"F#{id}", "F">;
};

namespace {

struct rooms
    : mt::table<"rooms", mt::entities<session, folder>, mt::one_to_many<"files", folder, mt::nested<"files">>> {};

} // namespace

TEST_CASE("links of a coroutine have the results of the blocking store's, in three round trips") {
    fixture<strict_town> f;
    for (member const& each : {ann, bob}) f.blocking.put(each).or_throw();
    f.blocking.put(chess).or_throw();
    CHECK(f.finish([&] { return f.db.link<"belongs">(ann, chess, "since"_f = 3); }, 3));
    CHECK(f.finish([&] { return f.db.link<"belongs">(ann, chess, "since"_f = 4, mt::returning_new); }, 3).after() ==
          membership{"ann", 7, 4});
    CHECK(f.finish([&] { return f.db.link<"belongs">(ann, club{8, {}}); }, 3).error() ==
          mt::write_error::missing_reference);
    CHECK(f.finish([&] { return f.db.link<"belongs">(bob, chess); }, 3));
    CHECK(f.finish([&] { return f.db.unlink<"belongs">(ann, chess, mt::returning_old); }, 3).before()->since == 4);
    CHECK(f.finish([&] { return f.db.erase(chess); }, 4).error() == mt::write_error::referenced);
    CHECK(f.blocking.linked<"belongs">(chess).count() == 1);
}

TEST_CASE("relations are followed in one round trip for each page") {
    fixture<free_town> f;
    f.blocking.put(ann).or_throw();
    f.blocking.put(chess).or_throw();
    f.blocking.link<"belongs">(ann, chess).or_throw();
    for (int i = 0; i != 50; ++i) f.blocking.put(tool{"t" + std::to_string(i), "ann"}).or_throw();
    CHECK(f.finish([&] { return f.db.children<"tools">(ann).all(); }, 1).size() == 50);
    CHECK(f.finish([&] { return f.db.children<"tools">(ann, "id"_f > "t48").count(); }, 1) == 6);
    CHECK(f.finish([&] { return f.db.parent<"tools">(tool{"t1", "ann"}); }, 1) == ann);
    CHECK(f.finish([&] { return f.db.parent<"tools">(tool{"t1", "eve"}); }, 1) == std::nullopt);
    CHECK(f.finish([&] { return f.db.parent<"tools">(tool{"t1", {}}); }, 0) == std::nullopt);
    CHECK(f.finish([&] { return f.db.linked<"belongs">(chess).all(); }, 1) == std::vector{membership{"ann", 7}});
    CHECK(f.finish([&] { return f.db.left_of<"belongs">(membership{"ann", 7}); }, 1) == ann);
    CHECK(f.finish([&] { return f.db.right_of<"belongs">(membership{"ann", 7}); }, 1) == chess);
    f.blocking.link<"likes">(ann, ann).or_throw();
    CHECK(f.finish([&] { return f.db.linked<"likes">(mt::inverse, ann).count(); }, 1) == 1);
}

TEST_CASE("a nested container, items that expire, and moves") {
    fixture<rooms> f;
    f.blocking.put(folder{"f", {"a", "b"}}).or_throw();
    CHECK(f.finish([&] { return f.db.children<"files">(folder{"f"}); }, 1).size() == 2);
    CHECK(f.finish([&] { return f.db.children<"files">(folder{"g"}); }, 1).empty());

    f.blocking.put(session{"old", 999}).or_throw();
    f.blocking.put(session{"new", 1001}).or_throw();
    CHECK(f.finish([&] { return f.db.get<session>("id"_f == "old"); }, 1));
    CHECK(!f.finish([&] { return f.db.get<session>(mt::unexpired, "id"_f == "old"); }, 1));
    CHECK(f.finish([&] { return f.db.get<session>(mt::unexpired, "id"_f == "new"); }, 1) == session{"new", 1001});
    CHECK(!f.finish([&] { return f.db.get<session>(mt::unexpired, "id"_f == "none"); }, 1));

    auto const moved = f.finish([&] { return f.db.move(session{"new"}, session{"newer", 5}); }, 2);
    CHECK(moved.after() == session{"newer", 5});
    auto const back = f.finish([&] { return f.db.move(session{"newer"}, session{"new", 6}, mt::returning_old); }, 2);
    CHECK(back.before() == session{"newer", 5});
    CHECK(f.finish([&] { return f.db.move(session{"none"}, session{"x"}); }, 2).error() == mt::write_error::not_found);
}
