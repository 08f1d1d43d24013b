// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/config.hpp>
#include <monotable/core/item.hpp>
#include <monotable/model/model.hpp>
#include <monotable/store/write/prepared_write.hpp>

#include <optional>

/// Updates that bring nothing else with them: planned, and read and planned again where that needs the item.
namespace monotable::detail {

inline constexpr int max_write_attempts = 100;

[[noreturn]] void refuse_endless(entity_data const& entity, item_view key);

template <class Backend>
std::optional<item> read_for(Backend& store, entity_data const& entity, item_view key);

/// Does an update that brings nothing else with it.
template <class Backend>
typed_outcome perform_update(Backend& store, prepared_write const& what);

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/store/write/perform_update.ipp>
#endif
