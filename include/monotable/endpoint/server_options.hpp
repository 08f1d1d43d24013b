// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/requirements.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

namespace monotable {

/// Where a server listens, what it lets clients use of the machine, and how long it waits for them.
struct server_options {
    std::string host = "127.0.0.1";  ///< an address, or a name of this machine
    std::uint16_t port = 8000;       ///< 0: one that is free
    bool allow_remote = false;       ///< may `host` be other than loopback? Nobody's credentials are checked.
    bool require_credentials = true; ///< as DynamoDB, refuse requests that are not signed at all

    std::size_t threads = 1; ///< that answer; connections are dealt out among them
    std::size_t max_connections = 1000;
    std::size_t max_header_bytes = 16 * 1024;
    std::size_t max_body_bytes = (16 * 1024 + 256) * 1024;
    std::size_t max_buffered_bytes = 256 * 1024 * 1024; ///< of request bodies that are being received

    std::chrono::milliseconds idle_timeout{300'000}; ///< between two requests of a connection
    std::chrono::milliseconds read_timeout{60'000};  ///< from the first byte of a request to its last
    std::chrono::milliseconds write_timeout{60'000}; ///< until a client has taken its answers
    std::chrono::milliseconds stop_timeout{500};     ///< until stop() gives up on clients

    std::chrono::milliseconds sweep_interval{1000}; ///< between erasures of items whose time is over; 0: never
};

} // namespace monotable
