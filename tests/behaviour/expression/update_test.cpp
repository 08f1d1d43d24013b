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

auto const no_attribute = "The provided expression refers to an attribute that does not exist in the item";
auto const bad_path = "The document path provided in the update expression is invalid for update";
auto const bad_operand = "An operand in the update expression has an incorrect data type";

mt::item const document{{"n", 5},
                        {"s", "text"},
                        {"l", list({0, 1, 2, 3})},
                        {"m", map({{"x", 1}, {"y", map({{"z", 2}})}})},
                        {"ss", strings({"a", "b"})}};

std::string list_after(std::string const& text, values const& v = {}) {
    return updated(text, mt::item{{"l", list({0, 1, 2, 3})}}, v);
}

} // namespace

TEST_CASE("semantics 6: right-hand sides see the old item") {
    mt::item const ab{{"a", 1}, {"b", 2}};
    CHECK(updated("SET a = b, b = a", ab) == R"({"a": 2, "b": 1})");
    CHECK(updated("REMOVE a SET c = a + b", ab) == R"({"b": 2, "c": 3})");
    CHECK(updated("ADD a :one SET c = a", ab, {{":one", 1}}) == R"({"a": 2, "b": 2, "c": 1})");
    CHECK(updated("SET l[0] = l[1], l[1] = l[0]", mt::item{{"l", list({1, 2})}}) == R"({"l": [2, 1]})");
}

TEST_CASE("semantics 6: each clause comes once") {
    for (std::string const clause : {"SET", "REMOVE", "ADD", "DELETE"}) {
        auto const operand = clause == "SET" ? " = :v "s : clause == "REMOVE" ? " "s : " :v "s;
        auto const twice = clause + " a" + operand + clause + " b" + operand;
        CHECK(refused(mt::parse_update, twice, {{":v", strings({"x"})}}) ==
              "Invalid UpdateExpression: The \"" + clause +
                  "\" section can only be used once in an update expression;");
    }
    CHECK(bad_update("DELETE d :s ADD c :s REMOVE b SET a = :s", {{":s", strings({"x"})}}).empty());
}

TEST_CASE("semantics 6: paths that overlap or conflict are refused") {
    auto const overlap = [](std::string const& one, std::string const& two) {
        return "Invalid UpdateExpression: Two document paths overlap with each other; must remove or rewrite "
               "one of these paths; "
               "path one: " +
               one + ", path two: " + two;
    };
    CHECK(bad_update("SET a = :v REMOVE a", {{":v", 1}}) == overlap("[a]", "[a]"));
    CHECK(bad_update("SET m = :v, m.x = :v", {{":v", 1}}) == overlap("[m]", "[m, x]"));
    CHECK(bad_update("REMOVE l[0].x ADD l[0] :v", {{":v", 1}}) == overlap("[l, [0], x]", "[l, [0]]"));
    CHECK(bad_update("SET m.x = :v, m[0] = :v", {{":v", 1}}) ==
          "Invalid UpdateExpression: Two document paths conflict with each other; must remove or rewrite one "
          "of these paths; "
          "path one: [m, x], path two: [m, [0]]");
    CHECK(bad_update("SET m.x = :v, m.y = :v, l[0] = :v, l[1] = :v", {{":v", 1}}).empty());
}

TEST_CASE("semantics 6: paths must lead somewhere") {
    for (auto const* text : {"SET q.x = :v", "SET m.q.x = :v", "SET n.x = :v", "SET s[0] = :v", "SET m[0] = :v",
                             "SET l.x = :v", "SET l[9].x = :v", "SET ss[0] = :v", "ADD q.x :v", "ADD m[0] :v"})
        CHECK(misfit(text, document, {{":v", 1}}) == bad_path);
    for (auto const* text : {"REMOVE q.x", "REMOVE m.q.x", "REMOVE n.x", "REMOVE m[0]", "REMOVE l.x", "REMOVE l[9].x"})
        CHECK(misfit(text, document) == bad_path);
    CHECK(misfit("DELETE q.x :v", document, {{":v", strings({"a"})}}) == bad_path);
    CHECK(updated("REMOVE q, m.q, l[9], m.y.q", document) == show(document));
}

TEST_CASE("semantics 6: list indexes are positions in the old list") {
    CHECK(list_after("REMOVE l[1], l[2]") == R"({"l": [0, 3]})");
    CHECK(list_after("REMOVE l[1] SET l[3] = :v", {{":v", "v"}}) == R"({"l": [0, 2, "v"]})");
    CHECK(list_after("REMOVE l[3], l[0], l[2], l[1]") == R"({"l": []})");
    CHECK(list_after("SET l[1] = l[2], l[2] = l[1]") == R"({"l": [0, 2, 1, 3]})");
    CHECK(updated("REMOVE l[0] SET l[1].x = :v", mt::item{{"l", list({1, map({{"x", 1}})})}}, {{":v", 2}}) ==
          R"({"l": [{"x": 2}]})");
}

TEST_CASE("semantics 6: what is set behind the end is appended in the order of indexes") {
    CHECK(updated("SET l[7] = :v", mt::item{{"l", list({1, 2})}}, {{":v", "v"}}) == R"({"l": [1, 2, "v"]})");
    CHECK(updated("SET l[9] = :b, l[5] = :a", mt::item{{"l", list({1, 2})}}, {{":a", "a"}, {":b", "b"}}) ==
          R"({"l": [1, 2, "a", "b"]})");
    CHECK(updated("SET l[10] = :b, l[9] = :a REMOVE l[0], l[11]", mt::item{{"l", list({1, 2})}},
                  {{":a", "a"}, {":b", "b"}}) == R"({"l": [2, "a", "b"]})");
    CHECK(updated("ADD l[5] :a", mt::item{{"l", list({1})}}, {{":a", 2}}) == R"({"l": [1, 2]})");
    CHECK(updated("SET l[2147483647] = :a", mt::item{{"l", list({})}}, {{":a", 2}}) == R"({"l": [2]})");
}

TEST_CASE("semantics 6: removing the last part leaves an empty container; an emptied set is removed") {
    CHECK(updated("REMOVE m.x", mt::item{{"m", map({{"x", 1}})}}) == R"({"m": {}})");
    CHECK(updated("REMOVE l[0]", mt::item{{"l", list({1})}}) == R"({"l": []})");
    CHECK(updated("DELETE s :v", mt::item{{"a", 1}, {"s", strings({"x", "y"})}}, {{":v", strings({"y", "x", "z"})}}) ==
          R"({"a": 1})");
    CHECK(updated("DELETE m.s :v", mt::item{{"m", map({{"s", numbers({1})}})}}, {{":v", numbers({1})}}) ==
          R"({"m": {}})");
    CHECK(updated("REMOVE a", mt::item{{"a", 1}}) == "{}");
}

TEST_CASE("semantics 6: if_not_exists") {
    CHECK(updated("SET c = if_not_exists(c, :zero) + :one", mt::item(), {{":zero", 0}, {":one", 1}}) == R"({"c": 1})");
    CHECK(updated("SET c = if_not_exists(c, :zero) + :one", mt::item{{"c", 5}}, {{":zero", 0}, {":one", 1}}) ==
          R"({"c": 6})");
    CHECK(updated("SET c = if_not_exists(q, n)", document).find("\"c\": 5") != std::string::npos);
    CHECK(updated("SET c = if_not_exists(m.q, if_not_exists(m.x, :v))", mt::item{{"m", map({{"x", 1}})}},
                  {{":v", 2}}) == R"({"c": 1, "m": {"x": 1}})");
    CHECK(misfit("SET c = if_not_exists(q, r)", document) == no_attribute);
    CHECK(bad_update("SET a = if_not_exists(:v, :v)", {{":v", 1}}) ==
          "Invalid UpdateExpression: Operator or function requires a document path; operator or function: "
          "if_not_exists");
    CHECK_THAT(
        bad_update("SET a = if_not_exists(a)"),
        ContainsSubstring("Incorrect number of operands for operator or function; operator or function: if_not_exists, "
                          "number of operands: 1"));
}

TEST_CASE("semantics 6: list_append") {
    mt::item const lists{{"k", list({1})}, {"l", list({2, 3})}};
    CHECK(updated("SET k = list_append(k, l)", lists) == R"({"k": [1, 2, 3], "l": [2, 3]})");
    CHECK(updated("SET k = list_append(:v, k)", lists, {{":v", list({"v"})}}) == R"({"k": ["v", 1], "l": [2, 3]})");
    CHECK(updated("SET q = list_append(if_not_exists(q, :e), :v)", lists, {{":e", list({})}, {":v", list({"v"})}}) ==
          R"({"k": [1], "l": [2, 3], "q": ["v"]})");
    CHECK(bad_update("SET k = list_append(list_append(k, l), l)") ==
          "Invalid UpdateExpression: The function is not allowed to be used this way in an expression; "
          "function: list_append");
    CHECK(bad_update("SET k = list_append(k, :v)", {{":v", "x"}}) ==
          "Invalid UpdateExpression: Incorrect operand type for operator or function; operator or function: "
          "list_append, operand "
          "type: S");
    CHECK(misfit("SET s = list_append(s, l)", document) == bad_operand);
    CHECK(misfit("SET s = list_append(q, l)", document) == no_attribute);
}

TEST_CASE("semantics 6: functions and sums stand where they belong") {
    CHECK(updated("SET c = if_not_exists(a, :v) + if_not_exists(b, :v)", mt::item{{"a", 1}}, {{":v", 10}}) ==
          R"({"a": 1, "c": 11})");
    CHECK(updated("SET c = (a - (:v))", mt::item{{"a", 1}}, {{":v", 10}}) == R"({"a": 1, "c": -9})");
    CHECK(updated("SET c = (a) + :v", mt::item{{"a", 1}}, {{":v", 10}}) == R"({"a": 1, "c": 11})");
    CHECK_THAT(bad_update("SET a = if_not_exists(a + b, c)"), ContainsSubstring("Syntax error"));
    CHECK_THAT(bad_update("SET a = a + b + c"), ContainsSubstring("Syntax error; token: \"+\", near: \"b + c\""));
    CHECK(bad_update("SET a = size(b)") ==
          "Invalid UpdateExpression: The function is not allowed in an update expression; function: size");
    CHECK(bad_update("SET a = nonsense(b)") == "Invalid UpdateExpression: Invalid function name; function: nonsense");
}

TEST_CASE("semantics 6: operands must exist and be of the right type") {
    CHECK(misfit("SET a = q", document) == no_attribute);
    CHECK(misfit("SET a = m.q.r", document) == no_attribute);
    CHECK(misfit("SET a = n + q", document) == no_attribute);
    CHECK(misfit("SET a = s + :v", document, {{":v", 1}}) == bad_operand);
    CHECK(misfit("SET a = n - s", document) == bad_operand);
    for (std::string const sign : {"+", "-"})
        CHECK(bad_update("SET a = b " + sign + " :v", {{":v", "x"}}) ==
              "Invalid UpdateExpression: Incorrect operand type for operator or function; operator or "
              "function: " +
                  sign + ", operand type: S");
}

TEST_CASE("semantics 1 and 6: sums are exact or refused") {
    auto const sum = [](char const* a, char const* b) {
        return updated("SET v = :a + :b", mt::item(), {{":a", number(a)}, {":b", number(b)}});
    };
    CHECK(sum("0.1", "0.2") == R"({"v": 0.3})");
    CHECK(sum("99999999999999999999999999999999999998", "1") == R"({"v": 99999999999999999999999999999999999999})");
    auto const refused_sum = [](char const* a, char const* b) {
        return misfit("SET v = :a + :b", mt::item(), {{":a", number(a)}, {":b", number(b)}});
    };
    CHECK(refused_sum("1e50", "1") == "Attempting to store more than 38 significant digits in a Number");
    CHECK(refused_sum("9e125", "9e125") ==
          "Number overflow. Attempting to store a number with magnitude larger than supported range");
    CHECK(misfit("ADD v :b", mt::item{{"v", number("1e50")}}, {{":b", 1}}) ==
          "Attempting to store more than 38 significant digits in a Number");
}

TEST_CASE("semantics 6: ADD") {
    CHECK(updated("ADD n :v, q :v, m.x :v, m.w :v", mt::item{{"n", 5}, {"m", map({{"x", 1}})}},
                  {{":v", number("1.5")}}) == R"({"m": {"w": 1.5, "x": 2.5}, "n": 6.5, "q": 1.5})");
    CHECK(updated("ADD s :v", mt::item{{"s", strings({"b", "d"})}}, {{":v", strings({"a", "b", "c"})}}) ==
          R"({"s": SS["a", "b", "c", "d"]})");
    CHECK(updated("ADD s :v", mt::item{{"s", numbers({1, 2})}},
                  {{":v", numbers({number("-1").view().as_number(), 2, 10})}}) == R"({"s": NS[-1, 1, 2, 10]})");
    CHECK(updated("ADD s :v", mt::item(), {{":v", mt::value::binary_set({"x"})}}) == R"({"s": BS[b"78"]})");
    CHECK(misfit("ADD s :v", mt::item{{"s", strings({"a"})}}, {{":v", numbers({1})}}) == bad_operand);
    CHECK(misfit("ADD s :v", mt::item{{"s", strings({"a"})}}, {{":v", 1}}) == bad_operand);
    CHECK(misfit("ADD s :v", mt::item{{"s", "a"}}, {{":v", 1}}) == bad_operand);
    CHECK(misfit("ADD s :v", mt::item{{"s", list({1})}}, {{":v", numbers({1})}}) == bad_operand);
    std::vector<std::pair<std::string, mt::value>> const refused_types{
        {"STRING", "x"},  {"BINARY", mt::value::binary("x")}, {"LIST", list({})}, {"MAP", map({})}, {"BOOLEAN", true},
        {"NULL", nullptr}};
    for (auto const& [type, value] : refused_types) {
        CHECK(bad_update("ADD a :v", {{":v", value}}) ==
              "Invalid UpdateExpression: Incorrect operand type for operator or function; operator: ADD, "
              "operand type: " +
                  type);
        CHECK(bad_update("DELETE a :v", {{":v", value}}) ==
              "Invalid UpdateExpression: Incorrect operand type for operator or function; operator: DELETE, "
              "operand type: " +
                  type);
    }
}

TEST_CASE("semantics 6: DELETE") {
    CHECK(updated("DELETE s :v, q :v", mt::item{{"s", strings({"a", "b", "c"})}}, {{":v", strings({"b", "x"})}}) ==
          R"({"s": SS["a", "c"]})");
    CHECK(misfit("DELETE s :v", mt::item{{"s", numbers({1})}}, {{":v", strings({"1"})}}) == bad_operand);
    CHECK(misfit("DELETE s :v", mt::item{{"s", 1}}, {{":v", numbers({1})}}) == bad_operand);
    CHECK_THAT(bad_update("DELETE a :v", {{":v", 1}}), ContainsSubstring("operator: DELETE, operand type: NUMBER"));
}

TEST_CASE("semantics 6: kinds of faults are reported in DynamoDB's order") {
    values const s{{":s", "x"}};
    CHECK_THAT(bad_update("SET name = nonsense(a) SET b = c"), ContainsSubstring("reserved keyword"));
    CHECK_THAT(bad_update("SET a = nonsense(a) SET b = c"), ContainsSubstring("Invalid function name"));
    CHECK_THAT(bad_update("SET a = :q SET b = #q"), ContainsSubstring("can only be used once"));
    CHECK_THAT(bad_update("SET a = :q, b = #q"), ContainsSubstring("attribute name: #q"));
    CHECK_THAT(bad_update("SET a = :q, a = b"), ContainsSubstring("attribute value: :q"));
    CHECK_THAT(bad_update("ADD a :s SET a = if_not_exists(b)", s), ContainsSubstring("overlap"));
    CHECK_THAT(bad_update("SET a = if_not_exists(b) ADD c :s", s),
               ContainsSubstring("operator: ADD, operand type: STRING"));
    CHECK_THAT(bad_update("SET a = b + :s, c = if_not_exists(b)", s), ContainsSubstring("number of operands: 1"));
}

TEST_CASE("semantics 6: what creates a missing item") {
    auto const creates = [](char const* text) {
        return mt::detail::creates(
            parse(mt::parse_update, text,
                  text == "REMOVE a"s || text == "REMOVE a.b, c"s ? values{} : values{{":v", strings({"x"})}}));
    };
    CHECK(creates("SET a = :v"));
    CHECK(creates("ADD a :v"));
    CHECK(creates("REMOVE b SET a = :v"));
    CHECK_FALSE(creates("REMOVE a"));
    CHECK_FALSE(creates("REMOVE a.b, c"));
    CHECK_FALSE(creates("DELETE a :v"));
    CHECK_FALSE(creates("REMOVE b DELETE a :v"));
    CHECK(mt::detail::creates(mt::expression_view()));
}

TEST_CASE("semantics 2 and 6: a result has at most 32 levels") {
    auto const nested = [](int levels) {
        std::string bytes;
        mt::value_writer writer(bytes);
        for (int i = 0; i < levels; ++i) writer.begin_list();
        writer.null();
        for (int i = 0; i < levels; ++i) writer.end_list();
        return mt::value::from_encoding(bytes);
    };
    mt::item const item{{"l", list({1})}, {"m", map({{"x", 1}})}};
    CHECK(misfit("SET m.x = :v", item, {{":v", nested(31)}}).empty());
    CHECK(misfit("SET m.x = :v", item, {{":v", nested(32)}}) ==
          "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond "
          "supported limit");
    CHECK_FALSE(misfit("SET l[5] = :v", item, {{":v", nested(32)}}).empty());
    CHECK(misfit("SET q = :v", item, {{":v", nested(32)}}).empty());
}

TEST_CASE("semantics 6: containers of many parts keep them all") {
    std::string bytes, text = "SET ";
    mt::value_writer writer(bytes);
    writer.begin_map();
    for (int i = 0; i != 300; ++i) {
        writer.name("a" + std::to_string(i));
        writer.number(i);
    }
    writer.end_map();
    auto const old = mt::item::from_encoding(bytes);
    for (int i = 0; i != 200; ++i) text += (i == 0 ? "b" : ",b") + std::to_string(i) + "=a1";
    text += " REMOVE a7, a9";
    auto const result = mt::detail::apply_update(parse(mt::parse_update, text), old);
    CHECK(mt::detail::validate_item(result.bytes()));
    CHECK(result.size() == 498);
    CHECK(result.find("b199")->as_int64() == 1);
    CHECK(result.find("a299")->as_int64() == 299);
    CHECK_FALSE(result.contains("a9"));
}
