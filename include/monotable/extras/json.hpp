// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/item.hpp>
#include <monotable/core/value.hpp>

#include <string>
#include <string_view>

/// Items and values as plain JSON, on one line: `{"id": "o1", "lines": [{"quantity": 2}], "total": 12.5}`.
///
/// Strings and binaries (base64) are strings, numbers are numbers with all their digits, lists and sets are arrays, maps and
/// items are objects. Members come in the order of their names' bytes, set elements in the order of the set. The types are
/// not all told apart, so this is for people and for export; it cannot be read back as the same values.
namespace monotable {

/// As a JSON string, quotes included. REQUIRES: UTF-8.
void append_json(std::string& out, std::string_view text);

void append_json(std::string& out, value_view value);
void append_json(std::string& out, item_view members);

std::string to_json(value_view value);
std::string to_json(item_view members);

} // namespace monotable

#ifndef MONOTABLE_COMPILED
#include <monotable/extras/json.ipp>
#endif
