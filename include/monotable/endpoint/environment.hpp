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
    std::string region = "us-east-1"; ///< the region in ARNs
    std::string account = "000000000000";
    std::string address = "localhost:8000"; ///< DescribeEndpoints returns it to clients that send no header Host
    /// Changes of tables are complete before they are answered. If true, answers nevertheless have the status CREATING,
    /// UPDATING or DELETING, which clients expect; if false, ACTIVE.
    bool transitional_status = true;
};

namespace endpoint {

/// The context of an operation.
struct environment {
    backend& store;
    service_options const& options;
    std::mutex& tables;    ///< locked while the settings of a table are read and changed
    std::string_view host; ///< the header Host of the request; can be empty

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
