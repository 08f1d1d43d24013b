// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/async_backend.hpp>
#include <monotable/backend/backend.hpp>
#include <monotable/backend/operation.hpp>

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace monotable {

/// Makes a blocking backend asynchronous: a fixed number of threads perform the operations, and complete them there. Operations
/// wait in a queue, in the order of their start, while all threads are busy.
class threaded_backend final : public async_backend {
  public:
    /// Requires that inner is not null, and that there are threads. Throws std::system_error if they cannot be started.
    explicit threaded_backend(std::shared_ptr<backend> inner, std::size_t threads = 8)
        : work_(std::make_shared<work>(std::move(inner))) {
        try {
            for (std::size_t i = 0; i != threads; ++i) threads_.emplace_back([shared = work_] { shared->run(); });
        } catch (...) {
            stop();
            throw;
        }
    }
    /// Performs what has been started, ends the pauses, and waits for both, unless it is called within a completion.
    ~threaded_backend() override { stop(); }

    void start(operation const& what, completion done) noexcept override {
        work_->add([&](work& to) { to.queue.push_back({what, done}); }, done);
    }
    void start_pause(std::uint64_t microseconds, completion done) noexcept override {
        auto const end = clock::now() + std::chrono::microseconds(microseconds);
        work_->add([&](work& to) { to.pauses.emplace(end, done); }, done);
    }

  private:
    using clock = std::chrono::steady_clock;

    /// Shared with the threads, one of which may be the one that destroys the backend.
    struct work {
        struct call {
            operation what;
            completion done;
        };

        explicit work(std::shared_ptr<backend> store) noexcept : inner(std::move(store)) {}

        template <class Add>
        void add(Add const& to_queue, completion done) noexcept {
            try {
                std::lock_guard const lock(mutex);
                to_queue(*this);
                changed.notify_one();
            } catch (...) {
                done(std::current_exception());
            }
        }

        void run() noexcept {
            std::unique_lock lock(mutex);
            for (;;) {
                if (!pauses.empty() && (stopping || pauses.begin()->first <= clock::now())) {
                    completion const done = pauses.begin()->second;
                    pauses.erase(pauses.begin());
                    lock.unlock();
                    done();
                } else if (!queue.empty()) {
                    call const next = queue.front();
                    queue.pop_front();
                    lock.unlock();
                    detail::perform_and_complete(*inner, next.what, next.done);
                } else if (stopping) {
                    return;
                } else if (pauses.empty()) {
                    changed.wait(lock);
                    continue;
                } else {
                    clock::time_point const end = pauses.begin()->first;
                    changed.wait_until(lock, end);
                    continue;
                }
                lock.lock();
            }
        }

        std::shared_ptr<backend> const inner;
        std::mutex mutex;
        std::condition_variable changed;
        std::deque<call> queue;
        std::multimap<clock::time_point, completion> pauses;
        bool stopping = false;
    };

    void stop() noexcept {
        {
            std::lock_guard const lock(work_->mutex);
            work_->stopping = true;
        }
        work_->changed.notify_all();
        for (std::thread& each : threads_) {
            if (each.get_id() == std::this_thread::get_id()) each.detach();
            else each.join();
        }
    }

    std::shared_ptr<work> work_;
    std::vector<std::thread> threads_;
};

} // namespace monotable
