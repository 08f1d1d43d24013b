// SPDX-License-Identifier: BSL-1.0
// The bytes are what stores have written: a change here makes existing data unreadable.
#include <monotable/core/item.hpp>
#include <monotable/core/value.hpp>

#include <catch2/catch_test_macros.hpp>

#include <limits>
#include <string>
#include <string_view>

namespace mt = monotable;
using namespace std::string_literals;

namespace {

std::string hex(std::string_view bytes) {
    constexpr char digits[] = "0123456789abcdef";
    std::string out;
    for (auto const c : bytes) {
        if (!out.empty()) out += ' ';
        out += digits[static_cast<unsigned char>(c) >> 4];
        out += digits[static_cast<unsigned char>(c) & 15];
    }
    return out;
}

std::string number(std::string_view text) { return hex(mt::value(mt::decimal(text)).bytes()); }

} // namespace

TEST_CASE("scalars are a tag and what they hold") {
    CHECK(hex(mt::value::null().bytes()) == "00");
    CHECK(hex(mt::value(false).bytes()) == "01 00");
    CHECK(hex(mt::value(true).bytes()) == "01 01");
    CHECK(hex(mt::value("").bytes()) == "03 00");
    CHECK(hex(mt::value("h\xc3\xa9").bytes()) == "03 03 68 c3 a9");
    CHECK(hex(mt::value::binary("\0\xff"s).bytes()) == "04 02 00 ff");
    CHECK(hex(mt::value(std::string(128, 'x')).bytes().substr(0, 4)) == "03 80 01 78");
}

TEST_CASE("numbers are bytes in numeric order") {
    CHECK(number("0") == "02 01 02");
    CHECK(number("1") == "02 03 03 82 0b");
    CHECK(number("-1") == "02 04 01 7d f4 ff");
    CHECK(number("10") == "02 03 03 83 0b");
    CHECK(number("12") == "02 03 03 83 0d");
    CHECK(number("123") == "02 04 03 84 0d 1f");
    CHECK(number("100.01") == "02 05 03 84 0b 01 0b");
    CHECK(number("-123") == "02 05 01 7b f2 e0 ff");
    CHECK(number("1E-130") == "02 03 03 00 0b");
    CHECK(number("9.9999999999999999999999999999999999999E+125") ==
          "02 15 03 ff 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64");
}

TEST_CASE("integers are the numbers they are") {
    auto const max = std::numeric_limits<std::uint64_t>::max();
    auto const min = std::numeric_limits<std::int64_t>::min();
    CHECK(mt::value(max) == mt::value(mt::decimal("18446744073709551615")));
    CHECK(mt::value(min) == mt::value(mt::decimal("-9223372036854775808")));
    CHECK(hex(mt::value(1000).bytes()) == "02 03 03 85 0b");
    CHECK(hex(mt::value(max).bytes()) == "02 0c 03 95 13 2d 44 2d 08 26 0a 38 11 10");
}

TEST_CASE("containers have a size, a count and their elements in order") {
    CHECK(hex(mt::item().bytes()) == "06 01 00 00 00 00");
    CHECK(hex(mt::value::list({}).bytes()) == "05 01 00 00 00 00");
    CHECK(hex(mt::value::list({"a", 1, nullptr}).bytes()) == "05 0a 00 00 00 03 03 01 61 02 03 03 82 0b 00");
    CHECK(hex(mt::item{{"b", true}, {"a", "x"}}.bytes()) == "06 0a 00 00 00 02 01 61 03 01 78 01 62 01 01");
    CHECK(hex(mt::value::string_set({"b", "", "a"}).bytes()) == "07 06 00 00 00 03 00 01 61 01 62");
    CHECK(hex(mt::value::number_set({2, -1, 0}).bytes()) == "08 0c 00 00 00 03 04 01 7d f4 ff 01 02 03 03 82 15");
    CHECK(hex(mt::value::binary_set({"\xff", "a"}).bytes()) == "09 05 00 00 00 02 01 61 01 ff");
}

TEST_CASE("a count of more than 127 takes a second byte") {
    std::string bytes;
    mt::value_writer out(bytes);
    out.begin_list();
    for (int i = 0; i < 200; ++i) out.null();
    out.end_list();
    CHECK(hex(std::string_view(bytes).substr(0, 8)) == "05 ca 00 00 00 c8 01 00");
    CHECK(bytes.size() == 5 + 2 + 200);
    CHECK(mt::validate(bytes));
}
