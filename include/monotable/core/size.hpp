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

} // namespace detail

/// What DynamoDB counts for a value: strings and binaries their bytes, numbers 1 + a byte per two digits before and after
/// the point (+ 1 if negative), null and boolean 1, lists and maps 3 + 1 per element + contents, sets their elements.
std::size_t value_size(value_view v) noexcept;

/// What DynamoDB counts for an item: its names' and values' bytes.
std::size_t item_size(item_view item) noexcept;

inline constexpr std::size_t max_item_size = 400 * 1024;

} // namespace monotable

#ifndef MONOTABLE_COMPILED
#include <monotable/core/size.ipp>
#endif
