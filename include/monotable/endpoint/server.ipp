// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/config.hpp>
#include <monotable/endpoint/connection.hpp>
#include <monotable/endpoint/environment.hpp>
#include <monotable/endpoint/server.hpp>
#include <monotable/endpoint/server_options.hpp>
#include <monotable/endpoint/service.hpp>
#include <monotable/endpoint/threads.hpp>
#include <monotable/endpoint/worker.hpp>
#include <monotable/error.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/system/system_error.hpp>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace monotable {

class server::listener {
    using tcp = boost::asio::ip::tcp;
    using error_code = boost::system::error_code;
    using executor = boost::asio::io_context::executor_type;

  public:
    listener(std::shared_ptr<backend> store, server_options&& options, service_options const& answers)
        : options_(std::move(options)),
          store_(std::move(store)),
          service_(store_, answers),
          limits_(options_),
          workers_(make_workers(answers.region)) {
        listen();
    }

    std::uint16_t port() const noexcept { return at_.port(); }
    std::string host() const {
        auto const text = at_.address().to_string();
        return at_.address().is_v6() ? "[" + text + "]" : text;
    }

    void stop_on(int signal) { signals_.add(signal); }

    void run() {
        signals_.async_wait([this](error_code ec, int) {
            if (!ec) stop();
        });
        accept();
        endpoint::expiry_thread const expiring(store_->local_maintenance(), options_.expiry_interval);
        endpoint::joined_threads others;
        try {
            for (std::size_t i = 1; i != workers_.size(); ++i) others.start([&each = *workers_[i]] { each.run(); });
        } catch (...) { // a thread could not be started: stops those that run
            stop();
            workers_[0]->run();
            throw;
        }
        workers_[0]->run();
    }

    void stop() {
        boost::asio::post(workers_[0]->context(), [this] {
            error_code ignored;
            acceptor_.close(ignored);
            retry_.cancel();
            signals_.cancel(ignored);
        });
        for (auto const& each : workers_) each->stop();
    }

  private:
    std::vector<std::unique_ptr<endpoint::worker>> make_workers(std::string_view region) {
        std::vector<std::unique_ptr<endpoint::worker>> made;
        for (std::size_t i = 0; i == 0 || i < options_.threads; ++i)
            made.push_back(std::make_unique<endpoint::worker>(service_, options_, region, limits_));
        return made;
    }

    void listen() {
        error_code ec;
        auto address = boost::asio::ip::make_address(options_.host, ec);
        if (ec) {
            auto const found =
                tcp::resolver(workers_[0]->context()).resolve(options_.host, "", tcp::resolver::passive, ec);
            if (ec || found.empty()) throw bad_value("host not found: " + options_.host);
            address = found.begin()->endpoint().address();
        }
        if (!address.is_loopback() && !options_.allow_remote)
            throw bad_value(options_.host +
                            " is not a loopback address, and credentials are not verified; allow_remote permits it");

        at_ = {address, options_.port};
        try {
            acceptor_.open(at_.protocol());
            acceptor_.set_option(tcp::acceptor::reuse_address(true));
            if (address.is_v6()) acceptor_.set_option(boost::asio::ip::v6_only(false));
            acceptor_.bind(at_);
            acceptor_.listen();
            at_ = acceptor_.local_endpoint();
        } catch (boost::system::system_error const& e) {
            throw store_error(store_fault::unavailable,
                              "cannot listen on " + host() + ":" + std::to_string(port()) + ": " + e.code().message());
        }
    }

    void accept() {
        auto& next = *workers_[turn_++ % workers_.size()];
        acceptor_.async_accept(next.context(), [this, &next](error_code ec, endpoint::server_socket client) {
            if (!acceptor_.is_open()) return;
            if (!ec) {
                welcome(next, std::move(client));
            } else if (ec != boost::asio::error::connection_aborted) { // out of file descriptors: retries later
                retry_.expires_after(std::chrono::milliseconds(50));
                retry_.async_wait([this](error_code cancelled) {
                    if (!cancelled) accept();
                });
                return;
            }
            accept();
        });
    }

    void welcome(endpoint::worker& by, endpoint::server_socket&& client) {
        constexpr std::size_t turned_away =
            64; // concurrent rejections with an error message; more are closed without one
        auto const before = limits_.connections.fetch_add(1, std::memory_order_relaxed);
        if (before >= options_.max_connections + turned_away) {
            limits_.connections.fetch_sub(1, std::memory_order_relaxed);
            return;
        }
        error_code ignored;
        client.set_option(tcp::no_delay(true), ignored);
        by.serve(std::move(client), before >= options_.max_connections);
    }

    server_options options_;
    std::shared_ptr<backend> store_;
    service service_;
    endpoint::shared_limits limits_;
    std::vector<std::unique_ptr<endpoint::worker>> workers_;
    std::size_t turn_ = 0;
    tcp::endpoint at_;
    boost::asio::basic_socket_acceptor<tcp, executor> acceptor_{workers_[0]->context()};
    boost::asio::basic_waitable_timer<std::chrono::steady_clock, boost::asio::wait_traits<std::chrono::steady_clock>,
                                      executor>
        retry_{workers_[0]->context()};
    boost::asio::basic_signal_set<executor> signals_{workers_[0]->context()};
};

MONOTABLE_INLINE server::server(std::shared_ptr<backend> store, server_options options, service_options const& answers)
    : listener_(std::make_unique<listener>(std::move(store), std::move(options), answers)) {}
MONOTABLE_INLINE server::~server() = default;

MONOTABLE_INLINE std::uint16_t server::port() const noexcept { return listener_->port(); }
MONOTABLE_INLINE std::string server::host() const { return listener_->host(); }
MONOTABLE_INLINE void server::stop_on(int signal) { listener_->stop_on(signal); }
MONOTABLE_INLINE void server::run() { listener_->run(); }
MONOTABLE_INLINE void server::stop() { listener_->stop(); }

} // namespace monotable
