// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/core/decimal.hpp>

#include <charconv>
#include <concepts>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <system_error>

namespace monotable {

namespace detail {

/// False for standard libraries whose from_chars supports integers only, such as libc++ 19.
template <class Floating>
concept read_by_from_chars = requires(char const* text, Floating& result) { std::from_chars(text, text, result); };

/// The value of type Floating nearest to `text`; zero or infinity if it is out of range. REQUIRES: `text` has no
/// decimal point, so that strtod does not depend on the locale.
template <class Floating>
Floating read_floating(char const* text) noexcept {
    Floating result = 0;
    if constexpr (read_by_from_chars<Floating>) std::from_chars(text, text + std::strlen(text), result);
    else if constexpr (std::same_as<Floating, float>) result = std::strtof(text, nullptr);
    else result = std::strtod(text, nullptr);
    return result;
}

} // namespace detail

MONOTABLE_INLINE decimal::decimal(std::string_view text) {
    auto const fault = read(text, *this);
    if (fault != number_error::none) throw bad_value(std::string(describe(fault)) + ": " + detail::quoted(text));
}

MONOTABLE_INLINE decimal decimal::from_double(double v) {
    char text[32];
    auto const end = std::to_chars(text, text + sizeof text, v, std::chars_format::scientific).ptr;
    return decimal(detail::view_of(text, static_cast<std::size_t>(end - text)));
}

MONOTABLE_INLINE std::string decimal::to_string() const {
    char digits[40];
    int const count = write_digits(digits);
    auto const text = detail::view_of(digits, static_cast<std::size_t>(count));
    int const whole = count + exponent_; // digits before the point
    std::string out;
    if (negative_) out += '-';
    if (whole <= 0) {
        out += "0.";
        out.append(static_cast<std::size_t>(-whole), '0');
        out += text;
    } else if (whole >= count) {
        out += text;
        out.append(static_cast<std::size_t>(exponent_), '0');
    } else {
        out += text.substr(0, static_cast<std::size_t>(whole));
        out += '.';
        out += text.substr(static_cast<std::size_t>(whole));
    }
    return out;
}

template <class Floating>
Floating decimal::nearest() const noexcept {
    char text[48];
    int const sign = negative_;
    if (negative_) text[0] = '-';
    int count = sign + write_digits(text + sign);
    text[count++] = 'e';
    *std::to_chars(text + count, text + sizeof text - 1, int{exponent_}).ptr = '\0';
    return detail::read_floating<Floating>(text);
}

MONOTABLE_INLINE double decimal::to_double() const noexcept { return nearest<double>(); }

MONOTABLE_INLINE std::optional<float> decimal::to_float() const noexcept {
    float const result = nearest<float>();
    using limits = std::numeric_limits<float>;
    if ((result == 0 && !is_zero()) || result < limits::lowest() || result > limits::max()) return std::nullopt;
    return result;
}

MONOTABLE_INLINE void decimal::refuse(decimal const& a, char operation, decimal const& b, number_error fault) {
    throw bad_value({}, std::string(describe(fault)), ": " + a.to_string() + ' ' + operation + ' ' + b.to_string());
}

MONOTABLE_INLINE int decimal::write_digits(char* out) const noexcept {
    constexpr auto chunk = detail::powers_of_ten[19];
    auto const high = static_cast<std::uint64_t>(coefficient_ / chunk);
    auto const low = static_cast<std::uint64_t>(coefficient_ % chunk);
    if (high == 0) return static_cast<int>(std::to_chars(out, out + 20, low).ptr - out);
    auto end = std::to_chars(out, out + 20, high).ptr;
    for (int i = 18; i >= 0; --i) *end++ = static_cast<char>('0' + low / detail::powers_of_ten[i] % 10);
    return static_cast<int>(end - out);
}

} // namespace monotable
