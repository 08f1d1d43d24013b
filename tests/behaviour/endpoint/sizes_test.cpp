// SPDX-License-Identifier: BSL-1.0
// How large keys, names and items may be, and how many indexes a table may have.
#include <endpoint_support.hpp>

#include <catch2/catch_test_macros.hpp>

#include <string>

using endpoint_support::client;

namespace {

std::string const invalid = "ValidationException: One or more parameter values were invalid: ";
std::string const long_partition = invalid + "Size of hashkey has exceeded the maximum size limit of2048 bytes";
std::string const long_sort = invalid + "Aggregated size of all range keys has exceeded the size limit of 1024 bytes";
std::string const too_large = "ValidationException: Item size has exceeded the maximum allowed size";
std::string const update_too_large = "ValidationException: Item size to update has exceeded the maximum allowed size";

std::string text(std::size_t size) { return "{'S':'" + std::string(size, 'x') + "'}"; }

std::string keys(std::string const& partition, std::string const& sort = "") {
    return "'KeySchema':[{'AttributeName':'" + partition + "','KeyType':'HASH'}" +
           (sort.empty() ? "]" : ",{'AttributeName':'" + sort + "','KeyType':'RANGE'}]");
}
std::string index(std::string const& name, std::string const& index_keys,
                  std::string const& projection = "'ProjectionType':'ALL'") {
    return "{'IndexName':'" + name + "'," + index_keys + ",'Projection':{" + projection + "}}";
}
std::string including(int from, int to) {
    std::string out = "'ProjectionType':'INCLUDE','NonKeyAttributes':[";
    for (int i = from; i != to; ++i) out += (i == from ? "'a" : ",'a") + std::to_string(i) + "'";
    return out + "]";
}
/// Definitions of string attributes.
std::string strings(std::initializer_list<std::string> names) {
    std::string out;
    for (auto const& each : names)
        out +=
            (out.empty() ? "'AttributeDefinitions':[" : ",") + ("{'AttributeName':'" + each) + "','AttributeType':'S'}";
    return out + "]";
}
std::string table(std::string const& name, std::string const& members) {
    return "{'TableName':'" + name + "','BillingMode':'PAY_PER_REQUEST'," + members + "}";
}

/// p and c, a global index on g and s, a local one on l, all of strings.
struct with_indexes : client {
    with_indexes() {
        call("CreateTable",
             table("table", keys("p", "c") + ",'GlobalSecondaryIndexes':[" + index("global", keys("g", "s")) +
                                "],'LocalSecondaryIndexes':[" + index("local", keys("p", "l")) + "]," +
                                strings({"p", "c", "g", "s", "l"})));
    }
    std::string put(std::string const& p, std::string const& c, std::string const& members = "") {
        return error("PutItem", "{'TableName':'table','Item':{'p':" + p + ",'c':" + c + members + "}}");
    }
};

} // namespace

TEST_CASE("semantics 3: a partition key has at most 2048 bytes, a sort key 1024") {
    with_indexes c;
    CHECK(c.put(text(2048), text(1024)) == "no error: {}");
    CHECK(c.put(text(2049), text(1)) == long_partition);
    CHECK(c.put(text(1), text(1025)) == long_sort);
    for (auto const* operation : {"GetItem", "UpdateItem", "DeleteItem"}) {
        CHECK(c.error(operation, "{'TableName':'table','Key':{'p':" + text(2049) + ",'c':" + text(1) + "}}") ==
              long_partition);
        CHECK(c.error(operation, "{'TableName':'table','Key':{'p':" + text(1) + ",'c':" + text(1025) + "}}") ==
              long_sort);
    }
    std::string characters; // of two bytes each
    for (int i = 0; i != 1024; ++i) characters += "\xc3\xa9";
    CHECK(c.put("{'S':'" + characters + "'}", text(1)) == "no error: {}");
    CHECK(c.put("{'S':'" + characters + "x'}", text(1)) == long_partition);
}

TEST_CASE("semantics 3: keys of indexes have the limits of keys of tables, and local ones do not add up") {
    with_indexes c;
    CHECK(c.put(text(1), text(1024), ",'l':" + text(1024)) == "no error: {}");
    CHECK(c.put(text(1), text(1), ",'l':" + text(1025)) == long_sort);
    CHECK(c.put(text(1), text(1), ",'g':" + text(2048) + ",'s':" + text(1024)) == "no error: {}");
    CHECK(c.put(text(1), text(1), ",'g':" + text(2049) + ",'s':" + text(1)) == long_partition);
    CHECK(c.put(text(1), text(1), ",'g':" + text(1) + ",'s':" + text(1025)) == long_sort);
    CHECK(c.part("/Count", "Scan", "{'TableName':'table','IndexName':'global'}") == "1");
    CHECK(c.part("/Count", "Scan", "{'TableName':'table','IndexName':'local'}") == "1");
}

TEST_CASE("semantics 3: an item has at most 409600 bytes of names and values") {
    client c;
    c.create("table");
    auto const put = [&](std::string const& members, std::size_t left) {
        // 2 bytes for p, 1 for the name f
        return c.error("PutItem", "{'TableName':'table','Item':{'p':{'S':'s'}" + members +
                                      ",'f':" + text(409600 - 3 - left) + "}}");
    };
    struct {
        std::string members;
        std::size_t bytes;
    } const rows[] = {
        {"", 0},
        {",'shirt-color':{'S':'R'},'shirt-size':{'S':'M'}", 23},
        {",'name':{'S':'\xc3\xa9'}", 6},
        {",'\xc3\xa9':{'S':''}", 2},
        {",'b':{'B':'AAEC'}", 4},
        {",'t':{'BOOL':true},'z':{'NULL':true}", 4},
        {",'l':{'L':[]}", 4},
        {",'m':{'M':{}}", 4},
        {",'l':{'L':[{'S':'ab'},{'BOOL':false}]}", 9},
        {",'m':{'M':{'ab':{'S':'cd'}}}", 9},
        {",'l':{'L':[{'M':{'a':{'L':[]}}}]}", 1 + 3 + 1 + 3 + 1 + 1 + 3},
        {",'s':{'SS':['abc','d']}", 5},
        {",'s':{'NS':['1','-5']}", 6},
        {",'s':{'BS':['AAEC','AA==']}", 5},
    };
    for (auto const& [members, bytes] : rows) {
        CAPTURE(members);
        CHECK(put(members, bytes) == "no error: {}");
        CHECK(put(members, bytes - 1) == too_large);
    }
}

TEST_CASE("semantics 3: an update has to leave room for what it sets and clears") {
    client c;
    c.create("table");
    auto const update = [&](std::string const& expression, std::size_t size) {
        return c.error("UpdateItem", "{'TableName':'table','Key':{'p':{'S':'s'}},'UpdateExpression':'" + expression +
                                         "','ExpressionAttributeValues':{':v':" + text(size) + "}}");
    };
    // Without the key's 2 bytes: v's name and value, 3, 19 for each action with a value, 2 for others.
    CHECK(update("SET v = :v", 409600 - 1 - 3 - 19) == "no error: {}");
    CHECK(update("SET v = :v", 409600 - 1 - 3 - 19 + 1) == update_too_large);
    CHECK(update("SET v = :v REMOVE a, b", 409600 - 1 - 3 - 19 - 2 - 2) == "no error: {}");
    CHECK(update("SET v = :v REMOVE a, b", 409600 - 1 - 3 - 19 - 2 - 2 + 1) == update_too_large);
    CHECK(c.call("PutItem", "{'TableName':'table','Item':{'p':{'S':'s'},'v':" + text(409597) + "}}") == "{}");
    CHECK(update("SET w = :v", 10) == update_too_large);
    CHECK(c.part("/Item/w", "GetItem", "{'TableName':'table','Key':{'p':{'S':'s'}}}") == "nothing");
}

TEST_CASE("semantics 3: entries of local indexes count for an item's size") {
    with_indexes c;
    // p, c, l and the name v: 7 bytes, and all of it again in the index
    CHECK(c.put("{'S':'x'}", "{'S':'x'}", ",'l':{'S':'x'},'v':" + text(409600 / 2 - 7)) == "no error: {}");
    CHECK(c.put("{'S':'x'}", "{'S':'x'}", ",'l':{'S':'x'},'v':" + text(409600 / 2 - 6)) == too_large);
    CHECK(c.put("{'S':'x'}", "{'S':'x'}", ",'v':" + text(409600 - 5)) == "no error: {}");
    CHECK(c.put("{'S':'x'}", "{'S':'x'}", ",'g':{'S':'x'},'s':{'S':'x'},'v':" + text(409600 - 9)) == "no error: {}");
}

TEST_CASE("semantics 3: attribute names have 65535 bytes, those of keys and projections 255") {
    client c;
    c.create("table");
    auto const put = [&](std::size_t size) {
        return c.error("PutItem",
                       "{'TableName':'table','Item':{'p':{'S':'x'},'" + std::string(size, 'n') + "':{'NULL':true}}}");
    };
    CHECK(put(0).starts_with("ValidationException: "));
    CHECK(put(1) == "no error: {}");
    CHECK(put(65535) == "no error: {}");
    CHECK(put(65536).starts_with("ValidationException: "));
    auto const create = [&](std::string const& members) {
        auto const out = c.error("CreateTable", table("other", members));
        c.call("DeleteTable", "{'TableName':'other'}");
        return out.substr(0, out.find(':'));
    };
    for (std::size_t const size : {255u, 256u}) {
        std::string const name(size, 'n');
        auto const expected = size == 255 ? "no error" : "ValidationException";
        CHECK(create(keys(name) + "," + strings({name})) == expected);
        CHECK(create(keys("p", name) + "," + strings({"p", name})) == expected);
        CHECK(create(keys("p") + ",'GlobalSecondaryIndexes':[" + index("global", keys(name)) + "]," +
                     strings({"p", name})) == expected);
        CHECK(create(keys("p") + ",'GlobalSecondaryIndexes':[" +
                     index("global", keys("p"), "'ProjectionType':'INCLUDE','NonKeyAttributes':['" + name + "']") +
                     "]," + strings({"p"})) == expected);
    }
}

TEST_CASE("semantics 3: tables and indexes are created with names of 3 to 255 of [a-zA-Z0-9_.-]") {
    client c;
    auto const create = [&](std::string const& name) {
        return c.error("CreateTable", table(name, keys("p") + "," + strings({"p"})));
    };
    auto const create_index = [&](std::string const& name) {
        return c.error("CreateTable", table("other", keys("p") + ",'GlobalSecondaryIndexes':[" +
                                                         index(name, keys("p")) + "]," + strings({"p"})));
    };
    auto const pattern = [](std::string const& name, std::string const& where) {
        return "ValidationException: 1 validation error detected: Value '" + name + "' at '" + where +
               "' failed to satisfy constraint: Member must satisfy regular expression pattern: "
               "[a-zA-Z0-9_.-]+";
    };
    for (auto const& good : {std::string("abc"), std::string("A.b_9-"), std::string(255, 'a')})
        CHECK(create(good).starts_with("no error"));
    for (auto const& bad : {std::string("ab"), std::string(256, 'a')}) {
        CHECK(create(bad).starts_with("ValidationException: "));
        CHECK(create_index(bad).starts_with("ValidationException: "));
    }
    for (auto const* bad : {"a b", "a/b", "a:b", "caf\xc3\xa9"}) {
        CHECK(create(bad) == pattern(bad, "tableName"));
        CHECK(create_index(bad) == pattern(bad, "globalSecondaryIndexes.1.member.indexName"));
    }
    CHECK(create_index(std::string(255, 'a')).starts_with("no error"));
}

TEST_CASE("semantics 3: a table has 5 local and 20 global indexes, 100 projected attributes, no name twice") {
    client c;
    auto const create = [&](int locals, int globals, std::string const& more = "",
                            std::string const& table_keys = keys("p", "c")) {
        std::string local, global;
        for (int i = 0; i != locals; ++i)
            local += (i == 0 ? "" : ",") + index("local" + std::to_string(i), keys("p", "x"));
        for (int i = 0; i != globals; ++i)
            global += (i == 0 ? "" : ",") + index("global" + std::to_string(i), keys("x"));
        global += more;
        auto const sorted = table_keys.find("'c'") != std::string::npos;
        auto const out =
            c.error("CreateTable",
                    table("table", table_keys + (local.empty() ? "" : ",'LocalSecondaryIndexes':[" + local + "]") +
                                       (global.empty() ? "" : ",'GlobalSecondaryIndexes':[" + global + "]") + "," +
                                       (sorted ? strings({"p", "c", "x"}) : strings({"p", "x"}))));
        c.call("DeleteTable", "{'TableName':'table'}");
        return out.starts_with("no error") ? "created" : out;
    };
    CHECK(create(5, 20) == "created");
    CHECK(create(6, 0) == invalid + "Number of LocalSecondaryIndexes exceeds per-table limit of 5");
    CHECK(create(0, 21) == invalid + "GlobalSecondaryIndex count exceeds the per-table limit of 20");
    CHECK(create(1, 0, "", keys("p")) ==
          invalid + "Table KeySchema does not have a range key, which is required when specifying a "
                    "LocalSecondaryIndex");
    CHECK(create(1, 0, index("local0", keys("x"))) == invalid + "Duplicate index name: local0");
    CHECK(create(0, 1, "," + index("global0", keys("x"))) == invalid + "Duplicate index name: global0");
    std::string hundred;
    for (int i = 0; i != 5; ++i)
        hundred += "," + index("with" + std::to_string(i), keys("x"), including(20 * i, 20 * i + 20));
    CHECK(create(0, 1, hundred) == "created");
    CHECK(create(0, 1, hundred + "," + index("one_more", keys("x"), including(0, 1)))
              .starts_with("ValidationException: "));
}

TEST_CASE("semantics 3: an UpdateTable creates or deletes one global index, and no local one") {
    client c;
    c.create("table", "S");
    auto const create = [](std::string const& name) { return "{'Create':" + index(name, keys("x")) + "}"; };
    auto const update = [&](std::string const& updates) {
        return c.error("UpdateTable", "{'TableName':'table'," + strings({"x", "unused"}) +
                                          ",'GlobalSecondaryIndexUpdates':[" + updates + "]}");
    };
    std::string const one = "LimitExceededException: Subscriber limit exceeded: Only 1 online index can be "
                            "created or deleted simultaneously per table";
    CHECK(update(create("first") + "," + create("second")) == one);
    CHECK(update(create("first")).starts_with("no error")); // whatever is defined besides
    CHECK(update(create("second") + ",{'Delete':{'IndexName':'first'}}") == one);
    for (int i = 1; i != 20; ++i) CHECK(update(create("index" + std::to_string(i))).starts_with("no error"));
    CHECK(update(create("one_more")) ==
          "LimitExceededException: Subscriber limit exceeded: Number of global secondary indexes exceeds "
          "per-table limit of 20");
}

TEST_CASE("semantics 3: every operation on items names a missing table in one way, others in another") {
    client c;
    std::string const missing = "ResourceNotFoundException: Requested resource not found";
    std::string const key = "{'p':{'S':'x'}}";
    struct {
        std::string operation, request;
    } const data[] = {
        {"GetItem", "{'TableName':'none','Key':" + key + "}"},
        {"PutItem", "{'TableName':'none','Item':" + key + "}"},
        {"UpdateItem", "{'TableName':'none','Key':" + key + "}"},
        {"DeleteItem", "{'TableName':'none','Key':" + key + "}"},
        {"Query", "{'TableName':'none','KeyConditionExpression':'p = :p','ExpressionAttributeValues':{':p':{'S':"
                  "'x'}}}"},
        {"Scan", "{'TableName':'none'}"},
        {"BatchGetItem", "{'RequestItems':{'none':{'Keys':[" + key + "]}}}"},
        {"BatchWriteItem", "{'RequestItems':{'none':[{'DeleteRequest':{'Key':" + key + "}}]}}"},
        {"TransactGetItems", "{'TransactItems':[{'Get':{'TableName':'none','Key':" + key + "}}]}"},
        {"TransactWriteItems", "{'TransactItems':[{'Delete':{'TableName':'none','Key':" + key + "}}]}"},
    };
    for (auto const& [operation, request] : data) {
        CAPTURE(operation);
        CHECK(c.error(operation, request) == missing);
    }
    struct {
        std::string operation, members;
    } const tables[] = {
        {"DescribeTable", ""},
        {"DeleteTable", ""},
        {"UpdateTable", ",'BillingMode':'PAY_PER_REQUEST'"},
        {"DescribeTimeToLive", ""},
        {"UpdateTimeToLive", ",'TimeToLiveSpecification':{'Enabled':true,'AttributeName':'t'}"},
    };
    for (auto const& [operation, members] : tables) {
        CAPTURE(operation);
        CHECK(c.error(operation, "{'TableName':'none'" + members + "}") == missing + ": Table: none not found");
    }
}
