// SPDX-License-Identifier: BSL-1.0
// Indexes, pages and segments as a client sees them.
#include <endpoint_support.hpp>

#include <catch2/catch_test_macros.hpp>

#include <set>
#include <string>

using endpoint_support::client;

namespace {

std::string const invalid = "ValidationException: One or more parameter values were invalid: ";

std::string index(char const* name, char const* p, char const* c, char const* projection) {
    return std::string("{'IndexName':'") + name + "','KeySchema':[{'AttributeName':'" + p + "','KeyType':'HASH'}" +
           (*c == 0 ? "]" : std::string(",{'AttributeName':'") + c + "','KeyType':'RANGE'}]") + ",'Projection':{" +
           projection + "}}";
}

/// p, c (S); global indexes `gall` on g and `gkeys` on g, n (N), local ones `lkeys` and `lall` on l.
struct with_indexes : client {
    with_indexes() {
        std::string const all = "'ProjectionType':'ALL'", keys = "'ProjectionType':'KEYS_ONLY'";
        std::string definitions;
        for (auto const* each : {"p", "c", "g", "l"})
            definitions += std::string("{'AttributeName':'") + each + "','AttributeType':'S'},";
        call("CreateTable", "{'TableName':'table','BillingMode':'PAY_PER_REQUEST','KeySchema':[{'AttributeName':'p',"
                            "'KeyType':'HASH'},{'AttributeName':'c','KeyType':'RANGE'}],'AttributeDefinitions':[" +
                                definitions + "{'AttributeName':'n','AttributeType':'N'}],'GlobalSecondaryIndexes':[" +
                                index("gall", "g", "", all.c_str()) + "," + index("gkeys", "g", "n", keys.c_str()) +
                                "],'LocalSecondaryIndexes':[" + index("lkeys", "p", "l", keys.c_str()) + "," +
                                index("lall", "p", "l", all.c_str()) + "]}");
    }
    std::string put(std::string const& c, std::string const& members = "") {
        return error("PutItem", "{'TableName':'table','Item':{'p':{'S':'x'},'c':{'S':'" + c + "'}" + members + "}}");
    }
    std::string update(std::string const& c, std::string const& expression, std::string const& values = "") {
        return error("UpdateItem", "{'TableName':'table','Key':{'p':{'S':'x'},'c':{'S':'" + c +
                                       "'}},'UpdateExpression':'" + expression + "'" +
                                       (values.empty() ? "" : ",'ExpressionAttributeValues':{" + values + "}") + "}");
    }
    /// The items of g = x or p = x in an index.
    std::string items(std::string const& name, std::string const& members = "") {
        auto const key = std::string(name[0] == 'g' ? "g" : "p");
        return part("/Items", "Query",
                    "{'TableName':'table','IndexName':'" + name + "','KeyConditionExpression':'" + key +
                        " = :x','ExpressionAttributeValues':{':x':{'S':'x'}}" + members + "}");
    }
};

} // namespace

TEST_CASE("semantics 9: an index has the items with its key, as often as there are, with what it projects") {
    with_indexes c;
    c.put("1", ",'g':{'S':'x'},'n':{'N':'2'},'v':{'S':'v'}");
    c.put("2", ",'g':{'S':'x'},'n':{'N':'1'}");
    c.put("3", ",'g':{'S':'x'},'l':{'S':'l'}");
    c.put("4", ",'n':{'N':'1'},'l':{'S':'l'},'v':{'S':'v'}");
    CHECK(c.items("gall", ",'ProjectionExpression':'c'") == R"([{"c":{"S":"1"}},{"c":{"S":"2"}},{"c":{"S":"3"}}])");
    CHECK(c.items("gkeys") == R"([{"c":{"S":"2"},"g":{"S":"x"},"n":{"N":"1"},"p":{"S":"x"}},)"
                              R"({"c":{"S":"1"},"g":{"S":"x"},"n":{"N":"2"},"p":{"S":"x"}}])");
    CHECK(c.items("lkeys") ==
          R"([{"c":{"S":"3"},"l":{"S":"l"},"p":{"S":"x"}},{"c":{"S":"4"},"l":{"S":"l"},"p":{"S":"x"}}])");
    CHECK(c.items("lall", ",'ProjectionExpression':'c, v'") == R"([{"c":{"S":"3"}},{"c":{"S":"4"},"v":{"S":"v"}}])");
    CHECK(c.items("lkeys", ",'ConsistentRead':true,'ProjectionExpression':'v, c'") ==
          R"([{"c":{"S":"3"}},{"c":{"S":"4"},"v":{"S":"v"}}])");
    CHECK(c.part("/Count", "Scan", "{'TableName':'table','IndexName':'lall','ConsistentRead':true}") == "2");
    for (auto const* operation : {"Query", "Scan"})
        CHECK(c.error(operation, std::string("{'TableName':'table','IndexName':'gall','ConsistentRead':true") +
                                     (*operation == 'S' ? "}"
                                                        : ",'KeyConditionExpression':'g = :g',"
                                                          "'ExpressionAttributeValues':{':g':{'S':'x'}}}")) ==
              "ValidationException: Consistent reads are not supported on global secondary indexes");
}

TEST_CASE("semantics 9: entries move, come and go with every kind of write") {
    with_indexes c;
    auto const entries = [&](char const* name, std::string const& expected) {
        CHECK(c.items(name, ",'ProjectionExpression':'n'") == expected);
    };
    c.put("1", ",'g':{'S':'x'},'n':{'N':'1'}");
    entries("gkeys", R"([{"n":{"N":"1"}}])");
    c.update("1", "SET n = n + :v", "':v':{'N':'1'}");
    entries("gkeys", R"([{"n":{"N":"2"}}])");
    c.update("1", "SET g = :v", "':v':{'S':'y'}");
    entries("gkeys", "[]");
    entries("gall", "[]");
    c.call("TransactWriteItems", "{'TransactItems':[{'Update':{'TableName':'table','Key':{'p':{'S':'x'},'c':"
                                 "{'S':'1'}},'UpdateExpression':'SET g = :v','ExpressionAttributeValues':"
                                 "{':v':{'S':'x'}}}}]}");
    entries("gkeys", R"([{"n":{"N":"2"}}])");
    c.update("1", "REMOVE n");
    entries("gkeys", "[]");
    entries("gall", "[{}]");
    c.call("BatchWriteItem", "{'RequestItems':{'table':[{'DeleteRequest':{'Key':{'p':{'S':'x'},'c':{'S':'1'}"
                             "}}}]}}");
    entries("gall", "[]");
}

TEST_CASE("semantics 9: an index key of a wrong type is refused by every kind of write, and nothing is written") {
    with_indexes c;
    auto const mismatch = [](std::string const& key, std::string const& expected, std::string const& actual) {
        return invalid + "Type mismatch for Index Key " + key + " Expected: " + expected + " Actual: " + actual +
               " IndexName: ";
    };
    CHECK(c.put("1", ",'g':{'N':'1'}") == mismatch("g", "S", "N") + "gall");
    CHECK(c.put("1", ",'g':{'NULL':true}") == mismatch("g", "S", "NULL") + "gall");
    CHECK(c.put("1", ",'n':{'S':'1'}") == mismatch("n", "N", "S") + "gkeys");
    CHECK(c.put("1", ",'l':{'M':{}}").starts_with(mismatch("l", "S", "M")));
    CHECK(c.update("1", "SET g = :v", "':v':{'N':'1'}").starts_with("ValidationException: "));
    CHECK(c.update("1", "SET l = :v", "':v':{'NULL':true}").starts_with("ValidationException: "));
    CHECK(c.update("1", "SET g.x = :v", "':v':{'S':'1'}").starts_with("ValidationException: "));
    CHECK(c.update("1", "SET g[0] = :v", "':v':{'S':'1'}").starts_with("ValidationException: "));
    std::string const good = "{'p':{'S':'x'},'c':{'S':'2'}}", bad = "{'p':{'S':'x'},'c':{'S':'1'},'g':{'N':'1'}}";
    CHECK(c.error("BatchWriteItem", "{'RequestItems':{'table':[{'PutRequest':{'Item':" + good +
                                        "}},{'PutRequest':{'Item':" + bad + "}}]}}")
              .starts_with("ValidationException: "));
    CHECK(c.error("TransactWriteItems", "{'TransactItems':[{'Put':{'TableName':'table','Item':" + good +
                                            "}},{'Put':{'TableName':'table','Item':" + bad + "}}]}")
              .find("Exception: ") != std::string::npos);
    CHECK(c.part("/Count", "Scan", "{'TableName':'table'}") == "0");
}

TEST_CASE("semantics 9: a page ends at 1 MB before filter and projection, and every item comes once") {
    with_indexes c;
    for (auto const* sort : {"1", "2", "3", "4", "5", "6", "7"})
        c.put(sort, ",'g':{'S':'x'},'v':{'S':'" + std::string(300'000, 'x') + "'}");
    std::string const request = "'TableName':'table','ProjectionExpression':'c','FilterExpression':";
    auto const empty =
        boost::json::parse(c.call("Scan", "{" + request + "'attribute_not_exists(v)'}")); // which filters all
    CHECK(empty.at("Count") == 0);
    CHECK(empty.at("ScannedCount").as_int64() < 7);
    CHECK(empty.as_object().contains("LastEvaluatedKey"));
    for (std::string const source : {"", ",'IndexName':'gall'", ",'IndexName':'lkeys'"}) {
        std::string start;
        std::multiset<std::string> seen;
        int pages = 0;
        do {
            auto const page =
                boost::json::parse(c.call("Scan", "{" + request + "'attribute_exists(p)'" + source + start + "}"));
            for (auto const& each : page.at("Items").as_array())
                seen.insert(std::string(each.at("c").at("S").as_string()));
            auto const* last = page.as_object().if_contains("LastEvaluatedKey");
            start = last == nullptr ? "" : ",'ExclusiveStartKey':" + boost::json::serialize(*last);
            ++pages;
        } while (!start.empty() && pages < 10);
        CAPTURE(source);
        CHECK(seen.size() == (source.find("lkeys") != std::string::npos ? 0u : 7u));
        CHECK(std::set(seen.begin(), seen.end()).size() == seen.size());
        CHECK((pages > 1) == !seen.empty());
    }
}

TEST_CASE("semantics 9: a page starts behind a key of the right attributes, whether it exists or not") {
    with_indexes c;
    for (auto const* sort : {"1", "3", "5"}) c.put(sort, ",'g':{'S':'x'}");
    auto const query = [&](std::string const& start, std::string const& members = "") {
        return "{'TableName':'table','KeyConditionExpression':'p = :p','ProjectionExpression':'c',"
               "'ExpressionAttributeValues':{':p':{'S':'x'}},'ExclusiveStartKey':" +
               start + members + "}";
    };
    auto const key = [](std::string const& sort) { return "{'p':{'S':'x'},'c':{'S':'" + sort + "'}}"; };
    CHECK(c.part("/Items", "Query", query(key("2"))) == R"([{"c":{"S":"3"}},{"c":{"S":"5"}}])");
    CHECK(c.part("/Items", "Query", query(key("4"), ",'ScanIndexForward':false")) ==
          R"([{"c":{"S":"3"}},{"c":{"S":"1"}}])");
    CHECK(c.part("/Items", "Query", query(key("9"))) == "[]");
    std::string const wrong = "ValidationException: The provided starting key is invalid";
    for (std::string const start : {"{}", "{'p':{'S':'x'}}", "{'c':{'S':'2'}}", "{'p':{'S':'x'},'c':{'N':'2'}}",
                                    "{'p':{'S':'x'},'c':{'S':'2'},'d':{'S':'2'}}"}) {
        CAPTURE(start);
        CHECK(c.error("Query", query(start)).starts_with(wrong));
        CHECK(c.error("Scan", "{'TableName':'table','ExclusiveStartKey':" + start + "}").starts_with(wrong));
    }
    CHECK(c.error("Query", query("{'p':{'S':'y'},'c':{'S':'2'}}")) ==
          "ValidationException: The provided starting key is outside query boundaries based on provided "
          "conditions");
    CHECK(c.items("gall", ",'ProjectionExpression':'c','ExclusiveStartKey':{'g':{'S':'x'},'p':{'S':'x'},'c':"
                          "{'S':'2'}}") == R"([{"c":{"S":"3"}},{"c":{"S":"5"}}])");
    c.create("flat");
    CHECK(c.error("Query", "{'TableName':'flat','KeyConditionExpression':'p = :p','ExpressionAttributeValues'"
                           ":{':p':{'S':'x'}},'ExclusiveStartKey':{'p':{'S':'x'}}}")
              .starts_with("ValidationException: "));
}

TEST_CASE("semantics 9: a limit that is met has a LastEvaluatedKey, a larger one has none") {
    with_indexes c;
    for (auto const* sort : {"1", "2", "3"}) c.put(sort);
    auto const last = [&](char const* limit) {
        return c.part("/LastEvaluatedKey", "Query",
                      std::string("{'TableName':'table','KeyConditionExpression':'p = :p',"
                                  "'ExpressionAttributeValues':{':p':{'S':'x'}},'Limit':") +
                          limit + "}");
    };
    CHECK(last("2") == R"({"c":{"S":"2"},"p":{"S":"x"}})");
    CHECK(last("3") == R"({"c":{"S":"3"},"p":{"S":"x"}})");
    CHECK(last("4") == "nothing");
}

TEST_CASE("semantics 9: segments share a table between them, each in its order") {
    client c;
    c.create("table", "N");
    for (int p = 0; p != 20; ++p)
        for (auto const* sort : {"10", "9", "-1"})
            c.call("PutItem",
                   "{'TableName':'table','Item':{'p':{'S':'" + std::to_string(p) + "'},'c':{'N':'" + sort + "'}}}");
    std::set<std::string> seen;
    int takers = 0;
    for (auto const* segment : {"0", "1", "2"}) {
        auto const request = std::string("{'TableName':'table','TotalSegments':3,'Segment':") + segment;
        auto const page = boost::json::parse(c.call("Scan", request + "}"));
        std::string partition, order;
        for (auto const& each : page.at("Items").as_array()) {
            CHECK(seen.insert(boost::json::serialize(each)).second);
            if (each.at("p").at("S").as_string() != partition) order.clear();
            partition = each.at("p").at("S").as_string();
            order += " " + std::string(each.at("c").at("N").as_string());
            CHECK(std::string(" -1 9 10").starts_with(order));
        }
        if (c.error("Scan", request + ",'ExclusiveStartKey':{'p':{'S':'1'},'c':{'N':'9'}}}").starts_with("no error"))
            ++takers;
    }
    CHECK(seen.size() == 60);
    CHECK(takers == 1);
    CHECK(c.error("Scan", "{'TableName':'table','TotalSegments':3,'Segment':-1}")
              .ends_with("Member must have value greater than or equal to 0"));
    CHECK(c.error("Scan", "{'TableName':'table','TotalSegments':1000000,'Segment':999999}").starts_with("no error"));
}
