// SPDX-License-Identifier: BSL-1.0
#include <endpoint_support.hpp>

#include <catch2/catch_test_macros.hpp>

#include <string>

using endpoint_support::client;

namespace {

/// p, c (N); a global index on g that includes x, a local one on l with keys only. Items x 1..3, of which 3 has no g.
struct filled : client {
    filled() {
        call("CreateTable",
             "{'TableName':'table','BillingMode':'PAY_PER_REQUEST','AttributeDefinitions':["
             "{'AttributeName':'p','AttributeType':'S'},{'AttributeName':'c','AttributeType':'N'},"
             "{'AttributeName':'g','AttributeType':'S'},{'AttributeName':'l','AttributeType':'S'}],"
             "'KeySchema':[{'AttributeName':'p','KeyType':'HASH'},{'AttributeName':'c','KeyType':'RANGE'}],"
             "'LocalSecondaryIndexes':[{'IndexName':'local','Projection':{'ProjectionType':'KEYS_ONLY'},'"
             "KeySchema':["
             "{'AttributeName':'p','KeyType':'HASH'},{'AttributeName':'l','KeyType':'RANGE'}]}],"
             "'GlobalSecondaryIndexes':[{'IndexName':'global','Projection':{'ProjectionType':'INCLUDE',"
             "'NonKeyAttributes':['x']},'KeySchema':[{'AttributeName':'g','KeyType':'HASH'}]}]}");
        put("'c':{'N':'1'},'g':{'S':'g'},'l':{'S':'b'},'x':{'N':'10'},'y':{'N':'11'}");
        put("'c':{'N':'2'},'g':{'S':'g'},'l':{'S':'a'},'x':{'N':'20'}");
        put("'c':{'N':'3'}");
    }
    void put(std::string const& attributes) {
        call("PutItem", "{'TableName':'table','Item':{'p':{'S':'x'}," + attributes + "}}");
    }
};

std::string const from_table = "'TableName':'table','KeyConditionExpression':'p = :p',"
                               "'ExpressionAttributeValues':{':p':{'S':'x'}}";
std::string const from_global = "'TableName':'table','IndexName':'global','KeyConditionExpression':'g = :g',"
                                "'ExpressionAttributeValues':{':g':{'S':'g'}}";
std::string const from_local = "'TableName':'table','IndexName':'local','KeyConditionExpression':'p = :p',"
                               "'ExpressionAttributeValues':{':p':{'S':'x'}}";
std::string const invalid = "ValidationException: One or more parameter values were invalid: ";

} // namespace

TEST_CASE("semantics 9: a page has items, counts and where it ended") {
    filled c;
    CHECK(c.call("Query", "{" + from_table + ",'ProjectionExpression':'c','Limit':2}") ==
          R"({"Items":[{"c":{"N":"1"}},{"c":{"N":"2"}}],"Count":2,"ScannedCount":2,)"
          R"("LastEvaluatedKey":{"c":{"N":"2"},"p":{"S":"x"}}})");
    CHECK(c.call("Query",
                 "{" + from_table + ",'ProjectionExpression':'c','ExclusiveStartKey':{'p':{'S':'x'},'c':{'N':'2'}}}") ==
          R"({"Items":[{"c":{"N":"3"}}],"Count":1,"ScannedCount":1})");
    CHECK(c.call("Query", "{" + from_table + ",'ProjectionExpression':'c','ScanIndexForward':false,'Limit':1}") ==
          R"({"Items":[{"c":{"N":"3"}}],"Count":1,"ScannedCount":1,"LastEvaluatedKey":{"c":{"N":"3"},"p":{"S":"x"}}})");
    CHECK(c.call("Scan", "{'TableName':'table','ProjectionExpression':'c','FilterExpression':'attribute_exists(y)'}") ==
          R"({"Items":[{"c":{"N":"1"}}],"Count":1,"ScannedCount":3})");
    CHECK(c.call("Scan", "{'TableName':'table','Select':'COUNT'}") == R"({"Count":3,"ScannedCount":3})");
    CHECK(c.call("Query", "{" + from_table + ",'FilterExpression':'attribute_exists(zz)'}") ==
          R"({"Items":[],"Count":0,"ScannedCount":3})");
}

TEST_CASE("semantics 9: what an index gives") {
    filled c;
    CHECK(c.call("Query", "{" + from_global + ",'Limit':1}") ==
          R"({"Items":[{"c":{"N":"1"},"g":{"S":"g"},"p":{"S":"x"},"x":{"N":"10"}}],"Count":1,"ScannedCount":1,)"
          R"("LastEvaluatedKey":{"c":{"N":"1"},"g":{"S":"g"},"p":{"S":"x"}}})");
    CHECK(c.part("/Count", "Query", "{" + from_global + "}") == "2");
    CHECK(c.part("/Items", "Query", "{" + from_local + ",'ConsistentRead':true,'ProjectionExpression':'x'}") ==
          R"([{"x":{"N":"20"}},{"x":{"N":"10"}}])");
    CHECK(c.part("/Items/1", "Query", "{" + from_local + ",'Select':'ALL_ATTRIBUTES'}") ==
          R"({"c":{"N":"1"},"g":{"S":"g"},"l":{"S":"b"},"p":{"S":"x"},"x":{"N":"10"},"y":{"N":"11"}})");
    CHECK(c.part("/Items/0", "Query", "{" + from_local + ",'Select':'ALL_PROJECTED_ATTRIBUTES'}") ==
          R"({"c":{"N":"2"},"l":{"S":"a"},"p":{"S":"x"}})");
    CHECK(c.error("Query", "{" + from_global + ",'ConsistentRead':true}") ==
          "ValidationException: Consistent reads are not supported on global secondary indexes");
    CHECK(c.error("Query", "{" + from_global + ",'ProjectionExpression':'y'}") ==
          invalid + "Global secondary index global does not project [y]");
    CHECK(c.error("Scan", "{'TableName':'table','IndexName':'global','AttributesToGet':['y']}") ==
          invalid + "Global secondary index global does not project [y]");
    CHECK(c.error("Query", "{" + from_global + ",'Select':'ALL_ATTRIBUTES'}") ==
          invalid + "Select type ALL_ATTRIBUTES is not supported for global secondary index global because its "
                    "projection type is not ALL");
    CHECK(c.error("Scan", "{'TableName':'table','IndexName':'nope'}") ==
          "ValidationException: The table does not have the specified index: nope");
}

TEST_CASE("semantics 9: Select says what ProjectionExpression and AttributesToGet say") {
    filled c;
    CHECK(c.error("Query", "{" + from_table + ",'Select':'SPECIFIC_ATTRIBUTES'}") ==
          "ValidationException: Must specify the AttributesToGet or ProjectionExpression when choosing to get "
          "SPECIFIC_ATTRIBUTES");
    CHECK(c.error("Query", "{" + from_table + ",'Select':'COUNT','ProjectionExpression':'c'}") ==
          "ValidationException: Cannot specify the ProjectionExpression when choosing to get COUNT");
    CHECK(c.error("Scan", "{'TableName':'table','Select':'ALL_ATTRIBUTES','AttributesToGet':['c']}") ==
          "ValidationException: Cannot specify the AttributesToGet when choosing to get ALL_ATTRIBUTES");
    CHECK(c.error("Scan", "{'TableName':'table','Select':'ALL_PROJECTED_ATTRIBUTES'}") ==
          invalid + "ALL_PROJECTED_ATTRIBUTES can be used only when Scanning using an IndexName");
    CHECK(c.part("/Count", "Query", "{" + from_table + ",'Select':'SPECIFIC_ATTRIBUTES','ProjectionExpression':'c'}") ==
          "3");
}

TEST_CASE("semantics 9: key conditions and filters that cannot be") {
    filled c;
    auto const fault = [&](std::string const& condition, std::string const& values = "':p':{'S':'x'}") {
        return c.error("Query", "{'TableName':'table','KeyConditionExpression':'" + condition +
                                    "','ExpressionAttributeValues':{" + values + "}}");
    };
    CHECK(c.error("Query", "{'TableName':'table'}") ==
          "ValidationException: Either the KeyConditions or KeyConditionExpression parameter must be "
          "specified in the "
          "request.");
    CHECK(fault("c = :p") == "ValidationException: Query condition missed key schema element: p");
    CHECK(fault("p > :p") == "ValidationException: Query key condition not supported");
    CHECK(fault("p = :p OR c = :p") == "ValidationException: Invalid operator used in KeyConditionExpression: OR");
    CHECK(fault("p = :p", "':p':{'N':'1'}") == invalid + "Condition parameter type does not match schema type");
    CHECK(fault("p = :p AND begins_with(c, :c)", "':p':{'S':'x'},':c':{'N':'1'}").starts_with("ValidationException: "));
    CHECK(c.error("Query", "{" + from_table + ",'FilterExpression':'c <> :p'}") ==
          "ValidationException: Filter Expression can only contain non-primary key attributes: Primary key "
          "attribute: "
          "c");
    CHECK(c.part("/Count", "Query", "{" + from_global + ",'FilterExpression':'c <> :g'}") == "2");
}

TEST_CASE("semantics 9: keys to go on from") {
    filled c;
    auto const fault = [&](std::string const& key) {
        return c.error("Query", "{" + from_table + ",'ExclusiveStartKey':" + key + "}");
    };
    CHECK(fault("{'p':{'S':'other'},'c':{'N':'1'}}") ==
          "ValidationException: The provided starting key is outside query boundaries based on provided "
          "conditions");
    CHECK(fault("{'p':{'S':'x'}}") == "ValidationException: The provided starting key is invalid");
    CHECK(fault("{'p':{'S':'x'},'c':{}}") == "ValidationException: The provided starting key is invalid: "
                                             "Supplied AttributeValue is empty, must contain "
                                             "exactly one of the supported datatypes");
}

TEST_CASE("semantics 11: the capacity that pages consume") {
    filled c;
    CHECK(c.part("/ConsumedCapacity", "Query", "{" + from_table + ",'ReturnConsumedCapacity':'TOTAL'}") ==
          R"({"TableName":"table","CapacityUnits":5E-1})");
    CHECK(c.part("/ConsumedCapacity", "Query", "{" + from_global + ",'ReturnConsumedCapacity':'INDEXES'}") ==
          R"({"TableName":"table","CapacityUnits":5E-1,"Table":{"CapacityUnits":0E0},)"
          R"("GlobalSecondaryIndexes":{"global":{"CapacityUnits":5E-1}}})");
    CHECK(c.part("/ConsumedCapacity/LocalSecondaryIndexes", "Query",
                 "{" + from_local + ",'ReturnConsumedCapacity':'INDEXES'}") == R"({"local":{"CapacityUnits":5E-1}})");
}
