// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/async_backend.hpp>

#include <chrono>
#include <thread>

namespace monotable {

namespace detail {

MONOTABLE_INLINE void perform_and_complete(backend& store, operation const& what, completion done) noexcept {
    std::exception_ptr failure;
    try {
        store.perform(what);
    } catch (...) {
        failure = std::current_exception();
    }
    done(std::move(failure));
}

} // namespace detail

MONOTABLE_INLINE void immediate_backend::start(operation const& what, completion done) noexcept {
    detail::perform_and_complete(*inner_, what, done);
}

MONOTABLE_INLINE void immediate_backend::start_pause(std::uint64_t microseconds, completion done) noexcept {
    std::this_thread::sleep_for(std::chrono::microseconds(microseconds));
    done();
}

} // namespace monotable
