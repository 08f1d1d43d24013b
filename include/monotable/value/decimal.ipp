// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/value/decimal.hpp>

#include <charconv>
#include <system_error>

namespace monotable {

MONOTABLE_INLINE decimal::decimal(std::string_view text) {
    auto const fault = read(text, *this);
    if (fault != number_fault::none) throw bad_value(std::string(describe(fault)) + ": " + detail::quoted(text));
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

MONOTABLE_INLINE double decimal::to_double() const noexcept {
    char text[48];
    int const sign = negative_;
    if (negative_) text[0] = '-';
    int count = sign + write_digits(text + sign);
    text[count++] = 'e';
    auto const end = std::to_chars(text + count, text + sizeof text, int{exponent_}).ptr;
    double result = 0;
    std::from_chars(text, end, result);
    return result;
}

MONOTABLE_INLINE void decimal::refuse(decimal const& a, char operation, decimal const& b, number_fault fault) {
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
