// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/store/backend.hpp>
#include <monotable/value/item.hpp>

#include <optional>
#include <string_view>

/// The backend's operations, on behalf of an entity, which bad_value then names beside the table.
namespace monotable::detail {

write_outcome write_for(std::string_view entity, backend& store, write_request const& request);

std::optional<item> get_for(std::string_view entity, backend& store, get_request const& request);

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/table/for_entity.ipp>
#endif
