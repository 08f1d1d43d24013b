// SPDX-License-Identifier: BSL-1.0
#include <monotable/endpoint/crc32.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cstdint>
#include <string>
#include <string_view>

using monotable::endpoint::crc32;

namespace {

std::uint32_t bit_by_bit(std::string_view bytes) {
    std::uint32_t rest = ~0u;
    for (char const c : bytes) {
        rest ^= static_cast<unsigned char>(c);
        for (int i = 0; i != 8; ++i) rest = rest >> 1 ^ (rest % 2 * 0xEDB88320u);
    }
    return ~rest;
}

} // namespace

TEST_CASE("semantics 12: the checksum is zlib's") {
    static_assert(crc32("") == 0);
    static_assert(crc32("123456789") == 0xCBF43926u); // the check value of the CRC's definition
    CHECK(crc32("<UnknownOperationException/>\n") == 3552371480u);
    std::string bytes;
    for (int i = 0; i != 300; ++i) {
        bytes += static_cast<char>(i * 37);
        CHECK(crc32(bytes) == bit_by_bit(bytes));
    }
}
