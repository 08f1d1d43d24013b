// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/type_of.hpp>
#include <monotable/core/value.hpp>
#include <monotable/core/writer.hpp>
#include <monotable/error.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

// Conversion between C++ values and their stored form, and stored forms as text for comparisons.
namespace stored {

namespace mt = monotable;

/// The stored form of a value; NULL for absence.
template <class T>
mt::value encoded(T const& object) {
    std::string bytes;
    mt::value_writer writer(bytes);
    if (!mt::type_of<T>.encode(&object, writer)) return mt::value::null();
    return mt::value::from_encoding(std::move(bytes));
}

/// Decodes a value into `object`, whose contents are replaced.
template <class T>
T decoded(mt::value_view v, T object = T{}) {
    mt::type_of<T>.decode(v, &object);
    return object;
}

template <class T>
T round_trip(T const& object) {
    return decoded<T>(encoded(object));
}

/// The stored value as text: "x", 1.5, true, null, b"00ff", [1, 2], {"a": 1}, SS["a", "b"].
inline std::string text(mt::value_view v) {
    auto const hex = [](std::string_view bytes) {
        std::string out("b\"");
        for (char const c : bytes) {
            out += "0123456789abcdef"[static_cast<unsigned char>(c) >> 4];
            out += "0123456789abcdef"[static_cast<unsigned char>(c) & 15];
        }
        return out + '"';
    };
    auto const joined = [](auto const& range, std::string open, char close, auto const& show) {
        bool first = true;
        for (auto const each : range) {
            if (!std::exchange(first, false)) open += ", ";
            open += show(each);
        }
        return open + close;
    };
    auto const quoted = [](std::string_view s) { return '"' + std::string(s) + '"'; };
    switch (v.type()) {
    case mt::value_type::null: return "null";
    case mt::value_type::boolean: return v.as_bool() ? "true" : "false";
    case mt::value_type::number: return v.as_number().to_string();
    case mt::value_type::string: return quoted(v.as_string());
    case mt::value_type::binary: return hex(v.as_binary());
    case mt::value_type::list: return joined(v.as_list(), "[", ']', text);
    case mt::value_type::map:
        return joined(v.as_map(), "{", '}', [&](auto const& m) { return quoted(m.name) + ": " + text(m.value); });
    case mt::value_type::string_set: return joined(v.as_set(), "SS[", ']', quoted);
    case mt::value_type::number_set:
        return joined(v.as_set(), "NS[", ']',
                      [](std::string_view n) { return mt::decimal::from_bytes(n).to_string(); });
    default: return joined(v.as_set(), "BS[", ']', hex);
    }
}

template <class T>
std::string stored_text(T const& object) {
    return text(encoded(object));
}

/// The message of the Error that the call throws; a description if it throws nothing. Other exceptions are not caught.
template <class Error, class F>
std::string message(F&& call) {
    try {
        call();
    } catch (Error const& e) {
        return e.what();
    }
    return "(nothing was thrown)";
}

/// The error of decoding a T from this value.
template <class T>
std::string mismatch(mt::value const& v) {
    return message<mt::bad_item>([&] { decoded<T>(v); });
}

/// The error of encoding this value.
template <class T>
std::string refused(T const& object) {
    return message<mt::bad_value>([&] { encoded(object); });
}

} // namespace stored
