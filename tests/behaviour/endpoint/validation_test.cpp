// SPDX-License-Identifier: BSL-1.0
#include <endpoint_support.hpp>

#include <catch2/catch_test_macros.hpp>

#include <string>

using endpoint_support::client;

namespace {

std::string const detected = "ValidationException: 1 validation error detected: ";

} // namespace

TEST_CASE("semantics 12: what is no JSON object, and what is no operation") {
    client c;
    for (auto const* body : {"", "{", "[]", "1", "{}x", "{'a':'\xff'}", "{'a':'\\ud800'}"})
        CHECK(c.error("GetItem", body) == "SerializationException");
    CHECK(c.error("Nothing", "{}") == "UnknownOperationException");
    CHECK(c.error("DynamoDB_20111205.GetItem", "{}") == "UnknownOperationException");
    CHECK(c.error("DynamoDB_20120810.GetRecords", "{}") == "UnknownOperationException");
    CHECK(c.error("", "{}") == "UnknownOperationException");
    CHECK(c.status() == 400);
    CHECK(c.call("Nothing", "{}") == R"({"__type":"com.amazon.coral.service#UnknownOperationException"})");
}

TEST_CASE("semantics 12: the spelling of errors") {
    client c;
    CHECK(c.call("GetItem", "{'TableName':'table','Key':{'p':{'S':'x'}}}") ==
          R"({"__type":"com.amazonaws.dynamodb.v20120810#ResourceNotFoundException",)"
          R"("message":"Requested resource not found"})");
    CHECK(c.call("GetItem", "{'TableName':'table','Key':'x'}") ==
          R"({"__type":"com.amazon.coral.service#SerializationException","Message":"Unexpected field type"})");
    CHECK(c.call("GetItem", "{'TableName':'table'}") ==
          R"({"__type":"com.amazon.coral.validate#ValidationException","message":"1 validation error detected: )"
          R"(Value null at 'key' failed to satisfy constraint: Member must not be null"})");
}

TEST_CASE("JSON of a wrong type comes before every other fault") {
    client c;
    auto const fault = [&](std::string const& member) { return c.error("Query", "{'TableName':'x'," + member + "}"); };
    CHECK(fault("'IndexName':1") == "SerializationException: NUMBER_VALUE cannot be converted to String");
    CHECK(fault("'Limit':'1'") == "SerializationException: STRING_VALUE cannot be converted to Integer");
    CHECK(fault("'Limit':true") == "SerializationException: TRUE_VALUE cannot be converted to Integer");
    CHECK(fault("'Limit':[]") == "SerializationException: Unrecognized collection type class java.lang.Integer");
    CHECK(fault("'ConsistentRead':'x'") == "SerializationException: Unexpected token received from parser");
    CHECK(fault("'AttributesToGet':'x'") == "SerializationException: Unexpected field type");
    CHECK(fault("'AttributesToGet':{}") ==
          "SerializationException: Start of structure or map found where not expected");
    CHECK(fault("'KeyConditions':[]") ==
          "SerializationException: Unrecognized collection type java.util.Map<java.lang.String, "
          "com.amazonaws.dynamodb.v20120810.Condition>");
    CHECK(fault("'KeyConditions':{'a':'x'}") == "SerializationException: Unexpected value type in payload");
    CHECK(fault("'ExpressionAttributeNames':{'a':1}") ==
          "SerializationException: NUMBER_VALUE cannot be converted to String");
    CHECK(c.error("PutItem", "{'TableName':'x','Expected':{'a':{'Value':'x'}}}") ==
          "SerializationException: Unexpected field type");
    CHECK(c.error("BatchWriteItem", "{'RequestItems':[]}") ==
          "SerializationException: sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl cannot be "
          "cast to "
          "java.lang.Class");
    CHECK(c.error("CreateTable", "{'ProvisionedThroughput':{'ReadCapacityUnits':'1'}}") ==
          "SerializationException: STRING_VALUE cannot be converted to Long");
}

TEST_CASE("semantics 3: names of tables and indexes") {
    client c;
    auto const fault = [&](std::string const& name) {
        return c.error("GetItem", "{'TableName':'" + name + "','Key':{}}");
    };
    CHECK(c.error("GetItem", "{}") ==
          "ValidationException: The parameter 'TableName' is required but was not present in the request");
    CHECK(fault("") ==
          "ValidationException: TableName must be at least 3 characters long and at most 255 characters long");
    CHECK(fault("ab") == fault(""));
    CHECK(fault(std::string(256, 'a')) == fault(""));
    CHECK(fault("a b") == detected + "Value 'a b' at 'tableName' failed to satisfy constraint: Member must satisfy "
                                     "regular expression pattern: [a-zA-Z0-9_.-]+");
    CHECK(fault(std::string(255, 'a')) == "ResourceNotFoundException: Requested resource not found");
    CHECK(c.error("Query", "{'TableName':'table','IndexName':'ab'}") ==
          detected + "Value 'ab' at 'indexName' failed to satisfy constraint: Member must have length "
                     "greater than or equal "
                     "to 3");
    CHECK(c.error("TransactWriteItems", "{'TransactItems':[{'Delete':{'TableName':'ab','Key':{}}}]}") ==
          detected + "Value 'ab' at 'transactItems.1.member.delete.tableName' failed to satisfy constraint: "
                     "Member must "
                     "have length greater than or equal to 3");
}

TEST_CASE("constraints that are broken are told all at once") {
    client c;
    CHECK(c.error("PutItem", "{'TableName':'a;b','ReturnValues':'x','Expected':{'a':{'ComparisonOperator':'y'}}}") ==
          "ValidationException: 4 validation errors detected: "
          "Value 'a;b' at 'tableName' failed to satisfy constraint: Member must satisfy regular expression "
          "pattern: "
          "[a-zA-Z0-9_.-]+; "
          "Value null at 'item' failed to satisfy constraint: Member must not be null; "
          "Value 'y' at 'expected.a.member.comparisonOperator' failed to satisfy constraint: Member must "
          "satisfy enum "
          "value set: [IN, NULL, BETWEEN, LT, NOT_CONTAINS, EQ, GT, NOT_NULL, NE, LE, BEGINS_WITH, GE, "
          "CONTAINS]; "
          "Value 'x' at 'returnValues' failed to satisfy constraint: Member must satisfy enum value set: "
          "[ALL_NEW, "
          "UPDATED_OLD, ALL_OLD, NONE, UPDATED_NEW]");
}

TEST_CASE("semantics 9: Limit and segments") {
    client c;
    CHECK(c.error("Scan", "{'TableName':'table','Limit':0}") ==
          detected + "Value '0' at 'limit' failed to satisfy constraint: Member must have value greater than or equal "
                     "to 1");
    CHECK(c.error("Scan", "{'TableName':'table','Segment':0,'TotalSegments':1000001}") ==
          detected + "Value '1000001' at 'totalSegments' failed to satisfy constraint: Member must have value less "
                     "than or equal to 1000000");
    CHECK(c.error("Scan", "{'TableName':'table','Segment':5,'TotalSegments':5}") ==
          "ValidationException: The Segment parameter is zero-based and must be less than parameter "
          "TotalSegments: "
          "Segment: 5 is not less than TotalSegments: 5");
    CHECK(c.error("Scan", "{'TableName':'table','Segment':0}") ==
          "ValidationException: The TotalSegments parameter is required but was not present in the request "
          "when "
          "Segment parameter is present");
    CHECK(c.error("Scan", "{'TableName':'table','TotalSegments':1}") ==
          "ValidationException: The Segment parameter is required but was not present in the request when "
          "parameter "
          "TotalSegments is present");
}

TEST_CASE("semantics 4: names and values are for expressions") {
    client c;
    c.create("table");
    auto const put = [&](std::string const& members) {
        return c.error("PutItem", "{'TableName':'table','Item':{'p':{'S':'x'}}," + members + "}");
    };
    CHECK(put("'ExpressionAttributeValues':{':a':{'S':'a'}}") ==
          "ValidationException: ExpressionAttributeValues can only be specified when using expressions: "
          "ConditionExpression is null");
    CHECK(put("'ExpressionAttributeNames':{'#a':'a'}") ==
          "ValidationException: ExpressionAttributeNames can only be specified when using expressions");
    CHECK(put("'ConditionExpression':'a=:a','ExpressionAttributeValues':{}") ==
          "ValidationException: ExpressionAttributeValues must not be empty");
    CHECK(put("'ConditionExpression':'a=:a','ExpressionAttributeNames':{}") ==
          "ValidationException: ExpressionAttributeNames must not be empty");
    CHECK(put("'ConditionExpression':'a=:a','ExpressionAttributeValues':{'a':{'S':'a'}}") ==
          "ValidationException: ExpressionAttributeValues contains invalid key: Syntax error; key: \"a\"");
    CHECK(put("'ConditionExpression':'a=:a','ExpressionAttributeValues':{':a':{'N':'x'}}") ==
          "ValidationException: ExpressionAttributeValues contains invalid value: The parameter cannot be "
          "converted to a "
          "numeric value: x for key :a");
    CHECK(put("'ConditionExpression':'a=:a','ExpressionAttributeValues':{':a':{'N':'1'},':u':{'N':'1'}}") ==
          "ValidationException: Value provided in ExpressionAttributeValues unused in expressions: keys: {:u}");
    CHECK(put("'ConditionExpression':'a=:a','Expected':{}") ==
          "ValidationException: Can not use both expression and non-expression parameters in the same request: "
          "Non-expression parameters: {Expected} Expression parameters: {ConditionExpression}");
    CHECK(put("'ConditionExpression':''") ==
          "ValidationException: Invalid ConditionExpression: The expression can not be empty;");
    CHECK(c.error("UpdateItem",
                  "{'TableName':'table','Key':{'p':{'S':'x'}},'ExpressionAttributeValues':{':a':{'S':'a'}}}") ==
          "ValidationException: ExpressionAttributeValues can only be specified when using expressions: "
          "UpdateExpression and ConditionExpression are null");
}

TEST_CASE("semantics 4: expressions are checked before the table") {
    client c;
    CHECK(c.error("Scan", "{'TableName':'table','FilterExpression':'size(a)'}") ==
          "ValidationException: Invalid FilterExpression: The function is not allowed to be used this way in "
          "an "
          "expression; function: size");
}

TEST_CASE("JSON far deeper than any item is refused, not followed") {
    client c;
    c.create("table");
    std::string item;
    for (int i = 0; i != 20000; ++i) item += "{'L':[";
    CHECK(c.error("PutItem", "{'TableName':'table','Item':{'p':" + item) ==
          "ValidationException: Nesting Levels have exceeded supported limits: Attributes in the item have "
          "nested "
          "levels beyond supported limit");
}

TEST_CASE("a table may be named by its ARN") {
    client c;
    c.create("table");
    std::string const name = "'TableName':'arn:aws:dynamodb:us-east-1:000000000000:table/table'";
    CHECK(c.call("PutItem", "{" + name + ",'Item':{'p':{'S':'x'}}}") == "{}");
    CHECK(c.part("/Item", "GetItem", "{'TableName':'table','Key':{'p':{'S':'x'}}}") == R"({"p":{"S":"x"}})");
    CHECK(c.part("/Table/TableName", "DescribeTable", "{" + name + "}") == R"("table")");
}

TEST_CASE("semantics 12: what is in the type of an error, and what its text is called") {
    client c;
    c.create("table");
    std::string const service = "com.amazon.coral.service#", validate = "com.amazon.coral.validate#",
                      dynamodb = "com.amazonaws.dynamodb.v20120810#";
    std::string const at_x = "'TableName':'table','Key':{'p':{'S':'x'}}";
    auto const transaction = [&](std::string const& actions, std::string const& members = "") {
        return "{'TransactItems':[" + actions + "]" + members + "}";
    };
    auto const erase = [](char const* p) {
        return std::string("{'Delete':{'TableName':'table','Key':{'p':{'S':'") + p + "'}}}}";
    };
    c.call("TransactWriteItems", transaction(erase("x"), ",'ClientRequestToken':'token'"));
    struct {
        std::string operation, request, type, text;
    } const rows[] = {
        {"GetItem", "{}", validate + "ValidationException", "message"},
        {"GetItem", "{'TableName':1}", service + "SerializationException", "Message"},
        {"Nothing", "{}", service + "UnknownOperationException", ""},
        {"Scan", "{'TableName':'none'}", dynamodb + "ResourceNotFoundException", "message"},
        {"CreateTable",
         "{'TableName':'table','BillingMode':'PAY_PER_REQUEST','KeySchema':[{'AttributeName':'p','KeyType':"
         "'HASH'}],'AttributeDefinitions':[{'AttributeName':'p','AttributeType':'S'}]}",
         dynamodb + "ResourceInUseException", "message"},
        {"DeleteItem", "{" + at_x + ",'ConditionExpression':'attribute_exists(p)'}",
         dynamodb + "ConditionalCheckFailedException", "message"},
        {"TransactWriteItems",
         transaction("{'ConditionCheck':{" + at_x + ",'ConditionExpression':'attribute_exists(p)'}}"),
         dynamodb + "TransactionCanceledException", "Message"},
        {"TransactWriteItems", transaction(erase("y"), ",'ClientRequestToken':'token'"),
         dynamodb + "IdempotentParameterMismatchException", "message"},
        {"UpdateTable",
         "{'TableName':'table','GlobalSecondaryIndexUpdates':[{'Delete':{'IndexName':'one'}},{'Delete':{"
         "'IndexName':'two'}}]}",
         dynamodb + "LimitExceededException", "message"},
    };
    for (auto const& [operation, request, type, text] : rows) {
        auto const answer = boost::json::parse(c.call(operation, request)).as_object();
        CAPTURE(operation, request);
        CHECK(c.status() == 400);
        CHECK(std::string_view(answer.at("__type").as_string()) == type);
        CHECK(answer.contains("message") == (text == "message"));
        CHECK(answer.contains("Message") == (text == "Message"));
    }
}

TEST_CASE("semantics 4: expressions are checked though nothing is read by them") {
    client c;
    c.create("table");
    std::string const unused =
        "ValidationException: Value provided in ExpressionAttributeValues unused in expressions: keys: {:u}";
    std::string const list = "':l':{'L':[]}";
    std::string const orderless = "Incorrect operand type for operator or function; operator: <, operand type: L";
    CHECK(c.error("UpdateItem", "{'TableName':'table','Key':{'p':{'S':'none'}},'UpdateExpression':'REMOVE a',"
                                "'ExpressionAttributeValues':{':u':{'N':'1'}}}") == unused);
    CHECK(c.error("DeleteItem",
                  "{'TableName':'table','Key':{'p':{'S':'none'}},'ConditionExpression':'attribute_not_exists("
                  "p) OR a = :v','ExpressionAttributeValues':{':u':{'N':'1'},':v':{'N':'1'}}}") == unused);
    CHECK(c.error("Query", "{'TableName':'table','KeyConditionExpression':'p = :p','FilterExpression':'a < "
                           ":l','ExpressionAttributeValues':{':p':{'S':'none'}," +
                               list + "}}") == "ValidationException: Invalid FilterExpression: " + orderless);
    CHECK(c.error("Scan", "{'TableName':'table','FilterExpression':'a < :l','ExpressionAttributeValues':{" + list +
                              "}}") == "ValidationException: Invalid FilterExpression: " + orderless);
    CHECK(c.error("DeleteItem",
                  "{'TableName':'table','Key':{'p':{'S':'none'}},'ConditionExpression':'attribute_not_exists("
                  "p) OR a < :l','ExpressionAttributeValues':{" +
                      list + "}}") == "ValidationException: Invalid ConditionExpression: " + orderless);
    CHECK(c.error("GetItem", "{'TableName':'table','Key':{'p':{'S':'none'}},'ProjectionExpression':'a, a'}")
              .starts_with("ValidationException: Invalid ProjectionExpression: Two document paths overlap"));
}

TEST_CASE("semantics 4: old and new parameters are not mixed, in any operation") {
    client c;
    c.create("table");
    auto const mixed = [](char const* old_one, char const* new_one) {
        return "ValidationException: Can not use both expression and non-expression parameters in the same "
               "request: Non-expression parameters: {" +
               std::string(old_one) + "} Expression parameters: {" + new_one + "}";
    };
    std::string const at_x = "{'TableName':'table','Key':{'p':{'S':'x'}},";
    CHECK(c.error("UpdateItem", at_x + "'UpdateExpression':'REMOVE a','AttributeUpdates':{'b':{'Action':'DELETE"
                                       "'}}}") == mixed("AttributeUpdates", "UpdateExpression"));
    CHECK(c.error("GetItem", at_x + "'ProjectionExpression':'a','AttributesToGet':['b']}") ==
          mixed("AttributesToGet", "ProjectionExpression"));
    CHECK(c.error("Scan", "{'TableName':'table','FilterExpression':'attribute_exists(a)','ScanFilter':{'b':{"
                          "'ComparisonOperator':'NULL'}}}") == mixed("ScanFilter", "FilterExpression"));
    CHECK(c.error("Query", "{'TableName':'table','KeyConditionExpression':'p = :p','ExpressionAttributeValues"
                           "':{':p':{'S':'x'}},'KeyConditions':{'p':{'ComparisonOperator':'EQ','"
                           "AttributeValueList':[{'S':'x'}]}}}") == mixed("KeyConditions", "KeyConditionExpression"));
}
