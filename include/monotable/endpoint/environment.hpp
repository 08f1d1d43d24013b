// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>

#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>

namespace monotable {

struct service_options {
    std::string region = "us-east-1"; ///< as ARNs say it
    std::string account = "000000000000";
    std::string address = "localhost:8000"; ///< what DescribeEndpoints tells clients that do not say how they came
    /// Changes of tables are done when they are answered. The answer says CREATING, UPDATING or DELETING nevertheless, as
    /// clients expect; if false, ACTIVE.
    bool transitional_status = true;
};

namespace endpoint {

/// What every operation works with.
struct environment {
    backend& store;
    service_options const& options;
    std::mutex& tables;    ///< held while a table's settings are read and changed
    std::string_view host; ///< as the client names this service; may be empty

    std::string table_arn(std::string_view table) const {
        return "arn:aws:dynamodb:" + options.region + ':' + options.account + ":table/" + std::string(table);
    }

    std::string_view changing(std::string_view status) const noexcept {
        return options.transitional_status ? status : std::string_view("ACTIVE");
    }

    /// Milliseconds since 1970.
    static std::int64_t now() {
        auto const since = std::chrono::system_clock::now().time_since_epoch();
        return std::chrono::duration_cast<std::chrono::milliseconds>(since).count();
    }
};

} // namespace endpoint
} // namespace monotable
