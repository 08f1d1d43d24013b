// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/backend/clock.hpp>
#ifdef MONOTABLE_TEST_SQLITE
#include <temporary_directory.hpp>

#include <monotable/sqlite/durable.hpp>
#else
#include <monotable/local/memory.hpp>
#endif

#include <memory>
#include <utility>

// The store that tests of `local` run on: in memory or, in programs named *_sqlite, in a file.
namespace store_support {

#ifdef MONOTABLE_TEST_SQLITE

/// A store in a new file, which is removed with the last copy.
class tested_store {
  public:
    explicit tested_store(monotable::clock_function clock = monotable::detail::milliseconds_now<>,
                          monotable::stream_options const& streams = {})
        : directory_(std::make_shared<temporary_directory>()),
          store_(directory_->file("store"),
                 {.commits = monotable::durability::relaxed, .clock = std::move(clock), .streams = streams}) {}

    operator std::shared_ptr<monotable::backend>() const noexcept { return store_; }
    monotable::backend* operator->() const noexcept { return store_.operator->(); }
    monotable::backend& operator*() const noexcept { return *store_; }

  private:
    std::shared_ptr<temporary_directory> directory_;
    monotable::durable store_;
};

#else

using tested_store = monotable::memory;

#endif

} // namespace store_support
