// SPDX-License-Identifier: BSL-1.0
#include <endpoint_support.hpp>

#include <catch2/catch_test_macros.hpp>

#include <string>

using endpoint_support::client;

namespace {

std::string const at_x = "'TableName':'table','Key':{'p':{'S':'x'}}";
std::string const invalid = "ValidationException: One or more parameter values were invalid: ";

/// An item with attributes of several types.
struct filled : client {
    filled() {
        create("table");
        call("PutItem",
             "{'TableName':'table','Item':{'p':{'S':'x'},'n':{'N':'5'},'s':{'S':'abc'},'ss':{'SS':['a','b']},"
             "'l':{'L':[{'S':'a'},{'N':'1'}]}}}");
    }

    /// Does this entry of Expected hold? Otherwise the error.
    std::string holds(std::string const& attribute, std::string const& entry) {
        auto const error_text = error("UpdateItem", "{" + at_x + ",'Expected':{'" + attribute + "':{" + entry + "}}}");
        if (error_text == "no error: {}") return "yes";
        return error_text == "ConditionalCheckFailedException: The conditional request failed" ? "no" : error_text;
    }
    std::string compares(std::string const& attribute, std::string const& comparator, std::string const& values) {
        return holds(attribute, "'ComparisonOperator':'" + comparator + "','AttributeValueList':[" + values + "]");
    }
};

} // namespace

TEST_CASE("semantics 4: Expected says what conditions say") {
    filled c;
    CHECK(c.holds("n", "'Value':{'N':'5.0'}") == "yes");
    CHECK(c.holds("n", "'Value':{'S':'5'}") == "no");
    CHECK(c.holds("n", "'Exists':true,'Value':{'N':'5'}") == "yes");
    CHECK(c.holds("n", "'Exists':false") == "no");
    CHECK(c.holds("missing", "'Exists':false") == "yes");
    CHECK(c.compares("n", "EQ", "{'N':'5'}") == "yes");
    CHECK(c.compares("missing", "EQ", "{'N':'5'}") == "no");
    CHECK(c.compares("n", "NE", "{'N':'5'}") == "no");
    CHECK(c.compares("missing", "NE", "{'N':'5'}") == "yes");
    CHECK(c.compares("ss", "EQ", "{'SS':['b','a']}") == "yes");
    CHECK(c.compares("n", "LT", "{'N':'5'}") == "no");
    CHECK(c.compares("n", "LE", "{'N':'5'}") == "yes");
    CHECK(c.compares("n", "GT", "{'N':'4'}") == "yes");
    CHECK(c.compares("n", "GE", "{'S':'4'}") == "no");
    CHECK(c.compares("n", "BETWEEN", "{'N':'5'},{'N':'6'}") == "yes");
    CHECK(c.compares("n", "IN", "{'N':'1'},{'N':'5'}") == "yes");
    CHECK(c.compares("s", "BEGINS_WITH", "{'S':'ab'}") == "yes");
    CHECK(c.compares("s", "CONTAINS", "{'S':'bc'}") == "yes");
    CHECK(c.compares("ss", "CONTAINS", "{'S':'a'}") == "yes");
    CHECK(c.compares("l", "CONTAINS", "{'N':'1'}") == "yes");
    CHECK(c.compares("l", "NOT_CONTAINS", "{'N':'1'}") == "no");
    CHECK(c.compares("l", "NOT_CONTAINS", "{'N':'2'}") == "yes");
    CHECK(c.compares("missing", "NOT_CONTAINS", "{'N':'2'}") == "no");
    CHECK(c.compares("n", "NULL", "") == "no");
    CHECK(c.compares("n", "NOT_NULL", "") == "yes");
    CHECK(c.holds("missing", "'ComparisonOperator':'NULL'") == "yes");
}

TEST_CASE("Expected entries that say nothing or too much") {
    filled c;
    CHECK(c.holds("n", "'Value':{'N':'1'},'AttributeValueList':[{'N':'1'}]") ==
          invalid + "Value and AttributeValueList cannot be used together for Attribute: n");
    CHECK(c.holds("n", "'ComparisonOperator':'EQ','Exists':true") ==
          invalid + "Exists and ComparisonOperator cannot be used together for Attribute: n");
    CHECK(c.holds("n", "'ComparisonOperator':'EQ'") ==
          invalid + "Value or AttributeValueList must be used with ComparisonOperator: EQ for Attribute: n");
    CHECK(c.holds("n", "'AttributeValueList':[{'N':'1'}]") ==
          invalid + "AttributeValueList can only be used with a ComparisonOperator for Attribute: n");
    CHECK(c.holds("n", "") == invalid + "Value must be provided when Exists is null for Attribute: n");
    CHECK(c.holds("n", "'Exists':true") == invalid + "Value must be provided when Exists is true for Attribute: n");
    CHECK(c.holds("n", "'Exists':false,'Value':{'N':'1'}") ==
          invalid + "Value cannot be used when Exists is false for Attribute: n");
    CHECK(c.compares("n", "EQ", "") == invalid + "Invalid number of argument(s) for the EQ ComparisonOperator");
    CHECK(c.compares("n", "NULL", "{'N':'1'}") ==
          invalid + "Invalid number of argument(s) for the NULL ComparisonOperator");
    CHECK(c.compares("n", "BETWEEN", "{'N':'1'}") ==
          invalid + "Invalid number of argument(s) for the BETWEEN ComparisonOperator");
    CHECK(c.compares("n", "BETWEEN", "{'N':'2'},{'N':'1'}") ==
          "ValidationException: The BETWEEN condition was provided a range where the lower bound is greater "
          "than the "
          "upper bound");
    CHECK(c.compares("n", "IN", "{'N':'2'},{'S':'1'}") ==
          invalid + "AttributeValues inside AttributeValueList must all be of the same type");
    CHECK(c.compares("n", "LT", "{'BOOL':true}") ==
          invalid + "ComparisonOperator LT is not valid for BOOL AttributeValue type");
    CHECK(c.compares("n", "BEGINS_WITH", "{'N':'1'}") ==
          invalid + "ComparisonOperator BEGINS_WITH is not valid for N AttributeValue type");
    CHECK(c.error("DeleteItem", "{" + at_x + ",'ConditionalOperator':'OR'}") ==
          "ValidationException: ConditionalOperator cannot be used without Filter or Expected");
}

TEST_CASE("several entries of Expected are joined as ConditionalOperator says") {
    filled c;
    std::string const entries = "{" + at_x + ",'Expected':{'n':{'Value':{'N':'5'}},'s':{'Value':{'S':'other'}}}";
    CHECK(c.error("UpdateItem", entries + "}") == "ConditionalCheckFailedException: The conditional request failed");
    CHECK(c.error("UpdateItem", entries + ",'ConditionalOperator':'AND'}") ==
          "ConditionalCheckFailedException: The conditional request failed");
    CHECK(c.call("UpdateItem", entries + ",'ConditionalOperator':'OR'}") == "{}");
}

TEST_CASE("AttributeUpdates does what update expressions do") {
    filled c;
    auto const update = [&](std::string const& updates) {
        return c.call("UpdateItem", "{" + at_x + ",'AttributeUpdates':{" + updates + "},'ReturnValues':'UPDATED_NEW'}");
    };
    CHECK(update("'a':{'Value':{'S':'y'}}") == R"({"Attributes":{"a":{"S":"y"}}})");
    CHECK(update("'a':{'Value':{'S':'z'},'Action':'PUT'},'n':{'Value':{'N':'-1.5'},'Action':'ADD'}") ==
          R"({"Attributes":{"a":{"S":"z"},"n":{"N":"3.5"}}})");
    CHECK(update("'a':{'Action':'DELETE'}") == "{}");
    CHECK(update("'ss':{'Action':'DELETE','Value':{'SS':['a','c']}}") == R"({"Attributes":{"ss":{"SS":["b"]}}})");
    CHECK(update("'ss':{'Action':'ADD','Value':{'SS':['c']}}") == R"({"Attributes":{"ss":{"SS":["b","c"]}}})");
    CHECK(update("'l':{'Action':'ADD','Value':{'L':[{'N':'2'}]}}") ==
          R"({"Attributes":{"l":{"L":[{"S":"a"},{"N":"1"},{"N":"2"}]}}})");
}

TEST_CASE("AttributeUpdates that cannot be") {
    filled c;
    auto const fault = [&](std::string const& update) {
        return c.error("UpdateItem", "{" + at_x + ",'AttributeUpdates':{'s':{" + update + "}}}");
    };
    CHECK(fault("'Action':'PUT'") == invalid + "Only DELETE action is allowed when no attribute value is specified");
    CHECK(fault("'Action':'ADD','Value':{'S':'x'}") == invalid + "ADD action is not supported for the type S");
    CHECK(fault("'Action':'DELETE','Value':{'S':'x'}") ==
          invalid + "DELETE action with value is not supported for the type S");
    CHECK(fault("'Action':'ADD','Value':{'N':'1'}") == "ValidationException: Type mismatch for attribute to update");
    CHECK(fault("'Action':'DELETE','Value':{'SS':['x']}") ==
          "ValidationException: Type mismatch for attribute to update");
    CHECK(c.error("UpdateItem", "{" + at_x + ",'AttributeUpdates':{'p':{'Value':{'S':'1'}}}}") ==
          invalid + "Cannot update attribute p. This attribute is part of the key");
}

TEST_CASE("semantics 9: KeyConditions, QueryFilter and ScanFilter") {
    client c;
    c.create("table", "N");
    for (auto const* sort : {"1", "2", "3"})
        c.call("PutItem", "{'TableName':'table','Item':{'p':{'S':'x'},'c':{'N':'" + std::string(sort) +
                              "'},'v':{'N':'" + sort + "'}}}");
    std::string const p = "'p':{'ComparisonOperator':'EQ','AttributeValueList':[{'S':'x'}]}";
    auto const query = [&](std::string const& members) { return "{'TableName':'table'," + members + "}"; };
    CHECK(c.part("/Count", "Query", query("'KeyConditions':{" + p + "}")) == "3");
    CHECK(c.part("/Count", "Query",
                 query("'KeyConditions':{'c':{'ComparisonOperator':'GE','AttributeValueList':[{'N':'2'}]}," + p +
                       "}")) == "2");
    CHECK(c.part("/Count", "Query",
                 query("'KeyConditions':{" + p +
                       "},'QueryFilter':{'v':{'ComparisonOperator':'LT','AttributeValueList':"
                       "[{'N':'2'}]}}")) == "1");
    CHECK(
        c.error("Query", query("'KeyConditions':{" + p + "},'QueryFilter':{'c':{'ComparisonOperator':'NOT_NULL'}}")) ==
        "ValidationException: QueryFilter can only contain non-primary key attributes: Primary key "
        "attribute: c");
    CHECK(c.part("/Count", "Scan",
                 query("'ScanFilter':{'c':{'ComparisonOperator':'EQ','AttributeValueList':[{'N':'1'}]},'v':{"
                       "'ComparisonOperator':'EQ','AttributeValueList':[{'N':'3'}]}},'ConditionalOperator':'OR'")) ==
          "2");
    CHECK(c.error("Query", query("'KeyConditions':{}")) ==
          "ValidationException: Conditions can be of length 1 or 2 only");
    CHECK(
        c.error("Query", query("'KeyConditions':{'p':{'ComparisonOperator':'NE','AttributeValueList':[{'S':'x'}]}}")) ==
        "ValidationException: Attempted conditional constraint is not an indexable operation");
    CHECK(
        c.error("Query", query("'KeyConditions':{'p':{'ComparisonOperator':'EQ','AttributeValueList':[{'N':'1'}]}}")) ==
        invalid + "Condition parameter type does not match schema type");
    CHECK(
        c.error("Query", query("'KeyConditions':{'p':{'ComparisonOperator':'GT','AttributeValueList':[{'S':'x'}]}}")) ==
        "ValidationException: Query key condition not supported");
    CHECK(
        c.error("Query", query("'KeyConditions':{'c':{'ComparisonOperator':'EQ','AttributeValueList':[{'N':'1'}]}}")) ==
        "ValidationException: Query condition missed key schema element: p");
}
