// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/meta/array_view.hpp>

#include <cstdint>
#include <string>
#include <string_view>

/// AWS Signature Version 4 of requests without a query string.
namespace monotable::client {

/// The credentials of requests. Never written to messages, logs or observations.
struct credentials {
    std::string access_key_id = {};
    std::string secret_access_key = {};
    std::string session_token = {}; ///< only for temporary credentials

    bool empty() const noexcept { return access_key_id.empty() || secret_access_key.empty(); }
};

struct http_header {
    std::string name;
    std::string value;
};

/// A request to sign. All listed headers are signed; they must include Host, X-Amz-Date and, for temporary credentials,
/// X-Amz-Security-Token.
struct signable_request {
    std::string_view method;
    std::string_view path;
    detail::array_view<http_header> headers;
    std::string_view body;
};

/// A time in the format of X-Amz-Date: 20150830T123600Z.
std::string amz_date(std::int64_t seconds_since_1970);

/// The request in the form whose hash is signed.
std::string canonical_request(signable_request const& request);

/// The text that is signed. `date` is the value of X-Amz-Date.
std::string string_to_sign(std::string_view canonical_request, std::string_view date, std::string_view region,
                           std::string_view service);

/// The value of the Authorization header.
std::string authorization(signable_request const& request, credentials const& who, std::string_view date,
                          std::string_view region, std::string_view service);

} // namespace monotable::client

#ifndef MONOTABLE_COMPILED
#include <monotable/dynamodb/sign.ipp>
#endif
