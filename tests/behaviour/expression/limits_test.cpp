// SPDX-License-Identifier: BSL-1.0
#include <expression_support.hpp>

#include <monotable/expression/reserved_words.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <cstdint>
#include <string>

using namespace expression_support;
using Catch::Matchers::ContainsSubstring;

namespace {

/// `unit` joined by ` OR `.
std::string repeated(std::string const& unit, int times) {
    std::string out = unit;
    for (int i = 1; i < times; ++i) out += " OR " + unit;
    return out;
}

std::string syntax_error(std::string const& parameter, std::string const& token, std::string const& near) {
    return "Invalid " + parameter + ": Syntax error; token: \"" + token + "\", near: \"" + near + '"';
}

} // namespace

TEST_CASE("semantics 4: expressions have at most 4096 bytes") {
    std::string text = "a = :v";
    text.resize(4096, ' ');
    CHECK(bad_condition(text, {{":v", 1}}).empty());
    CHECK(bad_condition(text + ' ', {{":v", 1}}) ==
          "Invalid ConditionExpression: Expression size has exceeded the maximum allowed size; expression "
          "size: 4097");
    CHECK_THAT(bad_update(std::string(5000, 'x')), ContainsSubstring("Invalid UpdateExpression: Expression size"));
    CHECK_THAT(bad_projection(std::string(5000, 'x')),
               ContainsSubstring("Invalid ProjectionExpression: Expression size"));
}

TEST_CASE("semantics 4: expressions have at most 300 operators and functions") {
    // 150 comparisons and 149 connectives are 299.
    CHECK(bad_condition(repeated("a = b", 150)).empty());
    CHECK(bad_condition("NOT " + repeated("a = b", 150)).empty());
    CHECK(bad_condition("NOT " + repeated("size(a) = b", 1) + " OR " + repeated("a = b", 149)) ==
          "Invalid ConditionExpression: The expression contains too many operators; operator count: 301");
    CHECK(bad_condition(repeated("a = b", 151)) ==
          "Invalid ConditionExpression: The expression contains too many operators; operator count: 301");
    std::string sums = "SET a0 = b + c";
    for (int i = 1; i < 300; ++i) sums += ",x" + std::to_string(i) + "=b+c";
    CHECK(bad_update(sums).empty());
    CHECK(bad_update(sums + ",y=b-c") ==
          "Invalid UpdateExpression: The expression contains too many operators; operator count: 301");
}

TEST_CASE("semantics 4: IN has at most 100 operands with the one on its left") {
    auto const in = [](int candidates) {
        std::string out = "a IN (:v";
        for (int i = 1; i < candidates; ++i) out += ", :v";
        return out + ")";
    };
    CHECK(bad_condition(in(99), {{":v", 1}}).empty());
    CHECK_THAT(bad_condition(in(100), {{":v", 1}}), ContainsSubstring("too many operands"));
    CHECK_THAT(bad_condition(in(101), {{":v", 1}}), ContainsSubstring("too many operands"));
}

TEST_CASE("semantics 4: placeholders have at most 255 bytes, substitutions at most 2 MB") {
    CHECK(bad_condition("attribute_exists(#" + std::string(254, 'a') + ")", {}, {{"#" + std::string(254, 'a'), "b"}})
              .empty());
    CHECK_THAT(
        bad_condition("attribute_exists(#" + std::string(255, 'a') + ")", {}, {{"#" + std::string(255, 'a'), "b"}}),
        ContainsSubstring("ExpressionAttributeNames contains invalid key"));
    CHECK_THAT(bad_condition("a = :" + std::string(255, 'a'), {{":" + std::string(255, 'a'), 1}}),
               ContainsSubstring("ExpressionAttributeValues contains invalid key"));
    auto const megabyte = std::string(1024 * 1024, 'x');
    CHECK(bad_condition("a = :v", {{":v", megabyte}}).empty());
    CHECK_FALSE(bad_condition("a = :v OR a = :w", {{":v", megabyte}, {":w", megabyte}}).empty());
    CHECK(bad_condition("a = :v", {{"v", 1}}) ==
          "ExpressionAttributeValues contains invalid key: Syntax error; key: \"v\"");
    CHECK(bad_condition("a = :v", {}, {{"#a-b", "x"}}) ==
          "ExpressionAttributeNames contains invalid key: Syntax error; key: \"#a-b\"");
    CHECK(bad_condition("a = :v", {{":", 1}}) ==
          "ExpressionAttributeValues contains invalid key: Syntax error; key: \":\"");
}

TEST_CASE("semantics 4: literal names begin with a letter") {
    CHECK(bad_condition("a1_Z = :v", {{":v", 1}}).empty());
    CHECK(bad_condition("_x = :v", {{":v", 1}}) == syntax_error("ConditionExpression", "_", "_x"));
    CHECK(bad_condition("1a = :v", {{":v", 1}}) == syntax_error("ConditionExpression", "1", "1a"));
    CHECK(bad_condition("a-b") == syntax_error("ConditionExpression", "-", "a-b"));
    CHECK(bad_update("SET _x = :v", {{":v", 1}}) == syntax_error("UpdateExpression", "_", "SET _x"));
    CHECK(bad_projection("_x") == syntax_error("ProjectionExpression", "_", "_x"));
    CHECK(bad_condition("caf\xc3\xa9 = :v", {{":v", 1}}) ==
          syntax_error("ConditionExpression", "\xc3\xa9", "caf\xc3\xa9 ="));
}

TEST_CASE("semantics 4: placeholders may begin with a digit or an underscore; a name is one element whatever "
          "it holds") {
    CHECK(holds("#0 = :_a", {{"x.y[0]", 1}}, {{":_a", 1}}, {{"#0", "x.y[0]"}}));
    CHECK_FALSE(holds("#0 = :1", {{"x", map({{"y", 1}})}}, {{":1", 1}}, {{"#0", "x.y"}}));
    CHECK(holds("#0.#1 = :1", {{"x", map({{"y", 1}})}}, {{":1", 1}}, {{"#0", "x"}, {"#1", "y"}}));
    CHECK(holds("#a = :1", {{"", 1}, {"size", 2}}, {{":1", 2}}, {{"#a", "size"}}));
}

TEST_CASE("semantics 4: reserved words are refused as literal names") {
    CHECK(bad_update("SET status = :v", {{":v", 1}}) ==
          "Invalid UpdateExpression: Attribute name is a reserved keyword; reserved keyword: status");
    CHECK(bad_condition("attribute_exists(Name)") ==
          "Invalid ConditionExpression: Attribute name is a reserved keyword; reserved keyword: Name");
    CHECK(bad_projection("a.b.Zone") ==
          "Invalid ProjectionExpression: Attribute name is a reserved keyword; reserved keyword: Zone");
    CHECK(bad_update("SET #s = :v", {{":v", 1}}, {{"#s", "status"}}).empty());
    CHECK(std::size(mt::reserved_words) == 573);
    std::uint64_t hash = 0xcbf29ce484222325; // FNV-1a of the developer guide's list, a line each
    for (auto const word : mt::reserved_words)
        for (char const c : std::string(word) + '\n') hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    CHECK(hash == 0x28f7354dbdae413b);
    for (auto const word : mt::reserved_words) {
        CHECK(mt::is_reserved_word(word));
        CHECK_FALSE(mt::is_reserved_word(std::string(word) + "_"));
        if (word != "AND" && word != "OR" && word != "NOT" && word != "IN" && word != "BETWEEN")
            CHECK_THAT(bad_condition("a." + std::string(word) + " = b"),
                       ContainsSubstring("reserved keyword: " + std::string(word)));
    }
    for (auto const* word : {"", "a", "abor", "pk", "zonee", "AND1"}) CHECK_FALSE(mt::is_reserved_word(word));
}

TEST_CASE("semantics 4: keywords are case-insensitive, function names are not") {
    mt::item const item{{"a", 5}, {"s", "abc"}};
    CHECK(holds("NoT a bEtWeEn :x aNd :y oR a iN (:z)", item, {{":x", 6}, {":y", 7}, {":z", 5}}));
    CHECK(updated("sEt b = a reMOVE a", item) == R"({"b": 5, "s": "abc"})");
    CHECK(bad_condition("Size(s) = :v", {{":v", 3}}) ==
          "Invalid ConditionExpression: Invalid function name; function: Size");
    CHECK(bad_update("SET a = If_Not_Exists(a, :v)", {{":v", 3}}) ==
          "Invalid UpdateExpression: Invalid function name; function: If_Not_Exists");
}

TEST_CASE("semantics 4: an expression is not empty") {
    for (auto const* empty : {"", "  ", " \t\r\n"}) {
        CHECK(bad_condition(empty) == "Invalid ConditionExpression: The expression can not be empty;");
        CHECK(refused(mt::parse_filter, empty) == "Invalid FilterExpression: The expression can not be empty;");
        CHECK(refused(mt::parse_key_condition, empty) ==
              "Invalid KeyConditionExpression: The expression can not be empty;");
        CHECK(bad_update(empty) == "Invalid UpdateExpression: The expression can not be empty;");
        CHECK(bad_projection(empty) == "Invalid ProjectionExpression: The expression can not be empty;");
    }
}

TEST_CASE("semantics 4: what is undefined and what is unused is reported") {
    CHECK(bad_condition("a = :v") ==
          "Invalid ConditionExpression: An expression attribute value used in expression is not "
          "defined; attribute value: :v");
    CHECK(bad_condition("#n = :v", {{":v", 1}}) ==
          "Invalid ConditionExpression: An expression attribute name used in the "
          "document path is not defined; attribute name: #n");
    CHECK(bad_projection("a, #n") ==
          "Invalid ProjectionExpression: An expression attribute name used in the document path is "
          "not defined; attribute name: #n");
    CHECK(bad_update("SET a = :v") ==
          "Invalid UpdateExpression: An expression attribute value used in expression is not "
          "defined; attribute value: :v");
    CHECK(bad_condition("a = :v", {{":u", 1}, {":v", 1}}) ==
          "Value provided in ExpressionAttributeValues unused in expressions: keys: {:u}");
    CHECK(bad_condition("a = b", {}, {{"#u", "x"}, {"#w", "x"}}) ==
          "Value provided in ExpressionAttributeNames unused in expressions: keys: {#u, #w}");
    // Behind what decides already, too.
    CHECK_THAT(bad_condition("attribute_not_exists(a) OR b = :v"), ContainsSubstring("attribute value: :v"));
    mt::substitutions shared;
    shared.add_value(":a", 1);
    shared.add_value(":b", 2);
    mt::parse_update("SET a = :a", shared);
    CHECK_THROWS(shared.check_all_used());
    mt::parse_condition("b = :b", shared);
    CHECK_NOTHROW(shared.check_all_used());
}

TEST_CASE("semantics 4: a syntax error shows the token and its neighbours") {
    CHECK(bad_condition("a ==:v", {{":v", 1}}) == syntax_error("ConditionExpression", "=", "==:v"));
    CHECK(refused(mt::parse_filter, "a = :v AND", {{":v", 1}}) == syntax_error("FilterExpression", "<EOF>", "AND"));
    CHECK(bad_update("ADD hits : incr") == syntax_error("UpdateExpression", ":", "hits : incr"));
    CHECK(bad_update("SET a") == syntax_error("UpdateExpression", "<EOF>", "a"));
    CHECK(bad_update("a = :v") == syntax_error("UpdateExpression", "a", "a ="));
    CHECK(bad_projection("a,,b") == syntax_error("ProjectionExpression", ",", ",,b"));
    CHECK(bad_projection("a b") == syntax_error("ProjectionExpression", "b", "a b"));
    for (auto const* wrong : {"a",
                              "a =",
                              "= b",
                              "a = b c",
                              "a AND b",
                              "NOT a",
                              "(a = b",
                              "a = b)",
                              "()",
                              "a IN ()",
                              "a IN b",
                              "a IN (b",
                              "a BETWEEN b",
                              "a BETWEEN b AND",
                              "a NOT IN (b)",
                              "a < b < c",
                              "(a = b) = c",
                              "size()",
                              "a = b AND OR c = d",
                              "a[b] = c",
                              "a[-1] = c",
                              "a[] = c",
                              "a. = c",
                              "a..b = c",
                              "a = b + c",
                              "a = 'x'",
                              "a = \"x\"",
                              "a = 5",
                              "a != b",
                              "a == b",
                              "and = b",
                              "a.b.and = c",
                              "\xff",
                              "a = :",
                              "# = b"}) {
        INFO(wrong);
        CHECK_THAT(bad_condition(wrong), ContainsSubstring("Invalid ConditionExpression: Syntax error; token: "));
    }
    for (auto const* wrong : {"SET",
                              "SET a",
                              "SET a =",
                              "SET a = b,",
                              "SET a b",
                              "REMOVE",
                              "REMOVE a = b",
                              "ADD a",
                              "ADD a b",
                              "DELETE a = :v",
                              "SET a = b SET",
                              "SET a = b, ADD a :v",
                              "SET a = b + c + d",
                              "SET a = (b + c) + d",
                              "SET a = list_append(b + c, d)",
                              "SET a = b = c",
                              "SET a = b AND c",
                              "SET set = :v",
                              "b = :v",
                              "SET a[] = b",
                              "SET a[x] = b",
                              "SET (a) = b",
                              "SET a = (b",
                              "SET a = -b",
                              "SET a = b * c"}) {
        INFO(wrong);
        CHECK_THAT(bad_update(wrong, {{":v", 1}}),
                   ContainsSubstring("Invalid UpdateExpression: Syntax error; token: "));
    }
}

TEST_CASE("semantics 4: redundant parentheses are refused, others are not") {
    auto const redundant = "Invalid ConditionExpression: The expression has redundant parentheses;";
    CHECK(bad_condition("((a = b))") == redundant);
    CHECK(bad_condition("c = d AND (( a = b OR e = f ))") == redundant);
    CHECK(bad_condition("((a)) = b") == redundant);
    CHECK(bad_condition("(a = b)").empty());
    CHECK(bad_condition("((a = b) AND c = d)").empty());
    CHECK(bad_condition("(NOT (a = b))").empty());
    CHECK(bad_condition("(a) = (b)").empty());
    CHECK(bad_condition("(size(a)) = (b)").empty());
    CHECK(holds("(a).b = (c)", {{"a", map({{"b", 1}})}, {"c", 1}}));
}

TEST_CASE("semantics 4: a path has at most 32 elements") {
    std::string path = "a";
    for (int i = 1; i < 32; ++i) path += i % 2 != 0 ? ".b" : "[0]";
    CHECK(bad_projection(path).empty());
    CHECK(bad_projection(path + "[1]") ==
          "Invalid ProjectionExpression: The document path has too many nesting elements; nesting levels: 33");
    CHECK_THAT(bad_condition(path + "[1] = b"), ContainsSubstring("nesting levels: 33"));
    CHECK_THAT(bad_update("SET " + path + "[1] = b"), ContainsSubstring("nesting levels: 33"));
}

TEST_CASE("semantics 4: hostile nesting is an error like any other") {
    for (auto const& wrong : {std::string(4000, '('), std::string(2000, '(') + "a=b" + std::string(2000, ')')})
        CHECK_THAT(bad_condition(wrong), ContainsSubstring("Invalid ConditionExpression: "));
    std::string nots, sizes, alternating = "a=b", functions = "a";
    for (int i = 0; i < 1000; ++i) nots += "NOT ";
    for (int i = 0; i < 800; ++i) sizes += "size(";
    for (int i = 0; i < 500; ++i) alternating = "(NOT " + alternating + ")";
    for (int i = 0; i < 180; ++i) functions = "if_not_exists(a," + functions + ")";
    CHECK_THAT(bad_condition(nots + "a = b"), ContainsSubstring("operator count: 1001"));
    CHECK_THAT(bad_condition(sizes), ContainsSubstring("Invalid ConditionExpression: "));
    CHECK_THAT(bad_condition(alternating), ContainsSubstring("Invalid ConditionExpression: "));
    CHECK(bad_update("SET b = " + functions).empty());
    CHECK_THAT(bad_update("SET a = " + std::string(4000, '(')), ContainsSubstring("Invalid UpdateExpression: "));
    // As deep as it gets without being wrong.
    std::string deep = "a=b";
    for (int i = 0; i < 299; ++i) deep = "(NOT " + deep + ")";
    CHECK(holds(deep, {{"a", 1}, {"b", 2}}));
}
