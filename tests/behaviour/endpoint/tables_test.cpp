// SPDX-License-Identifier: BSL-1.0
#include <endpoint_support.hpp>

#include <catch2/catch_test_macros.hpp>

#include <string>

using endpoint_support::client;

namespace {

std::string const invalid = "ValidationException: One or more parameter values were invalid: ";
std::string const on_table = "{'TableName':'table'}";

std::string element(char const* name, char const* type) {
    return std::string("{'AttributeName':'") + name + "','KeyType':'" + type + "'}";
}
std::string defined(char const* name, char const* type) {
    return std::string("{'AttributeName':'") + name + "','AttributeType':'" + type + "'}";
}
std::string const p = element("p", "HASH");
std::string const p_S = defined("p", "S");

std::string table(std::string const& keys, std::string const& definitions, std::string const& members = "",
                  std::string const& billing = "'BillingMode':'PAY_PER_REQUEST'") {
    return "{'TableName':'table','KeySchema':[" + keys + "],'AttributeDefinitions':[" + definitions + "]," + billing +
           members + "}";
}
std::string index(char const* name, std::string const& keys, char const* projection = "'ProjectionType':'ALL'",
                  std::string const& members = "") {
    return std::string("{'IndexName':'") + name + "','KeySchema':[" + keys + "],'Projection':{" + projection + "}" +
           members + "}";
}
std::string const provisioned = "'ProvisionedThroughput':{'ReadCapacityUnits':5,'WriteCapacityUnits':6}";

} // namespace

TEST_CASE("a table is described as it was created") {
    client c;
    CHECK(c.part("/TableDescription/TableStatus", "CreateTable",
                 table(p + "," + element("c", "RANGE"), defined("g", "B") + "," + p_S + "," + defined("c", "N"),
                       ",'LocalSecondaryIndexes':[" +
                           index("local", p + "," + element("g", "RANGE"), "'ProjectionType':'KEYS_ONLY'") +
                           "],'GlobalSecondaryIndexes':[" +
                           index("global", element("g", "HASH") + "," + p,
                                 "'ProjectionType':'INCLUDE','NonKeyAttributes':['x','y']") +
                           "],'TableClass':'STANDARD','SSESpecification':{'Enabled':true}")) == R"("CREATING")");
    auto const part = [&](std::string const& pointer) { return c.part("/Table" + pointer, "DescribeTable", on_table); };
    CHECK(part("/TableStatus") == R"("ACTIVE")");
    CHECK(part("/AttributeDefinitions") ==
          R"([{"AttributeName":"g","AttributeType":"B"},{"AttributeName":"p","AttributeType":"S"},)"
          R"({"AttributeName":"c","AttributeType":"N"}])");
    CHECK(part("/KeySchema") == R"([{"AttributeName":"p","KeyType":"HASH"},{"AttributeName":"c","KeyType":"RANGE"}])");
    CHECK(part("/TableArn") == R"("arn:aws:dynamodb:us-east-1:000000000000:table/table")");
    CHECK(part("/TableId").size() == 38);
    CHECK(part("/BillingModeSummary/BillingMode") == R"("PAY_PER_REQUEST")");
    CHECK(part("/ProvisionedThroughput") ==
          R"({"NumberOfDecreasesToday":0,"ReadCapacityUnits":0,"WriteCapacityUnits":0})");
    CHECK(part("/LocalSecondaryIndexes") ==
          R"([{"IndexName":"local","KeySchema":[{"AttributeName":"p","KeyType":"HASH"},)"
          R"({"AttributeName":"g","KeyType":"RANGE"}],"Projection":{"ProjectionType":"KEYS_ONLY"},)"
          R"("IndexSizeBytes":0,"ItemCount":0,)"
          R"("IndexArn":"arn:aws:dynamodb:us-east-1:000000000000:table/table/index/local"}])");
    CHECK(part("/GlobalSecondaryIndexes/0/IndexStatus") == R"("ACTIVE")");
    CHECK(part("/GlobalSecondaryIndexes/0/Projection") ==
          R"({"ProjectionType":"INCLUDE","NonKeyAttributes":["x","y"]})");
    CHECK(part("/GlobalSecondaryIndexes/0/KeySchema") ==
          R"([{"AttributeName":"g","KeyType":"HASH"},{"AttributeName":"p","KeyType":"HASH"}])");
    CHECK(part("/TableClassSummary/TableClass") == R"("STANDARD")");
    CHECK(part("/SSEDescription/Status") == R"("ENABLED")");
    CHECK(part("/DeletionProtectionEnabled") == "false");
    CHECK(part("/StreamSpecification") == "nothing");
    CHECK(part("/LatestStreamArn") == "nothing");
}

TEST_CASE("without transitional statuses a table is ACTIVE from the answer on") {
    client c({.transitional_status = false});
    CHECK(c.part("/TableDescription/TableStatus", "CreateTable", table(p, p_S)) == R"("ACTIVE")");
}

TEST_CASE("semantics 3: tables that are there already, or not") {
    client c;
    c.call("CreateTable", table(p, p_S));
    CHECK(c.error("CreateTable", table(p, p_S)) == "ResourceInUseException: Table already exists: table");
    CHECK(c.error("CreateTable", table(p, defined("p", "N"))) == "ResourceInUseException: Table already exists: table");
    for (auto const* operation : {"DescribeTable", "DeleteTable", "DescribeTimeToLive"})
        CHECK(c.error(operation, "{'TableName':'none'}") ==
              "ResourceNotFoundException: Requested resource not found: Table: none not found");
    CHECK(c.error("UpdateTable", "{'TableName':'none','TableClass':'STANDARD'}") ==
          "ResourceNotFoundException: Requested resource not found: Table: none not found");
    CHECK(c.part("/TableDescription/TableStatus", "DeleteTable", on_table) == R"("DELETING")");
    CHECK(c.call("ListTables", "{}") == R"({"TableNames":[]})");
    CHECK(c.error("GetItem", "{'TableName':'table','Key':{'p':{'S':'x'}}}") ==
          "ResourceNotFoundException: Requested resource not found");
}

TEST_CASE("semantics 3: key schemas that are none") {
    client c;
    auto const fault = [&](std::string const& keys, std::string const& definitions, std::string const& members = "") {
        return c.error("CreateTable", table(keys, definitions, members));
    };
    CHECK(fault(element("p", "RANGE"), p_S) ==
          "ValidationException: Invalid KeySchema: The first KeySchemaElement is not a HASH key type");
    CHECK(fault(p + "," + element("c", "HASH"), p_S + "," + defined("c", "S")) ==
          "ValidationException: Invalid KeySchema: The second KeySchemaElement is not a RANGE key type");
    CHECK(fault(p + "," + element("p", "RANGE"), p_S) ==
          "ValidationException: Both the Hash Key and the Range Key element in the KeySchema have the same "
          "name");
    CHECK(fault(p, defined("q", "S")) ==
          invalid + "Some index key attributes are not defined in AttributeDefinitions. Keys: [p], "
                    "AttributeDefinitions: [q]");
    CHECK(fault(p + "," + element("c", "RANGE"), p_S) ==
          "ValidationException: Invalid KeySchema: Some index key attribute have no definition");
    CHECK(fault(p, p_S + "," + defined("q", "S")) ==
          invalid + "Number of attributes in KeySchema does not exactly match number of attributes defined in "
                    "AttributeDefinitions");
    auto const global = [](std::string const& text) { return ",'GlobalSecondaryIndexes':[" + text + "]"; };
    CHECK(fault(p, p_S + "," + defined("q", "S"), global(index("one", p))) ==
          invalid + "Some AttributeDefinitions are not used. AttributeDefinitions: [p, q], keys used: [p]");
    CHECK(fault(p, p_S, global(index("one", element("q", "HASH")))) ==
          invalid + "Some index key attributes are not defined in AttributeDefinitions. Keys: [q], "
                    "AttributeDefinitions: [p]");
    CHECK(fault(p, p_S, global(index("one", p) + "," + index("one", p))) == invalid + "Duplicate index name: one");
    CHECK(fault(p, p_S, global("")) == invalid + "List of GlobalSecondaryIndexes is empty");
    CHECK(fault(p, p_S, global(index("one", p, ""))) == invalid + "Unknown ProjectionType: null");
    CHECK(fault(p, p_S, global(index("one", p, "'ProjectionType':'ALL','NonKeyAttributes':['a']"))) ==
          invalid + "ProjectionType is ALL, but NonKeyAttributes is specified");
    CHECK(fault(p, p_S, global(index("one", p, "'ProjectionType':'INCLUDE'"))) ==
          invalid + "ProjectionType is INCLUDE, but NonKeyAttributes is not specified");
    auto const local = [](std::string const& text) { return ",'LocalSecondaryIndexes':[" + text + "]"; };
    CHECK(fault(p, p_S, local(index("one", p))) ==
          invalid + "Table KeySchema does not have a range key, which is required when specifying a "
                    "LocalSecondaryIndex");
    auto const both = p + "," + element("c", "RANGE");
    CHECK(fault(both, p_S + "," + defined("c", "S"), local(index("one", p))) ==
          invalid + "Index KeySchema does not have a range key for index: one");
    CHECK(fault(both, p_S + "," + defined("c", "S"),
                local(index("one", element("c", "HASH") + "," + element("p", "RANGE")))) ==
          invalid + "Index KeySchema does not have the same leading hash key as table KeySchema for index: "
                    "one. index "
                    "hash key: c, table hash key: p");
    CHECK(c.call("ListTables", "{}") == R"({"TableNames":[]})");
}

TEST_CASE("throughput is for provisioned tables, and they need it") {
    client c;
    CHECK(c.error("CreateTable", table(p, p_S, "", "'BillingMode':'PROVISIONED'")) ==
          invalid + "ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is "
                    "PROVISIONED");
    CHECK(c.error("CreateTable", table(p, p_S, "," + provisioned)) ==
          invalid + "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is "
                    "PAY_PER_REQUEST");
    CHECK(c.error("CreateTable", table(p, p_S, "",
                                       "'ProvisionedThroughput':{'ReadCapacityUnits':1000000000001,"
                                       "'WriteCapacityUnits':1}")) ==
          "ValidationException: Given value 1000000000001 for ReadCapacityUnits is out of bounds");
    c.call("CreateTable", table(p, p_S, "", provisioned));
    CHECK(c.part("/Table/ProvisionedThroughput", "DescribeTable", on_table) ==
          R"({"NumberOfDecreasesToday":0,"ReadCapacityUnits":5,"WriteCapacityUnits":6})");
    CHECK(c.error("UpdateTable", "{'TableName':'table'," + provisioned + "}") ==
          "ValidationException: The provisioned throughput for the table will not change. The requested "
          "value equals the "
          "current value. Current ReadCapacityUnits provisioned for the table: 5. Requested "
          "ReadCapacityUnits: 5. "
          "Current WriteCapacityUnits provisioned for the table: 6. Requested WriteCapacityUnits: 6. Refer "
          "to the Amazon "
          "DynamoDB Developer Guide for current limits and how to request higher limits.");
    CHECK(c.part("/TableDescription/TableStatus", "UpdateTable",
                 "{'TableName':'table','BillingMode':'PAY_PER_REQUEST'}") == R"("UPDATING")");
    CHECK(c.part("/Table/BillingModeSummary/BillingMode", "DescribeTable", on_table) == R"("PAY_PER_REQUEST")");
    CHECK(c.part("/Table/ProvisionedThroughput/ReadCapacityUnits", "DescribeTable", on_table) == "0");
    CHECK(c.error("UpdateTable", on_table) ==
          "ValidationException: At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, "
          "GlobalSecondaryIndexUpdates or SSESpecification or ReplicaUpdates is required");
}

TEST_CASE("semantics 9: an index is added to a table with items, and dropped") {
    client c;
    c.call("CreateTable", table(p, p_S));
    c.call("PutItem", "{'TableName':'table','Item':{'p':{'S':'x'},'g':{'N':'1'}}}");
    auto const create = [](char const* name, std::string const& definitions) {
        return "{'TableName':'table','AttributeDefinitions':[" + definitions +
               "],'GlobalSecondaryIndexUpdates':[{'Create':" + index(name, element("g", "HASH")) + "}]}";
    };
    CHECK(c.error("UpdateTable", create("global", p_S)) ==
          invalid + "Some index key attributes are not defined in AttributeDefinitions. Keys: [g], "
                    "AttributeDefinitions: [p]");
    CHECK(c.part("/TableDescription/GlobalSecondaryIndexes/0/IndexStatus", "UpdateTable",
                 create("global", defined("g", "N") + "," + defined("unused", "S"))) == R"("CREATING")");
    CHECK(c.part("/Table/GlobalSecondaryIndexes/0/IndexStatus", "DescribeTable", on_table) == R"("ACTIVE")");
    CHECK(c.part("/Count", "Query",
                 "{'TableName':'table','IndexName':'global','KeyConditionExpression':'g = :g',"
                 "'ExpressionAttributeValues':{':g':{'N':'1'}}}") == "1");
    CHECK(c.error("UpdateTable", create("global", defined("g", "N"))) ==
          "ValidationException: Attempting to create an index which already exists");
    auto const drop = [](std::string const& name) { return "{'Delete':{'IndexName':'" + name + "'}}"; };
    auto const update = [](std::string const& updates) {
        return "{'TableName':'table','GlobalSecondaryIndexUpdates':[" + updates + "]}";
    };
    CHECK(c.error("UpdateTable", update(drop("none"))) == "ResourceNotFoundException: Requested resource not found");
    CHECK(c.error("UpdateTable", update(drop("global") + "," + drop("other"))) ==
          "LimitExceededException: Subscriber limit exceeded: Only 1 online index can be created or deleted "
          "simultaneously per table");
    CHECK(c.error("UpdateTable", update(drop("global") + "," + drop("global"))) ==
          invalid + "Only one global secondary index update per index is allowed simultaneously. Index: global");
    CHECK(c.part("/TableDescription/GlobalSecondaryIndexes/0/IndexStatus", "UpdateTable", update(drop("global"))) ==
          R"("DELETING")");
    CHECK(c.part("/Table/GlobalSecondaryIndexes", "DescribeTable", on_table) == "nothing");
}

TEST_CASE("a protected table is not deleted") {
    client c;
    c.call("CreateTable", table(p, p_S, ",'DeletionProtectionEnabled':true"));
    CHECK(c.error("DeleteTable", on_table) == "ValidationException: Resource cannot be deleted as it is "
                                              "currently protected against deletion. Disable "
                                              "deletion protection first.");
    c.call("UpdateTable", "{'TableName':'table','DeletionProtectionEnabled':false}");
    CHECK(c.error("DeleteTable", on_table).starts_with("no error"));
}

TEST_CASE("tables are listed in pages") {
    client c;
    for (auto const* name : {"ccc", "aaa", "bbb"}) c.create(name);
    CHECK(c.call("ListTables", "{'Limit':2}") == R"({"TableNames":["aaa","bbb"],"LastEvaluatedTableName":"bbb"})");
    CHECK(c.call("ListTables", "{'ExclusiveStartTableName':'bbb'}") == R"({"TableNames":["ccc"]})");
    CHECK(c.call("ListTables", "{'ExclusiveStartTableName':'aab','Limit':2}") == R"({"TableNames":["bbb","ccc"]})");
    CHECK(c.error("ListTables", "{'Limit':101}").find("value less than or equal to 100") != std::string::npos);
}
