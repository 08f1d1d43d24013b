// SPDX-License-Identifier: BSL-1.0
#include <expression_support.hpp>

#include <monotable/expression/print.hpp>

#include <catch2/catch_test_macros.hpp>

#include <string>
#include <vector>

using namespace expression_support;

namespace {

/// What an expression, written with any parentheses and placeholders, looks like when it is printed.
std::string printed(parser language, std::string_view text, values const& v = {}, names const& n = {}) {
    return mt::detail::expression_printer().print(parse(language, text, v, n));
}
std::string condition(std::string_view text, values const& v = {}, names const& n = {}) {
    return printed(mt::parse_condition, text, v, n);
}

} // namespace

TEST_CASE("conditions are printed by precedence") {
    CHECK(condition("a = b") == "#0 = #1");
    CHECK(condition("(a <> b)") == "#0 <> #1");
    CHECK(condition("a<b AND c<=d OR e>f AND g>=h") == "#0 < #1 AND #2 <= #3 OR #4 > #5 AND #6 >= #7");
    CHECK(condition("a=b AND (c=d OR e=f)") == "#0 = #1 AND (#2 = #3 OR #4 = #5)");
    CHECK(condition("(a=b AND c=d) AND e=f") == "#0 = #1 AND #2 = #3 AND #4 = #5");
    CHECK(condition("a=b OR (c=d OR e=f)") == "#0 = #1 OR #2 = #3 OR #4 = #5");
    CHECK(condition("(a=b AND c=d) OR e=f") == "#0 = #1 AND #2 = #3 OR #4 = #5");
}

TEST_CASE("NOT is never rewritten") {
    CHECK(condition("NOT a=b") == "NOT #0 = #1");
    CHECK(condition("NOT (a=b)") == "NOT #0 = #1");
    CHECK(condition("NOT (a=b AND c=d)") == "NOT (#0 = #1 AND #2 = #3)");
    CHECK(condition("NOT (a=b OR c=d) AND e=f") == "NOT (#0 = #1 OR #2 = #3) AND #4 = #5");
    CHECK(condition("NOT NOT a=b") == "NOT (NOT #0 = #1)");
    CHECK(condition("NOT attribute_exists(a) AND b=c") == "NOT attribute_exists(#0) AND #1 = #2");
}

TEST_CASE("every operator and function is printed") {
    values const v{{":v", "S"}};
    CHECK(condition("a BETWEEN :v AND b", v) == "#0 BETWEEN :0 AND #1");
    CHECK(condition("a IN (:v, b, size(c))", v) == "#0 IN (:0, #1, size(#2))");
    CHECK(condition("attribute_not_exists(a.b[3].c)") == "attribute_not_exists(#0.#1[3].#2)");
    CHECK(condition("attribute_type(a, :v) OR begins_with(a, :v) OR contains(a, :v)", v) ==
          "attribute_type(#0, :0) OR begins_with(#0, :0) OR contains(#0, :0)");
    CHECK(condition("size(a) > size(b)") == "size(#0) > size(#1)");
}

TEST_CASE("updates and projections are printed") {
    CHECK(printed(mt::parse_update,
                  "SET a = :v, b = b + :v, c = (c - :v), d = if_not_exists(d, :v) REMOVE e, f[0] ADD g :v",
                  {{":v", 1}}) ==
          "SET #0 = :0, #1 = #1 + :0, #2 = #2 - :0, #3 = if_not_exists(#3, :0) REMOVE #4, #5[0] ADD #6 :0");
    CHECK(printed(mt::parse_update, "DELETE a :v SET b = list_append(b, c)", {{":v", strings({"x"})}}) ==
          "DELETE #0 :0 SET #1 = list_append(#1, #2)");
    CHECK(printed(mt::parse_projection, "a, b.c, b.d[1]") == "#0, #1.#2, #1.#3[1]");
}

TEST_CASE("actions of one kind are printed together") {
    auto const a = mt::expression::path(mt::detail::document_path("a"));
    auto const b = mt::expression::path(mt::detail::document_path("b"));
    auto const c = mt::expression::path(mt::detail::document_path("c"));
    auto const tree =
        mt::expression::make(mt::expression_kind::update, {mt::expression::make(mt::expression_kind::set, {a, c}),
                                                           mt::expression::make(mt::expression_kind::remove, {c}),
                                                           mt::expression::make(mt::expression_kind::set, {b, c})});
    CHECK(mt::detail::expression_printer().print(tree) == "SET #0 = #1, #2 = #1 REMOVE #1");
}

TEST_CASE("names and values are numbered over all expressions of a request, equal ones once") {
    mt::detail::expression_printer printer;
    auto const names_of = [](mt::detail::expression_printer const& p) { return p.names(); };
    CHECK(printer.print(parse(mt::parse_update, "SET #x.a = :v, b = :w", {{":v", 1}, {":w", "1"}},
                              {{"#x", "not.a.path"}})) == "SET #0.#1 = :0, #2 = :1");
    CHECK(printer.print(parse(mt::parse_condition, "b = :v OR c = :w", {{":v", number("1.0")}, {":w", 2}})) ==
          "#2 = :0 OR #3 = :2");
    CHECK(names_of(printer) == std::vector<std::string>{"not.a.path", "a", "b", "c"});
    CHECK(printer.values() == std::vector<mt::value>{1, "1", 2});
    CHECK(printer.print(mt::expression_view()).empty());
}
