// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/endpoint/server.hpp>
#include <monotable/local/memory.hpp>

#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>

#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

namespace server_support {

namespace mt = monotable;

/// A server that runs in a thread of its own on a free port.
class running_server {
  public:
    explicit running_server(mt::server_options options = {}, std::shared_ptr<mt::backend> store = mt::memory{})
        : server_(std::move(store), with_free_port(std::move(options))), thread_([this] { server_.run(); }) {}
    ~running_server() { stop(); }

    /// Stops the server and waits for run() to return.
    void stop() {
        server_.stop();
        if (thread_.joinable()) thread_.join();
    }
    mt::server& operator*() noexcept { return server_; }
    mt::server* operator->() noexcept { return &server_; }

  private:
    static mt::server_options with_free_port(mt::server_options options) {
        options.port = 0;
        return options;
    }

    mt::server server_;
    std::thread thread_;
};

inline constexpr std::string_view signature =
    "Authorization: AWS4-HMAC-SHA256 Credential=any/20251220/us-east-1/dynamodb/aws4_request, "
    "SignedHeaders=host;x-amz-date, Signature=0123\r\nX-Amz-Date: 20251220T100000Z\r\n";

inline std::string request(std::string_view operation, std::string_view body, std::string_view headers = signature,
                           std::string_view version = "1.1") {
    return "POST / HTTP/" + std::string(version) +
           "\r\nHost: localhost\r\nContent-Type: application/x-amz-json-1.0\r\nX-Amz-Target: "
           "DynamoDB_20120810." +
           std::string(operation) + "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n" +
           std::string(headers) + "\r\n" + std::string(body);
}

struct answer {
    int status = 0;
    std::string head = {}; ///< each header is preceded by a line end
    std::string body = {};

    /// The value of a header; empty if it is missing.
    std::string operator[](std::string_view name) const {
        auto const start = head.find("\r\n" + std::string(name) + ": ");
        if (start == head.npos) return {};
        auto const value = start + name.size() + 4;
        return head.substr(value, head.find("\r\n", value) - value);
    }
};

class client {
  public:
    explicit client(mt::server const& server) : client(boost::asio::ip::address_v4::loopback(), server.port()) {}
    client(boost::asio::ip::address const& address, std::uint16_t port) { socket_.connect({address, port}); }

    void send(std::string const& bytes) { boost::asio::write(socket_, boost::asio::buffer(bytes)); }
    void shut() { socket_.shutdown(boost::asio::ip::tcp::socket::shutdown_send); }
    void close() { socket_.close(); }

    /// Receives the next answer. Throws if the server closes the connection before it is complete.
    answer receive(bool without_body = false) {
        std::size_t end = 0;
        while ((end = input_.find("\r\n\r\n")) == input_.npos) more();
        answer result{std::atoi(input_.c_str() + 9), input_.substr(0, end + 2), {}};
        input_.erase(0, end + 4);
        auto const size = static_cast<std::size_t>(std::atol(("0" + result["Content-Length"]).c_str()));
        if (result.status == 100 || without_body) return result;
        while (input_.size() < size) more();
        result.body = input_.substr(0, size);
        input_.erase(0, size);
        return result;
    }
    answer call(std::string const& bytes) {
        send(bytes);
        return receive();
    }
    /// True if the server has closed the connection without sending another byte.
    bool ended() {
        char byte = 0;
        boost::system::error_code failure;
        return input_.empty() && socket_.read_some(boost::asio::buffer(&byte, 1), failure) == 0;
    }

  private:
    void more() {
        char piece[64 * 1024];
        boost::system::error_code failure;
        auto const size = socket_.read_some(boost::asio::buffer(piece), failure);
        if (size == 0) throw std::runtime_error("the connection ended after '" + input_ + "'");
        input_.append(piece, size);
    }

    boost::asio::io_context context_;
    boost::asio::ip::tcp::socket socket_{context_};
    std::string input_;
};

inline constexpr std::string_view create_table =
    R"({"TableName":"shop","BillingMode":"PAY_PER_REQUEST","KeySchema":[{"AttributeName":"p","KeyType":"HASH"}],)"
    R"("AttributeDefinitions":[{"AttributeName":"p","AttributeType":"S"}]})";

inline std::string put(std::string_view key) {
    return request("PutItem", R"({"TableName":"shop","Item":{"p":{"S":")" + std::string(key) + R"("}}})");
}
inline std::string get(std::string_view key) {
    return request("GetItem", R"({"TableName":"shop","Key":{"p":{"S":")" + std::string(key) + R"("}}})");
}

} // namespace server_support
