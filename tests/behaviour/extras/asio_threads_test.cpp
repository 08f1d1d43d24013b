// SPDX-License-Identifier: BSL-1.0
// Verbs in coroutines of Boost.Asio, and with its other completion tokens.
#include <monotable/coroutines.hpp>
#include <monotable/extras/asio.hpp>

#include <shop.hpp>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_future.hpp>

#include <catch2/catch_test_macros.hpp>

#include <chrono>
#include <exception>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

using namespace shop_model;
namespace asio = boost::asio;

namespace {

struct fixture {
    std::shared_ptr<mt::backend> memory = mt::memory();
    mt::store<shop> blocking{memory};
    asio::thread_pool pool{3};
    mt::async_store<shop> db{std::make_shared<mt::asio_backend>(memory, pool.get_executor())};

    fixture() {
        for (int i = 0; i != 50; ++i)
            blocking.put(order{std::to_string(i), "c" + std::to_string(i % 5), day(i), status::open, mt::decimal(i)})
                .or_throw();
    }
    ~fixture() { pool.join(); }
};

} // namespace

TEST_CASE("a coroutine of Asio awaits verbs, and goes on where it runs") {
    fixture f;
    asio::io_context context;
    std::size_t found = 0;
    bool stayed = true;
    auto const body = [&](int from) -> asio::awaitable<void> {
        auto const here = std::this_thread::get_id();
        for (int i = from; i != from + 10; ++i) {
            auto const one = co_await f.db.query<order>("id"_f == std::to_string(i)).first()(asio::use_awaitable);
            if (one) ++found; // no lock: all on one thread
            stayed = stayed && std::this_thread::get_id() == here;
        }
        auto const page = co_await f.db.query<order>("customer_id"_f == "c1").limit(4).page()(asio::use_awaitable);
        found += page.items.size();
    };
    for (int i = 0; i != 5; ++i) asio::co_spawn(context, body(10 * i), asio::detached);
    context.run();
    CHECK(found == 50 + 5 * 4);
    CHECK(stayed);
}

TEST_CASE("an exception of a verb is thrown in a coroutine of Asio") {
    fixture f;
    asio::io_context context;
    std::string said;
    asio::co_spawn(
        context,
        [&]() -> asio::awaitable<void> {
            try {
                (void)co_await f.db.query<order>("id"_f == "1").after("no cursor").all()(asio::use_awaitable);
            } catch (mt::bad_cursor const& e) {
                said = e.what();
            }
        },
        asio::detached);
    context.run();
    CHECK(!said.empty());
}

TEST_CASE("verbs take other completion tokens") {
    fixture f;
    auto future = f.db.query<order>("customer_id"_f == "c1").count()(asio::use_future);
    CHECK(future.get() == 10);
    std::promise<std::optional<customer>> promise;
    f.db.get<customer>("id"_f == "c1")([&](std::exception_ptr failure, std::optional<customer> found) {
        CHECK(!failure);
        promise.set_value(std::move(found));
    });
    CHECK(!promise.get_future().get());
}

TEST_CASE("pauses are timers") {
    fixture f;
    mt::asio_backend store(f.memory, f.pool.get_executor());
    std::promise<void> ended;
    auto const begin = std::chrono::steady_clock::now();
    store.start_pause(
        20'000,
        {[](void* to, std::exception_ptr) noexcept { static_cast<std::promise<void>*>(to)->set_value(); }, &ended});
    ended.get_future().get();
    CHECK(std::chrono::steady_clock::now() - begin >= std::chrono::milliseconds(20));
}
