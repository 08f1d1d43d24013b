// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/value/base64.hpp>
#include <monotable/value/decimal.hpp>
#include <monotable/value/item.hpp>
#include <monotable/value/value.hpp>

#include <string>
#include <string_view>

/// Items and values as plain JSON, on one line: `{"id": "o1", "lines": [{"quantity": 2}], "total": 12.5}`.
///
/// Strings and binaries (base64) are strings, numbers are numbers with all their digits, lists and sets are arrays, maps and
/// items are objects. Members come in the order of their names' bytes, set elements in the order of the set. The types are
/// not all told apart, so this is for people and for export; it cannot be read back as the same values.
namespace monotable {

/// As a JSON string, quotes included. REQUIRES: UTF-8.
inline void append_json(std::string& out, std::string_view text) {
    constexpr char hex[] = "0123456789abcdef";
    out += '"';
    for (char const c : text) {
        switch (c) {
        case '"': out += "\\\""; break;
        case '\\': out += "\\\\"; break;
        case '\n': out += "\\n"; break;
        case '\r': out += "\\r"; break;
        case '\t': out += "\\t"; break;
        default:
            if (static_cast<unsigned char>(c) >= 0x20) out += c;
            else out.append("\\u00") += {hex[c >> 4], hex[c & 15]};
        }
    }
    out += '"';
}

inline void append_json(std::string& out, value_view value);

inline void append_json(std::string& out, item_view members) {
    char const* before = "{";
    for (auto const& [name, value] : members) {
        out += before;
        append_json(out, name);
        out += ": ";
        append_json(out, value);
        before = ", ";
    }
    out += members.empty() ? "{}" : "}";
}

namespace detail {

inline void append_json_binary(std::string& out, std::string_view bytes) {
    out += '"';
    append_base64(out, bytes);
    out += '"';
}

template <class Elements, class Append>
void append_json_array(std::string& out, Elements elements, Append const& append) {
    out += '[';
    bool first = true;
    for (auto const each : elements) {
        if (!first) out += ", ";
        append(each);
        first = false;
    }
    out += ']';
}

} // namespace detail

inline void append_json(std::string& out, value_view value) {
    switch (value.type()) {
    case value_type::null: out += "null"; break;
    case value_type::boolean: out += value.as_bool() ? "true" : "false"; break;
    case value_type::number: out += value.as_number().to_string(); break;
    case value_type::string: append_json(out, value.as_string()); break;
    case value_type::binary: detail::append_json_binary(out, value.as_binary()); break;
    case value_type::map: append_json(out, value.as_map()); break;
    case value_type::list:
        detail::append_json_array(out, value.as_list(), [&](value_view each) { append_json(out, each); });
        break;
    case value_type::string_set:
        detail::append_json_array(out, value.as_set(), [&](std::string_view each) { append_json(out, each); });
        break;
    case value_type::number_set:
        detail::append_json_array(out, value.as_set(),
                                  [&](std::string_view each) { out += decimal::from_bytes(each).to_string(); });
        break;
    case value_type::binary_set:
        detail::append_json_array(out, value.as_set(),
                                  [&](std::string_view each) { detail::append_json_binary(out, each); });
        break;
    }
}

inline std::string to_json(value_view value) {
    std::string out;
    append_json(out, value);
    return out;
}

inline std::string to_json(item_view members) {
    std::string out;
    append_json(out, members);
    return out;
}

} // namespace monotable
