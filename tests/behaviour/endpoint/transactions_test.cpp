// SPDX-License-Identifier: BSL-1.0
#include <endpoint_support.hpp>

#include <monotable/backend/forwarding.hpp>

#include <catch2/catch_test_macros.hpp>

#include <memory>
#include <string>
#include <string_view>

using endpoint_support::client;

namespace {

struct filled : client {
    filled() {
        create("table");
        call("PutItem", "{'TableName':'table','Item':{'p':{'S':'x'},'s':{'S':'text'}}}");
    }
    std::string fault(std::string const& actions, std::string const& members = "") {
        return error("TransactWriteItems", "{'TransactItems':[" + actions + "]" + members + "}");
    }
};

std::string const cancelled = "TransactionCanceledException: Transaction cancelled, please refer "
                              "cancellation reasons for specific reasons ";

std::string put(std::string const& p, std::string const& members = "") {
    return "{'Put':{'TableName':'table','Item':{'p':{'S':'" + p + "'}}" + members + "}}";
}
std::string check(std::string const& p, std::string const& condition) {
    return "{'ConditionCheck':{'TableName':'table','Key':{'p':{'S':'" + p + "'}},'ConditionExpression':'" + condition +
           "','ReturnValuesOnConditionCheckFailure':'ALL_OLD'}}";
}

} // namespace

TEST_CASE("semantics 10: a transaction does all or nothing, and says why") {
    filled c;
    CHECK(c.call("TransactWriteItems", "{'TransactItems':[" + put("y") + "," + check("x", "attribute_exists(s)") +
                                           ",{'Update':{'TableName':'table','Key':{'p':{'S':'z'}},'UpdateExpression':"
                                           "'SET n = :n','ExpressionAttributeValues':{':n':{'N':'1'}}}}]}") == "{}");
    CHECK(c.call("TransactWriteItems", "{'TransactItems':[" + put("new") + "," + check("x", "attribute_not_exists(s)") +
                                           ",{'Delete':{'TableName':'table','Key':{'p':{'S':'y'}}}}]}") ==
          R"({"__type":"com.amazonaws.dynamodb.v20120810#TransactionCanceledException",)"
          R"("Message":"Transaction cancelled, please refer cancellation reasons for specific reasons )"
          R"([None, ConditionalCheckFailed, None]","CancellationReasons":[{"Code":"None"},)"
          R"({"Code":"ConditionalCheckFailed","Message":"The conditional request failed",)"
          R"("Item":{"p":{"S":"x"},"s":{"S":"text"}}},{"Code":"None"}]})");
    CHECK(c.part("/Count", "Scan", "{'TableName':'table'}") == "3");
}

TEST_CASE("semantics 10: what an action cannot do is a reason, what the request cannot say is none") {
    filled c;
    auto const update = [](std::string const& expression, std::string const& key = "{'S':'x'}") {
        return "{'Update':{'TableName':'table','Key':{'p':" + key + "},'UpdateExpression':'" + expression +
               "','ExpressionAttributeValues':{':n':{'N':'1'}}}}";
    };
    CHECK(c.fault(put("y") + "," + update("SET s = s + :n")) == cancelled + "[None, ValidationError]");
    CHECK(c.fault(update("SET a = :n", "{'N':'1'}")) == cancelled + "[ValidationError]");
    CHECK(c.fault(update("SET a = :m"))
              .starts_with("ValidationException: Invalid UpdateExpression: An expression attribute value used in "
                           "expression is not defined; attribute value: :m"));
    CHECK(c.fault(update("REMOVE a")) ==
          "ValidationException: Value provided in ExpressionAttributeValues unused in expressions: keys: {:n}");
}

TEST_CASE("semantics 10: transactions that cannot be") {
    filled c;
    CHECK(c.fault("").find("Member must have length greater than or equal to 1") != std::string::npos);
    CHECK(c.fault("{}") == "ValidationException: TransactItems can only contain one of Check, Put, Update or Delete");
    CHECK(c.fault(put("a") + "," + check("a", "attribute_exists(p)")) ==
          "ValidationException: Transaction request cannot include multiple operations on one item");
    CHECK(c.fault("{'ConditionCheck':{'TableName':'table','Key':{'p':{'S':'x'}}}}") ==
          "ValidationException: 1 validation error detected: Value null at "
          "'transactItems.1.member.conditionCheck.conditionExpression' failed to satisfy constraint: Member "
          "must not be "
          "null");
    CHECK(c.fault("{'Put':{'TableName':'none','Item':{'p':{'S':'x'}}}}") ==
          "ResourceNotFoundException: Requested resource not found");
    std::string many;
    for (int i = 0; i != 101; ++i) many += (i == 0 ? "" : ",") + put(std::to_string(i));
    CHECK(c.fault(many).find("Member must have length less than or equal to 100") != std::string::npos);
}

TEST_CASE("semantics 10: a token makes a transaction happen once") {
    filled c;
    auto const token = [](std::string const& text) { return ",'ClientRequestToken':'" + text + "'"; };
    CHECK(c.fault(put("y"), token("once")) == "no error: {}");
    c.call("DeleteItem", "{'TableName':'table','Key':{'p':{'S':'y'}}}");
    CHECK(c.fault(put("y"), token("once")) == "no error: {}");
    CHECK(c.part("/Count", "Scan", "{'TableName':'table'}") == "1");
    CHECK(c.fault(put("z"), token("once")).starts_with("IdempotentParameterMismatchException"));
    CHECK(c.fault(put("z"), token("")).find("'clientRequestToken' failed") != std::string::npos);
    CHECK(c.fault(put("z"), token(std::string(37, 'a'))).find("'clientRequestToken' failed") != std::string::npos);
}

TEST_CASE("semantics 10: TransactGetItems keeps the order") {
    filled c;
    auto const get = [](std::string const& key, std::string const& members = "") {
        return "{'Get':{'TableName':'table','Key':{'p':" + key + "}" + members + "}}";
    };
    CHECK(c.call("TransactGetItems", "{'TransactItems':[" + get("{'S':'none'}") + "," + get("{'S':'x'}") + "," +
                                         get("{'S':'other'}") + "]}") ==
          R"({"Responses":[{},{"Item":{"p":{"S":"x"},"s":{"S":"text"}}},{}]})");
    CHECK(c.call("TransactGetItems", "{'TransactItems':[" + get("{'S':'x'}", ",'ProjectionExpression':'s'") + "]}") ==
          R"({"Responses":[{"Item":{"s":{"S":"text"}}}]})");
    CHECK(c.error("TransactGetItems", "{'TransactItems':[" + get("{'S':'x'}") + "," + get("{'N':'1'}") + "]}") ==
          cancelled + "[None, ValidationError]");
    CHECK(c.part("/ConsumedCapacity", "TransactGetItems",
                 "{'TransactItems':[" + get("{'S':'x'}") + "],'ReturnConsumedCapacity':'TOTAL'}") ==
          R"([{"TableName":"table","CapacityUnits":2E0,"ReadCapacityUnits":2E0}])");
}

TEST_CASE("semantics 10: oversized puts and bad words refuse a transaction, oversized updates are its reason") {
    filled c;
    std::string const large(409'600, 'x');
    auto const sized = [](std::string const& p, std::size_t size) {
        return "{'Put':{'TableName':'table','Item':{'p':{'S':'" + p + "'},'v':{'S':'" + std::string(size, 'x') +
               "'}}}}";
    };
    auto const erase = [](std::string const& p) {
        return "{'Delete':{'TableName':'table','Key':{'p':{'S':'" + p + "'}}}}";
    };
    CHECK(c.fault(put("a") + "," + sized("b", large.size())) ==
          "ValidationException: Item size has exceeded the maximum allowed size");
    CHECK(c.fault(put("a") +
                  ",{'Update':{'TableName':'table','Key':{'p':{'S':'x'}},'UpdateExpression':'SET v "
                  "= :v','ExpressionAttributeValues':{':v':{'S':'" +
                  large + "'}}}}") == cancelled + "[None, ValidationError]");
    CHECK(c.fault(put("a") + "," +
                  put("b", ",'ConditionExpression':'attribute_exists(p)','ReturnValuesOn"
                           "ConditionCheckFailure':'ALL_NEW'"))
              .starts_with("ValidationException: 1 validation error detected: Value 'ALL_NEW'"));
    CHECK(c.fault(put("a") + "," + check("x", "attribute_exists(p) AND"))
              .starts_with("ValidationException: Invalid ConditionExpression: Syntax error"));
    CHECK(c.part("/Count", "Scan", "{'TableName':'table'}") == "1");

    std::string ten, eleven_gone;
    for (int i = 0; i != 10; ++i) {
        ten += (i == 0 ? "" : ",") + sized(std::to_string(i), 400'000);
        eleven_gone += erase(std::to_string(i)) + ",";
    }
    CHECK(c.fault(ten + "," + sized("10", 400'000)).starts_with("ValidationException: "));
    CHECK(c.fault(ten) == "no error: {}");
    auto const last = sized("10", 400'000);
    CHECK(c.error("PutItem", last.substr(7, last.size() - 8)) == "no error: {}");
    CHECK(c.fault(eleven_gone + erase("10")) == "no error: {}"); // 4.4 MB of items, but not of request
    CHECK(c.part("/Count", "Scan", "{'TableName':'table'}") == "1");
}

TEST_CASE("semantics 10: a transaction of reads has 100 of them and 4 MB") {
    filled c;
    std::string gets, items;
    auto const get = [](int i) {
        return "{'Get':{'TableName':'table','Key':{'p':{'S':'" + std::to_string(i) + "'}}}}";
    };
    for (int i = 0; i != 11; ++i)
        c.call("PutItem", "{'TableName':'table','Item':{'p':{'S':'" + std::to_string(i) + "'},'v':{'S':'" +
                              std::string(400'000, 'x') + "'}}}");
    for (int i = 0; i != 100; ++i) {
        items += (i == 0 ? "" : ",") + get(i + 11);
        if (i < 10) gets += (i == 0 ? "" : ",") + get(i);
    }
    auto const fault = [&](std::string const& text) {
        return c.error("TransactGetItems", "{'TransactItems':[" + text + "]}");
    };
    CHECK(fault(gets).starts_with("no error"));
    CHECK(fault(gets + "," + get(10)).starts_with("ValidationException: "));
    CHECK(fault(items).starts_with("no error"));
    CHECK(fault(items + "," + get(111)).ends_with("Member must have length less than or equal to 100"));
}

TEST_CASE("semantics 10: a token has up to 36 characters, and a repetition consumes reads") {
    filled c;
    auto const request = "{'ReturnConsumedCapacity':'TOTAL','ClientRequestToken':'" + std::string(36, 't') +
                         "','TransactItems':[" + put("y") + "]}";
    CHECK(c.part("/ConsumedCapacity", "TransactWriteItems", request) ==
          R"([{"TableName":"table","CapacityUnits":2E0,"WriteCapacityUnits":2E0}])");
    CHECK(c.part("/ConsumedCapacity", "TransactWriteItems", request) ==
          R"([{"TableName":"table","CapacityUnits":2E0,"ReadCapacityUnits":2E0}])");
}

TEST_CASE("semantics 10: every reason of a cancellation has its code") {
    using monotable::cancellation;
    struct always_cancelled : monotable::forwarding_backend {
        always_cancelled() : forwarding_backend(monotable::memory()) {}
        monotable::transaction_outcome do_transact_write(monotable::detail::array_view<monotable::write_request>,
                                                         std::string_view) override {
            monotable::transaction_outcome out;
            for (auto const reason :
                 {cancellation::none, cancellation::condition_failed, cancellation::item_collection_size,
                  cancellation::conflict, cancellation::throughput, cancellation::throttling, cancellation::invalid})
                out.actions.push_back({reason, reason == cancellation::none ? "" : "why"});
            return out;
        }
    };
    auto const store = std::make_shared<always_cancelled>();
    store->create_table({.name = "table", .partition = {"p", monotable::value_type::string}});
    monotable::service service(store);
    auto request = "{'TransactItems':[" + put("x") + "]}";
    for (auto& c : request)
        if (c == '\'') c = '"';
    auto const answer = boost::json::parse(service.handle("DynamoDB_20120810.TransactWriteItems", request).body);
    CHECK(boost::json::serialize(answer.at("CancellationReasons")) ==
          R"([{"Code":"None"},{"Code":"ConditionalCheckFailed","Message":"why"},)"
          R"({"Code":"ItemCollectionSizeLimitExceeded","Message":"why"},)"
          R"({"Code":"TransactionConflict","Message":"why"},)"
          R"({"Code":"ProvisionedThroughputExceeded","Message":"why"},)"
          R"({"Code":"ThrottlingError","Message":"why"},{"Code":"ValidationError","Message":"why"}])");
    CHECK(std::string_view(answer.at("Message").as_string())
              .ends_with("[None, ConditionalCheckFailed, ItemCollectionSizeLimitExceeded, "
                         "TransactionConflict, ProvisionedThroughputExceeded, ThrottlingError, "
                         "ValidationError]"));
}
