// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/endpoint/environment.hpp>
#include <monotable/wire/error.hpp>

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

namespace monotable {

/// The response to one request: HTTP status and body, which is DynamoDB's JSON.
struct service_reply {
    int status = 200;
    std::string body = {};
};

/// DynamoDB's API (JSON 1.0) on any backend, without HTTP. Programs that use it link with Boost.JSON, or compile
/// `#include <boost/json/src.hpp>` in one translation unit.
class service {
  public:
    /// REQUIRES: `store` is not null. The service shares its ownership.
    explicit service(std::shared_ptr<backend> store, service_options options = {})
        : store_(std::move(store)), options_(std::move(options)) {}

    /// Performs one request. `target` is the header X-Amz-Target: "DynamoDB_20120810.GetItem"; `host` is the header
    /// Host, which DescribeEndpoints returns. Errors become responses. Thread-safe.
    service_reply handle(std::string_view target, std::string_view body, std::string_view host = {});

  private:
    struct operation;

    static operation const* find(std::string_view target) noexcept;
    std::string answer(std::string_view target, std::string_view body, std::string_view host);
    static service_reply reply(wire::request_error const& e);

    std::shared_ptr<backend> store_;
    service_options options_;
    std::mutex tables_;
};

} // namespace monotable

#ifndef MONOTABLE_COMPILED
#include <monotable/endpoint/service.ipp>
#endif
