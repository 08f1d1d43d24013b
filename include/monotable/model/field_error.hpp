// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/item.hpp>
#include <monotable/error.hpp>
#include <monotable/model/model.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace monotable::detail {

/// Rethrows the current bad_item or bad_value with a message like "monotable: Order.lines[2].qty: " and the reason.
/// REQUIRES: an exception is being handled.
[[noreturn]] void rethrow_for_field(std::string_view entity, std::string_view field);

/// The primary key of an item, for messages: PK = "CUSTOMER#c42", SK = "ORDER#1".
std::string primary_key_text(entity_data const& entity, item_view source);

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/model/field_error.ipp>
#endif
