// SPDX-License-Identifier: BSL-1.0
#include <endpoint_support.hpp>

#include <catch2/catch_test_macros.hpp>

#include <string>

using endpoint_support::client;

namespace {

struct with_table : client {
    with_table() { create("table"); }
};

std::string const arn = "arn:aws:dynamodb:us-east-1:000000000000:table/table";

} // namespace

TEST_CASE("semantics 11: time to live is turned on and off") {
    with_table c;
    auto const change = [&](char const* enabled, char const* attribute) {
        return c.error("UpdateTimeToLive", std::string("{'TableName':'table','TimeToLiveSpecification':{'Enabled':") +
                                               enabled + ",'AttributeName':'" + attribute + "'}}");
    };
    CHECK(c.call("DescribeTimeToLive", "{'TableName':'table'}") ==
          R"({"TimeToLiveDescription":{"TimeToLiveStatus":"DISABLED"}})");
    CHECK(change("false", "t") == "ValidationException: TimeToLive is already disabled");
    CHECK(change("true", "t") == R"(no error: {"TimeToLiveSpecification":{"AttributeName":"t","Enabled":true}})");
    CHECK(change("true", "t") == "ValidationException: TimeToLive is already enabled");
    CHECK(change("false", "u").starts_with("ValidationException: TimeToLive is active on a different AttributeName"));
    CHECK(c.call("DescribeTimeToLive", "{'TableName':'table'}") ==
          R"({"TimeToLiveDescription":{"TimeToLiveStatus":"ENABLED","AttributeName":"t"}})");
    CHECK(change("false", "t").starts_with("no error"));
}

TEST_CASE("tags are kept by key") {
    with_table c;
    auto const tag = [&](std::string const& resource, std::string const& tags) {
        return c.error("TagResource", "{'ResourceArn':'" + resource + "','Tags':[" + tags + "]}");
    };
    CHECK(tag(arn, "{'Key':'a','Value':'1'},{'Key':'b','Value':''}") == "no error: {}");
    CHECK(tag(arn, "{'Key':'a','Value':'2'}") == "no error: {}");
    CHECK(c.call("ListTagsOfResource", "{'ResourceArn':'" + arn + "'}") ==
          R"({"Tags":[{"Key":"a","Value":"2"},{"Key":"b","Value":""}]})");
    CHECK(c.error("UntagResource", "{'ResourceArn':'" + arn + "','TagKeys':['a','none']}") == "no error: {}");
    CHECK(c.call("ListTagsOfResource", "{'ResourceArn':'" + arn + "'}") == R"({"Tags":[{"Key":"b","Value":""}]})");
    CHECK(tag(arn, "") == "ValidationException: Atleast one Tag needs to be provided as Input.");
    CHECK(tag("nothing", "{'Key':'a','Value':'2'}") ==
          "AccessDeniedException: User: arn:aws:iam::000000000000:root is not authorized to perform: "
          "dynamodb:TagResource on resource: nothing");
    CHECK(tag(arn + "2", "{'Key':'a','Value':'2'}") ==
          "ResourceNotFoundException: Requested resource not found: ResourcArn: " + arn + "2 not found");
}

TEST_CASE("backups, limits and endpoints are described") {
    with_table c;
    CHECK(c.call("DescribeContinuousBackups", "{'TableName':'table'}") ==
          R"({"ContinuousBackupsDescription":{"ContinuousBackupsStatus":"ENABLED",)"
          R"("PointInTimeRecoveryDescription":{"PointInTimeRecoveryStatus":"DISABLED"}}})");
    c.call("UpdateContinuousBackups",
           "{'TableName':'table','PointInTimeRecoverySpecification':{'PointInTimeRecoveryEnabled':true}}");
    CHECK(c.part("/ContinuousBackupsDescription/PointInTimeRecoveryDescription/PointInTimeRecoveryStatus",
                 "DescribeContinuousBackups", "{'TableName':'table'}") == R"("ENABLED")");
    CHECK(c.error("DescribeContinuousBackups", "{'TableName':'none'}") ==
          "TableNotFoundException: Table not found: none");
    CHECK(c.part("/TableMaxReadCapacityUnits", "DescribeLimits", "{}") == "40000");
    CHECK(c.part("/Endpoints/0/Address", "DescribeEndpoints", "{}") == R"("localhost:8000")");
    CHECK(c.service().handle("DynamoDB_20120810.DescribeEndpoints", "{}", "here:1").body ==
          R"({"Endpoints":[{"Address":"here:1","CachePeriodInMinutes":1440}]})");
}
