// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/backend/clock.hpp>
#include <monotable/backend/maintenance.hpp>
#include <monotable/config.hpp>
#include <monotable/local/stream_options.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace monotable {

namespace detail {

class memory_engine;

/// A backend with DynamoDB's semantics on an engine that it owns. A template, so that header-only programs that
/// construct no store do not compile it.
template <class Engine>
std::shared_ptr<backend> make_local(clock_function clock, stream_options const& streams);

} // namespace detail

/// A store in memory with DynamoDB's semantics. Copies share one store, which exists as long as any of them, or any
/// store, range or backend made from them.
class memory {
  public:
    /// Creates a store without tables. The clock determines when stream records and transaction tokens expire.
    template <class Engine = detail::memory_engine>
    explicit memory(clock_function clock = detail::milliseconds_now<>, stream_options const& streams = {})
        : backend_(detail::make_local<Engine>(std::move(clock), streams)) {}

    /// Erases the items of all tables whose time to live ended before `now`, in seconds since 1970, and returns their number.
    std::size_t expire_items(std::int64_t now) { return backend_->local_maintenance()->expire_items(now); }

    operator std::shared_ptr<backend>() const noexcept { return backend_; }
    backend* operator->() const noexcept { return backend_.get(); }
    backend& operator*() const noexcept { return *backend_; }

  private:
    std::shared_ptr<backend> backend_;
};

} // namespace monotable

#ifndef MONOTABLE_COMPILED
#include <monotable/local/memory.ipp>
#endif
