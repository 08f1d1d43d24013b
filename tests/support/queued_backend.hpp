// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/async_backend.hpp>
#include <monotable/error.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <random>
#include <utility>
#include <vector>

namespace store_support {

/// Completes operations when a test says so. One turn is a round trip: it performs all that was started before it. Not for
/// several threads.
class queued_backend final : public monotable::async_backend {
  public:
    explicit queued_backend(std::shared_ptr<monotable::backend> inner) : inner_(std::move(inner)) {}

    void start(monotable::operation const& what, monotable::completion done) noexcept override {
        waiting_.push_back({what, done, false});
        most_waiting = std::max(most_waiting, waiting_.size());
    }
    void start_pause(std::uint64_t microseconds, monotable::completion done) noexcept override {
        paused_microseconds += microseconds;
        waiting_.push_back({{}, done, true});
    }

    /// In the order of their start, or in any other. False if nothing was waiting.
    bool turn(std::mt19937* shuffled = nullptr) {
        if (waiting_.empty()) return false;
        ++turns;
        auto now = std::exchange(waiting_, {});
        if (shuffled != nullptr) std::shuffle(now.begin(), now.end(), *shuffled);
        for (call const& each : now) {
            std::exception_ptr failure;
            if (!each.pause) {
                ++operations;
                try {
                    if (operations == fail_at)
                        throw monotable::store_error(monotable::store_fault::unavailable, "the store is out of reach");
                    inner_->perform(each.what);
                } catch (...) {
                    failure = std::current_exception();
                }
            }
            each.done(failure);
        }
        return true;
    }

    void run(std::mt19937* shuffled = nullptr) {
        while (turn(shuffled)) {}
    }

    std::size_t waiting() const { return waiting_.size(); }

    std::size_t turns = 0, operations = 0, most_waiting = 0;
    std::size_t fail_at = 0; ///< the operation that fails, counted from 1
    std::uint64_t paused_microseconds = 0;

  private:
    struct call {
        monotable::operation what;
        monotable::completion done;
        bool pause;
    };
    std::shared_ptr<monotable::backend> inner_;
    std::vector<call> waiting_;
};

} // namespace store_support
