// SPDX-License-Identifier: BSL-1.0
#include <endpoint_support.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cstdint>
#include <string>

using endpoint_support::client;

namespace {

/// A table whose stream has an insertion, a change and a removal.
struct streamed : client {
    std::string arn, shard;

    explicit streamed(std::uint64_t shard_records = 0)
        : client({}, monotable::memory(monotable::detail::milliseconds_now<>, {.shard_records = shard_records})) {
        create("table");
        arn = part("/TableDescription/LatestStreamArn", "UpdateTable",
                   "{'TableName':'table','StreamSpecification':{'StreamEnabled':true,'StreamViewType':"
                   "'NEW_AND_OLD_IMAGES'}}");
        for (auto const* value : {"1", "2", "2"})
            call("PutItem", "{'TableName':'table','Item':{'p':{'S':'x'},'v':{'N':'" + std::string(value) + "'}}}");
        call("DeleteItem", "{'TableName':'table','Key':{'p':{'S':'x'}}}");
        shard = part("/StreamDescription/Shards/0/ShardId", "DynamoDBStreams_20120810.DescribeStream",
                     "{'StreamArn':" + arn + "}");
    }

    std::string iterator(std::string const& type, std::string const& members = "") {
        return part("/ShardIterator", "DynamoDBStreams_20120810.GetShardIterator",
                    "{'StreamArn':" + arn + ",'ShardId':" + shard + ",'ShardIteratorType':'" + type + "'" + members +
                        "}");
    }
    std::string records(std::string const& from, std::string const& pointer, std::string const& members = "") {
        return part(pointer, "DynamoDBStreams_20120810.GetRecords", "{'ShardIterator':" + from + members + "}");
    }
    std::string fault(std::string const& operation, std::string const& request) {
        return error("DynamoDBStreams_20120810." + operation, request);
    }
};

} // namespace

TEST_CASE("semantics 11: streams are listed and described") {
    streamed c;
    CHECK(c.part("/Streams/0/StreamArn", "DynamoDBStreams_20120810.ListStreams", "{'TableName':'table'}") == c.arn);
    CHECK(c.part("/Streams", "DynamoDBStreams_20120810.ListStreams", "{'TableName':'none'}") == "[]");
    auto const part = [&](std::string const& pointer) {
        return c.part("/StreamDescription" + pointer, "DynamoDBStreams_20120810.DescribeStream",
                      "{'StreamArn':" + c.arn + "}");
    };
    CHECK(part("/StreamArn") == c.arn);
    CHECK(part("/StreamStatus") == R"("ENABLED")");
    CHECK(part("/StreamViewType") == R"("NEW_AND_OLD_IMAGES")");
    CHECK(part("/KeySchema") == R"([{"AttributeName":"p","KeyType":"HASH"}])");
    CHECK(part("/Shards/0/SequenceNumberRange/EndingSequenceNumber") == "nothing");
    CHECK(c.part("/Table/StreamSpecification", "DescribeTable", "{'TableName':'table'}") ==
          R"({"StreamEnabled":true,"StreamViewType":"NEW_AND_OLD_IMAGES"})");
    CHECK(c.part("/Table/LatestStreamArn", "DescribeTable", "{'TableName':'table'}") == c.arn);
}

TEST_CASE("semantics 11: a record for every change, none for what changes nothing") {
    streamed c;
    auto const start = c.iterator("TRIM_HORIZON");
    CHECK(c.records(start, "/Records/0/eventName") == R"("INSERT")");
    CHECK(c.records(start, "/Records/0/dynamodb/Keys") == R"({"p":{"S":"x"}})");
    CHECK(c.records(start, "/Records/0/dynamodb/NewImage") == R"({"p":{"S":"x"},"v":{"N":"1"}})");
    CHECK(c.records(start, "/Records/0/dynamodb/OldImage") == "nothing");
    CHECK(c.records(start, "/Records/0/dynamodb/StreamViewType") == R"("NEW_AND_OLD_IMAGES")");
    CHECK(c.records(start, "/Records/0/dynamodb/SizeBytes") == "7");
    CHECK(c.records(start, "/Records/1/eventName") == R"("MODIFY")");
    CHECK(c.records(start, "/Records/1/dynamodb/OldImage/v") == R"({"N":"1"})");
    CHECK(c.records(start, "/Records/2/eventName") == R"("REMOVE")");
    CHECK(c.records(start, "/Records/2/dynamodb/NewImage") == "nothing");
    CHECK(c.records(start, "/Records/2/userIdentity") == "nothing");
    CHECK(c.records(start, "/Records/3") == "nothing");
    CHECK(c.records(start, "/Records/0/awsRegion") == R"("us-east-1")");
}

TEST_CASE("semantics 11: readers go on where they were") {
    streamed c;
    auto const start = c.iterator("TRIM_HORIZON");
    auto const next = c.records(start, "/NextShardIterator", ",'Limit':1");
    CHECK(c.records(next, "/Records/0/eventName") == R"("MODIFY")");
    auto const second = c.records(next, "/Records/0/dynamodb/SequenceNumber");
    CHECK(second.size() == 23);
    CHECK(c.records(c.iterator("AT_SEQUENCE_NUMBER", ",'SequenceNumber':" + second), "/Records/0/eventName") ==
          R"("MODIFY")");
    CHECK(c.records(c.iterator("AFTER_SEQUENCE_NUMBER", ",'SequenceNumber':" + second), "/Records/0/eventName") ==
          R"("REMOVE")");
    auto const latest = c.iterator("LATEST");
    CHECK(c.records(latest, "/Records") == "[]");
    c.call("PutItem", "{'TableName':'table','Item':{'p':{'S':'y'}}}");
    CHECK(c.records(latest, "/Records/0/dynamodb/Keys") == R"({"p":{"S":"y"}})");
}

TEST_CASE("semantics 11: a stream that was turned off can be read to its end") {
    streamed c;
    auto const start = c.iterator("TRIM_HORIZON");
    CHECK(c.error("UpdateTable",
                  "{'TableName':'table','StreamSpecification':{'StreamEnabled':true,'StreamViewType':"
                  "'KEYS_ONLY'}}") == "ValidationException: Table already has an enabled stream: TableName: table");
    c.call("UpdateTable", "{'TableName':'table','StreamSpecification':{'StreamEnabled':false}}");
    CHECK(c.part("/StreamDescription/StreamStatus", "DynamoDBStreams_20120810.DescribeStream",
                 "{'StreamArn':" + c.arn + "}") == R"("DISABLED")");
    CHECK(c.records(start, "/Records/2/eventName") == R"("REMOVE")");
    CHECK(c.records(start, "/NextShardIterator") == "nothing");
    CHECK(c.part("/Table/StreamSpecification", "DescribeTable", "{'TableName':'table'}") == "nothing");
    CHECK(c.part("/Table/LatestStreamArn", "DescribeTable", "{'TableName':'table'}") == c.arn);
    CHECK(c.error("UpdateTable", "{'TableName':'table','StreamSpecification':{'StreamEnabled':false,'StreamViewType':"
                                 "'KEYS_ONLY'}}")
              .starts_with("ValidationException"));
}

TEST_CASE("semantics 11: streams, shards and iterators that are none") {
    streamed c;
    CHECK(c.fault("DescribeStream", "{'StreamArn':'x'}").find("'streamArn' failed") != std::string::npos);
    CHECK(c.fault("DescribeStream", "{'StreamArn':'arn:aws:dynamodb:us-east-1:000000000000:table/none/stream/"
                                    "2020-01-01T00:00:00.000'}")
              .starts_with("ResourceNotFoundException: Requested resource not found: Stream: "));
    CHECK(c.fault("GetShardIterator", "{'StreamArn':" + c.arn +
                                          ",'ShardId':'shardId-00000000000000000000-00000000','ShardIteratorType':"
                                          "'LATEST'}")
              .starts_with("ResourceNotFoundException"));
    CHECK(c.fault("GetShardIterator",
                  "{'StreamArn':" + c.arn + ",'ShardId':" + c.shard + ",'ShardIteratorType':'AT_SEQUENCE_NUMBER'}")
              .starts_with("ValidationException"));
    CHECK(c.fault("GetShardIterator", "{'StreamArn':" + c.arn + ",'ShardId':" + c.shard + ",'ShardIteratorType':'x'}")
              .find("[AFTER_SEQUENCE_NUMBER, LATEST, AT_SEQUENCE_NUMBER, TRIM_HORIZON]") != std::string::npos);
    CHECK(c.fault("GetRecords", "{'ShardIterator':'x'}") == "ValidationException: Invalid ShardIterator");
    auto const start = c.iterator("TRIM_HORIZON");
    auto const old = start.substr(0, start.rfind('.')) + ".0\"";
    CHECK(c.fault("GetRecords", "{'ShardIterator':" + old + "}").starts_with("ExpiredIteratorException"));
    CHECK(c.fault("GetRecords", "{'ShardIterator':" + start + ",'Limit':1001}")
              .find("value less than or equal to 1000") != std::string::npos);
}

TEST_CASE("semantics 11: updates that create or change are recorded, those that change nothing are not") {
    streamed c;
    auto const from = c.iterator("LATEST");
    auto const update = [&](char const* p, std::string const& members) {
        CHECK(c.error("UpdateItem", std::string("{'TableName':'table','Key':{'p':{'S':'") + p + "'}}" + members +
                                        "}") == "no error: {}");
    };
    auto const set = [](char const* number) {
        return std::string(",'UpdateExpression':'SET v = :v','ExpressionAttributeValues':{':v':{'N':'") + number +
               "'}}";
    };
    update("a", set("1"));                                             // 0: INSERT
    update("a", set("1"));                                             // the same
    update("a", set("1.0"));                                           // the same number
    update("a", ",'UpdateExpression':'REMOVE w'");                     // not there
    update("a", "");                                                   // no change
    update("none", ",'UpdateExpression':'REMOVE w'");                  // creates nothing
    update("b", "");                                                   // 1: INSERT of a key
    update("a", set("2"));                                             // 2: MODIFY
    update("a", ",'UpdateExpression':'REMOVE v'");                     // 3: MODIFY
    c.call("PutItem", "{'TableName':'table','Item':{'p':{'S':'a'}}}"); // the same
    c.call("DeleteItem", "{'TableName':'table','Key':{'p':{'S':'none'}}}");
    c.call("DeleteItem", "{'TableName':'table','Key':{'p':{'S':'a'}}}"); // 4: REMOVE
    auto const answer =
        boost::json::parse(c.call("DynamoDBStreams_20120810.GetRecords", "{'ShardIterator':" + from + "}"));
    std::string names;
    for (auto const& each : answer.at("Records").as_array())
        names += std::string(each.at("eventName").as_string()) + " " +
                 std::string(each.at("dynamodb").at("Keys").at("p").at("S").as_string()) + ", ";
    CHECK(names == "INSERT a, INSERT b, MODIFY a, MODIFY a, REMOVE a, ");
}

TEST_CASE("semantics 11: what a sweep erases is recorded as removed by DynamoDB") {
    streamed c;
    c.call("UpdateTimeToLive",
           "{'TableName':'table','TimeToLiveSpecification':{'Enabled':true,'AttributeName':'end'}}");
    auto const put = [&](char const* p, char const* end) {
        c.call("PutItem", std::string("{'TableName':'table','Item':{'p':{'S':'") + p + "'},'end':" + end + "}}");
    };
    put("seconds", "{'N':'1700000000'}");
    put("exponent", "{'N':'170000e4'}");
    put("string", "{'S':'1700000000'}");
    put("later", "{'N':'1700000001.5'}");
    put("long ago", "{'N':'1500000000'}");
    put("rescued", "{'N':'1700000000'}");
    c.call("UpdateItem", "{'TableName':'table','Key':{'p':{'S':'rescued'}},'UpdateExpression':'SET #end = :v',"
                         "'ExpressionAttributeNames':{'#end':'end'},'ExpressionAttributeValues':{':v':{'N':"
                         "'5000000000'}}}");
    auto const from = c.iterator("LATEST");
    CHECK(c.part("/Count", "Scan", "{'TableName':'table'}") == "6");
    CHECK(c.store().local_maintenance()->expire_items(1'700'000'001) == 2);
    CHECK(c.part("/Count", "Scan", "{'TableName':'table'}") == "4");
    for (auto const* record : {"/Records/0", "/Records/1"}) {
        CHECK(c.records(from, record + std::string("/eventName")) == R"("REMOVE")");
        CHECK(c.records(from, record + std::string("/userIdentity")) ==
              R"({"PrincipalId":"dynamodb.amazonaws.com","Type":"Service"})");
    }
    CHECK(c.records(from, "/Records/2") == "nothing");
    CHECK(c.store().local_maintenance()->expire_items(1'700'000'002) == 1);
    CHECK(c.store().local_maintenance()->expire_items(4'000'000'000) == 0);
}

TEST_CASE("semantics 11: a stream that is turned on again is another one") {
    streamed c;
    c.call("UpdateTable", "{'TableName':'table','StreamSpecification':{'StreamEnabled':false}}");
    auto const again = c.part("/TableDescription/LatestStreamArn", "UpdateTable",
                              "{'TableName':'table','StreamSpecification':{'StreamEnabled':true,"
                              "'StreamViewType':'KEYS_ONLY'}}");
    CHECK(again.size() == c.arn.size());
    CHECK(again != c.arn);
    CHECK(c.part("/Streams/1/StreamArn", "DynamoDBStreams_20120810.ListStreams", "{'TableName':'table'}") == again);
    CHECK(c.records(c.iterator("TRIM_HORIZON"), "/Records/2/eventName") == R"("REMOVE")"); // of the old one
}

TEST_CASE("a stream whose store divides it has shards with parents, and closed ones end") {
    streamed c(2); // three records: two in a closed shard, one in its child
    auto const part = [&](std::string const& pointer, std::string const& members = "") {
        return c.part("/StreamDescription" + pointer, "DynamoDBStreams_20120810.DescribeStream",
                      "{'StreamArn':" + c.arn + members + "}");
    };
    CHECK(part("/Shards/0/ParentShardId") == "nothing");
    CHECK(part("/Shards/1/ParentShardId") == c.shard);
    CHECK(part("/Shards/2") == "nothing");
    CHECK(part("/Shards/1/SequenceNumberRange/EndingSequenceNumber") == "nothing");
    auto const last = part("/Shards/0/SequenceNumberRange/EndingSequenceNumber");
    auto const start = c.iterator("TRIM_HORIZON");
    CHECK(c.records(start, "/Records/1/dynamodb/SequenceNumber") == last);
    CHECK(c.records(start, "/Records/2") == "nothing");
    CHECK(c.records(start, "/NextShardIterator") == "nothing");
    CHECK(c.records(c.iterator("AFTER_SEQUENCE_NUMBER", ",'SequenceNumber':" + last), "/NextShardIterator") ==
          "nothing");
    CHECK(part("/LastEvaluatedShardId", ",'Limit':1") == c.shard);
    CHECK(part("/Shards/1", ",'Limit':1") == "nothing");
    CHECK(part("/LastEvaluatedShardId") == "nothing");
    auto const child = part("/Shards/0/ShardId", ",'Limit':1,'ExclusiveStartShardId':" + c.shard);
    CHECK(child == part("/Shards/1/ShardId"));
    c.shard = child;
    CHECK(c.records(c.iterator("TRIM_HORIZON"), "/Records/0/eventName") == R"("REMOVE")");
    CHECK(c.fault("GetShardIterator", "{'StreamArn':" + c.arn + ",'ShardId':" + child +
                                          ",'ShardIteratorType':'AT_SEQUENCE_NUMBER','SequenceNumber':" + last + "}")
              .starts_with("ValidationException: Invalid SequenceNumber: The sequence number is not in the shard: "));
}

TEST_CASE("semantics 11: the first sequence number of a shard is accepted while it is empty") {
    streamed other;
    other.call("DeleteTable", "{'TableName':'table'}");
    other.create("table");
    other.arn = other.part("/TableDescription/LatestStreamArn", "UpdateTable",
                           "{'TableName':'table','StreamSpecification':{'StreamEnabled':true,'StreamViewType':"
                           "'KEYS_ONLY'}}");
    auto const describe = [&](std::string const& pointer) {
        return other.part("/StreamDescription/Shards/0" + pointer, "DynamoDBStreams_20120810.DescribeStream",
                          "{'StreamArn':" + other.arn + "}");
    };
    other.shard = describe("/ShardId");
    auto const first = ",'SequenceNumber':" + describe("/SequenceNumberRange/StartingSequenceNumber");
    for (auto const* type : {"AT_SEQUENCE_NUMBER", "AFTER_SEQUENCE_NUMBER"})
        CHECK(other.records(other.iterator(type, first), "/Records") == "[]");
}
