// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/core/base64.hpp>
#include <monotable/core/decimal.hpp>
#include <monotable/core/view.hpp>
#include <monotable/wire/write_json.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace monotable::wire {

MONOTABLE_INLINE void append_text(std::string& out, std::string_view text) {
    constexpr char hex[] = "0123456789abcdef";
    out += '"';
    std::size_t written = 0;
    for (std::size_t i = 0; i != text.size(); ++i) {
        auto const c = static_cast<unsigned char>(text[i]);
        if (c >= 0x20 && c != '"' && c != '\\') continue;
        out.append(text, written, i - written);
        written = i + 1;
        switch (c) {
        case '"':
        case '\\':
            out += '\\';
            out += static_cast<char>(c);
            break;
        case '\n': out += "\\n"; break;
        case '\r': out += "\\r"; break;
        case '\t': out += "\\t"; break;
        default:
            out += "\\u00";
            out += hex[c >> 4];
            out += hex[c & 15];
        }
    }
    out.append(text, written);
    out += '"';
}

MONOTABLE_INLINE void append_number(std::string& out, std::string_view bytes) {
    out += '"';
    if (auto const small = monotable::detail::to_int64(monotable::detail::decode_number(bytes)))
        append_integer(out, *small);
    else out += decimal::from_bytes(bytes).to_string();
    out += '"';
}

MONOTABLE_INLINE void append_binary(std::string& out, std::string_view bytes) {
    out += '"';
    monotable::detail::append_base64(out, bytes);
    out += '"';
}

MONOTABLE_INLINE void append_item(std::string& out, item_view item) {
    char before = '{';
    for (auto const& [name, value] : item) {
        out += before;
        append_text(out, name);
        out += ':';
        append_value(out, value);
        before = ',';
    }
    if (before == '{') out += '{';
    out += '}';
}

namespace detail {

template <class Elements, class Append>
void append_array(std::string& out, Elements elements, Append append) {
    char before = '[';
    for (auto const each : elements) {
        out += before;
        append(out, each);
        before = ',';
    }
    if (before == '[') out += '[';
    out += ']';
}

} // namespace detail

MONOTABLE_INLINE void append_value(std::string& out, value_view v) {
    switch (v.type()) {
    case value_type::null: out += "{\"NULL\":true"; break;
    case value_type::boolean: out += v.as_bool() ? "{\"BOOL\":true" : "{\"BOOL\":false"; break;
    case value_type::number:
        out += "{\"N\":";
        append_number(out, v.number_bytes());
        break;
    case value_type::string:
        out += "{\"S\":";
        append_text(out, v.as_string());
        break;
    case value_type::binary:
        out += "{\"B\":";
        append_binary(out, v.as_binary());
        break;
    case value_type::list:
        out += "{\"L\":";
        detail::append_array(out, v.as_list(), append_value);
        break;
    case value_type::map:
        out += "{\"M\":";
        append_item(out, v.as_map());
        break;
    case value_type::string_set:
        out += "{\"SS\":";
        detail::append_array(out, v.as_set(), append_text);
        break;
    case value_type::number_set:
        out += "{\"NS\":";
        detail::append_array(out, v.as_set(), append_number);
        break;
    case value_type::binary_set:
        out += "{\"BS\":";
        detail::append_array(out, v.as_set(), append_binary);
        break;
    }
    out += '}';
}

} // namespace monotable::wire
