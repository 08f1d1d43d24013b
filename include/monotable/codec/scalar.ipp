// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/scalar.hpp>
#include <monotable/config.hpp>

#include <charconv>
#include <system_error>

namespace monotable::detail {

MONOTABLE_INLINE std::string integer_range(std::string_view low, std::string_view high) {
    std::string result("an integer of ");
    return result.append(low).append(" to ").append(high);
}

MONOTABLE_INLINE std::int64_t read_signed(value_view v, std::int64_t low, std::int64_t high) {
    expect(value_type::number, v);
    auto const n = v.as_int64();
    if (!n || *n < low || *n > high) throw_expected(integer_range(std::to_string(low), std::to_string(high)), shown(v));
    return *n;
}

MONOTABLE_INLINE std::uint64_t read_unsigned(value_view v, std::uint64_t high) {
    expect(value_type::number, v);
    auto const n = v.as_uint64();
    if (!n || *n > high) throw_expected(integer_range("0", std::to_string(high)), shown(v));
    return *n;
}

MONOTABLE_INLINE decimal shortest(float v) {
    char text[32];
    auto const end = std::to_chars(text, text + sizeof text, v, std::chars_format::scientific).ptr;
    return decimal(view_of(text, static_cast<std::size_t>(end - text)));
}

MONOTABLE_INLINE void read_nearest(value_view v, double& out) {
    expect(value_type::number, v);
    out = v.as_number().to_double(); // the range of double contains that of numbers
}

MONOTABLE_INLINE void read_nearest(value_view v, float& out) {
    expect(value_type::number, v);
    auto const nearest = v.as_number().to_float();
    if (!nearest) throw_expected("a number within the range of float", shown(v));
    out = *nearest;
}

} // namespace monotable::detail
