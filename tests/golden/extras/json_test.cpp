// SPDX-License-Identifier: BSL-1.0
#include <monotable/extras/json.hpp>

#include <catch2/catch_test_macros.hpp>

#include <string>

namespace mt = monotable;
using namespace std::string_literals;

TEST_CASE("scalars as JSON") {
    CHECK(mt::to_json(mt::value::null()) == "null");
    CHECK(mt::to_json(mt::value(true)) == "true");
    CHECK(mt::to_json(mt::value(false)) == "false");
    CHECK(mt::to_json(mt::value("")) == R"("")");
    CHECK(mt::to_json(mt::value("h\u00e9 \"x\" \\ /")) == "\"h\u00e9 \\\"x\\\" \\\\ /\"");
    CHECK(mt::to_json(mt::value("\0\x1f\n\r\t\x7f"s)) == "\"\\u0000\\u001f\\n\\r\\t\x7f\"");
}

TEST_CASE("numbers keep all their digits") {
    CHECK(mt::to_json(mt::value(0)) == "0");
    CHECK(mt::to_json(mt::value(-17)) == "-17");
    CHECK(mt::to_json(mt::value(mt::decimal("12.50"))) == "12.5");
    CHECK(mt::to_json(mt::value(mt::decimal("1234567890123456789012345678901234567.8"))) ==
          "1234567890123456789012345678901234567.8");
    CHECK(mt::to_json(mt::value(mt::decimal("1e3"))) == "1000");
    CHECK(mt::to_json(mt::value(mt::decimal("1e-3"))) == "0.001");
}

TEST_CASE("binaries are base64 (RFC 4648, section 10)") {
    CHECK(mt::to_json(mt::value::binary("")) == R"("")");
    CHECK(mt::to_json(mt::value::binary("f")) == R"("Zg==")");
    CHECK(mt::to_json(mt::value::binary("fo")) == R"("Zm8=")");
    CHECK(mt::to_json(mt::value::binary("foo")) == R"("Zm9v")");
    CHECK(mt::to_json(mt::value::binary("foob")) == R"("Zm9vYg==")");
    CHECK(mt::to_json(mt::value::binary("fooba")) == R"("Zm9vYmE=")");
    CHECK(mt::to_json(mt::value::binary("foobar")) == R"("Zm9vYmFy")");
    CHECK(mt::to_json(mt::value::binary("\xfb\xff\xbf")) == R"("+/+/")");
}

TEST_CASE("lists, sets, maps and items") {
    CHECK(mt::to_json(mt::value::list({})) == "[]");
    CHECK(mt::to_json(mt::value::list({1, "a", mt::value::list({nullptr})})) == R"([1, "a", [null]])");
    CHECK(mt::to_json(mt::value::string_set({"b", "a"})) == R"(["a", "b"])");
    CHECK(mt::to_json(mt::value::number_set({mt::decimal(10), mt::decimal(9), mt::decimal("-0.5")})) ==
          "[-0.5, 9, 10]");
    CHECK(mt::to_json(mt::value::binary_set({"foo", "f"})) == R"(["Zg==", "Zm9v"])");
    CHECK(mt::to_json(mt::item{}) == "{}");
    CHECK(mt::to_json(mt::value::map(mt::item{{"k", 1}})) == R"({"k": 1})");
    CHECK(mt::to_json(mt::item{{"b", mt::value::map(mt::item{{"in\"side", 1}})}, {"a", "x"}}) ==
          R"({"a": "x", "b": {"in\"side": 1}})");
}
