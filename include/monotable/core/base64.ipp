// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/core/base64.hpp>

namespace monotable::detail {

MONOTABLE_INLINE void append_base64(std::string& out, std::string_view bytes) {
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    while (!bytes.empty()) {
        std::size_t const taken = bytes.size() < 3 ? bytes.size() : 3;
        std::uint32_t bits = 0;
        for (std::size_t i = 0; i != 3; ++i) bits = bits << 8 | (i < taken ? static_cast<unsigned char>(bytes[i]) : 0u);
        for (std::size_t i = 0; i != 4; ++i) out += i <= taken ? digits[bits >> (18 - 6 * i) & 63] : '=';
        bytes.remove_prefix(taken);
    }
}

} // namespace monotable::detail
