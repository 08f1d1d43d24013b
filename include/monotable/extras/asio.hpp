// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/async_backend.hpp>
#include <monotable/backend/backend.hpp>
#include <monotable/coroutine/async_result.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/associated_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <chrono>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

/// Boost.Asio: its executors as the threads of an async_backend, and verbs with completion tokens. Programs that include it
/// link what Boost.Asio needs: threads.
namespace monotable {

/// Makes a blocking backend asynchronous: the operations are performed, and complete, on an executor of Boost.Asio, such as
/// that of a thread_pool. It should not be the one that a program's coroutines run on, which operations would hold up.
class asio_backend final : public async_backend {
  public:
    /// Requires that inner is not null, and that the executor's context outlives the operations.
    asio_backend(std::shared_ptr<backend> inner, boost::asio::any_io_executor executor)
        : inner_(std::move(inner)), executor_(std::move(executor)) {}

    void start(operation const& what, completion done) noexcept override {
        try {
            boost::asio::post(executor_,
                              [inner = inner_, what, done] { detail::perform_and_complete(*inner, what, done); });
        } catch (...) {
            done(std::current_exception());
        }
    }
    void start_pause(std::uint64_t microseconds, completion done) noexcept override {
        try {
            auto const timer = std::make_shared<boost::asio::steady_timer>(
                executor_, std::chrono::microseconds(static_cast<std::int64_t>(microseconds)));
            timer->async_wait([timer, done](boost::system::error_code const&) { done(); });
        } catch (...) {
            done(std::current_exception());
        }
    }

  private:
    std::shared_ptr<backend> inner_;
    boost::asio::any_io_executor executor_;
};

namespace detail {

/// Starts a verb, and calls a handler of Asio when it is over: on the handler's executor, which it keeps busy meanwhile.
template <class Handler, class Deliver>
class asio_waiting {
  public:
    asio_waiting(Handler handler, std::shared_ptr<async_run> run, Deliver deliver)
        : handler_(std::move(handler)),
          run_(std::move(run)),
          deliver_(std::move(deliver)),
          work_(boost::asio::get_associated_executor(handler_)) {}

    static void start(std::unique_ptr<asio_waiting> waiting) {
        std::shared_ptr<async_run> const run = waiting->run_;
        asio_waiting* const context = waiting.release();
        if (async_run::start(run, &resume, context)) resume(context);
    }

  private:
    static void resume(void* context) noexcept {
        std::unique_ptr<asio_waiting> self(static_cast<asio_waiting*>(context));
        auto const executor = self->work_.get_executor();
        boost::asio::post(executor, [self = std::move(self)]() mutable {
            std::unique_ptr<asio_waiting> const over = std::move(self);
            Handler handler = std::move(over->handler_);
            over->work_.reset();
            over->deliver_(std::move(handler));
        });
    }

    Handler handler_;
    std::shared_ptr<async_run> run_;
    Deliver deliver_;
    boost::asio::executor_work_guard<boost::asio::associated_executor_t<Handler>> work_;
};

template <class Handler, class Deliver>
void start_for_asio(Handler handler, std::shared_ptr<async_run> run, Deliver deliver) {
    using waiting = asio_waiting<Handler, Deliver>;
    waiting::start(std::make_unique<waiting>(std::move(handler), std::move(run), std::move(deliver)));
}

/// Any token: the handler gets the exception, or null and the result.
template <class Token>
struct asio_initiation {
    template <class Result>
    static auto start(std::shared_ptr<verb_run<Result>> run, Token token) {
        if constexpr (std::is_void_v<Result>) {
            return boost::asio::async_initiate<Token, void(std::exception_ptr)>(
                [](auto handler, std::shared_ptr<verb_run<void>> of) {
                    start_for_asio(std::move(handler), of, [of](auto to) {
                        std::exception_ptr failure;
                        try {
                            of->take();
                        } catch (...) {
                            failure = std::current_exception();
                        }
                        std::move(to)(failure);
                    });
                },
                token, std::move(run));
        } else {
            static_assert(
                std::is_default_constructible_v<Result>,
                "monotable: this completion token is given a result even where there is an exception, and the "
                "result of this verb has no default; use asio::use_awaitable");
            return boost::asio::async_initiate<Token, void(std::exception_ptr, Result)>(
                [](auto handler, std::shared_ptr<verb_run<Result>> of) {
                    start_for_asio(std::move(handler), of, [of](auto to) {
                        std::exception_ptr failure;
                        std::optional<Result> result;
                        try {
                            result.emplace(of->take());
                        } catch (...) {
                            failure = std::current_exception();
                            result.emplace();
                        }
                        std::move(to)(failure, std::move(*result));
                    });
                },
                token, std::move(run));
        }
    }
};

/// use_awaitable: results need no default.
template <class Executor>
struct asio_initiation<boost::asio::use_awaitable_t<Executor>> {
    template <class Result>
    static boost::asio::awaitable<Result, Executor> start(std::shared_ptr<verb_run<Result>> run,
                                                          boost::asio::use_awaitable_t<Executor> token) {
        co_await boost::asio::async_initiate<boost::asio::use_awaitable_t<Executor>, void()>(
            [](auto handler, std::shared_ptr<async_run> of) {
                start_for_asio(std::move(handler), std::move(of), [](auto to) { std::move(to)(); });
            },
            token, run);
        co_return run->take();
    }
};

} // namespace detail
} // namespace monotable
