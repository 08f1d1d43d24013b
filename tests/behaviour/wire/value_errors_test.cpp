// SPDX-License-Identifier: BSL-1.0
#include <monotable/wire/check_types.hpp>
#include <monotable/wire/read_value.hpp>

#include <boost/json/parse.hpp>

#include <catch2/catch_test_macros.hpp>

#include <string>

namespace mt = monotable;
namespace wire = monotable::wire;

namespace {

/// What is said against a member of an item; "fine" if nothing is.
std::string fault(std::string const& text) {
    auto const v = boost::json::parse(text, {}, {.max_depth = 100});
    try {
        wire::type_check::run(v, wire::attribute_value, true);
        wire::read_value(v);
        return "fine";
    } catch (wire::request_error const& e) {
        auto const kind = e.type() == wire::error_type::serialization ? "Serialization: " : "Validation: ";
        return kind + std::string(e.what());
    }
}

std::string nested(int levels) {
    std::string open, close;
    for (int i = 0; i != levels; ++i) {
        open += i % 2 == 0 ? R"({"L":[)" : R"({"M":{"m":)";
        close = (i % 2 == 0 ? "]}" : "}}") + close;
    }
    return open + R"({"S":"x"})" + close;
}

std::string const invalid = "Validation: One or more parameter values were invalid: ";

} // namespace

TEST_CASE("semantics 1: what is no number") {
    CHECK(fault(R"({"N":"123456789012345678901234567890123456789"})") ==
          "Validation: Attempting to store more than 38 significant digits in a Number");
    CHECK(fault(R"({"N":"1E126"})") == "Validation: Number overflow. Attempting to store a number with "
                                       "magnitude larger than supported range");
    CHECK(fault(R"({"N":"1E-131"})") == "Validation: Number underflow. Attempting to store a number with "
                                        "magnitude smaller than supported range");
    CHECK(fault(R"({"N":""})") == "Validation: The parameter cannot be converted to a numeric value");
    for (std::string const text : {"NaN", "Infinity", "1 ", "0x10", "1e", "--1"})
        CHECK(fault("{\"N\":\"" + text + "\"}") ==
              "Validation: The parameter cannot be converted to a numeric value: " + text);
    CHECK(fault(R"({"N":1})") == "Serialization: NUMBER_VALUE cannot be converted to String");
    CHECK(fault(R"({"N":1.5})") == "Serialization: DECIMAL_VALUE cannot be converted to String");
    CHECK(fault(R"({"NS":["1","1.0"]})") == "Validation: Input collection contains duplicates");
}

TEST_CASE("semantics 2: sets, nulls and the number of types") {
    CHECK(fault(R"({"SS":[]})") == invalid + "An string set  may not be empty");
    CHECK(fault(R"({"NS":[]})") == invalid + "An number set  may not be empty");
    CHECK(fault(R"({"BS":[]})") == invalid + "Binary sets should not be empty");
    CHECK(fault(R"({"SS":["a","b","a"]})") == invalid + "Input collection [a, b, a] contains duplicates.");
    CHECK(fault(R"({"BS":["YQ==","YQ=="]})") ==
          invalid + "Input collection [YQ==, YQ==]of type BS contains duplicates.");
    CHECK(fault(R"({"NULL":false})") == invalid + "Null attribute value types must have the value of true");
    CHECK(fault("{}") ==
          "Validation: Supplied AttributeValue is empty, must contain exactly one of the supported datatypes");
    CHECK(fault(R"({"X":"a"})") == fault("{}"));
    CHECK(fault(R"({"S":null})") == fault("{}"));
    CHECK(fault(R"({"S":"a","N":"1"})") == "Validation: Supplied AttributeValue has more than one datatypes set, must "
                                           "contain exactly one of the supported datatypes");
    CHECK(fault(R"({"L":[{"M":{"a":{}}}]})") == fault("{}"));
}

TEST_CASE("semantics 2: lists and maps may stand in each other 32 levels deep") {
    CHECK(fault(nested(32)) == "fine");
    CHECK(fault(nested(33)) == "Validation: Nesting Levels have exceeded supported limits: Attributes in the item have "
                               "nested levels beyond supported limit");
}

TEST_CASE("JSON of another type than an attribute value has") {
    auto const unexpected = "Serialization: Start of structure or map found where not expected";
    CHECK(fault(R"("x")") == "Serialization: Unexpected value type in payload");
    CHECK(fault("[]") ==
          "Serialization: Unrecognized collection type class com.amazonaws.dynamodb.v20120810.AttributeValue");
    CHECK(fault(R"({"S":true})") == "Serialization: TRUE_VALUE cannot be converted to String");
    CHECK(fault(R"({"S":false})") == "Serialization: FALSE_VALUE cannot be converted to String");
    CHECK(fault(R"({"S":[]})") == "Serialization: Unrecognized collection type class java.lang.String");
    CHECK(fault(R"({"S":{}})") == unexpected);
    CHECK(fault(R"({"BOOL":"true"})") == "Serialization: Unexpected token received from parser");
    CHECK(fault(R"({"BOOL":1})") == "Serialization: NUMBER_VALUE cannot be converted to Boolean");
    CHECK(fault(R"({"NULL":[]})") == "Serialization: Unrecognized collection type class java.lang.Boolean");
    CHECK(fault(R"({"B":1})") == "Serialization: only base-64-encoded strings are convertible to bytes");
    CHECK(fault(R"({"SS":"a"})") == "Serialization: Unexpected field type");
    CHECK(fault(R"({"SS":[1]})") == "Serialization: NUMBER_VALUE cannot be converted to String");
    CHECK(fault(R"({"L":{}})") == unexpected);
    CHECK(fault(R"({"L":["x"]})") == "Serialization: Unexpected value type in payload");
    CHECK(fault(R"({"M":"x"})") == "Serialization: Unexpected field type");
    CHECK(fault(R"({"M":[]})") == "Serialization: Unrecognized collection type java.util.Map<java.lang.String, "
                                  "com.amazonaws.dynamodb.v20120810.AttributeValue>");
}

TEST_CASE("what is not base64") {
    CHECK(fault(R"({"B":"AAA"})") ==
          "Serialization: Base64 encoded length is expected a multiple of 4 bytes but found: 3");
    CHECK(fault(R"({"B":"AA&="})") == "Serialization: Invalid Base64 character: '&'");
    CHECK(fault("{\"B\":\"AA\xc3\xbc=\"}") ==
          "Serialization: Base64 encoded length is expected a multiple of 4 bytes but found: 5");
    CHECK(fault("{\"B\":\"AA\xc3\xbc\"}") == "Serialization: Invalid Base64 character: '\xc3\xbc'");
    CHECK(fault(R"({"B":"=AAA"})") == "Serialization: Invalid Base64 character: '='");
    CHECK(fault(R"({"B":"A==="})") == "Serialization: Invalid last non-pad Base64 character dectected");
    CHECK(fault(R"({"B":"AB=="})") == "Serialization: Invalid last non-pad Base64 character dectected");
    CHECK(fault(R"({"BS":["AB=="]})") == "Serialization: Invalid last non-pad Base64 character dectected");
}
