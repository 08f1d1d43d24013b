// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/requirements.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace monotable::detail {

constexpr std::uint8_t byte(char c) noexcept { return static_cast<std::uint8_t>(c); }

/// With these two argument types, constructing a view does not make the compiler check for iterators.
constexpr std::string_view view_of(char const* text, std::size_t size) noexcept { return {text, size}; }

/// The length in bytes of the well-formed UTF-8 sequence at the start of `text`; 0 if it is not well-formed (overlong
/// forms, surrogates and code points above U+10FFFF included). REQUIRES: `text` is not empty.
constexpr std::size_t utf8_sequence(std::string_view text) noexcept {
    auto const lead = byte(text[0]);
    if (lead < 0x80) return 1;
    std::size_t const length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return 0;
    auto const second = byte(text[1]);
    auto const low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    auto const high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    if (second < low || second > high) return 0;
    for (std::size_t i = 2; i < length; ++i)
        if ((byte(text[i]) & 0xC0) != 0x80) return 0;
    return length;
}

bool is_utf8(std::string_view text) noexcept;

/// For messages: `text` in double quotes, cut after about 60 bytes, with non-printable bytes as \xhh.
std::string quoted(std::string_view text);

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/core/text.ipp>
#endif
