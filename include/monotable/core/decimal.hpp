// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/number_bytes.hpp>
#include <monotable/core/text.hpp>
#include <monotable/error.hpp>

#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace monotable {

namespace detail {

/// The integer types other than bool and the character types.
template <class T>
concept integer = std::integral<T> && !std::same_as<T, bool> && !std::same_as<T, char> && !std::same_as<T, wchar_t> &&
                  !std::same_as<T, char8_t> && !std::same_as<T, char16_t> && !std::same_as<T, char32_t>;

enum class number_error : std::uint8_t { none, syntax, digits, overflow, underflow };

constexpr std::string_view describe(number_error fault) noexcept {
    switch (fault) {
    case number_error::digits: return "Attempting to store more than 38 significant digits in a Number";
    case number_error::overflow:
        return "Number overflow. Attempting to store a number with magnitude larger than supported range";
    case number_error::underflow:
        return "Number underflow. Attempting to store a number with magnitude smaller than supported range";
    default: return "The parameter cannot be converted to a numeric value";
    }
}

} // namespace detail

/// A DynamoDB number: zero, or up to 38 significant decimal digits with a magnitude from 1E-130 to 9.99...E+125.
/// Arithmetic is exact: a result that does not fit is an error and is never rounded. Numbers compare by value: 1.0
/// equals 1.
class decimal {
  public:
    constexpr decimal() noexcept = default;

    template <detail::integer T>
        requires(sizeof(T) <= 8)
    constexpr decimal(T v) noexcept : negative_(v < 0) {
        auto rest = static_cast<std::uint64_t>(v);
        if (negative_) rest = 0u - rest;
        while (rest != 0 && rest % 10 == 0) {
            rest /= 10;
            ++exponent_;
        }
        coefficient_ = rest;
    }

    /// Parses "12.50", "-3", ".5", "1e-3". Throws bad_value unless `text` is a number within digits and range.
    explicit decimal(std::string_view text);

    /// As the constructor from text, but returns nullopt where that throws.
    static constexpr std::optional<decimal> parse(std::string_view text) noexcept {
        decimal result;
        if (read(text, result) != number_error::none) return std::nullopt;
        return result;
    }

    /// The shortest decimal that converts back to `v`. Throws bad_value if `v` is not finite or is out of range.
    static decimal from_double(double v);

    /// The inverse of bytes(). REQUIRES: `payload` was returned by it.
    static constexpr decimal from_bytes(std::string_view payload) noexcept {
        return decimal(detail::decode_number(payload));
    }

    /// A canonical encoding whose memcmp order is the numeric order; at most 22 bytes.
    constexpr detail::number_payload bytes() const noexcept {
        return is_zero() ? detail::encode_zero() : detail::encode_number(negative_, coefficient_, exponent_);
    }

    /// Decimal notation without an exponent, and without leading or trailing zeros.
    std::string to_string() const;

    /// The nearest double.
    double to_double() const noexcept;
    /// The nearest float; nullopt if it is out of the range of float.
    std::optional<float> to_float() const noexcept;

    /// nullopt if the number is not an integer or does not fit.
    constexpr std::optional<std::int64_t> to_int64() const noexcept { return detail::to_int64(parts()); }
    constexpr std::optional<std::uint64_t> to_uint64() const noexcept { return detail::to_uint64(parts()); }

    constexpr bool negative() const noexcept { return negative_; }
    constexpr bool is_zero() const noexcept { return coefficient_ == 0; }

    friend constexpr bool operator==(decimal const&, decimal const&) noexcept = default;

    friend constexpr std::strong_ordering operator<=>(decimal const& a, decimal const& b) noexcept {
        if (a.negative_ != b.negative_) return a.negative_ ? std::strong_ordering::less : std::strong_ordering::greater;
        auto const magnitudes = compare_magnitudes(a, b);
        return a.negative_ ? 0 <=> magnitudes : magnitudes;
    }

    constexpr decimal operator-() const noexcept {
        auto result = *this;
        result.negative_ = !negative_ && !is_zero();
        return result;
    }

    /// Exact. Throws bad_value if the result has more than 38 significant digits or is out of range; so do - and *.
    friend constexpr decimal operator+(decimal const& a, decimal const& b) {
        decimal result;
        auto const fault = a.exponent_ >= b.exponent_ ? add(a, b, result) : add(b, a, result);
        if (fault != number_error::none) refuse(a, '+', b, fault);
        return result;
    }
    friend constexpr decimal operator-(decimal const& a, decimal const& b) {
        decimal result;
        auto const fault = a.exponent_ >= b.exponent_ ? add(a, -b, result) : add(-b, a, result);
        if (fault != number_error::none) refuse(a, '-', b, fault);
        return result;
    }
    friend constexpr decimal operator*(decimal const& a, decimal const& b) {
        decimal result;
        auto const fault = multiply(a, b, result);
        if (fault != number_error::none) refuse(a, '*', b, fault);
        return result;
    }
    constexpr decimal& operator+=(decimal const& other) { return *this = *this + other; }
    constexpr decimal& operator-=(decimal const& other) { return *this = *this - other; }
    constexpr decimal& operator*=(decimal const& other) { return *this = *this * other; }

  private:
    using number_error = detail::number_error;

    constexpr explicit decimal(detail::number_parts const& parts) noexcept
        : coefficient_(parts.coefficient),
          exponent_(static_cast<std::int16_t>(parts.exponent)),
          negative_(parts.negative) {}

    constexpr detail::number_parts parts() const noexcept { return {negative_, exponent_, coefficient_}; }

    // Stores the canonical form of coefficient * 10^exponent in `out`.
    static constexpr number_error make(bool negative, detail::uint128 coefficient, int exponent,
                                       decimal& out) noexcept {
        out = decimal();
        if (coefficient == 0) return number_error::none;
        constexpr auto chunk = detail::powers_of_ten[8];
        while (coefficient % chunk == 0) {
            coefficient /= chunk;
            exponent += 8;
        }
        while (coefficient % 10 == 0) {
            coefficient /= 10;
            ++exponent;
        }
        int const digits = detail::count_digits(coefficient);
        if (digits > detail::max_number_digits) return number_error::digits;
        if (digits - 1 + exponent > detail::max_number_exponent) return number_error::overflow;
        if (digits - 1 + exponent < detail::min_number_exponent) return number_error::underflow;
        out.coefficient_ = coefficient;
        out.exponent_ = static_cast<std::int16_t>(exponent);
        out.negative_ = negative;
        return number_error::none;
    }

    static constexpr std::strong_ordering compare_magnitudes(decimal const& a, decimal const& b) noexcept {
        if (a.exponent_ == b.exponent_ || a.is_zero() || b.is_zero()) return a.coefficient_ <=> b.coefficient_;
        int const a_digits = detail::count_digits(a.coefficient_);
        int const b_digits = detail::count_digits(b.coefficient_);
        if (a_digits + a.exponent_ != b_digits + b.exponent_) return a_digits + a.exponent_ <=> b_digits + b.exponent_;
        auto const aligned_a = a_digits < b_digits ? detail::power_of_ten(b_digits - a_digits) : 1;
        auto const aligned_b = b_digits < a_digits ? detail::power_of_ten(a_digits - b_digits) : 1;
        return a.coefficient_ * aligned_a <=> b.coefficient_ * aligned_b;
    }

    // REQUIRES: a.exponent_ >= b.exponent_.
    static constexpr number_error add(decimal const& a, decimal const& b, decimal& out) noexcept {
        if (a.is_zero() || b.is_zero()) {
            out = a.is_zero() ? b : a;
            return number_error::none;
        }
        // The last digit of the sum is that of b or its complement and hence not zero, so trimming zeros saves no
        // digit: above 2 * 10^38 the result cannot have 38 digits.
        int const shift = a.exponent_ - b.exponent_;
        if (shift + detail::count_digits(a.coefficient_) > 39) return number_error::digits;
        auto const limit = 2 * detail::power_of_ten(38);
        auto const scale = detail::power_of_ten(shift);
        if (a.coefficient_ > limit / scale) return number_error::digits;
        auto const x = a.coefficient_ * scale;
        auto const y = b.coefficient_;
        if (a.negative_ == b.negative_) return make(a.negative_, x + y, b.exponent_, out);
        return x >= y ? make(a.negative_, x - y, b.exponent_, out) : make(b.negative_, y - x, b.exponent_, out);
    }

    // Trailing zeros of the product come from factors 2 of one operand and 5 of the other. They are divided out first,
    // so that the product consists of significant digits only.
    static constexpr number_error multiply(decimal const& a, decimal const& b, decimal& out) noexcept {
        if (a.is_zero() || b.is_zero()) {
            out = decimal();
            return number_error::none;
        }
        auto x = a.coefficient_;
        auto y = b.coefficient_;
        int exponent = a.exponent_ + b.exponent_;
        for (; x % 2 == 0 && y % 5 == 0; ++exponent) {
            x /= 2;
            y /= 5;
        }
        for (; x % 5 == 0 && y % 2 == 0; ++exponent) {
            x /= 5;
            y /= 2;
        }
        if (x > (detail::power_of_ten(38) - 1) / y) return number_error::digits;
        return make(a.negative_ != b.negative_, x * y, exponent, out);
    }

    [[noreturn]] static void refuse(decimal const& a, char operation, decimal const& b, number_error fault);

    static constexpr number_error read(std::string_view text, decimal& out) noexcept {
        std::size_t i = 0;
        auto const digit = [&] { return i < text.size() && text[i] >= '0' && text[i] <= '9'; };
        auto const sign = [&] {
            bool const negative = i < text.size() && text[i] == '-';
            if (negative || (i < text.size() && text[i] == '+')) ++i;
            return negative;
        };
        bool const negative = sign();
        detail::uint128 coefficient = 0;
        int zeros = 0;  // read, not yet part of the coefficient
        int digits = 0; // of the coefficient
        long long exponent = 0;
        bool any = false, point = false, too_many = false;
        for (;; ++i) {
            if (!point && i < text.size() && text[i] == '.') {
                point = true;
                continue;
            }
            if (!digit()) break;
            any = true;
            if (point) --exponent;
            if (text[i] == '0') {
                ++zeros;
                continue;
            }
            if (digits == 0) zeros = 0;
            if (zeros + 1 > detail::max_number_digits - digits) {
                too_many = true;
                zeros = 0;
                continue;
            }
            coefficient = coefficient * detail::power_of_ten(zeros + 1) + static_cast<unsigned>(text[i] - '0');
            digits += zeros + 1;
            zeros = 0;
        }
        if (!any) return number_error::syntax;
        if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
            ++i;
            bool const down = sign();
            if (!digit()) return number_error::syntax;
            long long written = 0;
            for (; digit(); ++i)
                if (written < 1'000'000'000'000) written = written * 10 + (text[i] - '0');
            exponent += down ? -written : written;
        }
        if (i != text.size()) return number_error::syntax;
        if (too_many) return number_error::digits;
        if (coefficient == 0) { // DynamoDB rejects 0e126, but accepts 0.0e126
            out = decimal();
            return exponent > detail::max_number_exponent ? number_error::overflow : number_error::none;
        }
        exponent += zeros;
        if (exponent > 1000) return number_error::overflow;
        if (exponent < -1000) return number_error::underflow;
        return make(negative, coefficient, static_cast<int>(exponent), out);
    }

    template <class Floating>
    Floating nearest() const noexcept;

    int write_digits(char* out) const noexcept;

    // Canonical: the coefficient does not end in the digit zero; the number zero has exponent 0 and is not negative.
    detail::uint128 coefficient_ = 0;
    std::int16_t exponent_ = 0;
    bool negative_ = false;
};

inline namespace literals {

/// 12.50_dec is exactly 12.5. Throws bad_value if the literal has more than 38 digits or is out of range.
inline decimal operator""_dec(char const* text) { return decimal(text); }

} // namespace literals

} // namespace monotable

template <>
struct std::hash<monotable::decimal> {
    std::size_t operator()(monotable::decimal const& v) const noexcept {
        return std::hash<std::string_view>()(v.bytes().view());
    }
};

#ifndef MONOTABLE_COMPILED
#include <monotable/core/decimal.ipp>
#endif
