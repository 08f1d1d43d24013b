// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/text.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

/// The encoding of lengths: base 128, least significant group first, shortest form only. Sizes of containers are 4
/// bytes in little-endian order.
namespace monotable::detail {

constexpr std::uint64_t read_varint(char const*& p) noexcept {
    std::uint64_t result = byte(*p++);
    if (result < 0x80) return result;
    result &= 0x7F;
    for (unsigned shift = 7;; shift += 7) {
        auto const group = byte(*p++);
        result |= std::uint64_t{group & 0x7Fu} << shift;
        if (group < 0x80) return result;
    }
}

/// False unless [p, end) begins with a varint of at most 9 bytes in its shortest form.
constexpr bool read_varint(char const*& p, char const* end, std::uint64_t& result) noexcept {
    result = 0;
    for (unsigned shift = 0; p != end && shift < 63; shift += 7) {
        auto const group = byte(*p++);
        result |= std::uint64_t{group & 0x7Fu} << shift;
        if (group < 0x80) return group != 0 || shift == 0;
    }
    return false;
}

constexpr std::size_t write_varint(char* out, std::uint64_t v) noexcept { // at most 10 bytes
    std::size_t size = 0;
    for (; v >= 0x80; v >>= 7) out[size++] = static_cast<char>(v | 0x80);
    out[size++] = static_cast<char>(v);
    return size;
}

constexpr std::uint32_t read_u32(char const* p) noexcept {
    return std::uint32_t{byte(p[0])} | std::uint32_t{byte(p[1])} << 8 | std::uint32_t{byte(p[2])} << 16 |
           std::uint32_t{byte(p[3])} << 24;
}

inline void write_u32(char* out, std::uint32_t v) noexcept {
    for (int i = 0; i < 4; ++i) out[i] = static_cast<char>(v >> (8 * i));
}

/// Reads a length and as many bytes; `p` then points after them. Always inlined: compilers otherwise decide by the size of the
/// rest of the program, which costs a get 2 %.
[[gnu::always_inline]] constexpr std::string_view read_sized(char const*& p) noexcept {
    std::size_t const size = read_varint(p);
    std::string_view const result(p, size);
    p += size;
    return result;
}

inline void append_sized(std::string& out, std::string_view bytes) {
    char length[10];
    out.append(length, write_varint(length, bytes.size()));
    out.append(bytes);
}

} // namespace monotable::detail
