// SPDX-License-Identifier: BSL-1.0
// Numbers as a client sends and reads them.
#include <endpoint_support.hpp>

#include <catch2/catch_test_macros.hpp>

#include <string>

using endpoint_support::client;

namespace {

std::string zeros(std::size_t count) { return std::string(count, '0'); }
std::string number(std::string const& text) { return "{'N':'" + text + "'}"; }

std::string const too_long = "ValidationException: Attempting to store more than 38 significant digits in a Number";
std::string const too_large = "ValidationException: Number overflow. Attempting to store a number with "
                              "magnitude larger than supported range";
std::string const too_small = "ValidationException: Number underflow. Attempting to store a number with "
                              "magnitude smaller than supported range";

struct with_tables : client {
    with_tables() {
        create("table");
        call("CreateTable", "{'TableName':'numbers','BillingMode':'PAY_PER_REQUEST','KeySchema':["
                            "{'AttributeName':'p','KeyType':'HASH'},{'AttributeName':'c','KeyType':'RANGE'}],"
                            "'AttributeDefinitions':[{'AttributeName':'p','AttributeType':'N'},"
                            "{'AttributeName':'c','AttributeType':'N'}]}");
    }
    /// How a number is given back that was put as an attribute, or why it was not.
    std::string stored(std::string const& value) {
        auto const fault = error("PutItem", "{'TableName':'table','Item':{'p':{'S':'x'},'v':" + value + "}}");
        return fault == "no error: {}" ? part("/Item/v", "GetItem", "{'TableName':'table','Key':{'p':{'S':'x'}}}")
                                       : fault;
    }
    std::string sum(std::string const& a, std::string const& b, char sign = '+') {
        auto const request = "{'TableName':'table','Key':{'p':{'S':'sum'}},'UpdateExpression':'SET v = :a " +
                             std::string(1, sign) + " :b','ExpressionAttributeValues':{':a':" + number(a) +
                             ",':b':" + number(b) + "},'ReturnValues':'ALL_NEW'}";
        auto const fault = error("UpdateItem", request);
        return fault.starts_with("no error") ? part("/Attributes/v", "UpdateItem", request) : fault;
    }
};

} // namespace

TEST_CASE("semantics 1: numbers are read back in canonical plain decimal") {
    with_tables c;
    struct {
        std::string sent, read;
    } const rows[] = {
        {"1.2345678901234567890123456789012345678", "1.2345678901234567890123456789012345678"},
        {"12345678901234567890123456789012345678000", "12345678901234567890123456789012345678000"},
        {"000.00012345678901234567890123456789012345678000", "0.00012345678901234567890123456789012345678"},
        {"9.9999999999999999999999999999999999999E+125", std::string(38, '9') + zeros(88)},
        {"-9.9999999999999999999999999999999999999E+125", "-" + std::string(38, '9') + zeros(88)},
        {"1E125", "1" + zeros(125)},
        {"-1E125", "-1" + zeros(125)},
        {"1E-130", "0." + zeros(129) + "1"},
        {"-1E-130", "-0." + zeros(129) + "1"},
        {"0", "0"},
        {"-0", "0"},
        {"0.0e126", "0"},
        {"1.500E+2", "150"},
        {"007", "7"},
        {"+3", "3"},
        {"1.00", "1"},
        {".5", "0.5"},
        {"5.", "5"},
        {"1e-3", "0.001"},
        {"123e-2", "1.23"},
    };
    for (auto const& [sent, read] : rows) {
        CAPTURE(sent);
        CHECK(c.stored(number(sent)) == R"({"N":")" + read + R"("})");
        CHECK(c.stored("{'L':[" + number(sent) + "]}") == R"({"L":[{"N":")" + read + R"("}]})");
        CHECK(c.stored("{'NS':['" + sent + "']}") == R"({"NS":[")" + read + R"("]})");
    }
}

TEST_CASE("semantics 1: numbers beyond 38 digits or the range, and what is none, are refused") {
    with_tables c;
    auto const no_number = [](std::string const& text) {
        return "ValidationException: The parameter cannot be converted to a numeric value" +
               (text.empty() ? text : ": " + text);
    };
    struct {
        std::string sent, error;
    } const rows[] = {
        {"1.23456789012345678901234567890123456789", too_long},
        {"123456789012345678901234567890123456789", too_long},
        {"1E126", too_large},
        {"-1E126", too_large},
        {"0e126", too_large},
        {"1E-131", too_small},
        {"-1E-131", too_small},
        {"", no_number("")},
        {"NaN", no_number("NaN")},
        {"Infinity", no_number("Infinity")},
        {"1 ", no_number("1 ")},
        {"0x10", no_number("0x10")},
        {"1e", no_number("1e")},
        {"--1", no_number("--1")},
    };
    for (auto const& [sent, error] : rows) {
        CAPTURE(sent);
        CHECK(c.stored(number(sent)) == error);
        CHECK(c.stored("{'M':{'a':" + number(sent) + "}}") == error);
        CHECK(c.stored("{'NS':['" + sent + "']}") == error);
    }
    CHECK(c.stored("{'N':1}") == "SerializationException: NUMBER_VALUE cannot be converted to String");
    CHECK(c.stored("{'NS':['1','1.0']}").starts_with("ValidationException: "));
    CHECK(c.stored("{'NS':['1','1.0']}").find("contains duplicates") != std::string::npos);
    CHECK(c.call("GetItem", "{'TableName':'table','Key':{'p':{'S':'x'}}}") == "{}");
}

TEST_CASE("semantics 1: keys of equal value are one key") {
    with_tables c;
    auto const key = [](std::string const& p, std::string const& sort) {
        return "'p':" + number(p) + ",'c':" + number(sort);
    };
    auto const put = [&](std::string const& both, char const* v) {
        return c.call("PutItem", "{'TableName':'numbers','Item':{" + both + ",'v':{'S':'" + v + "'}}}");
    };
    CHECK(put(key("1e3", "1e0"), "first") == "{}");
    CHECK(put(key("1000", "1.0"), "second") == "{}");
    CHECK(c.part("/Items", "Scan", "{'TableName':'numbers'}") ==
          R"([{"c":{"N":"1"},"p":{"N":"1000"},"v":{"S":"second"}}])");
    CHECK(c.part("/Item/v", "GetItem", "{'TableName':'numbers','Key':{" + key("1000.00", "+1") + "}}") ==
          R"({"S":"second"})");
    auto const request = [](std::string const& both) { return "{'PutRequest':{'Item':{" + both + "}}}"; };
    CHECK(c.error("BatchWriteItem", "{'RequestItems':{'numbers':[" + request(key("1000", "1")) + "," +
                                        request(key("1e3", "1")) + "]}}") ==
          "ValidationException: Provided list of item keys contains duplicates");
    CHECK(c.part("/Responses/numbers", "BatchGetItem",
                 "{'RequestItems':{'numbers':{'Keys':[{" + key("1000", "1") + "},{" + key("1e3", "1") +
                     "}],'ProjectionExpression':'v'}}}") == R"([{"v":{"S":"second"}},{"v":{"S":"second"}}])");
    CHECK(c.part("/Count", "Query",
                 "{'TableName':'numbers','KeyConditionExpression':'p = :p AND c = :c','FilterExpression':"
                 "':a = :b','ExpressionAttributeValues':{':p':{'N':'10e2'},':c':{'N':'1.000'},':a':{'N':"
                 "'1.0'},':b':{'N':'1e0'}}}") == "1");
}

TEST_CASE("semantics 1: number keys are in numeric order") {
    with_tables c;
    char const* const ascending[] = {"-1E125", "-100", "-99.5", "-1", "-1E-130", "0",      "1E-130",
                                     "0.5",    "1",    "2",     "9",  "10",      "10.001", "1E125"};
    std::string expected;
    for (std::size_t i = 0; i != std::size(ascending); ++i) {
        auto const at = i * 5 % std::size(ascending); // in another order
        c.call("PutItem", "{'TableName':'numbers','Item':{'p':{'N':'1'},'c':" + number(ascending[at]) + ",'i':{'N':'" +
                              std::to_string(at) + "'}}}");
        expected += (i == 0 ? "[" : ",") + ("{\"i\":{\"N\":\"" + std::to_string(i) + "\"}}");
    }
    std::string const query = "{'TableName':'numbers','ProjectionExpression':'i','KeyConditionExpression':"
                              "'p = :p AND c BETWEEN :low AND :high','ExpressionAttributeValues':{':p':"
                              "{'N':'1'},";
    CHECK(c.part("/Items", "Query", query + "':low':{'N':'-1E125'},':high':{'N':'1E125'}}}") == expected + "]");
    CHECK(c.part("/Items", "Query", query + "':low':{'N':'9.0'},':high':{'N':'1e1'}}}") ==
          R"([{"i":{"N":"10"}},{"i":{"N":"11"}}])");
}

TEST_CASE("semantics 1: sums are exact decimals, or errors, and never rounded") {
    with_tables c;
    CHECK(c.sum("0.1", "0.2") == R"({"N":"0.3"})");
    CHECK(c.sum("99999999999999999999999999999999999998", "1") == R"({"N":"99999999999999999999999999999999999999"})");
    CHECK(c.sum("1e50", "1") == too_long);
    CHECK(c.sum("9e125", "9e125") == too_large);
    CHECK(c.sum("-9e125", "9e125", '-') == too_large);
    CHECK(c.sum("1.1e-130", "1e-130", '-') == too_small);
    CHECK(c.sum("1", "1.0", '-') == R"({"N":"0"})");
}

TEST_CASE("semantics 1: a number takes a byte, one for every two digits on each side of the point, and one "
          "for a minus") {
    with_tables c;
    struct {
        char const* number;
        std::size_t bytes;
    } const rows[] = {{"0", 1},
                      {"5", 2},
                      {"-5", 3},
                      {"10", 2},
                      {"99", 2},
                      {"100", 2},
                      {"123", 3},
                      {"1230000", 3},
                      {"0.1", 2},
                      {"0.12", 2},
                      {"0.123", 3},
                      {"0.0000001", 2},
                      {"1.5", 3},
                      {"-1.5", 4},
                      {"123.45", 4},
                      {"1e125", 2},
                      {"1e-130", 2},
                      {"-100.5", 5},
                      {"12345678901234567890123456789012345678", 20}};
    for (auto const& [number, bytes] : rows) {
        CAPTURE(number);
        // p, s and the names v and f: with them, what is left of 400 KB is f's.
        auto const put = [&, n = number, b = bytes](std::size_t more) {
            return c.error("PutItem", "{'TableName':'table','Item':{'p':{'S':'s'},'v':{'N':'" + std::string(n) +
                                          "'},'f':{'S':'" + std::string(409600 - 2 - 1 - b - 1 + more, 'x') + "'}}}");
        };
        CHECK(put(0) == "no error: {}");
        CHECK(put(1) == "ValidationException: Item size has exceeded the maximum allowed size");
    }
}
