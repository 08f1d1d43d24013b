// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/store/backend.hpp>
#include <monotable/store/clock.hpp>
#include <monotable/store/local.hpp>
#include <monotable/store/memory_engine.hpp>

#include <memory>

namespace monotable {

/// A store in memory with DynamoDB's semantics. Copies share one store, which lives as long as any of them or what was
/// made of them.
class memory {
  public:
    /// A new store without tables. By its clock records of streams and tokens of transactions get old.
    template <class Engine = detail::memory_engine<>> // so that only who makes a store pays for compiling it
    explicit memory(clock_function clock = detail::milliseconds_now<>) : backend_(new detail::local<Engine>(clock)) {}

    operator std::shared_ptr<backend>() const noexcept { return backend_; }
    backend* operator->() const noexcept { return backend_.get(); }
    backend& operator*() const noexcept { return *backend_; }

  private:
    std::shared_ptr<backend> backend_;
};

} // namespace monotable
