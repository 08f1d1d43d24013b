// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/decimal.hpp>
#include <monotable/core/view.hpp>

#include <charconv>
#include <string>
#include <string_view>

/// Functions that append DynamoDB's JSON, `{"p":{"S":"x"}}`, of values and items to a string.
namespace monotable::wire {

/// Appends a JSON string, including the quotes. REQUIRES: `text` is UTF-8.
void append_text(std::string& out, std::string_view text);

template <monotable::detail::integer T>
void append_integer(std::string& out, T v) {
    char digits[24];
    out.append(digits, std::to_chars(digits, digits + sizeof digits, v).ptr);
}

/// Appends the number encoded as `bytes` (see decimal::bytes), in quotes.
void append_number(std::string& out, std::string_view bytes);

void append_binary(std::string& out, std::string_view bytes);

/// Appends the members of an item, `{"name":{"S":"x"},...}`.
void append_item(std::string& out, item_view item);

void append_value(std::string& out, value_view v);

} // namespace monotable::wire

#ifndef MONOTABLE_COMPILED
#include <monotable/wire/write_json.ipp>
#endif
