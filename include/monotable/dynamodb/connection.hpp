// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/dynamodb/http.hpp>
#include <monotable/dynamodb/options.hpp>
#include <monotable/dynamodb/reply_json.hpp>
#include <monotable/dynamodb/sign.hpp>

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

/// Signed requests to DynamoDB, with retries if they are safe.
namespace monotable::client {

/// The condition for retrying a request after a failure.
enum class repetition : std::uint8_t {
    safe,  ///< always, because it is idempotent
    unsafe ///< only if it was certainly not performed
};

/// call() is thread-safe.
class connection {
  public:
    /// Throws store_error (denied) if there are no credentials, bad_value if the endpoint is not a URL or not
    /// permitted.
    explicit connection(dynamodb_options options);

    /// Sends a request and returns the reply. `what` names the operation and the table, for messages. Throws
    /// store_error, and service_error for the outcomes of the operation: ConditionalCheckFailedException,
    /// TransactionCanceledException.
    json::object call(std::string_view operation, std::string_view what, std::string const& body, repetition how);

    std::string const& endpoint() const noexcept { return options_.endpoint; }

  private:
    json::object attempt(std::string_view operation, std::string const& body);
    /// Operations of DynamoDB Streams are named "Streams.GetRecords".
    http_reply post(std::string_view operation, std::string const& body);
    /// True if a rejected signature indicates that the local clock is wrong; an offset is then used for the next
    /// attempt.
    bool learn_clock(http_reply const& reply);
    /// Takes from the retry budget, which bounds retries to a failing server. False if it is exhausted.
    bool spend(std::int64_t cost);

    dynamodb_options options_;
    std::string host_, streams_host_;
    http_connections http_;
    http_connections streams_http_; // to the service's endpoint for streams, which other servers do not separate
    std::atomic<std::int64_t> clock_offset_{0}; // in seconds
    std::atomic<std::int64_t> budget_{500};
};

} // namespace monotable::client

#ifndef MONOTABLE_COMPILED
#include <monotable/dynamodb/connection.ipp>
#endif
