// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/write.hpp>

#include <cstdint>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

/// An HTTP server on loopback that answers with what a test gave it, in order, and keeps what it received.
class canned_server {
  public:
    struct answer {
        int status = 200;
        std::string body = "{}";
        std::string headers = {}; ///< each with its line end
        bool lost = false;        ///< the connection is closed instead
    };
    struct request {
        std::string head, body;

        /// The value of a header; empty if it is missing.
        std::string operator[](std::string const& name) const {
            auto const start = head.find("\r\n" + name + ": ");
            if (start == head.npos) return {};
            auto const value = start + name.size() + 4;
            return head.substr(value, head.find("\r\n", value) - value);
        }
    };

    explicit canned_server(std::deque<answer> answers)
        : answers_(std::move(answers)),
          acceptor_(context_, {boost::asio::ip::address_v4::loopback(), 0}),
          port_(acceptor_.local_endpoint().port()),
          thread_([this] { serve(); }) {}
    ~canned_server() {
        {
            std::lock_guard const lock(mutex_);
            stopped_ = true;
        }
        boost::asio::ip::tcp::socket last(context_); // wakes accept()
        boost::system::error_code ignored;
        last.connect({boost::asio::ip::address_v4::loopback(), port_}, ignored);
        thread_.join();
    }

    std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }
    std::string host() const { return "127.0.0.1:" + std::to_string(port_); }

    std::vector<request> requests() {
        std::lock_guard const lock(mutex_);
        return requests_;
    }

  private:
    void serve() {
        for (;;) {
            boost::asio::ip::tcp::socket socket(context_);
            acceptor_.accept(socket);
            {
                std::lock_guard const lock(mutex_);
                if (stopped_) return;
            }
            boost::system::error_code failed;
            answer_one(socket, failed);
        }
    }

    /// Each connection has one request, which the answer says.
    void answer_one(boost::asio::ip::tcp::socket& socket, boost::system::error_code& failed) {
        std::string bytes;
        auto const head = boost::asio::read_until(socket, boost::asio::dynamic_buffer(bytes), "\r\n\r\n", failed);
        if (failed) return;
        request received{bytes.substr(0, head), bytes.substr(head)};
        auto const size = static_cast<std::size_t>(std::atoll(received["Content-Length"].c_str()));
        std::string rest(size - received.body.size(), '\0');
        boost::asio::read(socket, boost::asio::buffer(rest), failed);
        if (failed) return;
        received.body += rest;
        answer with{500, {}, {}, false};
        {
            std::lock_guard const lock(mutex_);
            requests_.push_back(std::move(received));
            if (!answers_.empty()) {
                with = std::move(answers_.front());
                answers_.pop_front();
            }
        }
        if (with.lost) return;
        std::string const text = "HTTP/1.1 " + std::to_string(with.status) +
                                 " Said\r\nConnection: close\r\nContent-Length: " + std::to_string(with.body.size()) +
                                 "\r\n" + with.headers + "\r\n" + with.body;
        boost::asio::write(socket, boost::asio::buffer(text), failed);
        socket.shutdown(boost::asio::ip::tcp::socket::shutdown_both, failed);
    }

    std::mutex mutex_;
    std::deque<answer> answers_;
    std::vector<request> requests_;
    bool stopped_ = false;
    boost::asio::io_context context_;
    boost::asio::ip::tcp::acceptor acceptor_;
    std::uint16_t port_;
    std::thread thread_;
};
