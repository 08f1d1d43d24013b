// SPDX-License-Identifier: BSL-1.0
#include <expression_support.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <string>
#include <vector>

using namespace expression_support;
using namespace std::string_literals;
using Catch::Matchers::ContainsSubstring;

namespace {

mt::item const everything{{"n", 5},
                          {"s", "abc"},
                          {"b", mt::value::binary("\x01\x02")},
                          {"t", true},
                          {"z", nullptr},
                          {"l", list({1, "two", map({{"k", "deep"}})})},
                          {"m", map({{"x", 1}, {"y", map({{"w", 2}})}})},
                          {"ss", strings({"a", "b"})},
                          {"ns", numbers({1, 2, 3})},
                          {"bs", mt::value::binary_set({"\x01", "\x02"})}};

std::vector<std::string> const attributes{"n", "s", "b", "t", "z", "l", "m", "ss", "ns", "bs"};

} // namespace

TEST_CASE("semantics 5: what a missing attribute makes of a condition") {
    values const v{{":v", 1}};
    CHECK_FALSE(holds("q = :v", everything, v));
    CHECK(holds("q <> :v", everything, v));
    CHECK(holds(":v <> q", everything, v));
    CHECK_FALSE(holds("q = r", everything));
    CHECK(holds("q <> r", everything));
    CHECK_FALSE(holds("m.q = l[9]", everything));
    for (auto const* text :
         {"q < :v", "q <= :v", "q > :v", "q >= :v", ":v < q", ":v >= q", "q BETWEEN :v AND :v", ":v BETWEEN q AND :v",
          ":v BETWEEN :v AND q", "q IN (:v)", "q IN (r, :v)", ":v IN (q)", "contains(q, :v)",
          "contains(l, q) AND n = :v", "size(q) = :v", "size(q) <> :v", "size(q) < :v"}) {
        INFO(text);
        CHECK_FALSE(holds(text, everything, v));
    }
    CHECK_FALSE(holds("begins_with(q, :s)", everything, {{":s", ""}}));
    CHECK_FALSE(holds("q < r", everything));
    CHECK_FALSE(holds("q IN (r)", everything));
    CHECK(holds("NOT q < :v", everything, v));
    CHECK_FALSE(holds("q = :v", mt::item(), v));
}

TEST_CASE("semantics 5: what other types make of a condition") {
    CHECK_FALSE(holds("n = :v", everything, {{":v", "5"}}));
    CHECK(holds("n <> :v", everything, {{":v", "5"}}));
    for (auto const* comparator : {"<", "<=", ">", ">="}) {
        CHECK_FALSE(holds("n "s + comparator + " :v", everything, {{":v", "5"}}));
        CHECK_FALSE(holds("s "s + comparator + " :v", everything, {{":v", mt::value::binary("abc")}}));
        CHECK_FALSE(holds("n "s + comparator + " s", everything));
        for (auto const* unorderable : {"t", "z", "l", "m", "ss", "ns", "bs"})
            CHECK_FALSE(holds(unorderable + " "s + comparator + " " + unorderable + "2", everything));
    }
    mt::item const twice{{"l", list({1})}, {"k", list({1})}};
    CHECK(holds("l = k", twice));
    CHECK_FALSE(holds("l <= k", twice));
    CHECK_FALSE(holds("l BETWEEN k AND k", twice));
}

TEST_CASE("semantics 5: constants of types without order are refused where order is asked for") {
    std::vector<std::pair<std::string, mt::value>> const unorderable{
        {"L", list({})},
        {"M", map({})},
        {"BOOL", true},
        {"NULL", nullptr},
        {"SS", strings({"a"})},
        {"NS", numbers({1})},
        {"BS", mt::value::binary_set({"a"})},
    };
    for (auto const& [type, value] : unorderable) {
        for (std::string const comparator : {"<", "<=", ">", ">="}) {
            auto const expected =
                "Invalid ConditionExpression: Incorrect operand type for operator or function; operator: " +
                comparator + ", operand type: " + type;
            CHECK(bad_condition("a " + comparator + " :v", {{":v", value}}) == expected);
            CHECK(bad_condition(":v " + comparator + " a", {{":v", value}}) == expected);
        }
        auto const expected = "Invalid FilterExpression: Incorrect operand type for operator or function; "
                              "operator: BETWEEN, operand type: " +
                              type;
        CHECK(refused(mt::parse_filter, "a BETWEEN :v AND b", {{":v", value}}) == expected);
        CHECK(refused(mt::parse_filter, "a BETWEEN b AND :v", {{":v", value}}) == expected);
        CHECK(refused(mt::parse_filter, ":v BETWEEN a AND b", {{":v", value}}) == expected);
        CHECK(bad_condition("a = :v OR a <> :v OR a IN (:v)", {{":v", value}}).empty());
    }
}

TEST_CASE("semantics 5: comparators") {
    struct {
        char const* text;
        bool below, same, above;
    } const rows[] = {{"a = :v", false, true, false}, {"a <> :v", true, false, true}, {"a < :v", true, false, false},
                      {"a <= :v", true, true, false}, {"a > :v", false, false, true}, {"a >= :v", false, true, true},
                      {":v > a", true, false, false}, {":v >= a", true, true, false}};
    for (auto const& [text, below, same, above] : rows) {
        INFO(text);
        for (auto const& [low, high] : std::vector<std::pair<mt::value, mt::value>>{
                 {-2, number("1.5")}, {"a", "ab"}, {mt::value::binary("a"), mt::value::binary("\xff")}}) {
            CHECK(holds(text, mt::item{{"a", low}}, {{":v", high}}) == below);
            CHECK(holds(text, mt::item{{"a", low}}, {{":v", low}}) == same);
            CHECK(holds(text, mt::item{{"a", high}}, {{":v", low}}) == above);
        }
    }
}

TEST_CASE("semantics 5: BETWEEN is inclusive") {
    CHECK(holds("n BETWEEN :a AND :b", everything, {{":a", 5}, {":b", 9}}));
    CHECK(holds("n BETWEEN :a AND :b", everything, {{":a", 1}, {":b", 5}}));
    CHECK(holds("n BETWEEN :a AND :a", everything, {{":a", number("5.0")}}));
    CHECK_FALSE(holds("n BETWEEN :a AND :b", everything, {{":a", number("5.01")}, {":b", 9}}));
    CHECK(holds("s BETWEEN :a AND :b", everything, {{":a", "abc"}, {":b", "abd"}}));
    CHECK(holds("b BETWEEN :a AND :b", everything,
                {{":a", mt::value::binary("\x01")}, {":b", mt::value::binary("\xff")}}));
}

TEST_CASE("semantics 5: constant bounds of BETWEEN are in order and of one type") {
    CHECK(bad_condition("n BETWEEN :a AND :b", {{":a", 9}, {":b", 1}}) ==
          "Invalid ConditionExpression: The BETWEEN operator requires upper bound to be greater than or "
          "equal to lower bound; "
          "lower bound operand: AttributeValue: {N:9}, upper bound operand: AttributeValue: {N:1}");
    CHECK(bad_condition("n BETWEEN :a AND :b", {{":a", "x"}, {":b", 1}}) ==
          "Invalid ConditionExpression: The BETWEEN operator requires same data type for lower and upper "
          "bounds; "
          "lower bound operand: AttributeValue: {S:x}, upper bound operand: AttributeValue: {N:1}");
    // One from the item: simply false.
    CHECK_FALSE(holds("n BETWEEN :a AND s", everything, {{":a", 1}}));
    CHECK_FALSE(holds("n BETWEEN :a AND n", everything, {{":a", 9}}));
    CHECK(holds("n BETWEEN :a AND n", everything, {{":a", 1}}));
}

TEST_CASE("semantics 5: IN compares by equality") {
    CHECK(holds("n IN (:a, :b, s)", everything, {{":a", "x"}, {":b", number("5.0")}}));
    CHECK_FALSE(holds("n IN (:a)", everything, {{":a", "5"}}));
    CHECK(holds("ns IN (:a)", everything, {{":a", numbers({3, 1, 2})}}));
    CHECK(holds("l IN (q, :a)", everything, {{":a", list({1, "two", map({{"k", "deep"}})})}}));
    CHECK_THAT(bad_condition("n IN ()"), ContainsSubstring("Syntax error"));
}

TEST_CASE("semantics 5: attribute_exists and attribute_not_exists take a path") {
    for (auto const& name : attributes) {
        CHECK(holds("attribute_exists(" + name + ")", everything));
        CHECK_FALSE(holds("attribute_not_exists(" + name + ")", everything));
    }
    CHECK(holds("attribute_exists(m.y.w) AND attribute_exists(l[2].k) AND attribute_not_exists(l[3])", everything));
    CHECK(
        holds("attribute_not_exists(m.q.w) AND attribute_not_exists(n.x) AND attribute_not_exists(m[0])", everything));
    CHECK(holds("attribute_not_exists(n)", mt::item()));
    for (std::string const name : {"attribute_exists", "attribute_not_exists"}) {
        auto const expected = "Invalid ConditionExpression: Operator or function requires a document path; "
                              "operator or function: " +
                              name;
        CHECK(bad_condition(name + "(:v)", {{":v", 1}}) == expected);
        CHECK(bad_condition(name + "(size(a))") == expected);
        CHECK(bad_condition(name + "(a, b)") ==
              "Invalid ConditionExpression: Incorrect number of operands for operator or "
              "function; operator or function: " +
                  name + ", number of operands: 2");
    }
}

TEST_CASE("semantics 5: attribute_type takes the name of a type") {
    char const* const types[] = {"N", "S", "B", "BOOL", "NULL", "L", "M", "SS", "NS", "BS"};
    for (std::size_t i = 0; i != attributes.size(); ++i)
        for (std::size_t j = 0; j != attributes.size(); ++j)
            CHECK(holds("attribute_type(" + attributes[i] + ", :t)", everything, {{":t", types[j]}}) == (i == j));
    CHECK_FALSE(holds("attribute_type(q, :t)", everything, {{":t", "S"}}));
    CHECK(holds("attribute_type(:v, :t)", everything, {{":v", 1}, {":t", "N"}}));
    CHECK(bad_condition("attribute_type(a, :t)", {{":t", "XX"}}) ==
          "Invalid ConditionExpression: Invalid attribute type name found; type: XX, valid types: "
          "{B,NULL,SS,BOOL,L,BS,N,NS,S,M}");
    CHECK_THAT(bad_condition("attribute_type(a, :t)", {{":t", "s"}}),
               ContainsSubstring("Invalid attribute type name found; type: s"));
    CHECK(bad_condition("attribute_type(a, :t)", {{":t", 1}}) ==
          "Invalid ConditionExpression: Incorrect operand type for operator or function; operator or "
          "function: attribute_type, "
          "operand type: N");
    CHECK_THAT(bad_condition("attribute_type(a, b)"), ContainsSubstring("operator or function: attribute_type"));
}

TEST_CASE("semantics 5: begins_with is for strings and binaries") {
    CHECK(holds("begins_with(s, :p)", everything, {{":p", "ab"}}));
    CHECK(holds("begins_with(s, :p)", everything, {{":p", ""}}));
    CHECK_FALSE(holds("begins_with(s, :p)", everything, {{":p", "abcd"}}));
    CHECK(holds("begins_with(b, :p)", everything, {{":p", mt::value::binary("\x01")}}));
    CHECK_FALSE(holds("begins_with(b, :p)", everything, {{":p", "\x01"}}));
    for (auto const* other : {"n", "t", "z", "l", "m", "ss", "ns", "bs"})
        CHECK_FALSE(holds("begins_with("s + other + ", :p)", everything, {{":p", "a"}}));
    CHECK(holds("begins_with(s, p)", mt::item{{"s", "abc"}, {"p", "a"}}));
    CHECK(holds("begins_with(:c, p)", mt::item{{"p", "a"}}, {{":c", "abc"}}));
    CHECK(bad_condition("begins_with(a, :p)", {{":p", 1}}) ==
          "Invalid ConditionExpression: Incorrect operand type for operator or function; operator or "
          "function: begins_with, "
          "operand type: N");
    CHECK_THAT(bad_condition("begins_with(:p, a)", {{":p", list({})}}),
               ContainsSubstring("begins_with, operand type: L"));
    CHECK_THAT(bad_condition("begins_with(size(a), :p)", {{":p", "x"}}),
               ContainsSubstring("begins_with, operand type: N"));
}

TEST_CASE("semantics 5: contains finds parts of strings and binaries, and elements") {
    CHECK(holds("contains(s, :p)", everything, {{":p", "bc"}}));
    CHECK(holds("contains(s, :p)", everything, {{":p", ""}}));
    CHECK_FALSE(holds("contains(s, :p)", everything, {{":p", "ac"}}));
    CHECK(holds("contains(b, :p)", everything, {{":p", mt::value::binary("\x02")}}));
    CHECK_FALSE(holds("contains(b, :p)", everything, {{":p", "\x02"}}));
    CHECK(holds("contains(ss, :p)", everything, {{":p", "b"}}));
    CHECK_FALSE(holds("contains(ss, :p)", everything, {{":p", ""}}));
    CHECK(holds("contains(ns, :p)", everything, {{":p", number("2.0")}}));
    CHECK_FALSE(holds("contains(ns, :p)", everything, {{":p", "2"}}));
    CHECK(holds("contains(bs, :p)", everything, {{":p", mt::value::binary("\x02")}}));
    CHECK(holds("contains(l, :p)", everything, {{":p", "two"}}));
    CHECK(holds("contains(l, :p)", everything, {{":p", map({{"k", "deep"}})}}));
    CHECK_FALSE(holds("contains(l, :p)", everything, {{":p", "deep"}}));
    CHECK_FALSE(holds("contains(ns, :p)", everything, {{":p", numbers({1, 2})}}));
    CHECK_FALSE(holds("contains(m, :p)", everything, {{":p", "x"}}));
    CHECK_FALSE(holds("contains(n, :p)", everything, {{":p", 5}}));
    CHECK(holds("contains(:all, n)", everything, {{":all", numbers({5, 6})}}));
    CHECK(bad_condition("contains(#a, #b)", {}, {{"#a", "s"}, {"#b", "s"}}) ==
          "Invalid ConditionExpression: The first operand must be distinct from the remaining operands for "
          "this operator or "
          "function; operator: contains, first operand: [s]");
    CHECK_THAT(bad_condition("m.l[0] = m.l[0]"), ContainsSubstring("operator: =, first operand: [m, l, [0]]"));
    CHECK_THAT(bad_condition("begins_with(a, a)"), ContainsSubstring("operator: begins_with, first operand: [a]"));
}

TEST_CASE("semantics 5: size") {
    auto const size_is = [](std::string const& operand, int expected, values v = {}) {
        v.emplace(":expected", expected);
        return holds("size(" + operand + ") = :expected", everything, v);
    };
    CHECK(size_is("s", 3));
    CHECK(size_is("b", 2));
    CHECK(size_is("l", 3));
    CHECK(size_is("m", 2));
    CHECK(size_is("ss", 2));
    CHECK(size_is("ns", 3));
    CHECK(size_is("bs", 2));
    CHECK(size_is("m.y", 1));
    CHECK(size_is(":c", 4, {{":c", "abcd"}}));
    CHECK(size_is(":c", 0, {{":c", list({})}}));
    for (auto const* other : {"n", "t", "z", "q"})
        for (auto const* comparator : {"=", "<>", "<", "<=", ">", ">="}) {
            CHECK_FALSE(holds("size("s + other + ") " + comparator + " :v", everything, {{":v", 1}}));
            CHECK_FALSE(holds(":v "s + comparator + " size("s + other + ")", everything, {{":v", 1}}));
        }
    CHECK(holds("size(s) > size(b) AND size(s) BETWEEN size(b) AND :v AND size(s) IN (:v)", everything, {{":v", 3}}));
    CHECK(holds("size(s) < n AND size(b) <> size(s)", everything));
    CHECK(holds("size(s) <> :v", everything, {{":v", "3"}}));
    for (auto const* alone : {"size(a)", "size(a) AND b = c", "b = c OR size(a)", "NOT size(a)", "(size(a))"}) {
        INFO(alone);
        CHECK(bad_condition(alone) ==
              "Invalid ConditionExpression: The function is not allowed to be used this way in an "
              "expression; function: size");
    }
    CHECK(bad_condition("size(:v) = a", {{":v", 1}}) ==
          "Invalid ConditionExpression: Incorrect operand type for operator or function; operator or "
          "function: size, operand "
          "type: N");
    CHECK_THAT(bad_condition("size(size(a)) = b"), ContainsSubstring("size, operand type: N"));
}

TEST_CASE("semantics 5: size of a string counts UTF-16 units") {
    auto const size_of = [](char const* text, int expected) {
        return holds("size(s) = :n", mt::item{{"s", text}}, {{":n", expected}});
    };
    CHECK(size_of("", 0));
    CHECK(size_of("caf\xc3\xa9", 4));
    CHECK(size_of("\xe2\x82\xac", 1));
    CHECK(size_of("\xf0\x9d\x84\x9e", 2));
    CHECK(size_of("\xc3\xa9\xf0\x9d\x84\x9e", 3));
}

TEST_CASE("semantics 5: NOT binds tighter than AND, AND tighter than OR") {
    mt::item const ab{{"a", 1}, {"b", 1}};
    auto const h = [&](char const* text) { return holds(text, ab); };
    CHECK(h("attribute_exists(a) OR attribute_exists(q) AND attribute_exists(r)"));
    CHECK_FALSE(h("(attribute_exists(a) OR attribute_exists(q)) AND attribute_exists(r)"));
    CHECK(h("attribute_exists(q) AND attribute_exists(r) OR attribute_exists(b)"));
    CHECK(h("NOT attribute_exists(q) AND attribute_exists(a)"));
    CHECK(h("NOT attribute_exists(q) OR attribute_exists(r)"));
    CHECK_FALSE(h("NOT (attribute_exists(a) OR attribute_exists(r))"));
    CHECK_FALSE(h("NOT a = b"));
    CHECK(h("NOT NOT a = b"));
    CHECK(h("NOT a = q AND a = b"));
    CHECK(h("a BETWEEN b AND a AND attribute_exists(a)"));
}

TEST_CASE("semantics 5: functions stand where they belong") {
    auto const misused = [](std::string const& function) {
        return "Invalid ConditionExpression: The function is not allowed to be used this way in an "
               "expression; function: " +
               function;
    };
    CHECK(bad_condition("attribute_exists(a) = :v", {{":v", true}}) == misused("attribute_exists"));
    CHECK(bad_condition("a = begins_with(a, b)") == misused("begins_with"));
    CHECK(bad_condition("size(contains(a, b)) = c") == misused("contains"));
    CHECK(bad_condition("a IN (attribute_exists(b))") == misused("attribute_exists"));
    for (std::string const function : {"if_not_exists", "list_append"})
        CHECK(bad_condition(function + "(a, b) = c") ==
              "Invalid ConditionExpression: The function is not allowed in a condition expression; function: " +
                  function);
    CHECK(bad_condition("nonsense(a)") == "Invalid ConditionExpression: Invalid function name; function: nonsense");
    CHECK(bad_condition("nonsense(a) = b") == "Invalid ConditionExpression: Invalid function name; function: nonsense");
    CHECK_THAT(bad_condition("contains(a)"),
               ContainsSubstring("Incorrect number of operands for operator or function; operator or "
                                 "function: contains, number of operands: 1"));
}

TEST_CASE("semantics 5: kinds of faults are reported in DynamoDB's order") {
    CHECK_THAT(bad_condition("a = :v AND ((b = c))"), ContainsSubstring("redundant parentheses"));
    CHECK_THAT(bad_condition("name = b AND nonsense(a)"), ContainsSubstring("Invalid function name"));
    CHECK_THAT(bad_condition("name = :v"), ContainsSubstring("reserved keyword"));
    CHECK_THAT(bad_condition(":l < size(:n)", {{":l", list({})}, {":n", 1}}),
               ContainsSubstring("size, operand type: N"));
    CHECK_THAT(bad_condition("contains(a, a) AND b = :v"), ContainsSubstring("distinct"));
    CHECK_THAT(bad_condition("b = :v AND contains(a, a)"), ContainsSubstring("attribute value: :v"));
    CHECK_THAT(bad_condition("name = :v AND"), ContainsSubstring("Syntax error"));
}

TEST_CASE("semantics 1 and 5: numbers are equal by value, strings and binaries ordered by bytes") {
    CHECK(holds("n = :v", mt::item{{"n", number("1.0")}}, {{":v", number("1e0")}}));
    CHECK(holds("n < :v", mt::item{{"n", number("-12345678901234567890123456789012345678")}},
                {{":v", number("-12345678901234567890123456789012345677")}}));
    char const* const ascending[] = {"A", "B", "a", "aa", "b", "\xc3\xa9", "\xef\xbf\xae", "\xf0\x9f\x98\x80"};
    for (std::size_t i = 1; i != std::size(ascending); ++i)
        CHECK(holds("s < :v", mt::item{{"s", ascending[i - 1]}}, {{":v", ascending[i]}}));
    std::string const bytes[] = {"\0"s, "\x01"s, "\x7f"s, "\x7f\0"s, "\x80"s, "\xff"s};
    for (std::size_t i = 1; i != std::size(bytes); ++i)
        CHECK(holds("b < :v", mt::item{{"b", mt::value::binary(bytes[i - 1])}}, {{":v", mt::value::binary(bytes[i])}}));
}

TEST_CASE("semantics 2 and 5: sets are equal without order, lists and maps by their parts") {
    CHECK(holds("a = :v", mt::item{{"a", list({numbers({1, 2}), strings({"x", "y"})})}},
                {{":v", list({numbers({2, 1}), strings({"y", "x"})})}}));
    CHECK_FALSE(holds("a = :v", mt::item{{"a", list({1, 2})}}, {{":v", list({2, 1})}}));
    CHECK(holds("a = :v", mt::item{{"a", map({{"x", 1}, {"y", 2}})}}, {{":v", map({{"y", 2}, {"x", number("1.0")}})}}));
    CHECK_FALSE(holds("a = :v", mt::item{{"a", map({{"x", 1}})}}, {{":v", map({{"x", 1}, {"y", 2}})}}));
}
