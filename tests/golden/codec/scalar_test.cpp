// SPDX-License-Identifier: BSL-1.0
// What is stored is a format: data that exists must stay readable, here and from other languages.
#include <monotable/codec/boost_uuid.hpp>
#include <monotable/codec/type_of.hpp>

#include <stored.hpp>

#include <catch2/catch_test_macros.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace mt = monotable;
using stored::stored_text;

TEST_CASE("strings are stored as they are") {
    CHECK(stored_text(std::string()) == R"("")");
    CHECK(stored_text(std::string("Grüße")) == R"("Grüße")");
    CHECK(stored_text(std::string("a\0b", 3)) == std::string("\"a\0b\"", 5));
}

TEST_CASE("integers are numbers") {
    CHECK(stored_text(0) == "0");
    CHECK(stored_text(std::int8_t{-128}) == "-128");
    CHECK(stored_text(std::uint8_t{255}) == "255");
    CHECK(stored_text(std::numeric_limits<std::int64_t>::min()) == "-9223372036854775808");
    CHECK(stored_text(std::numeric_limits<std::int64_t>::max()) == "9223372036854775807");
    CHECK(stored_text(std::numeric_limits<std::uint64_t>::max()) == "18446744073709551615");
    CHECK(stored::encoded(1200).bytes() == mt::value(1200).bytes());
}

TEST_CASE("floating point is the shortest decimal that reads back") {
    CHECK(stored_text(0.0) == "0");
    CHECK(stored_text(-0.0) == "0");
    CHECK(stored_text(0.1) == "0.1");
    CHECK(stored_text(0.1f) == "0.1");
    CHECK(stored_text(1.0 / 3) == "0.3333333333333333");
    CHECK(stored_text(1.0f / 3) == "0.33333334");
    CHECK(stored_text(-2.5e20) == "-250000000000000000000");
    CHECK(stored_text(16777216.0f) == "16777216");
}

TEST_CASE("decimals are numbers") {
    CHECK(stored_text(mt::decimal("12.50")) == "12.5");
    CHECK(stored_text(mt::decimal("-0.00000000000000000000000000000000000001")) ==
          "-0.00000000000000000000000000000000000001");
}

TEST_CASE("bool is a boolean") {
    CHECK(stored_text(true) == "true");
    CHECK(stored_text(false) == "false");
}

TEST_CASE("bytes are binary") {
    CHECK(stored_text(std::vector<std::byte>{}) == R"(b"")");
    CHECK(stored_text(std::vector<std::byte>{std::byte{0}, std::byte{255}}) == R"(b"00ff")");
    CHECK(stored_text(std::array<std::byte, 2>{std::byte{1}, std::byte{0x7f}}) == R"(b"017f")");
    CHECK(stored_text(std::vector<std::uint8_t>{0, 255}) == "[0, 255]"); // numbers
}

TEST_CASE("UUIDs are lower-case text") {
    boost::uuids::uuid id{};
    CHECK(stored_text(id) == R"("00000000-0000-0000-0000-000000000000")");
    std::uint8_t next = 0x0f;
    for (auto& byte : id) byte = next = static_cast<std::uint8_t>(next + 0x10);
    CHECK(stored_text(id) == R"("1f2f3f4f-5f6f-7f8f-9faf-bfcfdfefff0f")");
}
