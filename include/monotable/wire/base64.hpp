// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/text.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace monotable::wire {

namespace detail {

/// The value of a digit, 0 to 63; 64 for the padding; 255 for any other character.
constexpr std::uint8_t base64_digit(char c) noexcept {
    if (c >= 'A' && c <= 'Z') return static_cast<std::uint8_t>(c - 'A');
    if (c >= 'a' && c <= 'z') return static_cast<std::uint8_t>(c - 'a' + 26);
    if (c >= '0' && c <= '9') return static_cast<std::uint8_t>(c - '0' + 52);
    return c == '+' ? 62 : c == '/' ? 63 : c == '=' ? 64 : 255;
}

} // namespace detail

/// Decodes base64 (RFC 4648, section 4) and appends the bytes to `out`. Returns an empty string, or DynamoDB's message
/// if `text` is invalid. REQUIRES: `text` is UTF-8.
inline std::string decode_base64(std::string_view text, std::string& out) {
    if (text.size() % 4 != 0)
        return "Base64 encoded length is expected a multiple of 4 bytes but found: " + std::to_string(text.size());
    auto const end = text.find('=');
    for (std::size_t i = 0; i != text.size(); ++i) {
        auto const digit = detail::base64_digit(text[i]);
        if (digit == 255) {
            std::string const character(text.substr(i, monotable::detail::utf8_sequence(text.substr(i))));
            return "Invalid Base64 character: '" + character + "'";
        }
        if (i > end && digit != 64) return "Invalid Base64 character: '='";
    }
    auto const digits = end == text.npos ? text.size() : end;
    auto const padding = text.size() - digits;
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i != digits; ++i) {
        bits = bits << 6 | detail::base64_digit(text[i]);
        if (i % 4 != 3) continue;
        out += static_cast<char>(bits >> 16);
        out += static_cast<char>(bits >> 8);
        out += static_cast<char>(bits);
        bits = 0;
    }
    constexpr auto bad_end = "Invalid last non-pad Base64 character dectected"; // sic
    if (padding > 2) return bad_end;
    if (padding == 2) {
        if ((bits & 15) != 0) return bad_end;
        out += static_cast<char>(bits >> 4);
    }
    if (padding == 1) {
        if ((bits & 3) != 0) return bad_end;
        out += static_cast<char>(bits >> 10);
        out += static_cast<char>(bits >> 2);
    }
    return {};
}

} // namespace monotable::wire
