// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/item.hpp>
#include <monotable/error.hpp>
#include <monotable/model/model.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace monotable::detail {

/// In a handler: throws the bad_item or bad_value being handled again, as "monotable: Order.lines[2].qty: " and its reason.
[[noreturn]] void rethrow_for_field(std::string_view entity, std::string_view field);

/// "PK = "CUSTOMER#c42", SK = "ORDER#1"": which item a message is about.
std::string primary_key_text(entity_data const& entity, item_view source);

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/model/field_error.ipp>
#endif
