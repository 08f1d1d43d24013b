// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/extras/observe.hpp>

#include <chrono>
#include <memory>
#include <mutex>
#include <ostream>
#include <sstream>
#include <string>

namespace monotable {

/// An observation as one line of key=value pairs, without a newline. Keys that do not apply to the operation are
/// omitted. The duration is in microseconds.
inline std::string to_line(observation const& seen) {
    std::ostringstream line;
    line << "operation=" << name_of(seen.operation);
    if (!seen.table.empty()) line << " table=" << seen.table;
    if (!seen.index.empty()) line << " index=" << seen.index;
    line << " outcome=" << name_of(seen.outcome);
    if (seen.fault) line << " fault=" << name_of(*seen.fault);
    if (seen.attempts != 1) line << " attempts=" << seen.attempts;
    line << " items=" << seen.items;
    if (seen.operation == operation_kind::query || seen.operation == operation_kind::scan)
        line << " scanned=" << seen.scanned;
    if (seen.consumed.read != 0) line << " read_units=" << seen.consumed.read;
    if (seen.consumed.write != 0) line << " write_units=" << seen.consumed.write;
    line << " us=" << std::chrono::duration_cast<std::chrono::microseconds>(seen.duration).count();
    return line.str();
}

/// An observer that writes one line for each operation. Thread-safe: lines of several threads are not interleaved. The
/// stream must outlive every backend that is observed with it, and must not be used for other output meanwhile.
class operation_log {
  public:
    explicit operation_log(std::ostream& to) : to_(&to), mutex_(std::make_shared<std::mutex>()) {}

    void operator()(observation const& seen) const {
        auto const line = to_line(seen);
        std::lock_guard const lock(*mutex_);
        *to_ << line << '\n';
    }

  private:
    std::ostream* to_;
    std::shared_ptr<std::mutex> mutex_;
};

} // namespace monotable
