// SPDX-License-Identifier: BSL-1.0
#include <endpoint_support.hpp>

#include <catch2/catch_test_macros.hpp>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

TEST_CASE("one service answers several threads at once") {
    endpoint_support::client c;
    c.create("table");
    auto& service = c.service();
    constexpr int threads = 4, rounds = 100;
    std::atomic<int> refused = 0;
    auto const handle = [&](std::string const& operation, std::string const& request) {
        refused += service.handle("DynamoDB_20120810." + operation, request).status != 200;
    };
    auto const work = [&](int thread) {
        auto const tag = R"({"ResourceArn":"arn:aws:dynamodb:us-east-1:000000000000:table/table","Tags":[{"Key":"t)" +
                         std::to_string(thread) + R"(","Value":"v"}]})";
        for (int i = 0; i != rounds; ++i) {
            handle("UpdateItem", R"({"TableName":"table","Key":{"p":{"S":"x"}},"UpdateExpression":"ADD n :one",)"
                                 R"("ExpressionAttributeValues":{":one":{"N":"1"}}})");
            handle("GetItem", R"({"TableName":"table","Key":{"p":{"S":"x"}}})");
            if (i % 10 == 0) handle("TagResource", tag);
            if (i % 10 == 5) handle("DescribeTable", R"({"TableName":"table"})");
        }
    };
    std::vector<std::thread> all;
    for (int i = 0; i != threads; ++i) all.emplace_back(work, i);
    for (auto& each : all) each.join();
    CHECK(refused == 0);
    CHECK(c.part("/Item/n", "GetItem", "{'TableName':'table','Key':{'p':{'S':'x'}}}") == R"({"N":"400"})");
    CHECK(c.part("/Tags/3", "ListTagsOfResource",
                 "{'ResourceArn':'arn:aws:dynamodb:us-east-1:000000000000:table/table'}") != "nothing");
}
