// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/local/local.hpp>
#include <monotable/sqlite/durable.hpp>
#include <monotable/sqlite/engine.hpp>

#include <memory>
#include <string>
#include <utility>

namespace monotable::detail {

MONOTABLE_INLINE std::shared_ptr<backend> make_durable(std::string const& path, durable_options&& options) {
    return std::make_shared<local<sqlite_engine>>(std::move(options.clock), options.streams, path, options.commits);
}

} // namespace monotable::detail
