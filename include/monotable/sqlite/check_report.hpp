// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace monotable {

/// The result of durable::check() and durable::repair().
struct check_report {
    std::uint64_t items = 0; ///< examined, like the following ones
    std::uint64_t index_entries = 0;
    std::uint64_t stream_records = 0;
    std::uint64_t violations = 0;
    std::vector<std::string> messages = {}; ///< of the first 100 violations

    /// True if there are no violations.
    explicit operator bool() const noexcept { return violations == 0; }
};

} // namespace monotable
