// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/dynamodb/sign.hpp>
#include <monotable/meta/array_view.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// An HTTP client based on libcurl.
namespace monotable::client {

struct http_limits {
    std::chrono::milliseconds connect_timeout{3'000};
    std::chrono::milliseconds request_timeout{20'000}; ///< from the first byte sent to the last received
    std::size_t max_connections = 64;                  ///< the number of pooled connections
    std::size_t max_reply_bytes = 32 * 1024 * 1024;
};

struct http_reply {
    int status = 0;
    std::string body = {};
    std::string date = {}; ///< the value of the header; empty if it is missing
    std::optional<std::uint32_t> crc32 = {};
};

/// A request without a reply. `sent` is true if the server may have received it.
struct http_failure {
    bool sent = false;
    std::string text = {}; ///< contains the host, but never headers or bodies
};

/// A pool of connections to one server. post() is thread-safe.
class http_connections {
  public:
    /// `url` ends with a slash: http://127.0.0.1:8000/.
    http_connections(std::string url, http_limits limits);
    http_connections(http_connections const&) = delete;
    http_connections& operator=(http_connections const&) = delete;
    ~http_connections();

    /// Throws http_failure if there is no reply. Redirections are not followed.
    http_reply post(detail::array_view<http_header> headers, std::string_view body);

  private:
    void* take();
    void give_back(void* connection);

    std::string url_;
    http_limits limits_;
    std::mutex mutex_;
    std::vector<void*> idle_; // CURL handles
};

} // namespace monotable::client

#ifndef MONOTABLE_COMPILED
#include <monotable/dynamodb/http.ipp>
#endif
