// SPDX-License-Identifier: BSL-1.0
// Global indexes whose keys have several attributes.
#include <endpoint_support.hpp>

#include <catch2/catch_test_macros.hpp>

#include <string>

using endpoint_support::client;

namespace {

using elements = std::initializer_list<char const*>;

/// Key schema of partition attributes, then of sort attributes.
std::string keys(elements partition, elements sort) {
    std::string out;
    for (auto const* each : partition)
        out += std::string(out.empty() ? "" : ",") + "{'AttributeName':'" + each + "','KeyType':'HASH'}";
    for (auto const* each : sort)
        out += std::string(out.empty() ? "" : ",") + "{'AttributeName':'" + each + "','KeyType':'RANGE'}";
    return out;
}
std::string definitions(elements strings, elements numbers) {
    std::string out;
    for (auto const* each : strings)
        out += std::string(out.empty() ? "" : ",") + "{'AttributeName':'" + each + "','AttributeType':'S'}";
    for (auto const* each : numbers) out += std::string(",{'AttributeName':'") + each + "','AttributeType':'N'}";
    return out;
}
std::string table(std::string const& index_keys, std::string const& attributes,
                  char const* kind = "GlobalSecondaryIndexes") {
    return "{'TableName':'table','BillingMode':'PAY_PER_REQUEST','KeySchema':[" + keys({"p"}, {"c"}) + "],'" + kind +
           "':[{'IndexName':'index','KeySchema':[" + index_keys +
           "],'Projection':{'ProjectionType':'ALL'}}],'AttributeDefinitions':[" + attributes + "]}";
}

/// An index of a (S) and b (N), sorted by x (S) and y (N).
struct filled : client {
    filled() {
        call("CreateTable", table(keys({"a", "b"}, {"x", "y"}), definitions({"p", "c", "a", "x"}, {"b", "y"})));
        put("1", "'a':{'S':'A'},'b':{'N':'1'},'x':{'S':'X'},'y':{'N':'10'}");
        put("2", "'a':{'S':'A'},'b':{'N':'1'},'x':{'S':'X'},'y':{'N':'9'}");
        put("3", "'a':{'S':'A'},'b':{'N':'1'},'x':{'S':'W'},'y':{'N':'11'}");
        put("4", "'a':{'S':'A'},'b':{'N':'2'},'x':{'S':'X'},'y':{'N':'1'}");
        put("5", "'a':{'S':'B'},'b':{'N':'1'},'x':{'S':'X'},'y':{'N':'1'}");
        // Each without one of them.
        put("6", "'b':{'N':'1'},'x':{'S':'X'},'y':{'N':'1'}");
        put("7", "'a':{'S':'A'},'x':{'S':'X'},'y':{'N':'1'}");
        put("8", "'a':{'S':'A'},'b':{'N':'1'},'y':{'N':'1'}");
        put("9", "'a':{'S':'A'},'b':{'N':'1'},'x':{'S':'X'}");
    }
    std::string put(char const* sort, std::string const& members) {
        return error("PutItem", std::string("{'TableName':'table','Item':{'p':{'S':'p'},'c':{'S':'") + sort + "'}," +
                                    members + "}}");
    }
    /// The sort keys of what a query finds, as "1 2"; otherwise the error.
    std::string query(std::string const& condition, std::string const& values, std::string const& members = "") {
        return found("'KeyConditionExpression':'" + condition + "','ExpressionAttributeValues':{" + values + "}" +
                     members);
    }
    std::string found(std::string const& members) {
        auto const request = "{'TableName':'table','IndexName':'index'," + members + "}";
        auto const fault = error("Query", request);
        if (!fault.starts_with("no error")) return fault;
        auto const page = boost::json::parse(call("Query", request));
        std::string out;
        for (auto const& each : page.at("Items").as_array())
            out += (out.empty() ? "" : " ") + std::string(each.at("c").at("S").as_string());
        return out;
    }
};

std::string const ab = "':a':{'S':'A'},':b':{'N':'1'}";
std::string const refused = "ValidationException: ";

} // namespace

TEST_CASE("semantics 9: an index with several attributes has the items that have all, ordered by all") {
    filled c;
    CHECK(c.query("a = :a AND b = :b", ab) == "3 2 1");
    CHECK(c.query("b = :b AND :a = a", ab) == "3 2 1");
    CHECK(c.query("a = :a AND b = :b", ab, ",'ScanIndexForward':false") == "1 2 3");
    CHECK(c.part("/Count", "Scan", "{'TableName':'table','IndexName':'index'}") == "5");
    CHECK(c.part("/LastEvaluatedKey", "Query",
                 "{'TableName':'table','IndexName':'index','Limit':1,'KeyConditionExpression':'a = :a AND b "
                 "= :b','ExpressionAttributeValues':{" +
                     ab + "}}") ==
          R"({"a":{"S":"A"},"b":{"N":"1"},"c":{"S":"3"},"p":{"S":"p"},"x":{"S":"W"},"y":{"N":"11"}})");
    CHECK(c.query("a = :a AND b = :b", ab,
                  ",'ExclusiveStartKey':{'a':{'S':'A'},'b':{'N':'1'},'c':{'S':'3'},'p':{'S':'p'},'x':{'S':"
                  "'W'},'y':{'N':'11'}}") == "2 1");
    CHECK(c.query("a = :a AND b = :b", ab, ",'ExclusiveStartKey':{'a':{'S':'A'},'b':{'N':'1'}}").starts_with(refused));
}

TEST_CASE("semantics 9: of several attributes a query fixes the partition, and sorts from the left") {
    filled c;
    auto const x = ab + ",':x':{'S':'X'}", y = ab + ",':y':{'N':'10'}", xy = x + ",':y':{'N':'10'}";
    CHECK(c.query("a = :a AND b = :b AND x = :x", x) == "2 1");
    CHECK(c.query("a = :a AND b = :b AND x < :x", x) == "3");
    CHECK(c.query("a = :a AND b = :b AND begins_with(x, :x)", x) == "2 1");
    CHECK(c.query("y >= :y AND x = :x AND b = :b AND a = :a", xy) == "1");
    CHECK(c.query("a = :a AND b = :b AND x = :x AND y = :y", xy) == "1");
    CHECK(c.query("a = :a AND b = :b AND x = :x AND y BETWEEN :b AND :y", xy) == "2 1");

    auto const missing = [&](std::string const& text, char const* name) {
        return text.starts_with(refused) && text.ends_with(std::string(": ") + name);
    };
    CHECK(missing(c.query("a = :a", "':a':{'S':'A'}"), "b"));
    CHECK(missing(c.query("b = :b", "':b':{'N':'1'}"), "a"));
    CHECK(missing(c.query("a = :a AND b = :b AND y = :y", y), "x"));
    CHECK(c.query("a = :a AND b > :b", ab).starts_with(refused));
    CHECK(c.query("a = :a AND b = :b AND x > :x AND y = :y", xy).starts_with(refused));
    CHECK(c.query("a = :a AND b = :b AND x > :x AND y > :y", xy).starts_with(refused));
    CHECK(c.query("a = :a AND b = :x", ab.substr(0, ab.find(",':b'")) + ",':x':{'S':'1'}") ==
          refused + "One or more parameter values were invalid: Condition parameter type does not match "
                    "schema type");
}

TEST_CASE("semantics 9: KeyConditions may name several attributes too, filters none of them") {
    filled c;
    auto const is = [](std::string const& value, std::string const& comparison = "EQ") {
        return "{'ComparisonOperator':'" + comparison + "','AttributeValueList':[" + value + "]}";
    };
    auto const a = "'a':" + is("{'S':'A'}"), b = "'b':" + is("{'N':'1'}"), x = "'x':" + is("{'S':'X'}");
    CHECK(c.found("'KeyConditions':{" + a + "," + b + "}") == "3 2 1");
    CHECK(c.found("'KeyConditions':{" + x + "," + b + "," + a + "}") == "2 1");
    CHECK(c.found("'KeyConditions':{" + a + "," + b + "," + x + ",'y':" + is("{'N':'9'}", "GT") + "}") == "1");
    CHECK(c.found("'KeyConditions':{" + a + "}").starts_with(refused));
    for (std::string const name : {"a", "b", "x", "y"})
        CHECK(c.query("a = :a AND b = :b", ab, ",'FilterExpression':'attribute_exists(" + name + ")'") ==
              refused +
                  "Filter Expression can only contain non-primary key attributes: Primary key "
                  "attribute: " +
                  name);
    CHECK(c.query("a = :a AND b = :b", ab, ",'FilterExpression':'c <> :a AND attribute_exists(p)'") == "3 2 1");
}

TEST_CASE("semantics 9: each attribute of several has its type") {
    filled c;
    CHECK(c.put("z", "'a':{'S':'A'},'b':{'S':'1'}") ==
          refused + "One or more parameter values were invalid: Type mismatch for Index Key b Expected: N "
                    "Actual: S IndexName: index");
    CHECK(c.put("z", "'y':{'S':'1'}").starts_with(refused));
    CHECK(c.put("1", "'a':{'S':'A'},'b':{'N':'2'},'x':{'S':'X'},'y':{'N':'0'}") == "no error: {}");
    CHECK(c.query("a = :a AND b = :b", ab) == "3 2");
    CHECK(c.query("a = :a AND b = :b", "':a':{'S':'A'},':b':{'N':'2'}") == "1 4");
}

TEST_CASE("semantics 9: global indexes have four attributes on each side, partition first; others have one") {
    client c;
    auto const create = [&](std::string const& request) {
        auto const out = c.error("CreateTable", request);
        c.call("DeleteTable", "{'TableName':'table'}");
        return out.starts_with("no error") ? "created" : out;
    };
    CHECK(create(table(keys({"a", "b", "d", "e"}, {"f", "g", "h", "i"}),
                       definitions({"p", "c", "a", "b", "d", "e", "f", "g", "h", "i"}, {}))) == "created");
    CHECK(create(table(keys({"a", "b", "d", "e", "f"}, {}), definitions({"p", "c", "a", "b", "d", "e", "f"}, {})))
              .starts_with(refused));
    CHECK(
        create(table(keys({"a"}, {"b", "d", "e", "f", "g"}), definitions({"p", "c", "a", "b", "d", "e", "f", "g"}, {})))
            .starts_with(refused));
    CHECK(create(table(keys({"a"}, {"x"}) + "," + keys({"b"}, {}), definitions({"p", "c", "a", "b", "x"}, {})))
              .starts_with(refused));
    CHECK(create(table(keys({}, {"a"}), definitions({"p", "c", "a"}, {}))).starts_with(refused));
    CHECK(create(table(keys({"a", "a"}, {}), definitions({"p", "c", "a"}, {}))).starts_with(refused));
    CHECK(create(table(keys({"p"}, {"x", "y"}), definitions({"p", "c", "x", "y"}, {}), "LocalSecondaryIndexes"))
              .starts_with(refused));
    for (auto const& several : {keys({"a", "b"}, {}), keys({"a"}, {"b", "d"})})
        CHECK(create("{'TableName':'table','BillingMode':'PAY_PER_REQUEST','KeySchema':[" + several +
                     "],'AttributeDefinitions':[" + definitions({"a", "b", "d"}, {}) + "]}")
                  .starts_with(refused));
}
