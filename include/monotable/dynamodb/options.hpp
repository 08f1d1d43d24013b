// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/dynamodb/http.hpp>
#include <monotable/dynamodb/sign.hpp>

#include <chrono>
#include <string>

namespace monotable {

/// Endpoint, credentials, retries and limits of a DynamoDB backend.
struct dynamodb_options {
    /// A URL such as http://127.0.0.1:8000. If empty, AWS_ENDPOINT_URL_DYNAMODB, AWS_ENDPOINT_URL, or the region's
    /// endpoint.
    std::string endpoint = {};
    /// If empty, AWS_REGION or AWS_DEFAULT_REGION.
    std::string region = {};
    /// If empty, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN. Not required for servers on loopback.
    client::credentials who = {};
    bool allow_plain_http = false;              ///< permits http:// to servers that are not on loopback
    unsigned max_attempts = 8;                  ///< of one request
    std::chrono::milliseconds deadline{60'000}; ///< of one request with all its attempts
    client::http_limits http = {};
};

} // namespace monotable
