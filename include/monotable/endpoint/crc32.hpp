// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/requirements.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace monotable::endpoint {

/// table[0] advances the remainder by one byte, table[n] by a byte followed by n zero bytes.
using crc32_tables = std::array<std::array<std::uint32_t, 256>, 8>;

constexpr crc32_tables make_crc32_tables() noexcept {
    crc32_tables tables{};
    for (std::uint32_t byte = 0; byte != 256; ++byte) {
        std::uint32_t rest = byte;
        for (int bit = 0; bit != 8; ++bit) rest = (rest & 1u) != 0 ? rest >> 1 ^ 0xEDB88320u : rest >> 1;
        tables[0][byte] = rest;
    }
    for (std::size_t zeros = 1; zeros != tables.size(); ++zeros)
        for (std::size_t byte = 0; byte != 256; ++byte) {
            auto const before = tables[zeros - 1][byte];
            tables[zeros][byte] = before >> 8 ^ tables[0][before & 0xFF];
        }
    return tables;
}

inline constexpr crc32_tables crc32_table = make_crc32_tables();

/// The CRC-32 of zlib, which is that of the header x-amz-crc32. Processes eight bytes in each step.
constexpr std::uint32_t crc32(std::string_view bytes) noexcept {
    auto const& table = crc32_table;
    auto const at = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i])); };
    std::uint32_t rest = 0xFFFFFFFFu;
    for (; bytes.size() >= 8; bytes.remove_prefix(8)) {
        rest ^= at(0) | at(1) << 8 | at(2) << 16 | at(3) << 24;
        rest = table[7][rest & 0xFF] ^ table[6][rest >> 8 & 0xFF] ^ table[5][rest >> 16 & 0xFF] ^ table[4][rest >> 24] ^
               table[3][at(4)] ^ table[2][at(5)] ^ table[1][at(6)] ^ table[0][at(7)];
    }
    for (std::size_t i = 0; i != bytes.size(); ++i) rest = rest >> 8 ^ table[0][(rest ^ at(i)) & 0xFF];
    return ~rest;
}

} // namespace monotable::endpoint
