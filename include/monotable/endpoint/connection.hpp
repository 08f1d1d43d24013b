// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/endpoint/answer.hpp>
#include <monotable/endpoint/http_request.hpp>
#include <monotable/endpoint/server_options.hpp>
#include <monotable/endpoint/service.hpp>

#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/intrusive/list.hpp>
#include <boost/system/errc.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace monotable::endpoint {

using server_clock = std::chrono::steady_clock;
using server_socket = boost::asio::basic_stream_socket<boost::asio::ip::tcp, boost::asio::io_context::executor_type>;

/// The limits that all connections of a server share. Thread-safe.
struct shared_limits {
    explicit shared_limits(server_options const& options) noexcept : bodies(options.max_buffered_bytes) {}

    memory_budget bodies;
    std::atomic<std::size_t> connections = 0;
};

/// The objects that the connections of one thread share.
struct connection_environment {
    connection_environment(service& answers, server_options const& given, std::string_view region,
                           shared_limits& shared)
        : options(given), limits(shared), responses(answers, given, region) {}

    server_options const& options;
    shared_limits& limits;
    responder responses;
    bool stopping = false;
};

/// The connection to one client. Reads, answers all complete requests, writes the answers together, and repeats;
/// nothing is read while the client does not accept answers. Pending operations on the socket keep the object alive.
/// All functions run in one thread.
class connection final
    : public std::enable_shared_from_this<connection>,
      public boost::intrusive::list_base_hook<boost::intrusive::link_mode<boost::intrusive::auto_unlink>> {
    using error_code = boost::beast::error_code;

  public:
    connection(server_socket&& socket, connection_environment& environment)
        : socket_(std::move(socket)), environment_(environment), request_(environment.limits.bodies) {}
    connection(connection const&) = delete;
    connection& operator=(connection const&) = delete;
    ~connection() { environment_.limits.connections.fetch_sub(1, std::memory_order_relaxed); }

    void start() {
        input_ = std::make_unique_for_overwrite<char[]>(input_size());
        read();
    }

    /// Answers a connection beyond the limit with an error and closes it.
    void turn_away() {
        input_ = std::make_unique_for_overwrite<char[]>(input_size());
        refuse(503, "com.amazonaws.dynamodb.v20120810#ServiceUnavailable", "Too many connections");
        write();
    }

    /// Ends the connection if its deadline has passed.
    void expire(server_clock::time_point now) {
        if (now < deadline_) return;
        if (phase_ != phase::reading || !parser_) return close();
        expired_ = true;
        error_code ignored;
        socket_.cancel(ignored); // the pending read fails, and an error is sent
    }

    /// Ends the connection, after the current request if one is being received or answered.
    void stop() {
        error_code ignored;
        if (phase_ == phase::reading && !parser_ && socket_.available(ignored) == 0) close();
    }

    void close() {
        error_code ignored;
        socket_.close(ignored);
    }

  private:
    enum class phase : std::uint8_t { reading, writing, draining };

    std::size_t input_size() const noexcept { return environment_.options.max_header_bytes + 16 * 1024; }

    void read() {
        phase_ = phase::reading;
        deadline_ = parser_ ? request_deadline_ : server_clock::now() + environment_.options.idle_timeout;
        if (begin_ != 0) { // moves an incomplete request to the front
            std::memmove(input_.get(), input_.get() + begin_, end_ - begin_);
            end_ -= std::exchange(begin_, 0);
        }
        socket_.async_read_some(
            boost::asio::buffer(input_.get() + end_, input_size() - end_),
            [self = shared_from_this()](error_code ec, std::size_t size) { self->on_read(ec, size); });
    }

    void on_read(error_code ec, std::size_t size) {
        if (expired_) {
            refuse(408, "com.amazon.coral.service#RequestTimeoutException", "The request did not arrive in time");
            return write();
        }
        if (ec) return; // the client has closed the connection
        end_ += size;
        process();
    }

    void process() {
        try {
            answer_all();
        } catch (std::bad_alloc const&) {
            return close();
        }
        if (!output_.empty()) return write();
        if (environment_.stopping && !parser_) return; // no request is pending: nothing keeps the connection alive
        read();
    }

    void answer_all() {
        for (int answered = 0; begin_ != end_ && !last_ && answered != max_turn && output_.size() < full_output;) {
            if (!parser_ && !begin_request()) return;
            error_code ec;
            begin_ += parser_->put(boost::asio::buffer(input_.get() + begin_, end_ - begin_), ec);
            if (ec == boost::beast::http::error::need_more && end_ - begin_ == input_size())
                ec = boost::beast::http::error::header_limit;
            if (ec && ec != boost::beast::http::error::need_more) {
                refuse(ec);
            } else if (parser_->is_done()) {
                respond();
                ++answered;
            } else {
                if (parser_->is_header_done() && std::exchange(request_.expects_continue, false))
                    output_ += "HTTP/1.1 100 Continue\r\n\r\n";
                return;
            }
        }
    }

    /// False if there are only line ends, which some clients send after a body.
    bool begin_request() {
        while (begin_ != end_ && (input_[begin_] == '\r' || input_[begin_] == '\n')) ++begin_;
        if (begin_ == end_) return false;
        request_.clear();
        parser_.emplace(request_, environment_.options.max_header_bytes, environment_.options.max_body_bytes);
        request_deadline_ = server_clock::now() + environment_.options.read_timeout;
        return true;
    }

    void respond() {
        last_ = !parser_->keep_alive() || environment_.stopping;
        environment_.responses.answer(request_, !last_, output_);
        parser_.reset();
        request_.clear();
    }

    void refuse(error_code ec) {
        using boost::beast::http::error;
        constexpr std::string_view malformed = "com.amazon.coral.service#MalformedHttpRequestException";
        if (ec == error::header_limit) return refuse(431, malformed, "The headers of the request are too large");
        if (ec == error::bad_version) return refuse(505, malformed, "The request is not HTTP/1.0 or HTTP/1.1");
        if (ec == error::body_limit)
            return refuse(413, "com.amazon.coral.service#RequestEntityTooLargeException",
                          "The request is larger than " + std::to_string(environment_.options.max_body_bytes) +
                              " bytes");
        if (ec == boost::system::errc::not_enough_memory)
            return refuse(503, "com.amazonaws.dynamodb.v20120810#ServiceUnavailable",
                          "Too many large requests are being received");
        refuse(400, malformed, "The request is not HTTP: " + ec.message());
    }

    /// Sends an error and ends the connection; further input is ignored.
    void refuse(unsigned status, std::string_view type, std::string_view message) {
        environment_.responses.refuse(status, type, message, output_);
        last_ = true;
        parser_.reset();
        request_.clear();
    }

    void write() {
        phase_ = phase::writing;
        deadline_ = server_clock::now() + environment_.options.write_timeout;
        boost::asio::async_write(socket_, boost::asio::buffer(output_),
                                 [self = shared_from_this()](error_code ec, std::size_t) { self->on_write(ec); });
    }

    void on_write(error_code ec) {
        if (ec) return;
        output_.clear();
        if (output_.capacity() > 2 * full_output) std::string().swap(output_);
        if (last_) return drain();
        begin_ != end_ || environment_.stopping ? process() : read();
    }

    /// Reads and discards input for a while, because closing a socket with unread input would reset the connection
    /// before the client has received the last answer.
    void drain() {
        if (phase_ != phase::draining) {
            phase_ = phase::draining;
            deadline_ = server_clock::now() + std::chrono::seconds(1);
            error_code ignored;
            socket_.shutdown(server_socket::shutdown_send, ignored);
        }
        socket_.async_read_some(boost::asio::buffer(input_.get(), input_size()),
                                [self = shared_from_this()](error_code ec, std::size_t) {
                                    if (!ec) self->drain();
                                });
    }

    static constexpr int max_turn = 64; ///< requests answered in a row before other connections are served
    static constexpr std::size_t full_output = 64 * 1024;

    server_socket socket_;
    connection_environment& environment_;
    std::unique_ptr<char[]> input_;
    std::size_t begin_ = 0, end_ = 0; ///< the unparsed input, half-open
    http_request request_;
    std::optional<request_parser> parser_; ///< set from the beginning of a request until its answer
    std::string output_;
    server_clock::time_point deadline_ = {}, request_deadline_ = {};
    phase phase_ = phase::reading;
    bool last_ = false; ///< true if the connection ends after the answer in output_
    bool expired_ = false;
};

} // namespace monotable::endpoint
