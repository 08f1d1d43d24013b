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

/// Signed requests to DynamoDB, repeated where that is safe.
namespace monotable::client {

/// How a request is repeated after a failure.
enum class repetition : std::uint8_t {
    safe,  ///< doing it twice is the same as doing it once
    unsafe ///< repeated only if it is known that it was not carried out
};

/// calls may be made from several threads at once.
class connection {
  public:
    /// Throws store_error (denied) without credentials, bad_value for an endpoint that is no URL, or not to be spoken to.
    explicit connection(dynamodb_options options);

    /// Makes a request and returns the reply. `what`: the operation and the table, for messages. Throws store_error, and
    /// service_error for the outcomes that belong to the operation: ConditionalCheckFailedException,
    /// TransactionCanceledException.
    json::object call(std::string_view operation, std::string_view what, std::string const& body, repetition how);

    std::string const& endpoint() const noexcept { return options_.endpoint; }

  private:
    json::object attempt(std::string_view operation, std::string const& body);
    /// Operations of DynamoDB Streams are named "Streams.GetRecords".
    http_reply post(std::string_view operation, std::string const& body);
    /// True if a refused signature shows that this machine's clock is wrong; it is corrected for the next attempt.
    bool learn_clock(http_reply const& reply);
    /// Takes from the budget of repetitions, which a server that keeps failing uses up. False if too little is left.
    bool spend(std::int64_t cost);

    dynamodb_options options_;
    std::string host_, streams_host_;
    http_connections http_;
    http_connections streams_http_;             // to the service's other endpoint; elsewhere they are the same
    std::atomic<std::int64_t> clock_offset_{0}; // seconds
    std::atomic<std::int64_t> budget_{500};
};

} // namespace monotable::client

#ifndef MONOTABLE_COMPILED
#include <monotable/dynamodb/connection.ipp>
#endif
