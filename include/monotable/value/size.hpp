// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/value/number_bytes.hpp>
#include <monotable/value/view.hpp>

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
inline std::size_t value_size(value_view v) noexcept {
    std::size_t size = 0;
    switch (v.type()) {
    case value_type::null:
    case value_type::boolean: return 1;
    case value_type::number: return detail::number_size(v.number_bytes());
    case value_type::string:
    case value_type::binary: return v.key_bytes().size();
    case value_type::list:
        for (auto const element : v.as_list()) size += 1 + value_size(element);
        return 3 + size;
    case value_type::map:
        for (auto const& [name, value] : v.as_map()) size += 1 + name.size() + value_size(value);
        return 3 + size;
    case value_type::number_set:
        for (auto const element : v.as_set()) size += detail::number_size(element);
        return size;
    default:
        for (auto const element : v.as_set()) size += element.size();
        return size;
    }
}

/// What DynamoDB counts for an item: its names' and values' bytes.
inline std::size_t item_size(item_view item) noexcept {
    std::size_t size = 0;
    for (auto const& [name, value] : item) size += name.size() + value_size(value);
    return size;
}

inline constexpr std::size_t max_item_size = 400 * 1024;

} // namespace monotable
