// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/number_bytes.hpp>
#include <monotable/core/view.hpp>

#include <cstddef>
#include <string_view>

namespace monotable {

namespace detail {

constexpr std::size_t number_size(std::string_view payload) noexcept {
    number_digits const number(payload);
    int const digits = number.digits();
    int const whole = number.exponent < 0 ? 0 : number.exponent < digits ? number.exponent + 1 : digits;
    return static_cast<std::size_t>(1 + (whole + 1) / 2 + (digits - whole + 1) / 2 + number.negative);
}

std::size_t container_size(value_view v) noexcept;

/// The size of a value in bytes as DynamoDB counts it. Strings and binaries: their bytes. Numbers: 1, plus one byte for
/// each two digits before and after the point, plus 1 if negative. Null and boolean: 1. Lists and maps: 3, plus 1 for
/// each element, plus their contents. Sets: their elements.
inline std::size_t value_size(value_view v) noexcept {
    switch (v.type()) {
    case value_type::null:
    case value_type::boolean: return 1;
    case value_type::number: return detail::number_size(v.number_bytes());
    case value_type::string:
    case value_type::binary: return v.key_bytes().size();
    default: return detail::container_size(v);
    }
}

} // namespace detail

/// The size of an item in bytes as DynamoDB counts it: the bytes of its names plus the sizes of its values.
std::size_t item_size(item_view item) noexcept;

namespace detail {

inline constexpr std::size_t max_item_size = 400 * 1024;

} // namespace detail

} // namespace monotable

#ifndef MONOTABLE_COMPILED
#include <monotable/core/size.ipp>
#endif
