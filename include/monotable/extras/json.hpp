// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/item.hpp>
#include <monotable/core/value.hpp>

#include <string>
#include <string_view>

/// Items and values as plain JSON on one line: `{"id": "o1", "lines": [{"quantity": 2}], "total": 12.5}`.
///
/// Strings and binaries (in base64) become strings, numbers keep all their digits, lists and sets become arrays, maps
/// and items objects. Members are in the byte order of their names, elements of sets in the order of the set. The
/// format does not distinguish all types and is meant for people and for export; it cannot be converted back to the
/// same values.
namespace monotable {

/// Appends a JSON string, including the quotes. REQUIRES: `text` is UTF-8.
void append_json(std::string& out, std::string_view text);

void append_json(std::string& out, value_view value);
void append_json(std::string& out, item_view members);

std::string to_json(value_view value);
std::string to_json(item_view members);

} // namespace monotable

#ifndef MONOTABLE_COMPILED
#include <monotable/extras/json.ipp>
#endif
