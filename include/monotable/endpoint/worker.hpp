// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/endpoint/connection.hpp>
#include <monotable/endpoint/server_options.hpp>
#include <monotable/endpoint/service.hpp>

#include <boost/asio/dispatch.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/intrusive/list.hpp>

#include <algorithm>
#include <chrono>
#include <memory>
#include <string_view>
#include <utility>

namespace monotable::endpoint {

/// The event loop of one thread and the connections that it serves. Connections have no timers of their own; one timer
/// checks the deadlines of all of them.
class worker {
  public:
    worker(service& answers, server_options const& options, std::string_view region, shared_limits& limits)
        : environment_(answers, options, region, limits),
          interval_(std::clamp(std::min({options.idle_timeout, options.read_timeout, options.write_timeout}) / 4,
                               std::chrono::milliseconds(1), std::chrono::milliseconds(500))) {
        tick();
    }
    worker(worker const&) = delete;
    worker& operator=(worker const&) = delete;

    boost::asio::io_context& context() noexcept { return context_; }
    bool stopping() const noexcept { return environment_.stopping; }

    /// Runs until stop() was called and every connection has ended.
    void run() { context_.run(); }

    /// Serves a connection; `one_too_many` rejects it with an error. Thread-safe.
    void serve(server_socket&& socket, bool one_too_many) {
        boost::asio::dispatch(
            context_, [this, one_too_many, client = std::make_shared<connection>(std::move(socket), environment_)] {
                if (stopping()) return;
                connections_.push_back(*client);
                one_too_many ? client->turn_away() : client->start();
            });
    }

    /// Thread-safe; can be called more than once.
    void stop() {
        boost::asio::post(context_, [this] {
            if (std::exchange(environment_.stopping, true)) return;
            give_up_ = server_clock::now() + environment_.options.stop_timeout;
            for (auto it = connections_.begin(); it != connections_.end();) (it++)->stop();
            interval_ = std::chrono::milliseconds(5);
            tick();
        });
    }

  private:
    void tick() {
        timer_.expires_after(interval_); // cancels a pending wait
        timer_.async_wait([this](boost::system::error_code ec) {
            if (ec) return;
            auto const now = server_clock::now();
            bool const all = stopping() && now >= give_up_;
            for (auto it = connections_.begin(); it != connections_.end();) {
                auto& client = *it++;
                all ? client.close() : client.expire(now);
            }
            if (!stopping() || !connections_.empty()) tick();
        });
    }

    connection_environment environment_;
    boost::intrusive::list<connection, boost::intrusive::constant_time_size<false>> connections_;
    std::chrono::milliseconds interval_;
    server_clock::time_point give_up_ = {};
    boost::asio::io_context context_{1}; ///< destroyed before the members that its handlers use
    boost::asio::basic_waitable_timer<server_clock, boost::asio::wait_traits<server_clock>,
                                      boost::asio::io_context::executor_type>
        timer_{context_};
};

} // namespace monotable::endpoint
