// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/dynamodb/connection.hpp>
#include <monotable/error.hpp>

#include <boost/crc.hpp>
#include <curl/curl.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <random>
#include <thread>
#include <utility>
#include <vector>

namespace monotable::client {

MONOTABLE_INLINE std::string from_environment(std::initializer_list<char const*> names) {
    for (char const* const name : names)
        if (char const* const value = std::getenv(name); value != nullptr && *value != '\0') return value;
    return {};
}

/// The host and port of a URL without a path; empty if it is none.
MONOTABLE_INLINE std::string host_of(std::string_view url) {
    for (std::string_view const scheme : {"http://", "https://"}) {
        if (!url.starts_with(scheme)) continue;
        url.remove_prefix(scheme.size());
        if (url.ends_with('/')) url.remove_suffix(1);
        return url.find_first_of("/?#@ \r\n") == url.npos ? std::string(url) : std::string();
    }
    return {};
}

MONOTABLE_INLINE bool is_loopback(std::string_view host) {
    std::string_view const name =
        host.starts_with('[') ? host.substr(0, host.find(']') + 1) : host.substr(0, host.find(':'));
    bool const address = name.find_first_not_of("0123456789.") == name.npos;
    return name == "localhost" || name == "[::1]" || (address && name.starts_with("127."));
}

MONOTABLE_INLINE dynamodb_options completed(dynamodb_options options) {
    if (options.endpoint.empty())
        options.endpoint = from_environment({"AWS_ENDPOINT_URL_DYNAMODB", "AWS_ENDPOINT_URL"});
    if (options.region.empty()) options.region = from_environment({"AWS_REGION", "AWS_DEFAULT_REGION"});
    if (options.region.empty() && options.endpoint.empty())
        throw bad_value("monotable: no region for DynamoDB; give one, or set AWS_REGION or AWS_DEFAULT_REGION");
    if (options.region.empty()) options.region = "us-east-1";
    if (options.endpoint.empty()) options.endpoint = "https://dynamodb." + options.region + ".amazonaws.com";
    std::string const host = host_of(options.endpoint);
    if (host.empty())
        throw bad_value("monotable: the endpoint \"" + options.endpoint +
                        "\" is not http:// or https:// with a host and no path");
    bool const local = is_loopback(host);
    if (options.endpoint.starts_with("http://") && !local && !options.allow_plain_http)
        throw bad_value("monotable: the endpoint " + options.endpoint +
                        " is not encrypted and not on this machine; use https://, or set allow_plain_http");
    if (!options.endpoint.ends_with('/')) options.endpoint += '/';
    if (options.who.empty())
        options.who = {from_environment({"AWS_ACCESS_KEY_ID"}), from_environment({"AWS_SECRET_ACCESS_KEY"}),
                       from_environment({"AWS_SESSION_TOKEN"})};
    if (options.who.empty() && local) options.who = {"local", "local", {}};
    if (options.who.empty())
        throw store_error(store_fault::denied, "monotable: no credentials for " + options.endpoint +
                                                   "; give some, or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY");
    return options;
}

/// The service has its streams at a host of their own, other servers at the same.
MONOTABLE_INLINE std::string streams_host_of(std::string const& host) {
    bool const service = host.starts_with("dynamodb.") && host.find(".amazonaws.com") != host.npos;
    return service ? "streams." + host : host;
}

MONOTABLE_INLINE connection::connection(dynamodb_options options)
    : options_(completed(std::move(options))),
      host_(host_of(options_.endpoint)),
      streams_host_(streams_host_of(host_)),
      http_(options_.endpoint, options_.http),
      streams_http_(host_ == streams_host_ ? options_.endpoint : "https://" + streams_host_ + '/', options_.http) {}

MONOTABLE_INLINE http_reply connection::post(std::string_view operation, std::string const& body) {
    bool const streams = operation.starts_with("Streams.");
    auto const now =
        std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch());
    std::string const date = amz_date(now.count() + clock_offset_.load());
    std::vector<http_header> headers{{"Content-Type", "application/x-amz-json-1.0"},
                                     {"Host", streams ? streams_host_ : host_},
                                     {"X-Amz-Date", date},
                                     {"X-Amz-Target", "DynamoDB_20120810." + std::string(operation)}};
    if (streams) headers[3].value = "DynamoDBStreams_20120810." + std::string(operation.substr(8));
    if (!options_.who.session_token.empty()) headers.push_back({"X-Amz-Security-Token", options_.who.session_token});
    signable_request const request{"POST", "/", {headers.data(), headers.size()}, body};
    headers.push_back({"Authorization", authorization(request, options_.who, date, options_.region, "dynamodb")});
    return (streams ? streams_http_ : http_).post({headers.data(), headers.size()}, body);
}

MONOTABLE_INLINE json::object connection::attempt(std::string_view operation, std::string const& body) {
    http_reply const reply = post(operation, body);
    if (reply.crc32) {
        boost::crc_32_type sum;
        sum.process_bytes(reply.body.data(), reply.body.size());
        if (sum.checksum() != *reply.crc32)
            throw store_error(store_fault::outcome_unknown, "monotable: the store's answer is damaged (CRC-32)");
    }
    try {
        return read_reply(reply, options_.endpoint);
    } catch (service_error const& e) {
        bool const refused = e.type == "InvalidSignatureException" || e.type == "RequestTimeTooSkewed";
        if (!refused || !learn_clock(reply)) throw;
    }
    return read_reply(post(operation, body), options_.endpoint);
}

MONOTABLE_INLINE bool connection::learn_clock(http_reply const& reply) {
    if (reply.date.empty()) return false;
    std::time_t const there = curl_getdate(reply.date.c_str(), nullptr);
    if (there == -1) return false;
    auto const here = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    auto const offset = static_cast<std::int64_t>(there) - static_cast<std::int64_t>(here);
    std::int64_t const difference = offset - clock_offset_.load();
    if (difference > -60 && difference < 60) return false; // the signature is wrong for another reason
    clock_offset_.store(offset);
    return true;
}

MONOTABLE_INLINE bool connection::spend(std::int64_t cost) {
    if (budget_.fetch_sub(cost) >= cost) return true;
    budget_.fetch_add(cost);
    return false;
}

MONOTABLE_INLINE json::object connection::call(std::string_view operation, std::string_view what,
                                               std::string const& body, repetition how) {
    using clock = std::chrono::steady_clock;
    auto const end = clock::now() + options_.deadline;
    for (unsigned attempts = 1;; ++attempts) {
        std::exception_ptr failure;
        error_class kind = error_class::unknown;
        try {
            json::object reply = attempt(operation, body);
            if (budget_.load() < 500) budget_.fetch_add(1);
            return reply;
        } catch (service_error const& e) {
            if (e.type == "ConditionalCheckFailedException" || e.type == "TransactionCanceledException") throw;
            try {
                throw_store_error(e, what);
            } catch (store_error const& thrown) {
                kind = thrown.classification();
                failure = std::current_exception();
            }
        } catch (http_failure const& e) {
            kind = e.sent ? error_class::unknown : error_class::transient;
            failure = std::make_exception_ptr(
                store_error(e.sent ? store_fault::outcome_unknown : store_fault::unavailable, e.text));
        } catch (store_error const& e) {
            kind = e.classification();
            failure = std::current_exception();
        }
        std::random_device random;
        auto const limit = std::min<std::int64_t>(20'000, std::int64_t{25} << std::min(attempts - 1, 10u));
        std::chrono::milliseconds const pause(std::uniform_int_distribution<std::int64_t>(0, limit)(random));
        bool const repeats = is_retryable(kind, how == repetition::safe) && attempts < options_.max_attempts &&
                             clock::now() + pause < end && spend(kind == error_class::unknown ? 10 : 5);
        if (!repeats) std::rethrow_exception(failure);
        std::this_thread::sleep_for(pause);
    }
}

} // namespace monotable::client
