// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/maintenance.hpp>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

/// Threads of a server. std::jthread and std::stop_token are experimental in libc++ before version 20.
namespace monotable::endpoint {

/// Joins all started threads in its destructor.
class joined_threads {
  public:
    joined_threads() = default;
    joined_threads(joined_threads const&) = delete;
    joined_threads& operator=(joined_threads const&) = delete;
    ~joined_threads() {
        for (auto& each : threads_) each.join();
    }

    /// Throws std::system_error if the thread cannot be started.
    template <class Function>
    void start(Function&& function) {
        threads_.emplace_back(std::forward<Function>(function));
    }

  private:
    std::vector<std::thread> threads_;
};

/// Erases the expired items of a backend after each interval, in a thread of its own, until it is destroyed. Does
/// nothing if the interval is not positive.
class expiry_thread {
  public:
    expiry_thread(maintenance* store, std::chrono::milliseconds interval) : store_(store), interval_(interval) {
        if (store != nullptr && interval.count() > 0) thread_ = std::thread([this] { run(); });
    }
    expiry_thread(expiry_thread const&) = delete;
    expiry_thread& operator=(expiry_thread const&) = delete;
    ~expiry_thread() {
        if (!thread_.joinable()) return;
        {
            std::lock_guard const lock(mutex_);
            stopped_ = true;
        }
        changed_.notify_one();
        thread_.join();
    }

  private:
    void run() {
        std::unique_lock lock(mutex_);
        while (!changed_.wait_for(lock, interval_, [this] { return stopped_; })) {
            lock.unlock();
            auto const now = std::chrono::system_clock::now().time_since_epoch();
            try {
                store_->expire_items(std::chrono::duration_cast<std::chrono::seconds>(now).count());
            } catch (std::exception const&) { // retried after the next interval
            }
            lock.lock();
        }
    }

    maintenance* store_;
    std::chrono::milliseconds interval_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool stopped_ = false;
    std::thread thread_;
};

} // namespace monotable::endpoint
