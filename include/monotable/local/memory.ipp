// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/local/local.hpp>
#include <monotable/local/memory.hpp>
#include <monotable/local/memory_engine.hpp>

#include <memory>
#include <utility>

namespace monotable::detail {

template <class Engine>
std::shared_ptr<backend> make_local(clock_function clock, stream_options const& streams) {
    return std::make_shared<local<Engine>>(std::move(clock), streams);
}

#ifdef MONOTABLE_COMPILED
template std::shared_ptr<backend> make_local<memory_engine>(clock_function, stream_options const&);
#endif

} // namespace monotable::detail
