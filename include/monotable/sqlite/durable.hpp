// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/backend/clock.hpp>
#include <monotable/config.hpp>
#include <monotable/local/stream_options.hpp>
#include <monotable/sqlite/durability.hpp>

#include <memory>
#include <string>
#include <utility>

namespace monotable {

struct durable_options {
    durability commits = durability::full;
    clock_function clock = detail::milliseconds_now<>; ///< records of streams and tokens of transactions expire by it
    stream_options streams = {}; ///< must not change between openings: the checkpoints of consumers depend on it
};

namespace detail {

std::shared_ptr<backend> make_durable(std::string const& path, durable_options&& options);

} // namespace detail

/// A store in one file with DynamoDB's semantics: tables, indexes, settings, streams, tokens of transactions and sizes are
/// persistent. Copies share one store, which is closed when the last of them, and of the stores constructed from them, is
/// destroyed. Thread-safe; writers of several threads can share a commit.
class durable {
  public:
    /// Opens the file, or creates it if it does not exist. Throws store_error if the file cannot be opened or created, is not a
    /// store or is damaged, was written by a later version, or is already open, in this process or another one.
    explicit durable(std::string const& path, durable_options options = {})
        : backend_(detail::make_durable(path, std::move(options))) {}

    operator std::shared_ptr<backend>() const noexcept { return backend_; }
    backend* operator->() const noexcept { return backend_.get(); }
    backend& operator*() const noexcept { return *backend_; }

  private:
    std::shared_ptr<backend> backend_;
};

} // namespace monotable

#ifndef MONOTABLE_COMPILED
#include <monotable/sqlite/durable.ipp>
#endif
