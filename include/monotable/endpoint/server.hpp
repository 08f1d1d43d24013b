// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/endpoint/environment.hpp>
#include <monotable/endpoint/server_options.hpp>

#include <cstdint>
#include <memory>
#include <string>

namespace monotable {

/// Serves a backend over DynamoDB's protocol, HTTP/1.1, to clients in any language.
///
///     monotable::server server(monotable::memory{}, {.port = 0});
///     std::thread serving([&] { server.run(); });
///     ... server.port() ...
///     server.stop();
///     serving.join();
class server {
  public:
    /// Listens; requests are answered once run() is called. Throws bad_value if the host is not an address, or is not a
    /// loopback address and allow_remote is false; throws store_error if it cannot listen there.
    /// REQUIRES: `store` is not null. The server shares its ownership.
    explicit server(std::shared_ptr<backend> store, server_options options = {}, service_options const& answers = {});
    server(server const&) = delete;
    server& operator=(server const&) = delete;
    ~server();

    /// The port that the server listens on, even if options.port is 0.
    std::uint16_t port() const noexcept;
    /// The host as it is written in a URL: 127.0.0.1, or [::1].
    std::string host() const;

    /// Calls stop() when the process receives `signal` during run().
    void stop_on(int signal);

    /// Serves until stop() is called. Can be called at most once.
    void run();

    /// Stops accepting connections, completes requests in progress, and makes run() return. Thread-safe; can be called
    /// more than once.
    void stop();

  private:
    class listener; // so that including this header does not include Boost.Asio

    std::unique_ptr<listener> listener_;
};

} // namespace monotable

#ifndef MONOTABLE_COMPILED
#include <monotable/endpoint/server.ipp>
#endif
