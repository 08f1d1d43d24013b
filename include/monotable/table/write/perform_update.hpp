// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/schema/model.hpp>
#include <monotable/store/backend.hpp>
#include <monotable/table/write/prepared_write.hpp>
#include <monotable/value/item.hpp>

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
#include <monotable/table/write/perform_update.ipp>
#endif
