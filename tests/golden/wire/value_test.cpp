// SPDX-License-Identifier: BSL-1.0
#include <monotable/wire/read_value.hpp>
#include <monotable/wire/write_json.hpp>

#include <boost/json/parse.hpp>

#include <catch2/catch_test_macros.hpp>

#include <string>
#include <string_view>

namespace mt = monotable;
namespace wire = monotable::wire;

namespace {

std::string written(mt::value_view v) {
    std::string out;
    wire::append_value(out, v);
    return out;
}

/// Read and written again.
std::string again(std::string const& text) { return written(wire::read_value(boost::json::parse(text))); }

} // namespace

TEST_CASE("values of all types are written as DynamoDB writes them") {
    CHECK(written(mt::value()) == R"({"NULL":true})");
    CHECK(written(mt::value(true)) == R"({"BOOL":true})");
    CHECK(written(mt::value(false)) == R"({"BOOL":false})");
    CHECK(written(mt::value(mt::decimal("-12.50"))) == R"({"N":"-12.5"})");
    CHECK(written(mt::value("text")) == R"({"S":"text"})");
    CHECK(written(mt::value::binary(std::string("\0\1\2", 3))) == R"({"B":"AAEC"})");
    CHECK(written(mt::value::list({mt::value("a"), mt::value(1)})) == R"({"L":[{"S":"a"},{"N":"1"}]})");
    CHECK(written(mt::value::list({})) == R"({"L":[]})");
    CHECK(written(mt::value::map(mt::item{{"b", mt::value(1)}, {"a", mt::value("x")}})) ==
          R"({"M":{"a":{"S":"x"},"b":{"N":"1"}}})");
    CHECK(written(mt::value::map(mt::item())) == R"({"M":{}})");
    CHECK(written(mt::value::string_set({"b", "a"})) == R"({"SS":["a","b"]})");
    CHECK(written(mt::value::number_set({mt::decimal(10), mt::decimal(9)})) == R"({"NS":["9","10"]})");
    CHECK(written(mt::value::binary_set({"b", "a"})) == R"({"BS":["YQ==","Yg=="]})");
}

TEST_CASE("values are read as they are written") {
    for (std::string const text :
         {R"({"NULL":true})", R"({"BOOL":false})", R"({"N":"1.5"})", R"({"S":""})", R"({"B":""})", R"({"B":"AA=="})",
          R"({"B":"AAE="})", R"({"L":[{"L":[]},{"M":{}}]})", R"({"M":{"":{"S":"x"}}})", R"({"SS":["","a"]})",
          R"({"NS":["-1","0","1"]})", R"({"BS":["","AA=="]})", R"({"S":"ü€😀"})"})
        CHECK(again(text) == text);
}

TEST_CASE("semantics 1: numbers are written canonically, whatever they were read as") {
    CHECK(again(R"({"N":"1.500E+2"})") == R"({"N":"150"})");
    CHECK(again(R"({"N":"-0"})") == R"({"N":"0"})");
    CHECK(again(R"({"N":"007"})") == R"({"N":"7"})");
    CHECK(again(R"({"N":"1e-3"})") == R"({"N":"0.001"})");
    CHECK(again(R"({"N":"1E125"})") == "{\"N\":\"1" + std::string(125, '0') + "\"}");
    CHECK(again(R"({"N":"1.2345678901234567890123456789012345678"})") ==
          R"({"N":"1.2345678901234567890123456789012345678"})");
    CHECK(again(R"({"N":"-9223372036854775808"})") == R"({"N":"-9223372036854775808"})");
    CHECK(again(R"({"N":"9223372036854775808"})") == R"({"N":"9223372036854775808"})");
}

TEST_CASE("strings are escaped as little as JSON allows") {
    std::string out;
    wire::append_text(out, std::string_view("\0\x1f\n\r\t\"\\/\x7f\xc3\xbc", 11));
    CHECK(out == "\"\\u0000\\u001f\\n\\r\\t\\\"\\\\/\x7f\xc3\xbc\"");
    out.clear();
    wire::append_text(out, "");
    CHECK(out == "\"\"");
}
