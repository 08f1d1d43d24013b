// SPDX-License-Identifier: BSL-1.0
// Strings, binaries, sets and documents as a client sends and reads them.
#include <endpoint_support.hpp>

#include <catch2/catch_test_macros.hpp>

#include <string>
#include <vector>

using endpoint_support::client;

namespace {

std::string const not_valid = "ValidationException: One or more parameter values are not valid. ";
std::string const invalid = "ValidationException: One or more parameter values were invalid: ";
std::string const too_deep = "Nesting Levels have exceeded supported limits: Attributes in the item have "
                             "nested levels beyond supported limit";

/// Tables with keys p and c: `strings` with indexes on g (S), h (B) and l (S), `binaries`.
struct with_tables : client {
    with_tables() {
        auto const key = [](char const* p, char const* c) {
            return std::string("'KeySchema':[{'AttributeName':'") + p + "','KeyType':'HASH'}" +
                   (*c == 0 ? "]" : std::string(",{'AttributeName':'") + c + "','KeyType':'RANGE'}]");
        };
        auto const index = [&](char const* name, char const* p, char const* c) {
            return std::string("{'IndexName':'") + name + "'," + key(p, c) + ",'Projection':{'ProjectionType':'ALL'}}";
        };
        auto const definition = [](char const* name, char const* type) {
            return std::string("{'AttributeName':'") + name + "','AttributeType':'" + type + "'}";
        };
        call("CreateTable", "{'TableName':'strings','BillingMode':'PAY_PER_REQUEST'," + key("p", "c") +
                                ",'GlobalSecondaryIndexes':[" + index("gidx", "g", "") + "," + index("hidx", "h", "") +
                                "],'LocalSecondaryIndexes':[" + index("lidx", "p", "l") + "],'AttributeDefinitions':[" +
                                definition("p", "S") + "," + definition("c", "S") + "," + definition("g", "S") + "," +
                                definition("h", "B") + "," + definition("l", "S") + "]}");
        call("CreateTable", "{'TableName':'binaries','BillingMode':'PAY_PER_REQUEST'," + key("p", "c") +
                                ",'AttributeDefinitions':[" + definition("p", "B") + "," + definition("c", "B") + "]}");
        create("table");
    }
    std::string put(std::string const& table, std::string const& item) {
        return error("PutItem", "{'TableName':'" + table + "','Item':" + item + "}");
    }
    /// How a value is given back that was put as an attribute, or why it was not.
    std::string stored(std::string const& value) {
        auto const fault = put("table", "{'p':{'S':'x'},'v':" + value + "}");
        return fault == "no error: {}" ? part("/Item/v", "GetItem", "{'TableName':'table','Key':{'p':{'S':'x'}}}")
                                       : fault;
    }
    /// The indexes i of the items of partition x with that condition on c, as 0 1 2.
    std::string found(std::string const& table, std::string const& p, std::string const& condition,
                      std::string const& values) {
        auto const page = boost::json::parse(
            call("Query", "{'TableName':'" + table + "','KeyConditionExpression':'p = :p" + condition +
                              "','ExpressionAttributeValues':{':p':" + p + values + "}}"));
        std::string out;
        for (auto const& each : page.at("Items").as_array())
            out += (out.empty() ? "" : " ") + std::string(each.at("i").at("N").as_string());
        return out;
    }
    /// Do two constants compare like this?
    bool holds(std::string const& condition, std::string const& a, std::string const& b) {
        return error("PutItem", "{'TableName':'table','Item':{'p':{'S':'holds'}},'ConditionExpression':'" + condition +
                                    "','ExpressionAttributeValues':{':a':" + a + ",':b':" + b + "}}") == "no error: {}";
    }
};

/// Lists and maps in each other around a string.
std::string nested(int levels) {
    std::string open, close;
    for (int i = 0; i != levels; ++i) {
        open += i % 2 == 0 ? "{'L':[" : "{'M':{'m':";
        close = (i % 2 == 0 ? "]}" : "}}") + close;
    }
    return open + "{'S':'x'}" + close;
}

} // namespace

TEST_CASE("semantics 2: string keys are in the order of their UTF-8 bytes") {
    with_tables c;
    std::vector<std::string> const ascending = {
        "A", "B", "a", "aa", "b", "\xc3\xa9", "\xef\xbf\xae", "\xf0\x9f\x98\x80"};
    for (std::size_t i = 0; i != ascending.size(); ++i) {
        auto const at = i * 3 % ascending.size(); // in another order
        c.put("strings", "{'p':{'S':'x'},'c':{'S':'" + ascending[at] + "'},'i':{'N':'" + std::to_string(at) + "'}}");
    }
    auto const found = [&](std::string const& condition, std::string const& values) {
        return c.found("strings", "{'S':'x'}", condition, values);
    };
    CHECK(found("", "") == "0 1 2 3 4 5 6 7");
    CHECK(found(" AND c > :a", ",':a':{'S':'\xef\xbf\xae'}") == "7");
    CHECK(found(" AND c BETWEEN :a AND :b", ",':a':{'S':'a'},':b':{'S':'b'}") == "2 3 4");
    CHECK(found(" AND begins_with(c, :a)", ",':a':{'S':'a'}") == "2 3");
    for (std::size_t i = 1; i != ascending.size(); ++i) {
        CHECK(c.holds(":a < :b", "{'S':'" + ascending[i - 1] + "'}", "{'S':'" + ascending[i] + "'}"));
        CHECK(c.holds(":a BETWEEN :a AND :b", "{'S':'" + ascending[i - 1] + "'}", "{'S':'" + ascending[i] + "'}"));
    }
}

TEST_CASE("semantics 2: binary keys are in the order of unsigned bytes, a prefix before what it begins") {
    with_tables c;
    std::vector<std::string> const ascending = {"AA==", "AQ==", "fw==", "fwA=", "gA==", "/w=="};
    for (std::size_t i = 0; i != ascending.size(); ++i) {
        auto const at = i * 5 % ascending.size(); // in another order
        c.put("binaries",
              "{'p':{'B':'AA=='},'c':{'B':'" + ascending[at] + "'},'i':{'N':'" + std::to_string(at) + "'}}");
    }
    auto const found = [&](std::string const& condition, std::string const& values) {
        return c.found("binaries", "{'B':'AA=='}", condition, values);
    };
    CHECK(found("", "") == "0 1 2 3 4 5");
    CHECK(found(" AND c > :a", ",':a':{'B':'fw=='}") == "3 4 5");
    CHECK(found(" AND c BETWEEN :a AND :b", ",':a':{'B':'fw=='},':b':{'B':'gA=='}") == "2 3 4");
    CHECK(found(" AND begins_with(c, :a)", ",':a':{'B':'fw=='}") == "2 3");
    for (std::size_t i = 1; i != ascending.size(); ++i) {
        auto const low = "{'B':'" + ascending[i - 1] + "'}", high = "{'B':'" + ascending[i] + "'}";
        CHECK(c.holds(":a < :b", low, high));
        CHECK_FALSE(c.holds(":b <= :a", low, high));
        CHECK(c.holds(":b BETWEEN :a AND :b", low, high));
    }
}

TEST_CASE("semantics 2: NUL and every other character may be in values, keys and names") {
    with_tables c;
    for (std::string const text : {R"(\u0000)", R"(a\u0000b)", "\xc3\xa9\xef\xbf\xae\xf0\x9f\x98\x80", R"(\\\")",
                                   R"(\u0001\u001f)", " ", ".[0]", "#a"}) {
        CAPTURE(text);
        auto const item =
            R"({"p":{"S":")" + text + R"("},"c":{"S":")" + text + R"("},"x)" + text + R"(":{"S":")" + text + R"("}})";
        CHECK(c.put("strings", item) == "no error: {}");
        auto const request = R"({"TableName":"strings","Key":{"p":{"S":")" + text + R"("},"c":{"S":")" + text +
                             R"("}},"ProjectionExpression":"#n","ExpressionAttributeNames":{"#n":"x)" + text + R"("}})";
        CHECK(c.call("GetItem", request) == R"({"Item":{"x)" + text + R"(":{"S":")" + text + R"("}}})");
    }
}

TEST_CASE("semantics 2: strings and binaries may be empty where they are no keys") {
    with_tables c;
    for (std::string const value :
         {R"({"S":""})", R"({"B":""})", R"({"L":[{"S":""},{"B":""}]})", R"({"M":{"":{"S":""},"a":{"B":""}}})",
          R"({"SS":["","a"]})", R"({"BS":["","AA=="]})", R"({"L":[]})", R"({"M":{}})"})
        CHECK(c.stored(value) == value);
}

TEST_CASE("semantics 2: keys of tables and indexes are not empty") {
    with_tables c;
    auto const key = [](std::string const& kind, std::string const& name) {
        return not_valid + "The AttributeValue for a key attribute cannot contain an empty " + kind +
               " value. Key: " + name;
    };
    CHECK(c.put("strings", "{'p':{'S':''},'c':{'S':'x'}}") == key("string", "p"));
    CHECK(c.put("strings", "{'p':{'S':'x'},'c':{'S':''}}") == key("string", "c"));
    CHECK(c.put("binaries", "{'p':{'B':''},'c':{'B':'AA=='}}") == key("binary", "p"));
    CHECK(c.put("binaries", "{'p':{'B':'AA=='},'c':{'B':''}}") == key("binary", "c"));
    for (auto const* operation : {"GetItem", "DeleteItem", "UpdateItem"})
        CHECK(c.error(operation, "{'TableName':'strings','Key':{'p':{'S':''},'c':{'S':'x'}}}") == key("string", "p"));
    auto const entry = [](std::string const& kind, std::string const& index, std::string const& name) {
        return not_valid +
               "A value specified for a secondary index key is not supported. The AttributeValue for a key "
               "attribute cannot contain an empty " +
               kind + " value. IndexName: " + index + ", IndexKey: " + name;
    };
    CHECK(c.put("strings", "{'p':{'S':'x'},'c':{'S':'x'},'g':{'S':''}}") == entry("string", "gidx", "g"));
    CHECK(c.put("strings", "{'p':{'S':'x'},'c':{'S':'x'},'h':{'B':''}}") == entry("binary", "hidx", "h"));
    CHECK(c.put("strings", "{'p':{'S':'x'},'c':{'S':'x'},'l':{'S':''}}") == entry("string", "lidx", "l"));
    CHECK(c.part("/Count", "Scan", "{'TableName':'strings'}") == "0");
}

TEST_CASE("semantics 2: sets are not empty and repeat nothing, NULL is true, a value has one type") {
    with_tables c;
    std::string const none = "ValidationException: Supplied AttributeValue is empty, must contain exactly one "
                             "of the supported datatypes";
    struct {
        std::string value, error;
    } const rows[] = {
        {"{'SS':[]}", invalid + "An string set  may not be empty"},
        {"{'NS':[]}", invalid + "An number set  may not be empty"},
        {"{'BS':[]}", invalid + "Binary sets should not be empty"},
        {"{'SS':['a','a']}", invalid + "Input collection [a, a] contains duplicates."},
        {"{'BS':['AA==','AA==']}", invalid + "Input collection [AA==, AA==]of type BS contains duplicates."},
        {"{'NULL':false}", invalid + "Null attribute value types must have the value of true"},
        {"{}", none},
        {"{'S':'a','N':'1'}", "ValidationException: Supplied AttributeValue has more than one datatypes set, "
                              "must contain exactly one of the supported datatypes"},
    };
    for (auto const& [value, error] : rows) {
        CAPTURE(value);
        CHECK(c.stored(value) == error);
        CHECK(c.stored("{'L':[{'M':{'a':" + value + "}}]}") == error);
        CHECK(c.error("PutItem", "{'TableName':'table','Item':{'p':{'S':'x'}},'ConditionExpression':'a = :v',"
                                 "'ExpressionAttributeValues':{':v':" +
                                     value + "}}")
                  .find(error.substr(error.find(": ") + 2)) != std::string::npos);
    }
    CHECK(c.call("GetItem", "{'TableName':'table','Key':{'p':{'S':'x'}}}") == "{}");
}

TEST_CASE("semantics 2: an attribute nests 32 levels deep") {
    with_tables c;
    CHECK(c.put("table", "{'p':{'S':'x'},'v':" + nested(32) + "}") == "no error: {}");
    CHECK(c.put("table", "{'p':{'S':'x'},'v':" + nested(33) + "}") == "ValidationException: " + too_deep);
    auto const set = [&](std::string const& path, int levels) {
        return c.error("UpdateItem", "{'TableName':'table','Key':{'p':{'S':'x'}},'UpdateExpression':'SET " + path +
                                         " = :v','ExpressionAttributeValues':{':v':" + nested(levels) + "}}");
    };
    CHECK(set("w", 32) == "no error: {}");
    CHECK(set("w", 33).find(too_deep) != std::string::npos);
    CHECK(set("w[1]", 31) == "no error: {}");
    CHECK(set("w[1]", 32) == "ValidationException: " + too_deep);
}

TEST_CASE("semantics 2: values are equal by type and content, sets in any order") {
    with_tables c;
    std::vector<std::string> const different = {
        "{'S':'1'}",     "{'N':'1'}",    "{'B':'MQ=='}", "{'BOOL':true}",         "{'BOOL':false}",
        "{'NULL':true}", "{'SS':['1']}", "{'NS':['1']}", "{'BS':['MQ==']}",       "{'L':[{'N':'1'}]}",
        "{'L':[]}",      "{'M':{}}",     "{'S':''}",     "{'M':{'a':{'N':'1'}}}", "{'M':{'b':{'N':'1'}}}"};
    for (std::size_t i = 0; i != different.size(); ++i)
        for (std::size_t j = 0; j != different.size(); ++j) {
            CAPTURE(different[i], different[j]);
            CHECK(c.holds(":a = :b", different[i], different[j]) == (i == j));
            CHECK(c.holds(":a <> :b", different[i], different[j]) == (i != j));
        }
    auto const equal = [&](std::string const& a, std::string const& b) { return c.holds(":a = :b", a, b); };
    CHECK(equal("{'SS':['a','b']}", "{'SS':['b','a']}"));
    CHECK(equal("{'NS':['1','2.0']}", "{'NS':['2','1e0']}"));
    CHECK(equal("{'BS':['AA==','AQ==']}", "{'BS':['AQ==','AA==']}"));
    CHECK(equal("{'L':[{'M':{'s':{'SS':['a','b']}}}]}", "{'L':[{'M':{'s':{'SS':['b','a']}}}]}"));
    CHECK(equal("{'M':{'a':{'N':'1'},'b':{'N':'2'}}}", "{'M':{'b':{'N':'2'},'a':{'N':'1.0'}}}"));
    CHECK_FALSE(equal("{'SS':['a','b']}", "{'SS':['a']}"));
    CHECK_FALSE(equal("{'L':[{'N':'1'},{'N':'2'}]}", "{'L':[{'N':'2'},{'N':'1'}]}"));
    CHECK_FALSE(equal("{'L':[{'N':'1'},{'N':'2'}]}", "{'L':[{'N':'1'}]}"));
    CHECK_FALSE(equal("{'M':{'a':{'N':'1'}}}", "{'M':{'a':{'N':'1'},'b':{'N':'2'}}}"));
    CHECK_FALSE(equal("{'M':{'a':{'N':'1'}}}", "{'M':{'a':{'S':'1'}}}"));
}
