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

/// The answer to one request: its HTTP status and its body, DynamoDB's JSON.
struct service_reply {
    int status = 200;
    std::string body = {};
};

/// DynamoDB's interface, JSON 1.0, to any store. Programs that use it compile `#include <boost/json/src.hpp>` in one
/// translation unit, or link with Boost.JSON.
class service {
  public:
    /// Requires that the store is not null.
    explicit service(std::shared_ptr<backend> store, service_options options = {})
        : store_(std::move(store)), options_(std::move(options)) {}

    /// `target` is the header X-Amz-Target: "DynamoDB_20120810.GetItem". Everything is answered, by an error if need be.
    /// `host` is the header Host, which DescribeEndpoints answers with. May be called from several threads at once.
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
