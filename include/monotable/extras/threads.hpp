// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/store/read/executor.hpp>

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <thread>
#include <vector>

namespace monotable {

/// An executor with a fixed number of threads: `mt::thread_pool pool(8); ... db.query<E>(...).parallel(pool)`.
/// Thread-safe: any number of ranges and threads can share a pool.
class thread_pool final : public executor {
  public:
    /// The default is more threads than processors, because requests mostly wait for the network. The thread that calls
    /// run() executes tasks too, so that `threads` can be 0.
    explicit thread_pool(std::size_t threads = default_size()) {
        try {
            for (std::size_t i = 0; i != threads; ++i) threads_.emplace_back([this] { work(); });
        } catch (...) {
            stop();
            throw;
        }
    }
    /// Waits for running tasks. REQUIRES: no thread is in run().
    ~thread_pool() override { stop(); }

    void run(std::size_t count, void (*task)(void*, std::size_t), void* context) override {
        if (count == 0) return;
        job work{task, context, count};
        {
            std::lock_guard const lock(mutex_);
            jobs_.push_back(&work);
        }
        changed_.notify_all();
        while (run_one(&work)) {}
        std::unique_lock lock(mutex_);
        finished_.wait(lock, [&] { return work.done == work.count; });
    }

    static std::size_t default_size() noexcept {
        std::size_t const processors = std::thread::hardware_concurrency();
        return processors < 4 ? 8 : 2 * processors;
    }

  private:
    struct job {
        void (*task)(void*, std::size_t);
        void* context;
        std::size_t count;
        std::size_t next = 0;
        std::size_t done = 0;
    };

    /// Runs a task of the job, or of any job if it is null. False if no task is waiting.
    bool run_one(job* wanted) {
        std::unique_lock lock(mutex_);
        if (wanted == nullptr && !jobs_.empty()) wanted = jobs_.front();
        if (wanted == nullptr || wanted->next == wanted->count) return false;
        std::size_t const i = wanted->next++;
        if (wanted->next == wanted->count) std::erase(jobs_, wanted);
        lock.unlock();
        wanted->task(wanted->context, i);
        lock.lock();
        if (++wanted->done == wanted->count) finished_.notify_all(); // the owner destroys the job once it sees this
        return true;
    }

    void work() {
        for (;;) {
            {
                std::unique_lock lock(mutex_);
                changed_.wait(lock, [&] { return stopping_ || !jobs_.empty(); });
                if (stopping_) return;
            }
            (void)run_one(nullptr);
        }
    }

    void stop() noexcept {
        {
            std::lock_guard const lock(mutex_);
            stopping_ = true;
        }
        changed_.notify_all();
        for (std::thread& each : threads_) each.join();
    }

    std::mutex mutex_;
    std::condition_variable changed_, finished_;
    std::vector<job*> jobs_; // jobs with tasks that have not started, in the order of arrival
    bool stopping_ = false;
    std::vector<std::thread> threads_;
};

} // namespace monotable
