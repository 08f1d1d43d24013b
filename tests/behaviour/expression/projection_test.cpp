// SPDX-License-Identifier: BSL-1.0
#include <expression_support.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <string>

using namespace expression_support;
using Catch::Matchers::ContainsSubstring;

namespace {

mt::item const document{{"pk", "1"},
                        {"a", 1},
                        {"l", list({"l0", "l1", "l2", map({{"x", 1}, {"y", 2}, {"z", list({7, 8, 9})}})})},
                        {"m", map({{"x", 1}, {"y", map({{"v", 3}, {"w", 4}})}, {"z", "end"}})}};

} // namespace

TEST_CASE("semantics 8: a projection has what it names and no key") {
    CHECK(projected("a", document) == R"({"a": 1})");
    CHECK(projected("a, pk", document) == R"({"a": 1, "pk": "1"})");
    CHECK(projected("#0", document, {{"#0", "a"}}) == R"({"a": 1})");
    CHECK(projected("q", document) == "{}");
    CHECK(projected("m.q, l[9], a.b, pk[0]", document) == "{}");
    CHECK(projected("m[0], l.x, a[0]", document) == "{}");
    CHECK(projected("a", mt::item()) == "{}");
}

TEST_CASE("semantics 8: nested paths keep their hierarchy") {
    CHECK(projected("m.y.v", document) == R"({"m": {"y": {"v": 3}}})");
    CHECK(projected("m.z, a, m.y.w, m.q.r", document) == R"({"a": 1, "m": {"y": {"w": 4}, "z": "end"}})");
    CHECK(projected("m.y.q, a", document) == R"({"a": 1})");
}

TEST_CASE("semantics 8: list elements come without gaps in the order of their indexes") {
    CHECK(projected("l[2], l[0]", document) == R"({"l": ["l0", "l2"]})");
    CHECK(projected("l[7], l[1]", document) == R"({"l": ["l1"]})");
}

TEST_CASE("semantics 8: paths into one element make one element") {
    CHECK(projected("l[3].y, l[0], l[3].x", document) == R"({"l": ["l0", {"x": 1, "y": 2}]})");
    CHECK(projected("l[3].z[2], l[3].q, l[3].z[0]", document) == R"({"l": [{"z": [7, 9]}]})");
}

TEST_CASE("semantics 8: many paths of a long list") {
    std::string list_text, expected, paths;
    std::string bytes;
    mt::value_writer writer(bytes);
    writer.begin_map();
    writer.name("l");
    writer.begin_list();
    for (int i = 0; i != 1000; ++i) writer.number(i);
    writer.end_list();
    writer.end_map();
    auto const item = mt::item::from_encoding(bytes);
    for (int i = 400; i-- != 0;) paths += (paths.empty() ? "l[" : ",l[") + std::to_string(2 * i) + "]";
    for (int i = 0; i != 400; ++i) expected += (expected.empty() ? "" : ", ") + std::to_string(2 * i);
    CHECK(projected(paths, item) == "{\"l\": [" + expected + "]}");
}

TEST_CASE("semantics 8: overlapping and conflicting paths are refused") {
    auto const overlap = [](std::string const& one, std::string const& two) {
        return "Invalid ProjectionExpression: Two document paths overlap with each other; must remove or "
               "rewrite one of these "
               "paths; path one: " +
               one + ", path two: " + two;
    };
    CHECK(bad_projection("a, a") == overlap("[a]", "[a]"));
    CHECK(bad_projection("b, m, c, m.x") == overlap("[m]", "[m, x]"));
    CHECK(bad_projection("m.x, m") == overlap("[m, x]", "[m]"));
    CHECK(bad_projection("l[0], l[1], l[0].x") == overlap("[l, [0]]", "[l, [0], x]"));
    CHECK(bad_projection("#a, a", {{"#a", "a"}}) == overlap("[a]", "[a]"));
    CHECK(bad_projection("m.x, m[0]") ==
          "Invalid ProjectionExpression: Two document paths conflict with each other; must remove "
          "or rewrite one of these paths; path one: [m, x], path two: [m, [0]]");
    CHECK(bad_projection("#a, a.b", {{"#a", "a.b"}}).empty());
}

TEST_CASE("semantics 8: list indexes are numbers within range") {
    CHECK_THAT(bad_projection("l[-1]"), ContainsSubstring("Syntax error; token: \"-\""));
    CHECK_THAT(bad_projection("l[]"), ContainsSubstring("Syntax error; token: \"]\""));
    CHECK(bad_projection("l[99999999999999]") == "Invalid ProjectionExpression: List index is not within the "
                                                 "allowable range; index: [99999999999999]");
    CHECK_THAT(bad_projection("l[" + std::string(1000, '9') + "]"),
               ContainsSubstring("not within the allowable range"));
    CHECK_THAT(bad_projection("l[18446744073709551616]"), ContainsSubstring("not within the allowable range"));
    CHECK_THAT(bad_projection("l[2147483648]"), ContainsSubstring("not within the allowable range"));
    CHECK(bad_projection("l[2147483647]").empty());
    CHECK(projected("l [ 001 ] , m . x", document) == R"({"l": ["l1"], "m": {"x": 1}})");
}
