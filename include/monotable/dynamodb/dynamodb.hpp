// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/dynamodb/client.hpp>
#include <monotable/dynamodb/options.hpp>

#include <memory>
#include <utility>

namespace monotable {

/// DynamoDB, or a server with its protocol, as the backend of a store:
///
///     monotable::store<shop> db{monotable::dynamodb{}};
///     monotable::store<shop> test{monotable::dynamodb{{.endpoint = "http://127.0.0.1:8000"}}};
///
/// Copies share connections. Requires libcurl and OpenSSL's libcrypto: the CMake target monotable::dynamodb.
class dynamodb {
  public:
    /// Sends no request. Throws bad_value if the endpoint is invalid or the region is missing, store_error (denied) if
    /// there are no credentials.
    explicit dynamodb(dynamodb_options options = {})
        : backend_(std::make_shared<client::dynamodb_backend>(std::move(options))) {}

    operator std::shared_ptr<backend>() const { return backend_; } // NOLINT(google-explicit-constructor)

  private:
    std::shared_ptr<backend> backend_;
};

} // namespace monotable
