// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/dynamodb/http.hpp>
#include <monotable/dynamodb/sign.hpp>

#include <chrono>
#include <string>

namespace monotable {

/// Where DynamoDB is, who asks, and how long to try.
struct dynamodb_options {
    /// A URL such as http://127.0.0.1:8000. Empty: AWS_ENDPOINT_URL_DYNAMODB, AWS_ENDPOINT_URL, or the region's.
    std::string endpoint = {};
    /// Empty: AWS_REGION, AWS_DEFAULT_REGION.
    std::string region = {};
    /// Empty: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN. A server on loopback needs none.
    client::credentials who = {};
    bool allow_plain_http = false;              ///< to a server that is not on loopback
    unsigned max_attempts = 8;                  ///< of one request
    std::chrono::milliseconds deadline{60'000}; ///< of one request with all its attempts
    client::http_limits http = {};
};

} // namespace monotable
