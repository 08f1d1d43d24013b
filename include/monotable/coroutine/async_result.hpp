// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/coroutine/support.hpp>

#include <monotable/backend/async_run.hpp>

#include <memory>
#include <type_traits>
#include <utility>

namespace monotable {

namespace detail {

/// A verb in progress, and what its result is made of. Without type information of the verb, so that the types of users'
/// coroutines stay short.
template <class Result>
class verb_run : public async_run {
  public:
    using async_run::async_run;
    /// Requires that the procedure is over. Throws what it threw.
    virtual Result take() = 0;
};

/// Finish: makes the result of the procedure, once.
template <class Result, class Procedure, class Finish>
class typed_verb_run final : public verb_run<Result> {
  public:
    template <class... A>
    explicit typed_verb_run(std::shared_ptr<async_backend> store, Finish finish, A&&... arguments)
        : verb_run<Result>(std::move(store)), procedure_(std::forward<A>(arguments)...), finish_(std::move(finish)) {}

    Result take() override {
        this->rethrow();
        return finish_(procedure_);
    }

  protected:
    procedure& work() noexcept override { return procedure_; }

  private:
    Procedure procedure_;
    Finish finish_;
};

/// What a completion token of Boost.Asio makes of a verb: extras/asio.hpp.
template <class Token>
struct asio_initiation;

} // namespace detail

/// A verb of an async_store that co_await performs; its result is that of co_await. It owns the encodings of its arguments,
/// which may be gone when it starts. Nothing is requested before co_await.
///
/// It can be awaited in a coroutine of any type whose promise lets awaitables through, and names no executor: the coroutine
/// goes on where the backend completes the last operation, or at once if that was within the call. It may be moved before it
/// is awaited, and awaited once. Throws what the verb of the blocking store throws.
///
/// A coroutine that waits may be destroyed, unless the backend completes its operation at the same time on another thread. What
/// was requested is then done or not, and nothing more is requested.
template <class Result>
class [[nodiscard]] async_result {
  public:
    using result_type = Result;

    explicit async_result(std::shared_ptr<detail::verb_run<Result>> run = nullptr) noexcept : run_(std::move(run)) {}
    async_result(async_result&&) noexcept = default;
    async_result& operator=(async_result&&) = delete;
    ~async_result() {
        if (run_) run_->abandon();
    }

    bool await_ready() const noexcept { return false; }
    bool await_suspend(std::coroutine_handle<> waiting) {
        return !detail::async_run::start(
            run_, [](void* frame) noexcept { std::coroutine_handle<>::from_address(frame).resume(); },
            waiting.address());
    }
    Result await_resume() { return run_->take(); }

    /// Performs the verb as an asynchronous operation of Boost.Asio: `co_await db.get<E>(...)(asio::use_awaitable)`. Needs
    /// <monotable/extras/asio.hpp>.
    template <class Token>
    auto operator()(Token&& token) && {
        return detail::asio_initiation<std::remove_cvref_t<Token>>::start(std::move(run_), std::forward<Token>(token));
    }

  private:
    std::shared_ptr<detail::verb_run<Result>> run_;
};

namespace detail {

/// The verb that performs a Procedure made of the arguments.
template <class Procedure, class Finish, class... A>
auto make_verb(std::shared_ptr<async_backend> const& store, Finish finish, A&&... arguments) {
    using result = std::invoke_result_t<Finish&, Procedure&>;
    return async_result<result>(std::make_shared<typed_verb_run<result, Procedure, Finish>>(
        store, std::move(finish), std::forward<A>(arguments)...));
}

} // namespace detail

} // namespace monotable
