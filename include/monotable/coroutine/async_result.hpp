// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/coroutine/support.hpp>

#include <monotable/backend/async_run.hpp>

#include <memory>
#include <type_traits>
#include <utility>

namespace monotable {

namespace detail {

/// A verb in progress and the data for its result. The verb's type is erased, so that the types of users' coroutines
/// are short.
template <class Result>
class verb_run : public async_run {
  public:
    using async_run::async_run;
    /// REQUIRES: the procedure has ended. Rethrows its exception.
    virtual Result take() = 0;
};

/// Finish constructs the result of the procedure and is called once.
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

/// The adaptation of a verb to a completion token of Boost.Asio: extras/asio.hpp.
template <class Token>
struct asio_initiation;

} // namespace detail

/// An awaitable verb of an async_store: co_await performs it and returns its result. It owns the encodings of its
/// arguments, which need not outlive it. Requests are started by co_await.
///
/// It can be awaited in coroutines of all types whose promises accept awaitables, and prescribes no executor: the
/// coroutine resumes on the thread where the backend completes the last operation, or without suspending if that
/// happens within the call. It can be moved before it is awaited, and awaited once. Throws the exceptions of the
/// blocking store's verb.
///
/// A suspended coroutine can be destroyed, unless the backend completes its operation concurrently on another thread.
/// Requests in flight may or may not be performed then, and no further ones are started.
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

    /// Performs the verb as an asynchronous operation of Boost.Asio: `co_await db.get<E>(...)(asio::use_awaitable)`.
    /// Requires <monotable/extras/asio.hpp>.
    template <class Token>
    auto operator()(Token&& token) && {
        return detail::asio_initiation<std::remove_cvref_t<Token>>::start(std::move(run_), std::forward<Token>(token));
    }

  private:
    std::shared_ptr<detail::verb_run<Result>> run_;
};

namespace detail {

/// The verb that performs a Procedure, which is constructed from the arguments.
template <class Procedure, class Finish, class... A>
auto make_verb(std::shared_ptr<async_backend> const& store, Finish finish, A&&... arguments) {
    using result = std::invoke_result_t<Finish&, Procedure&>;
    return async_result<result>(std::make_shared<typed_verb_run<result, Procedure, Finish>>(
        store, std::move(finish), std::forward<A>(arguments)...));
}

} // namespace detail

} // namespace monotable
