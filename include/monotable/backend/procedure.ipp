// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/procedure.hpp>

#include <chrono>
#include <thread>

namespace monotable {

MONOTABLE_INLINE void run(backend& store, procedure& what) {
    for (auto step = what.advance(); !step.is_done(); step = what.advance()) {
        for (std::size_t i = 0; i != step.count; ++i) {
            try {
                store.perform(step.calls[i].what);
            } catch (...) {
                step.calls[i].failure = std::current_exception();
            }
        }
        if (step.pause_microseconds != 0)
            std::this_thread::sleep_for(std::chrono::microseconds(step.pause_microseconds));
    }
}

} // namespace monotable
