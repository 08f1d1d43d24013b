// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/endpoint/environment.hpp>
#include <monotable/endpoint/server_options.hpp>

#include <cstdint>
#include <memory>
#include <string>

namespace monotable {

/// Serves a store over DynamoDB's protocol, HTTP/1.1. The programs of all languages that speak to DynamoDB can use it.
///
///     monotable::server server(monotable::memory{}, {.port = 0});
///     std::thread serving([&] { server.run(); });
///     ... server.port() ...
///     server.stop();
///     serving.join();
class server {
  public:
    /// Listens; clients that connect are answered as soon as run() is called. Throws bad_value if the host is not loopback
    /// and that is not allowed, or no address; store_error if nothing can listen there. Requires that the store is not null.
    explicit server(std::shared_ptr<backend> store, server_options options = {}, service_options const& answers = {});
    server(server const&) = delete;
    server& operator=(server const&) = delete;
    ~server();

    /// The port that it listens on, also if 0 was asked for.
    std::uint16_t port() const noexcept;
    /// As in an address: 127.0.0.1, or [::1].
    std::string host() const;

    /// A signal that stops it while it runs.
    void stop_on(int signal);

    /// Serves until stop() is called. At most once.
    void run();

    /// Accepts nobody any more, finishes what is being answered, and lets run() return. From any thread, any number of times.
    void stop();

  private:
    class listener; // so that only this class's definition compiles Boost.Asio

    std::unique_ptr<listener> listener_;
};

} // namespace monotable

#ifndef MONOTABLE_COMPILED
#include <monotable/endpoint/server.ipp>
#endif
