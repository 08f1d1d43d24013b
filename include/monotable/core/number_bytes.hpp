// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/text.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

/// The encoding of numbers as bytes whose memcmp order is the numeric order (a string sorts after its own prefixes):
///   zero      02
///   positive  03, scientific exponent + 130, digit pairs + 1 (the last pair padded with 0; trailing 00 pairs dropped)
///   negative  01, then the bytes of the magnitude complemented, then FF
namespace monotable::detail {

__extension__ typedef unsigned __int128 uint128;

inline constexpr int max_number_digits = 38;
inline constexpr int min_number_exponent = -130; // scientific
inline constexpr int max_number_exponent = 125;

inline constexpr std::uint64_t powers_of_ten[20] = {1u,
                                                    10u,
                                                    100u,
                                                    1000u,
                                                    10000u,
                                                    100000u,
                                                    1000000u,
                                                    10000000u,
                                                    100000000u,
                                                    1000000000u,
                                                    10000000000u,
                                                    100000000000u,
                                                    1000000000000u,
                                                    10000000000000u,
                                                    100000000000000u,
                                                    1000000000000000u,
                                                    10000000000000000u,
                                                    100000000000000000u,
                                                    1000000000000000000u,
                                                    10000000000000000000u};

constexpr uint128 power_of_ten(int exponent) noexcept { // 0..38
    return exponent < 20 ? uint128(powers_of_ten[exponent]) : uint128(powers_of_ten[19]) * powers_of_ten[exponent - 19];
}

constexpr int count_digits(std::uint64_t v) noexcept { // of 0: 1
    int const guess = (64 - std::countl_zero(v | 1u)) * 1233 >> 12;
    return guess + (v >= powers_of_ten[guess] || guess == 0);
}

constexpr int count_digits(uint128 v) noexcept {
    if (v <= std::numeric_limits<std::uint64_t>::max()) return count_digits(static_cast<std::uint64_t>(v));
    int digits = 20;
    while (digits < 39 && v >= power_of_ten(digits)) ++digits;
    return digits;
}

/// The bytes of one number, at most 1 + 1 + 19 + 1.
struct number_payload {
    std::uint8_t size;
    char data[22];

    constexpr std::string_view view() const noexcept { return view_of(data, size); }
};

/// Encodes coefficient * 10^exponent. REQUIRES: it is not zero, has at most 38 digits and is within the range.
constexpr number_payload encode_number(bool negative, uint128 coefficient, int exponent) noexcept {
    int const digits = count_digits(coefficient);
    std::uint8_t pairs[20] = {};
    int count = 0; // pairs are collected from the right, without trailing zero pairs
    if (digits % 2 != 0) {
        auto const last = static_cast<std::uint8_t>(coefficient % 10 * 10);
        coefficient /= 10;
        if (last != 0) pairs[count++] = last;
    }
    while (coefficient > std::numeric_limits<std::uint64_t>::max()) {
        auto const pair = static_cast<std::uint8_t>(coefficient % 100);
        coefficient /= 100;
        if (count != 0 || pair != 0) pairs[count++] = pair;
    }
    for (auto rest = static_cast<std::uint64_t>(coefficient); rest != 0; rest /= 100) {
        auto const pair = static_cast<std::uint8_t>(rest % 100);
        if (count != 0 || pair != 0) pairs[count++] = pair;
    }
    number_payload out{};
    std::uint8_t const flip = negative ? 0xFF : 0;
    out.data[0] = negative ? 1 : 3;
    out.data[1] = static_cast<char>((digits - 1 + exponent - min_number_exponent) ^ flip);
    out.size = 2;
    while (count != 0) out.data[out.size++] = static_cast<char>((pairs[--count] + 1) ^ flip);
    if (negative) out.data[out.size++] = static_cast<char>(0xFF);
    return out;
}

constexpr number_payload encode_zero() noexcept { return {1, {2}}; }

constexpr number_payload encode_number(std::uint64_t v) noexcept {
    return v == 0 ? encode_zero() : encode_number(false, v, 0);
}

constexpr number_payload encode_number(std::int64_t v) noexcept {
    return v >= 0 ? encode_number(static_cast<std::uint64_t>(v))
                  : encode_number(true, 0u - static_cast<std::uint64_t>(v), 0);
}

/// The components of a payload, which is not validated. The digits are pair(0), pair(1), ...
struct number_digits {
    bool negative;
    int exponent; // scientific
    int pairs;    // 0 for zero
    char const* first;

    constexpr explicit number_digits(std::string_view payload) noexcept
        : negative(payload[0] == 1),
          exponent(payload.size() > 1 ? (byte(payload[1]) ^ (negative ? 0xFF : 0)) + min_number_exponent : 0),
          pairs(payload.size() > 1 ? static_cast<int>(payload.size()) - (negative ? 3 : 2) : 0),
          first(payload.data() + 2) {}

    constexpr unsigned pair(int i) const noexcept { return (byte(first[i]) ^ (negative ? 0xFFu : 0u)) - 1u; }
    constexpr int digits() const noexcept { return pairs == 0 ? 0 : 2 * pairs - (pair(pairs - 1) % 10 == 0); }
};

struct number_parts {
    bool negative;
    int exponent; // of the coefficient's last digit
    uint128 coefficient;
};

constexpr number_parts decode_number(std::string_view payload) noexcept {
    number_digits const number(payload);
    if (number.pairs == 0) return {false, 0, 0};
    std::uint64_t head = 0;
    int i = 0;
    for (; i < number.pairs && i < 9; ++i) head = head * 100 + number.pair(i);
    int exponent = number.exponent + 1 - 2 * number.pairs;
    if (i == number.pairs) {
        if (head % 10 == 0) {
            head /= 10;
            ++exponent;
        }
        return {number.negative, exponent, head};
    }
    uint128 coefficient = head;
    for (; i < number.pairs; ++i) coefficient = coefficient * 100 + number.pair(i);
    if (coefficient % 10 == 0) {
        coefficient /= 10;
        ++exponent;
    }
    return {number.negative, exponent, coefficient};
}

/// The magnitude as an integer; nullopt if it is not an integer or does not fit.
constexpr std::optional<std::uint64_t> integer_magnitude(number_parts const& parts) noexcept {
    if (parts.exponent < 0 || parts.exponent > 19) return std::nullopt;
    auto const limit = std::numeric_limits<std::uint64_t>::max();
    if (parts.coefficient > limit / powers_of_ten[parts.exponent]) return std::nullopt;
    return static_cast<std::uint64_t>(parts.coefficient) * powers_of_ten[parts.exponent];
}

constexpr std::optional<std::uint64_t> to_uint64(number_parts const& parts) noexcept {
    return parts.negative ? std::nullopt : integer_magnitude(parts);
}

constexpr std::optional<std::int64_t> to_int64(number_parts const& parts) noexcept {
    auto const magnitude = integer_magnitude(parts);
    auto const limit = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    if (!magnitude || *magnitude > limit + (parts.negative ? 1u : 0u)) return std::nullopt;
    return static_cast<std::int64_t>(parts.negative ? 0u - *magnitude : *magnitude);
}

/// True if `payload` is the encoding of some number in canonical form.
constexpr bool is_number_payload(std::string_view payload) noexcept {
    if (payload == encode_zero().view()) return true;
    if (payload.size() < 3 || (payload[0] != 1 && payload[0] != 3)) return false;
    number_digits const number(payload);
    if (number.pairs < 1 || number.pairs > 19) return false;
    if (number.negative && byte(payload.back()) != 0xFF) return false;
    for (int i = 0; i < number.pairs; ++i)
        if (number.pair(i) > 99) return false;
    return number.pair(0) >= 10 && number.pair(number.pairs - 1) != 0;
}

} // namespace monotable::detail
