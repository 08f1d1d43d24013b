// SPDX-License-Identifier: BSL-1.0
#include <endpoint_support.hpp>

#include <catch2/catch_test_macros.hpp>

using endpoint_support::client;

TEST_CASE("an item that was put is given back") {
    client c;
    c.create("table");
    CHECK(c.call("PutItem", "{'TableName':'table','Item':{'p':{'S':'x'},'n':{'N':'1.50'}}}") == "{}");
    CHECK(c.part("/Item", "GetItem", "{'TableName':'table','Key':{'p':{'S':'x'}}}") ==
          R"({"n":{"N":"1.5"},"p":{"S":"x"}})");
    CHECK(c.call("GetItem", "{'TableName':'table','Key':{'p':{'S':'other'}}}") == "{}");
    CHECK(c.status() == 200);
}

TEST_CASE("semantics 3: a table that is not there") {
    client c;
    CHECK(c.error("GetItem", "{'TableName':'table','Key':{'p':{'S':'x'}}}") ==
          "ResourceNotFoundException: Requested resource not found");
    CHECK(c.status() == 400);
}
