// SPDX-License-Identifier: BSL-1.0
// The bytes of keys. They are a persistent format: a change here loses stored data.
#include <key_support.hpp>
#include <store_support.hpp>

#include <monotable/codec/boost_uuid.hpp>

#include <catch2/catch_test_macros.hpp>

#include <chrono>
#include <cstdint>
#include <limits>
#include <string>

using namespace key_support;
using namespace std::chrono;
using store_support::says;

namespace {

enum class color { red, dark_green };
using text = std::string;

template <class T>
constexpr T low = std::numeric_limits<T>::min();
template <class T>
constexpr T high = std::numeric_limits<T>::max();

} // namespace

TEST_CASE("integers are as wide as their type's widest number, negative ones complemented") {
    CHECK(key("{a}", std::int8_t{0}) == "000");
    CHECK(key("{a}", std::int8_t{7}) == "007");
    CHECK(key("{a}", std::int8_t{-7}) == "-992");
    CHECK(key("{a}", low<std::int8_t>) == "-871");
    CHECK(key("{a}", high<std::int8_t>) == "127");
    CHECK(key("{a}", high<std::uint8_t>) == "255");
    CHECK(key("{a}", low<std::int16_t>) == "-67231");
    CHECK(key("{a}", high<std::int16_t>) == "32767");
    CHECK(key("{a}", high<std::uint16_t>) == "65535");
    CHECK(key("{a}", low<std::int32_t>) == "-7852516351");
    CHECK(key("{a}", high<std::int32_t>) == "2147483647");
    CHECK(key("{a}", high<std::uint32_t>) == "4294967295");
    CHECK(key("{a}", low<std::int64_t>) == "-0776627963145224191");
    CHECK(key("{a}", high<std::int64_t>) == "9223372036854775807");
    CHECK(key("{a}", std::uint64_t{1}) == "00000000000000000001");
    CHECK(key("{a}", high<std::uint64_t>) == "18446744073709551615");
}

TEST_CASE("a width is the number of digits, and what does not fit is refused") {
    CHECK(key("{a:6}", 42) == "000042");
    CHECK(key("{a:6}", -42) == "-999957");
    CHECK(key("{a:1}", 9) == "9");
    CHECK(key("{a:6}", 999999) == "999999");
    CHECK(key("{a:30}", 5) == "000000000000000000000000000005");
    CHECK_THROWS_MATCHES(key("{a:6}", 1000000), mt::bad_value, says("Thing.a = \"1000000\""));
    CHECK_THROWS_MATCHES(key("{a:6}", -1000000), mt::bad_value, says("more digits than the width"));
    CHECK_THROWS_AS(key("{a:1}", 10), mt::bad_value);
}

TEST_CASE("desc complements the digits") {
    CHECK(key("{a:6 desc}", 42) == "999957");
    CHECK(key("{a:6 desc}", 0) == "999999");
    CHECK(key("{a:6 desc}", -42) == "~000042");
    CHECK(key("{a:desc}", std::int8_t{-7}) == "~007");
}

TEST_CASE("numbers have a fixed point") {
    CHECK(key("{a:8.2}", mt::decimal("12.5")) == "00000012.50");
    CHECK(key("{a:8.2}", mt::decimal("0")) == "00000000.00");
    CHECK(key("{a:8.2}", mt::decimal("-12.5")) == "-99999987.49");
    CHECK(key("{a:8.2}", mt::decimal("-0.01")) == "-99999999.98");
    CHECK(key("{a:8.2}", mt::decimal("99999999.99")) == "99999999.99");
    CHECK(key("{a:4}", mt::decimal("42")) == "0042");
    CHECK(key("{a:4.0}", mt::decimal("42")) == "0042");
    CHECK(key("{a:8.2 desc}", mt::decimal("12.5")) == "99999987.49");
    CHECK(key("{a:8.2 desc}", mt::decimal("-12.5")) == "~00000012.50");
    CHECK(key("{a:3.6}", 0.1) == "000.100000");
    CHECK(key("{a:3.6}", -0.000001) == "-999.999998");
    CHECK(key("{a:3.6}", 1e2f) == "100.000000");
    CHECK(key("{a:1.37}", mt::decimal("1.0000000000000000000000000000000000001")) ==
          "1.0000000000000000000000000000000000001");
    CHECK_THROWS_MATCHES(key("{a:8.2}", mt::decimal("0.001")), mt::bad_value, says("more fraction digits"));
    CHECK_THROWS_MATCHES(key("{a:2.2}", mt::decimal("100")), mt::bad_value, says("more digits than the width"));
    CHECK_THROWS_AS(key("{a:2.2}", 1e100), mt::bad_value);
    CHECK_THROWS_AS(key("{a:2.2}", 1e-100), mt::bad_value);
    CHECK_THROWS_AS(key("{a:2.2}", std::numeric_limits<double>::quiet_NaN()), mt::bad_value);
}

TEST_CASE("times are as they are stored, or cut at a unit") {
    auto const day = sys_days(2025y / 12 / 20);
    auto const second = day + 10h + 7min + 5s;
    CHECK(key("{a}", sys_time<seconds>(second)) == "2025-12-20T10:07:05Z");
    CHECK(key("{a}", sys_time<milliseconds>(second + 12ms)) == "2025-12-20T10:07:05.012Z");
    CHECK(key("{a}", sys_time<microseconds>(second + 12us)) == "2025-12-20T10:07:05.000012Z");
    CHECK(key("{a}", sys_time<nanoseconds>(second + 12ns)) == "2025-12-20T10:07:05.000000012Z");

    auto const ns = sys_time<nanoseconds>(second + 123456789ns);
    CHECK(key("{a:year}", ns) == "2025");
    CHECK(key("{a:month}", ns) == "2025-12");
    CHECK(key("{a:day}", ns) == "2025-12-20");
    CHECK(key("{a:hour}", ns) == "2025-12-20T10Z");
    CHECK(key("{a:minute}", ns) == "2025-12-20T10:07Z");
    CHECK(key("{a:second}", ns) == "2025-12-20T10:07:05Z");
    CHECK(key("{a:ms}", ns) == "2025-12-20T10:07:05.123Z");
    CHECK(key("{a:us}", ns) == "2025-12-20T10:07:05.123456Z");
    CHECK(key("{a:ns}", ns) == "2025-12-20T10:07:05.123456789Z");
    CHECK(key("{a:ms}", sys_time<milliseconds>(second)) == "2025-12-20T10:07:05.000Z");
    CHECK(key("{a:second}", sys_time<seconds>(second)) == "2025-12-20T10:07:05Z");
    CHECK(key("{a:hour}", sys_time<seconds>(second)) == "2025-12-20T10Z");
    CHECK(key("{a:desc}", sys_time<milliseconds>(second)) == "7974-87-79T89:92:94.999Z");
    CHECK(key("{a:day desc}", ns) == "7974-87-79");

    CHECK(key("{a}", sys_time<seconds>(sys_days(0y / 1 / 1))) == "0000-01-01T00:00:00Z");
    CHECK(key("{a}", sys_time<milliseconds>(sys_days(1970y / 1 / 1)) - 1ms) == "1969-12-31T23:59:59.999Z");
    CHECK(key("{a}", sys_time<seconds>(sys_days(9999y / 12 / 31) + 24h - 1s)) == "9999-12-31T23:59:59Z");
    CHECK_THROWS_AS(key("{a}", sys_time<seconds>(sys_days(10000y / 1 / 1))), mt::bad_value);
}

TEST_CASE("local times have no Z") {
    auto const at = local_days(2025y / 12 / 20) + 10h + 7min + 5s;
    CHECK(key("{a}", local_time<seconds>(at)) == "2025-12-20T10:07:05");
    CHECK(key("{a}", local_time<milliseconds>(at)) == "2025-12-20T10:07:05.000");
    CHECK(key("{a:minute}", local_time<milliseconds>(at)) == "2025-12-20T10:07");
    CHECK(key("{a:epoch}", local_time<seconds>(at)) == "1766225225");
}

TEST_CASE("dates") {
    CHECK(key("{a}", sys_days(2025y / 2 / 1)) == "2025-02-01");
    CHECK(key("{a}", 2025y / 2 / 1) == "2025-02-01");
    CHECK(key("{a}", local_days(2025y / 2 / 1)) == "2025-02-01");
    CHECK(key("{a:day}", 2025y / 2 / 1) == "2025-02-01");
    CHECK(key("{a:month}", 2025y / 2 / 1) == "2025-02");
    CHECK(key("{a:year desc}", 2025y / 2 / 1) == "7974");
    CHECK(key("{a:epoch}", sys_days(1970y / 1 / 2)) == "0000086400");
    CHECK_THROWS_AS(key("{a}", 2025y / 2 / 30), mt::bad_value);
}

TEST_CASE("epoch times are ten or thirteen digits") {
    auto const at = sys_time<milliseconds>(1766225225012ms);
    CHECK(key("{a:epoch}", at) == "1766225225");
    CHECK(key("{a:epoch_ms}", at) == "1766225225012");
    CHECK(key("{a:epoch desc}", at) == "8233774774");
    CHECK(key("{a:epoch_ms}", sys_time<seconds>(1s)) == "0000000001000");
    CHECK(key("{a:epoch_ms}", sys_time<nanoseconds>(1234567ns)) == "0000000000001");
    CHECK(key("{a:epoch}", sys_time<seconds>(0s)) == "0000000000");
    CHECK(key("{a:epoch}", sys_time<seconds>(9'999'999'999s)) == "9999999999");
    CHECK_THROWS_MATCHES(key("{a:epoch}", sys_time<milliseconds>(-1ms)), mt::bad_value, says("Thing.a"));
    CHECK_THROWS_AS(key("{a:epoch}", sys_time<seconds>(10'000'000'000s)), mt::bad_value);
}

TEST_CASE("bool, enum, uuid") {
    CHECK(key("{a}", true) == "true");
    CHECK(key("{a}#{b}", false, 1) == "false#0000000001");
    CHECK(key("{a}", color::dark_green) == "dark_green");
    CHECK(key("{a}_{b}", color::dark_green, color::red) == "dark%5Fgreen_red");
    boost::uuids::uuid const id{
        {0x01, 0x90, 0xF3, 0xA1, 0x7C, 0x2E, 0x7B, 0x11, 0x80, 0, 0, 0xC0, 0x4F, 0xD4, 0x30, 0xC8}};
    CHECK(key("{a}", id) == "0190f3a1-7c2e-7b11-8000-00c04fd430c8");
}

TEST_CASE("lower folds ASCII letters only") {
    CHECK(key("{a:lower}", text("Jürgen ÄZ")) == "jürgen Äz");
    CHECK(key("{a:lower}#", text("A#B")) == "a$23b#");
}

TEST_CASE("shards are a stable hash of the value's text") {
    // FNV-1a of 64 bits, folded once: h ^ (h >> 32).
    CHECK(mt::detail::stable_hash("") == 14695981038468906945u);
    CHECK(mt::detail::stable_hash("a") == 12638187199001669824u);
    CHECK(mt::detail::stable_hash("c42") == 17766756716670062809u);
    CHECK(key("{a:shard 10}", text("a")) == "4");
    CHECK(key("{a:shard 5}", text("c42")) == "4");
    CHECK(key("S#{a:shard 200}", text("a")) == "S#024");
    CHECK(key("{a:shard 10000}", text("ord_1")) == "5350");
    CHECK(key("{a:shard 10}", -42) == "9");
    CHECK(key("{a:shard 200}", sys_time<milliseconds>(sys_days(2025y / 12 / 20) + 10h + 7min + 5s)) == "069");
    CHECK(key("{a:shard 2}{b}", color::red, text("x")) == key("{a:shard 2}{b}", text("red"), text("x")));
}

TEST_CASE("a shard range is the number, padded to its last shard") {
    CHECK(key("S#{a:0..4}", 3) == "S#3");
    CHECK(key("S#{a:0..12}", 3) == "S#03");
    CHECK(key("S#{a:5..100}", std::uint8_t{99}) == "S#099");
    CHECK_THROWS_MATCHES(key("S#{a:0..4}", 5), mt::bad_value, says("Thing.a = \"5\": is not one of the shards"));
    CHECK_THROWS_AS(key("S#{a:0..4}", -1), mt::bad_value);
    CHECK_THROWS_AS(key("S#{a:5..9}", 4), mt::bad_value);
}

TEST_CASE("a prefix is demanded") {
    CHECK(key("{a:ord_*}", text("ord_1")) == "ord_1");
    CHECK(key("{a:ord_*}#x", text("ord_#")) == "ord_$23#x");
    CHECK_THROWS_MATCHES(key("{a:ord_*}", text("cus_1")), mt::bad_value, says("does not start with \"ord_\""));
    CHECK(key("{a:o*}", text("o")) == "o");
}

TEST_CASE("strings at the end of a key stand as they are") {
    CHECK(key("A#{a}", text("x#y%z \n")) == "A#x#y%z \n");
    CHECK(key("{a}", text("\0", 1)) == text("\0", 1));
    CHECK(key("{a}", text("日本")) == "日本");
    CHECK_THROWS_MATCHES(key("A#{a}", text()), mt::bad_value,
                         says("Thing.a = \"\": an empty string cannot be part of a key"));
    CHECK_THROWS_AS(key("{a}", text("\xff")), mt::bad_value);
}

TEST_CASE("before a delimiter up to the full stop, bytes up to its successor are escaped by that successor") {
    CHECK(key("{a}#{b}", text("x#y"), text("z#")) == "x$23y#z#");
    CHECK(key("{a}#{b}", text("$ !%&"), text("z")) == "$24$20$21%&#z");
    CHECK(key("{a}#{b}", text("\0\x1f~\x7f", 4), text("z")) == text("$00$1F~\x7f#z"));
    CHECK(key("{a}#{b}", text("é日"), text("z")) == "é日#z");
    CHECK(key("{a}.{b}", text("a.b/c-0"), text("z")) == "a/2Eb/2Fc/2D0.z");
    CHECK(key("{a}-{b}", text("a-b.c,/"), text("z")) == "a.2Db.2Ec.2C/-z");
    CHECK(key("{a} {b}", text("a b!c\t"), text("z")) == "a!20b!21c!09 z");
    CHECK(key("{a}%{b}", text("a%b&"), text("z")) == "a&25b&26%z");
    CHECK(key("{a}#END", text("END")) == "END#END");
}

TEST_CASE("before another delimiter, it and the percent sign are escaped by a percent sign") {
    CHECK(key("{a}/{b}", text("a/b%c#"), text("z/")) == "a%2Fb%25c#/z/");
    CHECK(key("{a}:{b}", text("a:b%"), text("z")) == "a%3Ab%25:z");
    CHECK(key("{a}|{b}", text("a|b"), text("z")) == "a%7Cb|z");
    CHECK(key("{a}_{b}", text("a_b"), text("z")) == "a%5Fb_z");
    CHECK(key("{a}x{b}", text("axb"), text("z")) == "a%78bxz");
    CHECK(key("{a}4{b}", text("a4b%"), text("z")) == "a%34b%254z");
    CHECK(key("{a}Ab{b}", text("A%b"), text("z")) == "%41%25bAbz");
}

TEST_CASE("before a delimiter outside of ASCII, every such byte is escaped") {
    CHECK(key("{a}→{b}", text("a→é%b"), text("→")) == "a%E2%86%92%C3%A9%25b→→");
}

TEST_CASE("braces are doubled") {
    CHECK(key("{{{a}}}", text("x")) == "{x}");
    CHECK(key("{{{a}}}", text("x}%")) == "{x%7D%25}");
    CHECK(key("a{{b}}{{c", text("x")) == "a{b}{c");
    CHECK(key("{a}{{{b}", text("x{"), text("y")) == "x%7B{y");
}

TEST_CASE("several placeholders") {
    CHECK(key("O#{a}#{b}#{c}", text("c"), sys_time<milliseconds>(0ms), 5u) ==
          "O#c#1970-01-01T00:00:00.000Z#0000000005");
    CHECK(key("{a:3}{b:3}{c}", 1, 2, text("x")) == "001002x");
    CHECK(key("{a}#{a}", text("#")) == "$23##");
}
