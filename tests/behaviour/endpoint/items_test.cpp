// SPDX-License-Identifier: BSL-1.0
#include <endpoint_support.hpp>

#include <catch2/catch_test_macros.hpp>

#include <string>

using endpoint_support::client;

namespace {

std::string const at_x = "'TableName':'table','Key':{'p':{'S':'x'}}";

/// A table with one item: x with n = 1.
struct filled : client {
    filled() {
        create("table");
        call("PutItem", "{'TableName':'table','Item':{'p':{'S':'x'},'n':{'N':'1'}}}");
    }
};

} // namespace

TEST_CASE("an item that was put is given back") {
    client c;
    c.create("table");
    CHECK(c.call("PutItem", "{'TableName':'table','Item':{'p':{'S':'x'},'n':{'N':'1.50'}}}") == "{}");
    CHECK(c.part("/Item", "GetItem", "{" + at_x + "}") == R"({"n":{"N":"1.5"},"p":{"S":"x"}})");
    CHECK(c.call("GetItem", "{'TableName':'table','Key':{'p':{'S':'other'}}}") == "{}");
    CHECK(c.status() == 200);
}

TEST_CASE("semantics 3: a table that is not there") {
    client c;
    CHECK(c.error("GetItem", "{" + at_x + "}") == "ResourceNotFoundException: Requested resource not found");
    CHECK(c.error("PutItem", "{'TableName':'table','Item':{'p':{'S':'x'}}}") ==
          "ResourceNotFoundException: Requested resource not found");
    CHECK(c.status() == 400);
}

TEST_CASE("semantics 3: keys that do not fit the table") {
    filled c;
    auto const put = [&](std::string const& item) {
        return c.error("PutItem", "{'TableName':'table','Item':" + item + "}");
    };
    CHECK(put("{}") == "ValidationException: One or more parameter values were invalid: Missing the key p in the item");
    CHECK(put("{'p':{'N':'1'}}") == "ValidationException: One or more parameter values were invalid: Type mismatch for "
                                    "key p expected: S actual: N");
    for (auto const* operation : {"GetItem", "DeleteItem", "UpdateItem"})
        for (auto const* key : {"{}", "{'p':{'N':'1'}}", "{'p':{'S':'x'},'q':{'S':'x'}}"})
            CHECK(c.error(operation, "{'TableName':'table','Key':" + std::string(key) + "}") ==
                  "ValidationException: The provided key element does not match the schema");
}

TEST_CASE("semantics 3: an item that is too large") {
    filled c;
    auto const put = [&](std::size_t size) {
        return "{'TableName':'table','Item':{'p':{'S':'s'},'v':{'S':'" + std::string(size, 'x') + "'}}}";
    };
    CHECK(c.call("PutItem", put(409597)) == "{}");
    CHECK(c.error("PutItem", put(409598)) == "ValidationException: Item size has exceeded the maximum allowed size");
}

TEST_CASE("semantics 5: a condition that does not hold, with the item if it is asked for") {
    filled c;
    std::string const put = "{'TableName':'table','Item':{'p':{'S':'x'}},'ConditionExpression':'n > :v',"
                            "'ExpressionAttributeValues':{':v':{'N':'1'}}";
    CHECK(c.call("PutItem", put + "}") ==
          R"({"__type":"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException",)"
          R"("message":"The conditional request failed"})");
    CHECK(c.part("/Item", "PutItem", put + ",'ReturnValuesOnConditionCheckFailure':'ALL_OLD'}") ==
          R"({"n":{"N":"1"},"p":{"S":"x"}})");
    CHECK(c.part("/Item", "PutItem", put + ",'ReturnValuesOnConditionCheckFailure':'NONE'}") == "nothing");
    CHECK(c.error("DeleteItem", "{" + at_x + ",'ConditionExpression':'attribute_not_exists(p)'}") ==
          "ConditionalCheckFailedException: The conditional request failed");
    CHECK(c.part("/Item/n", "GetItem", "{" + at_x + "}") == R"({"N":"1"})");
}

TEST_CASE("semantics 7: what writes return") {
    filled c;
    auto const put = [&](char const* returns) {
        return "{'TableName':'table','Item':{'p':{'S':'x'},'n':{'N':'2'}},'ReturnValues':'" + std::string(returns) +
               "'}";
    };
    CHECK(c.call("PutItem", put("ALL_OLD")) == R"({"Attributes":{"n":{"N":"1"},"p":{"S":"x"}}})");
    CHECK(c.call("PutItem", put("NONE")) == "{}");
    for (auto const* other : {"ALL_NEW", "UPDATED_OLD", "UPDATED_NEW"})
        CHECK(c.error("PutItem", put(other)) == "ValidationException: ReturnValues can only be ALL_OLD or NONE");
    auto const update = [&](char const* returns) {
        return "{" + at_x +
               ",'UpdateExpression':'SET n = n + :v, a = :v','ExpressionAttributeValues':{':v':{'N':'1'}}," +
               "'ReturnValues':'" + std::string(returns) + "'}";
    };
    CHECK(c.call("UpdateItem", update("UPDATED_OLD")) == R"({"Attributes":{"n":{"N":"2"}}})");
    CHECK(c.call("UpdateItem", update("UPDATED_NEW")) == R"({"Attributes":{"a":{"N":"1"},"n":{"N":"4"}}})");
    CHECK(c.call("UpdateItem", update("ALL_OLD")) == R"({"Attributes":{"a":{"N":"1"},"n":{"N":"4"},"p":{"S":"x"}}})");
    CHECK(c.call("UpdateItem", update("ALL_NEW")) == R"({"Attributes":{"a":{"N":"1"},"n":{"N":"6"},"p":{"S":"x"}}})");
    CHECK(c.call("UpdateItem", update("NONE")) == "{}");
    CHECK(c.call("DeleteItem", "{" + at_x + ",'ReturnValues':'ALL_OLD'}") ==
          R"({"Attributes":{"a":{"N":"1"},"n":{"N":"7"},"p":{"S":"x"}}})");
    CHECK(c.call("DeleteItem", "{" + at_x + ",'ReturnValues':'ALL_OLD'}") == "{}");
    CHECK(c.call("UpdateItem", update("UPDATED_OLD")).find("does not exist in the item") != std::string::npos);
}

TEST_CASE("semantics 6: an update of a missing item creates it") {
    filled c;
    std::string const at_y = "'TableName':'table','Key':{'p':{'S':'y'}}";
    CHECK(c.call("UpdateItem", "{" + at_y + ",'UpdateExpression':'REMOVE a','ReturnValues':'ALL_NEW'}") == "{}");
    CHECK(c.call("GetItem", "{" + at_y + "}") == "{}");
    CHECK(c.call("UpdateItem", "{" + at_y + "}") == "{}");
    CHECK(c.call("GetItem", "{" + at_y + "}") == R"({"Item":{"p":{"S":"y"}}})");
    CHECK(c.error("UpdateItem",
                  "{" + at_y + ",'UpdateExpression':'SET p = :v','ExpressionAttributeValues':{':v':{'S':'1'}}}") ==
          "ValidationException: One or more parameter values were invalid: Cannot update attribute p. This "
          "attribute is "
          "part of the key");
}

TEST_CASE("semantics 8: projections of one item") {
    filled c;
    c.call("PutItem", "{'TableName':'table','Item':{'p':{'S':'x'},'l':{'L':[{'N':'0'},{'N':'1'},{'N':'2'}]},'"
                      "a.b':{'N':'9'}}}");
    auto const get = [&](std::string const& members) { return c.call("GetItem", "{" + at_x + "," + members + "}"); };
    CHECK(get("'ProjectionExpression':'l[2], l[0]'") == R"({"Item":{"l":{"L":[{"N":"0"},{"N":"2"}]}}})");
    CHECK(get("'ProjectionExpression':'zz'") == R"({"Item":{}})");
    CHECK(get("'ProjectionExpression':'#a','ExpressionAttributeNames':{'#a':'a.b'}") ==
          R"({"Item":{"a.b":{"N":"9"}}})");
    CHECK(get("'AttributesToGet':['a.b','p']") == R"({"Item":{"a.b":{"N":"9"},"p":{"S":"x"}}})");
    CHECK(c.error("GetItem", "{" + at_x + ",'AttributesToGet':['a','a']}") ==
          "ValidationException: One or more parameter values were invalid: Duplicate value in attribute "
          "name: a");
    CHECK(c.error("GetItem", "{" + at_x + ",'AttributesToGet':[]}").find("'attributesToGet' failed") !=
          std::string::npos);
}

TEST_CASE("semantics 11: the capacity that operations on one item consume") {
    filled c;
    auto const capacity = [&](char const* operation, std::string const& members) {
        return c.part("/ConsumedCapacity", operation, "{" + members + "}");
    };
    CHECK(capacity("GetItem", at_x + ",'ReturnConsumedCapacity':'TOTAL'") ==
          R"({"TableName":"table","CapacityUnits":5E-1})");
    CHECK(c.call("GetItem", "{'TableName':'table','Key':{'p':{'S':'none'}},'ConsistentRead':true,"
                            "'ReturnConsumedCapacity':'INDEXES'}") ==
          R"({"ConsumedCapacity":{"TableName":"table","CapacityUnits":1.0,"Table":{"CapacityUnits":1.0}}})");
    CHECK(capacity("GetItem", at_x + ",'ReturnConsumedCapacity':'NONE'") == "nothing");
    CHECK(capacity("GetItem", at_x) == "nothing");
    CHECK(capacity("DeleteItem", at_x + ",'ReturnConsumedCapacity':'TOTAL'") ==
          R"({"TableName":"table","CapacityUnits":1E0})");
}

TEST_CASE("semantics 5: a failed condition shows the item that is there, and none where there is none") {
    filled c;
    auto const absent = c.call("DeleteItem", "{'TableName':'table','Key':{'p':{'S':'none'}},'ConditionExpression':"
                                             "'attribute_exists(p)','ReturnValuesOnConditionCheckFailure':'ALL_OLD'}");
    CHECK(absent == R"({"__type":"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException",)"
                    R"("message":"The conditional request failed"})");
    CHECK(c.part("/Item/n", "UpdateItem",
                 "{" + at_x +
                     ",'UpdateExpression':'REMOVE n','ConditionExpression':'attribute_not_exists(p)',"
                     "'ReturnValuesOnConditionCheckFailure':'ALL_OLD'}") == R"({"N":"1"})");
}

TEST_CASE("semantics 8: a projection of a query or scan has empty items for those without its paths") {
    filled c;
    c.call("PutItem", "{'TableName':'table','Item':{'p':{'S':'y'},'m':{'M':{'a':{'N':'1'},'b':{'N':'2'}}}}}");
    CHECK(c.part("/Items", "Query",
                 "{'TableName':'table','KeyConditionExpression':'p = :p','ExpressionAttributeValues':{':p':{"
                 "'S':'x'}},'ProjectionExpression':'m.a'}") == "[{}]");
    auto const items = c.part("/Items", "Scan", "{'TableName':'table','ProjectionExpression':'m.b, zz'}");
    CHECK((items == R"([{},{"m":{"M":{"b":{"N":"2"}}}}])" || items == R"([{"m":{"M":{"b":{"N":"2"}}}},{}])"));
    CHECK(c.part("/Responses/table", "BatchGetItem",
                 "{'RequestItems':{'table':{'Keys':[{'p':{'S':'y'}},{'p':{'S':'x'}}],'ProjectionExpression':"
                 "'m.a'}}}") == R"([{"m":{"M":{"a":{"N":"1"}}}},{}])");
    CHECK(c.error("Scan", "{'TableName':'table','ProjectionExpression':'l[99999999999999]'}") ==
          "ValidationException: Invalid ProjectionExpression: List index is not within the allowable range; "
          "index: [99999999999999]");
}

TEST_CASE("semantics 7: what an update touched comes inside its hierarchy, at the positions of the new list") {
    filled c;
    auto const touched = [&](std::string const& expression, char const* returns, bool value = true) {
        c.call("PutItem", "{'TableName':'table','Item':{'p':{'S':'x'},'m':{'M':{'x':{'N':'1'},'y':{'N':'2'}}},"
                          "'l':{'L':[{'S':'a'},{'S':'b'},{'S':'c'}]}}}");
        return c.part("/Attributes", "UpdateItem",
                      "{" + at_x + ",'UpdateExpression':'" + expression + "','ReturnValues':'" + returns + "'" +
                          (value ? ",'ExpressionAttributeValues':{':v':{'N':'3'}}" : "") + "}");
    };
    CHECK(touched("SET m.x = :v", "UPDATED_OLD") == R"({"m":{"M":{"x":{"N":"1"}}}})");
    CHECK(touched("SET m.x = :v", "UPDATED_NEW") == R"({"m":{"M":{"x":{"N":"3"}}}})");
    CHECK(touched("SET l[1] = :v", "UPDATED_OLD") == R"({"l":{"L":[{"S":"b"}]}})");
    CHECK(touched("SET l[1] = :v", "UPDATED_NEW") == R"({"l":{"L":[{"N":"3"}]}})");
    CHECK(touched("SET l[100] = :v", "UPDATED_NEW") == "nothing");
    CHECK(touched("SET m.z = :v", "UPDATED_OLD") == "nothing");
    CHECK(touched("REMOVE l[1]", "UPDATED_NEW", false) == R"({"l":{"L":[{"S":"c"}]}})");
    CHECK(touched("REMOVE m.x", "UPDATED_NEW", false) == "nothing");
    CHECK(touched("REMOVE m", "UPDATED_OLD", false) == R"({"m":{"M":{"x":{"N":"1"},"y":{"N":"2"}}}})");
}
