// SPDX-License-Identifier: BSL-1.0
#include <expression_support.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <string>
#include <vector>

using namespace expression_support;
using Catch::Matchers::ContainsSubstring;
using mt::value_type;

namespace {

using keys = std::vector<mt::keyed_by>;

keys const p{{"p", value_type::string}};
keys const c{{"c", value_type::number}};

/// What it asks for, as text: `"x" | 1 | 2.. | ..3 | ^"a"`.
std::string split(std::string_view text, values const& v = {}, keys const& partition = p, keys const& sort = c) {
    auto const tree = parse(mt::parse_key_condition, text, v);
    auto const parts = mt::split_key_condition(tree, partition, sort);
    std::string out;
    for (auto const each : parts.partition) out += stored::text(each) + ' ';
    for (auto const each : parts.sort_equals) out += "= " + stored::text(each) + ' ';
    if (parts.lower) out += (parts.lower->inclusive ? ">= " : "> ") + stored::text(parts.lower->limit) + ' ';
    if (parts.upper) out += (parts.upper->inclusive ? "<= " : "< ") + stored::text(parts.upper->limit) + ' ';
    if (parts.begins_with) out += "^ " + stored::text(*parts.begins_with) + ' ';
    out.pop_back();
    return out;
}

std::string bad(std::string_view text, values const& v = {}, keys const& partition = p, keys const& sort = c) {
    return refusal([&] { split(text, v, partition, sort); });
}

auto const type_mismatch =
    "One or more parameter values were invalid: Condition parameter type does not match schema type";

} // namespace

TEST_CASE("semantics 9: a partition and at most one sort condition, in any order") {
    values const v{{":p", "x"}, {":c", 5}};
    CHECK(split("p = :p", {{":p", "x"}}) == "\"x\"");
    CHECK(split("p = :p AND c = :c", v) == "\"x\" = 5");
    CHECK(split("c = :c AND p = :p", v) == "\"x\" = 5");
    CHECK(split("(p = :p) AND (c < :c)", v) == "\"x\" < 5");
    CHECK(split("(p = :p AND c <= :c)", v) == "\"x\" <= 5");
    CHECK(split("p = :p AND c > :c", v) == "\"x\" > 5");
    CHECK(split("p = :p AND c >= :c", v) == "\"x\" >= 5");
    CHECK(split("p = :p AND c BETWEEN :c AND :d", {{":p", "x"}, {":c", 5}, {":d", 7}}) == "\"x\" >= 5 <= 7");
    keys const text_sort{{"c", value_type::string}};
    CHECK(split("p = :p AND begins_with(c, :c)", {{":p", "x"}, {":c", "ab"}}, p, text_sort) == "\"x\" ^ \"ab\"");
}

TEST_CASE("semantics 9: the constant of a key condition may be on the left") {
    values const v{{":p", "x"}, {":c", 5}};
    CHECK(split(":p = p AND :c < c", v) == "\"x\" > 5");
    CHECK(split(":p = p AND :c <= c", v) == "\"x\" >= 5");
    CHECK(split(":p = p AND :c > c", v) == "\"x\" < 5");
    CHECK(split(":c >= c AND :p = p", v) == "\"x\" <= 5");
    CHECK(split(":c = c AND :p = p", v) == "\"x\" = 5");
}

TEST_CASE("semantics 9: what is no key condition") {
    values const v{{":p", "x"}, {":c", 5}};
    CHECK(bad("c = :c", {{":c", 5}}) == "Query condition missed key schema element: p");
    CHECK(bad("p = :p AND x = :c", v) == "Query condition missed key schema element: c");
    CHECK(bad("p = :p AND x = :c", v, p, {}) == "Query key condition not supported");
    CHECK(bad("p > :p", {{":p", "x"}}) == "Query key condition not supported");
    CHECK(bad("begins_with(p, :p)", {{":p", "x"}}) == "Query key condition not supported");
    CHECK(bad("p BETWEEN :p AND :p", {{":p", "x"}}) == "Query key condition not supported");
    CHECK(bad("p = :p OR c = :c", v) == "Invalid operator used in KeyConditionExpression: OR");
    CHECK(bad("NOT p = :p", {{":p", "x"}}) == "Invalid operator used in KeyConditionExpression: NOT");
    CHECK(bad("p <> :p", {{":p", "x"}}) == "Invalid operator used in KeyConditionExpression: <>");
    CHECK(bad("p = :p AND c IN (:c)", v) == "Invalid operator used in KeyConditionExpression: IN");
    CHECK(bad("p = :p AND contains(c, :c)", v) == "Invalid operator used in KeyConditionExpression: contains");
    for (std::string const function : {"attribute_exists", "attribute_not_exists"})
        CHECK(bad("p = :p AND " + function + "(c)", {{":p", "x"}}) ==
              "Invalid operator used in KeyConditionExpression: " + function);
    CHECK(bad("p = :p AND attribute_type(c, :p)", {{":p", "S"}}) ==
          "Invalid operator used in KeyConditionExpression: attribute_type");
    CHECK(bad("p = :p AND c > :c AND c < :c", v) == "KeyConditionExpressions must only contain one condition per key");
    CHECK(bad("p = :p AND p = :p", {{":p", "x"}}) == "KeyConditionExpressions must only contain one condition per key");
    CHECK(bad("p.x = :p", {{":p", "x"}}) == "KeyConditionExpressions cannot have conditions on nested attributes");
    CHECK(bad("p = :p AND c[0] = :c", v) == "KeyConditionExpressions cannot have conditions on nested attributes");
    CHECK(bad("p = :p AND size(c) = :c", v) == "KeyConditionExpressions cannot contain nested operations");
    CHECK(bad("p = :p AND c = x", {{":p", "x"}}) ==
          "Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition");
    CHECK(bad(":p = :p", {{":p", "x"}}) == "Invalid condition in KeyConditionExpression: No key attribute specified");
    CHECK(bad("p = :p AND :c BETWEEN c AND :c", v) ==
          "Invalid condition in KeyConditionExpression: BETWEEN operator must have the key attribute as its "
          "first operand");
    CHECK(bad("p = :p AND c = :c AND x = :c", v) == "Conditions can be of length 1 or 2 only");
}

TEST_CASE("semantics 9: values of key conditions are of the key's type") {
    CHECK(bad("p = :p", {{":p", 1}}) == type_mismatch);
    CHECK(bad("p = :p AND c = :c", {{":p", "x"}, {":c", "5"}}) == type_mismatch);
    CHECK(bad("p = :p AND c > :c", {{":p", "x"}, {":c", mt::value::binary("5")}}) == type_mismatch);
    CHECK(bad("p = :p AND c BETWEEN :c AND :d", {{":p", "x"}, {":c", "5"}, {":d", "6"}}) == type_mismatch);
    CHECK(bad("p = :p", {{":p", nullptr}}) == type_mismatch);
    CHECK(bad("p > :p", {{":p", 1}}) == type_mismatch);
}

TEST_CASE("semantics 9: begins_with is refused for numbers") {
    CHECK(bad("p = :p AND begins_with(c, :c)", {{":p", "x"}, {":c", 5}}) ==
          "Invalid KeyConditionExpression: Incorrect operand type for operator or function; operator or "
          "function: begins_with, "
          "operand type: N");
    CHECK(bad("p = :p AND begins_with(c, :c)", {{":p", "x"}, {":c", "5"}}) == type_mismatch);
}

TEST_CASE("semantics 9: errors of the language in a key condition name it") {
    CHECK_THAT(bad("p = :p AND"), ContainsSubstring("Invalid KeyConditionExpression: Syntax error"));
    CHECK_THAT(bad("((p = :p))", {{":p", "x"}}),
               ContainsSubstring("Invalid KeyConditionExpression: The expression has redundant"));
    CHECK_THAT(bad("status = :p", {{":p", "x"}}), ContainsSubstring("reserved keyword: status"));
    CHECK_THAT(bad("p = :p AND c BETWEEN :a AND :b", {{":p", "x"}, {":a", 2}, {":b", 1}}),
               ContainsSubstring("upper bound"));
}

TEST_CASE("semantics 9: keys of several attributes") {
    keys const partition{{"a", value_type::string}, {"b", value_type::number}};
    keys const sort{{"x", value_type::string}, {"y", value_type::number}, {"z", value_type::string}};
    auto const s = [&](std::string_view text, values const& v) { return split(text, v, partition, sort); };
    auto const e = [&](std::string_view text, values const& v) { return bad(text, v, partition, sort); };
    values v{{":a", "A"}, {":b", 1}};
    CHECK(s("b = :b AND a = :a", v) == "\"A\" 1");
    CHECK(e("a = :a", {{":a", "A"}}) == "Query condition missed key schema element: b");
    v.emplace(":x", "X");
    CHECK(s("x = :x AND b = :b AND a = :a", v) == "\"A\" 1 = \"X\"");
    CHECK(s("begins_with(x, :x) AND b = :b AND a = :a", v) == "\"A\" 1 ^ \"X\"");
    CHECK(e("a = :a AND b < :b AND x = :x", v) == "Query key condition not supported");
    v.emplace(":y", 2);
    CHECK(s("y > :y AND x = :x AND b = :b AND a = :a", v) == "\"A\" 1 = \"X\" > 2");
    CHECK(e("y = :y AND x > :x AND b = :b AND a = :a", v) == "Query key condition not supported");
    CHECK(e("z = :x AND b = :b AND a = :a AND y = :y", v) == "Query condition missed key schema element: x");
    CHECK(e("z = :x AND b = :b AND a = :a", {{":a", "A"}, {":b", 1}, {":x", "X"}}) ==
          "Query condition missed key schema element: x");
    v.emplace(":z", "Z");
    CHECK(s("z <= :z AND y = :y AND x = :x AND b = :b AND a = :a", v) == "\"A\" 1 = \"X\" = 2 <= \"Z\"");
    CHECK(e("q = :z AND y = :y AND x = :x AND b = :b AND a = :a", v) == "Query condition missed key schema element: z");
    CHECK(e("q = :z AND y = :y AND x = :x AND b = :b AND a = :a AND z = :z", v) == "Query key condition not supported");
}
