// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/endpoint/authentication.hpp>
#include <monotable/endpoint/http_request.hpp>
#include <monotable/endpoint/http_response.hpp>
#include <monotable/endpoint/server_options.hpp>
#include <monotable/endpoint/service.hpp>

#include <boost/beast/core/string.hpp>
#include <boost/beast/http/verb.hpp>

#include <exception>
#include <string>
#include <string_view>

namespace monotable::endpoint {

/// {"__type":...,"message":...}. The message is escaped only as far as needed for texts taken from a header.
inline std::string error_document(std::string_view type, std::string_view message) {
    std::string out = "{\"__type\":\"";
    out += type;
    out += "\",\"message\":\"";
    for (char const c : message) {
        if (c == '"' || c == '\\') out += '\\';
        out += c < ' ' || c > '~' ? '?' : c;
    }
    return out += "\"}";
}

inline std::string_view media_type(std::string_view content_type) noexcept {
    auto const type = content_type.substr(0, content_type.find(';'));
    return type.substr(0, type.find_last_not_of(" \t") + 1);
}

/// Answers HTTP requests as DynamoDB does: POST performs an operation, GET reports the health, OPTIONS is a CORS
/// preflight.
class responder {
  public:
    responder(service& answers, server_options const& options, std::string_view region)
        : answers_(answers),
          options_(options),
          health_("healthy: dynamodb." + std::string(region) + ".amazonaws.com ") {}

    /// Appends the response.
    void answer(http_request const& request, bool keep_alive, std::string& out) {
        using boost::beast::http::verb;
        headers_.clear();
        http_response response{.keep_alive = keep_alive};
        if (!request.origin.empty()) {
            headers_ += "Access-Control-Allow-Origin: *\r\n";
            if (request.method == verb::options) return preflight(request, response, out);
            headers_ += "Access-Control-Expose-Headers: x-amzn-RequestId,x-amzn-ErrorType,x-amzn-ErrorMessage,"
                        "x-amz-crc32,Date\r\n";
        }
        response.headers = headers_;
        if (request.method == verb::get || request.method == verb::head) {
            response.without_body = request.method == verb::head;
            response.content_type = "text/plain";
            response.body = health_;
            return writer_.append(out, response);
        }
        auto const type = media_type(request.content_type);
        bool const json = boost::beast::iequals(type, "application/json");
        if (request.method != verb::post ||
            (!request.body().empty() && !json && !boost::beast::iequals(type, "application/x-amz-json-1.0"))) {
            response.status = 404;
            response.content_type = {};
            response.body = "<UnknownOperationException/>\n";
            return writer_.append(out, response);
        }
        if (json) response.content_type = "application/json";
        auto const reply = reply_to(request);
        response.status = static_cast<unsigned>(reply.status);
        response.body = reply.body;
        writer_.append(out, response);
    }

    /// Appends an error response to an invalid request, after which the connection is closed.
    void refuse(unsigned status, std::string_view type, std::string_view message, std::string& out) {
        auto const body = error_document(type, message);
        writer_.append(out, {.status = status, .body = body, .keep_alive = false});
    }

  private:
    void preflight(http_request const& request, http_response& response, std::string& out) {
        auto const allow = [&](std::string_view name, std::string_view value) {
            if (!value.empty()) headers_.append(name).append(value).append("\r\n");
        };
        allow("Access-Control-Allow-Headers: ", request.allow_headers);
        allow("Access-Control-Allow-Methods: ", request.allow_method);
        headers_ += "Access-Control-Max-Age: 172800\r\n";
        response.headers = headers_;
        response.content_type = {};
        writer_.append(out, response);
    }

    service_reply reply_to(http_request const& request) {
        try {
            if (options_.require_credentials)
                if (auto const error = check_authentication(request))
                    return {400,
                            error_document("com.amazon.coral.service#" + std::string(error->type), error->message)};
            return answers_.handle(request.operation, request.body(), request.host);
        } catch (std::exception const&) { // out of memory; the service reports all other errors itself
            return {500, error_document("com.amazonaws.dynamodb.v20120810#InternalServerError",
                                        "The request could not be processed")};
        }
    }

    service& answers_;
    server_options const& options_;
    std::string health_;
    response_writer writer_;
    std::string headers_;
};

} // namespace monotable::endpoint
