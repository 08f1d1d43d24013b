// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/endpoint/service.hpp>
#include <monotable/local/memory.hpp>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <string>
#include <string_view>

namespace endpoint_support {

/// Sends JSON requests to a service on a new store in memory.
class client {
  public:
    explicit client(monotable::service_options options = {}, monotable::memory store = monotable::memory())
        : store_(std::move(store)), service_(store_, std::move(options)) {}

    /// The whole answer. Requests can use ' instead of " as quotes.
    std::string call(std::string_view operation, std::string request) {
        for (auto& c : request)
            if (c == '\'') c = '"';
        auto const prefix = operation.find('.') == operation.npos ? "DynamoDB_20120810." : "";
        last_ = service_.handle(prefix + std::string(operation), request);
        return last_.body;
    }
    /// The type and message of an error: "ValidationException: text".
    std::string error(std::string_view operation, std::string request) {
        auto const answer = boost::json::parse(call(operation, std::move(request))).as_object();
        auto const* type = answer.if_contains("__type");
        if (type == nullptr) return "no error: " + last_.body;
        std::string text(type->as_string());
        text.erase(0, text.find('#') + 1);
        auto const* message = answer.if_contains("message");
        if (message == nullptr) message = answer.if_contains("Message");
        return message == nullptr ? text : text + ": " + std::string(message->as_string());
    }
    /// The part of the answer at a JSON pointer, where "" is all of it; "nothing" if it does not exist.
    std::string part(std::string_view pointer, std::string_view operation, std::string request) {
        auto const answer = boost::json::parse(call(operation, std::move(request)));
        boost::system::error_code none;
        auto const* found = answer.find_pointer(pointer, none);
        return found == nullptr ? "nothing" : boost::json::serialize(*found);
    }
    int status() const noexcept { return last_.status; }
    monotable::backend& store() { return *store_; }
    monotable::service& service() { return service_; }

    /// Creates a table with the partition key p (S) and, unless its type is empty, the sort key c.
    void create(std::string const& table, std::string const& sort_type = {}) {
        call("CreateTable",
             "{'TableName':'" + table + "','BillingMode':'PAY_PER_REQUEST','KeySchema':[" +
                 "{'AttributeName':'p','KeyType':'HASH'}" +
                 (sort_type.empty() ? "" : ",{'AttributeName':'c','KeyType':'RANGE'}") +
                 "],'AttributeDefinitions':[{'AttributeName':'p','AttributeType':'S'}" +
                 (sort_type.empty() ? "" : ",{'AttributeName':'c','AttributeType':'" + sort_type + "'}") + "]}");
    }

  private:
    monotable::memory store_;
    monotable::service service_;
    monotable::service_reply last_;
};

} // namespace endpoint_support
