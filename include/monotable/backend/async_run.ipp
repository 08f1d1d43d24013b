// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/async_run.hpp>

namespace monotable::detail {

MONOTABLE_INLINE bool async_run::start(std::shared_ptr<async_run> const& run, continuation done, void* context) {
    // Once a call is in flight, another thread can end the run and destroy the owner of `run`.
    async_run& self = *run;
    self.done_ = done;
    self.context_.store(context, std::memory_order_relaxed);
    self.self_ = run;
    if (!self.proceed()) return false;
    self.self_.reset();
    return true;
}

MONOTABLE_INLINE bool async_run::proceed() {
    for (;;) {
        if (failure_ || context_.load(std::memory_order_acquire) == nullptr) return true;
        if (pause_ != 0) {
            left_.store(2, std::memory_order_relaxed);
            store_->start_pause(std::exchange(pause_, 0), {&complete_pause, this});
        } else {
            try {
                procedure_step const step = work().advance();
                if (step.is_done()) return true;
                slots_.clear();
                for (std::size_t i = 0; i != step.count; ++i) slots_.push_back({this, &step.calls[i]});
                pause_ = step.pause_microseconds;
            } catch (...) {
                failure_ = std::current_exception();
                return true;
            }
            if (slots_.empty()) continue;
            left_.store(slots_.size() + 1, std::memory_order_relaxed);
            for (slot& each : slots_) store_->start(each.call->what, {&complete_call, &each});
        }
        if (left_.fetch_sub(1, std::memory_order_acq_rel) != 1) return false;
    }
}

MONOTABLE_INLINE void async_run::arrive() noexcept {
    if (left_.fetch_sub(1, std::memory_order_acq_rel) != 1 || !proceed()) return;
    std::shared_ptr<async_run> const keep = std::move(self_);
    if (void* const context = context_.exchange(nullptr, std::memory_order_acq_rel)) done_(context);
}

MONOTABLE_INLINE void async_run::complete_call(void* context, std::exception_ptr failure) noexcept {
    slot const& done = *static_cast<slot const*>(context);
    done.call->failure = std::move(failure);
    done.run->arrive();
}

MONOTABLE_INLINE void async_run::complete_pause(void* context, std::exception_ptr failure) noexcept {
    async_run& run = *static_cast<async_run*>(context);
    if (failure) run.failure_ = std::move(failure);
    run.arrive();
}

} // namespace monotable::detail
