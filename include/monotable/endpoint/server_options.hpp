// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/requirements.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

namespace monotable {

/// Address, resource limits and timeouts of a server.
struct server_options {
    std::string host = "127.0.0.1";  ///< an address, or a name that resolves to one
    std::uint16_t port = 8000;       ///< 0 selects a free port
    bool allow_remote = false;       ///< allows hosts other than loopback; signatures are not verified!
    bool require_credentials = true; ///< rejects unsigned requests, as DynamoDB does

    std::size_t threads = 1; ///< threads that serve connections
    std::size_t max_connections = 1000;
    std::size_t max_header_bytes = 16 * 1024;
    std::size_t max_body_bytes = (16 * 1024 + 256) * 1024;
    std::size_t max_buffered_bytes = 256 * 1024 * 1024; ///< of all request bodies that are being received

    std::chrono::milliseconds idle_timeout{300'000}; ///< between two requests of a connection
    std::chrono::milliseconds read_timeout{60'000};  ///< from the first byte of a request to the last
    std::chrono::milliseconds write_timeout{60'000}; ///< until a client has received its answers
    std::chrono::milliseconds stop_timeout{500};     ///< until stop() closes connections with pending requests

    std::chrono::milliseconds expiry_interval{1000}; ///< between removals of expired items; 0 disables them
};

} // namespace monotable
