// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/extras/json.hpp>
#include <monotable/core/base64.hpp>
#include <monotable/core/decimal.hpp>

namespace monotable {

MONOTABLE_INLINE void append_json(std::string& out, std::string_view text) {
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

MONOTABLE_INLINE void append_json(std::string& out, item_view members) {
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

} // namespace monotable

namespace monotable::detail {

MONOTABLE_INLINE void append_json_binary(std::string& out, std::string_view bytes) {
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

} // namespace monotable::detail

namespace monotable {

MONOTABLE_INLINE void append_json(std::string& out, value_view value) {
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

MONOTABLE_INLINE std::string to_json(value_view value) {
    std::string out;
    append_json(out, value);
    return out;
}

MONOTABLE_INLINE std::string to_json(item_view members) {
    std::string out;
    append_json(out, members);
    return out;
}

} // namespace monotable
