// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/clock.hpp>
#include <monotable/backend/forwarding.hpp>
#include <monotable/backend/operation.hpp>
#include <monotable/config.hpp>
#include <monotable/local/stream_options.hpp>
#include <monotable/sqlite/writer.hpp>

#include <cstdint>
#include <memory>
#include <mutex>

namespace monotable::detail {

/// A store in a file that may be open for writing elsewhere. Each operation sees what was committed when it began.
class read_only_store final : public forwarding_backend {
  public:
    /// REQUIRES: the file is open for reading only.
    read_only_store(std::shared_ptr<sqlite_writer> file, clock_function const& clock, stream_options const& streams);

    maintenance* local_maintenance() noexcept override { return nullptr; }

    MONOTABLE_INLINE void perform(operation const& what) override;

  private:
    std::shared_ptr<backend> current();

    std::shared_ptr<sqlite_writer> file_;
    clock_function clock_;
    stream_options streams_;
    std::mutex mutex_; // protects the following members, and the use of the file's connection
    std::int64_t version_ = 0;
    std::shared_ptr<backend> store_;
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/sqlite/read_only.ipp>
#endif
