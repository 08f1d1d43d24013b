// SPDX-License-Identifier: BSL-1.0
#include <endpoint_support.hpp>

#include <catch2/catch_test_macros.hpp>

#include <string>

using endpoint_support::client;

namespace {

struct two_tables : client {
    two_tables() {
        create("table", "N");
        create("other");
        call("PutItem", "{'TableName':'table','Item':{'p':{'S':'x'},'c':{'N':'1'},'v':{'S':'one'}}}");
        call("PutItem", "{'TableName':'other','Item':{'p':{'S':'y'},'v':{'S':'two'}}}");
    }
};

std::string repeated(int count, std::string const& text) {
    std::string out;
    for (int i = 0; i != count; ++i) {
        if (i != 0) out += ',';
        auto each = text;
        each.replace(each.find('@'), 1, std::to_string(i));
        out += each;
    }
    return out;
}

} // namespace

TEST_CASE("semantics 10: BatchGetItem answers by table") {
    two_tables c;
    CHECK(c.call("BatchGetItem", "{'RequestItems':{'table':{'Keys':[{'p':{'S':'x'},'c':{'N':'2'}},"
                                 "{'p':{'S':'x'},'c':{'N':'1'}}],'ProjectionExpression':'v'},"
                                 "'other':{'Keys':[{'p':{'S':'none'}}]}}}") ==
          R"({"Responses":{"table":[{"v":{"S":"one"}}],"other":[]},"UnprocessedKeys":{}})");
    CHECK(c.part("/ConsumedCapacity", "BatchGetItem",
                 "{'RequestItems':{'other':{'Keys':[{'p':{'S':'y'}}],'ConsistentRead':true}},"
                 "'ReturnConsumedCapacity':'TOTAL'}") == R"([{"TableName":"other","CapacityUnits":1E0}])");
}

TEST_CASE("semantics 10: BatchGetItem requests that cannot be") {
    two_tables c;
    auto const get = [&](std::string const& keys) {
        return c.error("BatchGetItem", "{'RequestItems':{'table':{'Keys':[" + keys + "]}}}");
    };
    CHECK(get(repeated(101, "{'p':{'S':'x'},'c':{'N':'@'}}")) ==
          "ValidationException: Too many items requested for the BatchGetItem call");
    CHECK(get(repeated(100, "{'p':{'S':'x'},'c':{'N':'@'}}")).starts_with("no error"));
    CHECK(get("{'p':{'S':'x'},'c':{'N':'1'}},{'c':{'N':'1'},'p':{'S':'x'}}") ==
          "ValidationException: Provided list of item keys contains duplicates");
    CHECK(get("{'p':{'S':'x'},'c':{'N':'1'}},{'p':{'S':'x'},'c':{'N':'1.0'}}").starts_with("no error"));
    CHECK(get("").find("Member must have length greater than or equal to 1") != std::string::npos);
    CHECK(get("{'p':{'S':'x'}}") == "ValidationException: The provided key element does not match the schema");
    CHECK(c.error("BatchGetItem", "{'RequestItems':{}}") ==
          "ValidationException: The requestItems parameter is required for BatchGetItem");
    CHECK(c.error("BatchGetItem", "{'RequestItems':{'none':{'Keys':[{'p':{'S':'x'}}]}}}") ==
          "ResourceNotFoundException: Requested resource not found");
    CHECK(c.error("BatchGetItem", "{'RequestItems':{'table':{'Keys':[{'p':{'S':'x'},'c':{'N':'1'}}],"
                                  "'AttributesToGet':['v'],'ProjectionExpression':'v'}}}")
              .starts_with("ValidationException: Can not use both expression and non-expression parameters"));
}

TEST_CASE("semantics 10: BatchWriteItem puts and deletes") {
    two_tables c;
    CHECK(c.call("BatchWriteItem",
                 "{'RequestItems':{'table':[{'PutRequest':{'Item':{'p':{'S':'z'},'c':{'N':'1'}}}},"
                 "{'DeleteRequest':{'Key':{'p':{'S':'x'},'c':{'N':'1'}}}}],"
                 "'other':[{'PutRequest':{'Item':{'p':{'S':'z'}}}}]}}") == R"({"UnprocessedItems":{}})");
    CHECK(c.part("/Items", "Scan", "{'TableName':'table'}") == R"([{"c":{"N":"1"},"p":{"S":"z"}}])");
    CHECK(c.part("/Count", "Scan", "{'TableName':'other'}") == "2");
}

TEST_CASE("semantics 10: BatchWriteItem requests that cannot be, of which nothing is done") {
    two_tables c;
    auto const write = [&](std::string const& requests) {
        return c.error("BatchWriteItem", "{'RequestItems':{'table':[" + requests + "]}}");
    };
    std::string const put = "{'PutRequest':{'Item':{'p':{'S':'new'},'c':{'N':'@'}}}}";
    CHECK(write(repeated(26, put)).find("Member must have length less than or equal to 25") != std::string::npos);
    CHECK(write("").find("Member must have length greater than or equal to 1") != std::string::npos);
    CHECK(c.error("BatchWriteItem", "{'RequestItems':{'table':[" + repeated(20, put) + "],'other':[" +
                                        repeated(6, "{'PutRequest':{'Item':{'p':{'S':'@'}}}}") + "]}}") ==
          "ValidationException: Too many items requested for the BatchWriteItem call");
    CHECK(write(repeated(1, put) + ",{'DeleteRequest':{'Key':{'p':{'S':'new'},'c':{'N':'0e0'}}}}") ==
          "ValidationException: Provided list of item keys contains duplicates");
    CHECK(write(repeated(1, put) + ",{'PutRequest':{'Item':{'p':{'S':'new'}}}}") ==
          "ValidationException: The provided key element does not match the schema");
    CHECK(write(repeated(1, put) + ",{}") == "ValidationException: Supplied AttributeValue is empty, must "
                                             "contain exactly one of the supported datatypes");
    CHECK(c.error("BatchWriteItem", "{'RequestItems':{}}") ==
          "ValidationException: The requestItems parameter is required for BatchWriteItem");
    CHECK(c.error("BatchWriteItem", "{'RequestItems':{'table':[" + repeated(1, put) +
                                        "],'none':[{'PutRequest':{'Item':{'p':{'S':'x'}}}}]}}") ==
          "ResourceNotFoundException: Requested resource not found");
    CHECK(c.part("/Count", "Scan", "{'TableName':'table'}") == "1");
}

TEST_CASE("semantics 10: what an answer of 16 MB does not hold is in UnprocessedKeys, ready to be sent again") {
    client c;
    c.create("table");
    std::string keys;
    for (int i = 0; i != 43; ++i) {
        auto const key = "{'p':{'S':'" + std::to_string(i) + "'}";
        c.call("PutItem", "{'TableName':'table','Item':" + key + ",'v':{'S':'" + std::string(400'000, 'x') + "'}}}");
        keys += (i == 0 ? "" : ",") + key + "}";
    }
    auto const answer =
        boost::json::parse(c.call("BatchGetItem", "{'RequestItems':{'table':{'Keys':[" + keys +
                                                      "],'ConsistentRead':true,'ProjectionExpression':'#p','"
                                                      "ExpressionAttributeNames':{'#p':'p'}}}}"));
    CHECK(answer.at("Responses").at("table").as_array().size() == 41); // of 400,003 bytes, whatever is projected
    auto const rest = boost::json::serialize(answer.at("UnprocessedKeys"));
    CHECK(rest == R"({"table":{"Keys":[{"p":{"S":"41"}},{"p":{"S":"42"}}],"ConsistentRead":true,)"
                  R"("ProjectionExpression":"#p","ExpressionAttributeNames":{"#p":"p"}}})");
    CHECK(c.call("BatchGetItem", "{'RequestItems':" + rest + "}") ==
          R"({"Responses":{"table":[{"p":{"S":"41"}},{"p":{"S":"42"}}]},"UnprocessedKeys":{}})");
}
