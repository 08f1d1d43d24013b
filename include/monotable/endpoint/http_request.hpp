// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/requirements.hpp>

#include <boost/beast/core/error.hpp>
#include <boost/beast/core/string.hpp>
#include <boost/beast/http/basic_parser.hpp>
#include <boost/beast/http/field.hpp>
#include <boost/beast/http/verb.hpp>
#include <boost/beast/version.hpp>
#include <boost/optional/optional.hpp>
#include <boost/system/errc.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

namespace monotable::endpoint {

/// The memory that all connections together can use for requests. Thread-safe.
class memory_budget {
  public:
    explicit memory_budget(std::size_t bytes) noexcept : left_(bytes) {}

    bool take(std::size_t bytes) noexcept {
        auto left = left_.load(std::memory_order_relaxed);
        while (bytes <= left)
            if (left_.compare_exchange_weak(left, left - bytes, std::memory_order_relaxed)) return true;
        return false;
    }
    void give_back(std::size_t bytes) noexcept { left_.fetch_add(bytes, std::memory_order_relaxed); }

  private:
    std::atomic<std::size_t> left_;
};

/// The parts of a request that the endpoint uses. One object is reused for all requests of a connection, so that only
/// large bodies are allocated.
class http_request {
  public:
    explicit http_request(memory_budget& budget) noexcept : budget_(budget) {}
    http_request(http_request const&) = delete;
    http_request& operator=(http_request const&) = delete;
    ~http_request() { budget_.give_back(taken_); }

    void clear() noexcept {
        for (auto* text :
             {&target, &operation, &host, &content_type, &authorization, &origin, &allow_headers, &allow_method})
            text->clear();
        version = 11;
        has_date = false;
        expects_continue = false;
        body_.clear();
        if (body_.capacity() <= kept) return;
        std::string().swap(body_);
        budget_.give_back(std::exchange(taken_, 0));
    }

    /// Sets an upper bound for the size of the body. Memory is allocated for received bytes, not for announced ones.
    void announce_body(std::size_t size) noexcept { announced_ = size; }
    /// False if the memory budget is exhausted.
    bool append_body(std::string_view piece) {
        if (auto const size = body_.size() + piece.size(); size > body_.capacity()) {
            auto const capacity = std::max(size, std::min(2 * body_.capacity(), announced_));
            if (capacity > kept) {
                if (!budget_.take(capacity - taken_)) return false;
                taken_ = capacity;
            }
            body_.reserve(capacity);
        }
        body_.append(piece);
        return true;
    }
    std::string_view body() const noexcept { return body_; }

    boost::beast::http::verb method = boost::beast::http::verb::unknown;
    int version = 11;
    bool has_date = false;
    bool expects_continue = false;
    std::string target;
    std::string operation; ///< the header X-Amz-Target
    std::string host;
    std::string content_type;
    std::string authorization;
    std::string origin;
    std::string allow_headers, allow_method; ///< the headers of a CORS preflight

  private:
    /// The capacity that is kept for the next request and is not part of the budget.
    static constexpr std::size_t kept = 64 * 1024;

    memory_budget& budget_;
    std::size_t taken_ = 0;
    std::size_t announced_ = 0;
    std::string body_;
};

/// Parses one HTTP/1 request into an http_request.
class request_parser final : public boost::beast::http::basic_parser<true> {
    using error_code = boost::beast::error_code;
    using text = boost::beast::string_view;
    using field = boost::beast::http::field;

  public:
    request_parser(http_request& request, std::size_t max_header_bytes, std::size_t max_body_bytes)
        : request_(request) {
        eager(true);
        header_limit(static_cast<std::uint32_t>(
            std::min<std::size_t>(max_header_bytes, std::numeric_limits<std::uint32_t>::max())));
        body_limit(max_body_bytes);
    }

  private:
    static void assign(std::string& to, text from) { to.assign(from.data(), from.size()); }

    void on_request_impl(boost::beast::http::verb method, text, text target, int version, error_code&) override {
        request_.method = method;
        request_.version = version;
        assign(request_.target, target);
    }
    void on_response_impl(int, text, int, error_code&) override {}

    void on_field_impl(field name, text spelled, text value, error_code&) override {
        if (is_header_done()) return; // in Boost before 1.90, a trailer
        switch (name) {
        case field::authorization: return assign(request_.authorization, value);
        case field::host: return assign(request_.host, value);
        case field::content_type: return assign(request_.content_type, value);
        case field::origin: return assign(request_.origin, value);
        case field::access_control_request_headers: return assign(request_.allow_headers, value);
        case field::access_control_request_method: return assign(request_.allow_method, value);
        case field::date: request_.has_date = true; return;
        case field::expect:
            request_.expects_continue = request_.version >= 11 && boost::beast::iequals(value, "100-continue");
            return;
        case field::unknown:
            if (boost::beast::iequals(spelled, "X-Amz-Target")) return assign(request_.operation, value);
            if (boost::beast::iequals(spelled, "X-Amz-Date")) request_.has_date = true;
            return;
        default: return;
        }
    }
#if BOOST_BEAST_VERSION >= 359
    void on_trailer_field_impl(field, text, text, error_code&) override {}
#endif
    void on_header_impl(error_code&) override {}

    void on_body_init_impl(boost::optional<std::uint64_t> const& length, error_code&) override {
        request_.announce_body(length.value_or(std::numeric_limits<std::uint32_t>::max()));
    }
    std::size_t on_body_impl(text piece, error_code& ec) override {
        if (request_.append_body({piece.data(), piece.size()})) return piece.size();
        ec = boost::system::errc::make_error_code(boost::system::errc::not_enough_memory);
        return 0;
    }
    void on_chunk_header_impl(std::uint64_t, text, error_code&) override {}
    std::size_t on_chunk_body_impl(std::uint64_t, text piece, error_code& ec) override {
        return on_body_impl(piece, ec);
    }
    void on_finish_impl(error_code&) override {}

    http_request& request_;
};

} // namespace monotable::endpoint
