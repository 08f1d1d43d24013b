// SPDX-License-Identifier: BSL-1.0
#include <expression_support.hpp>

#include <catch2/catch_test_macros.hpp>

#include <string>

using namespace expression_support;

namespace {

struct touched {
    std::string old_parts, new_parts;
};

touched touch(char const* text, mt::item const& old, values const& v = {}) {
    auto const update = parse(mt::parse_update, text, v);
    return {show(mt::detail::touched(update, old)),
            show(mt::detail::touched(update, mt::detail::apply_update(update, old)))};
}

} // namespace

TEST_CASE("semantics 7: UPDATED_OLD and UPDATED_NEW have the touched attributes and no others") {
    auto const [before, after] = touch("SET a = :v ADD n :v REMOVE r",
                                       mt::item{{"pk", "k"}, {"a", 1}, {"n", 2}, {"r", 3}, {"z", 4}}, {{":v", 9}});
    CHECK(before == R"({"a": 1, "n": 2, "r": 3})");
    CHECK(after == R"({"a": 9, "n": 11})");
    CHECK(mt::detail::touched(mt::expression_view(), mt::item{{"a", 1}}).empty());
}

TEST_CASE("semantics 7: a nested path comes alone inside its hierarchy") {
    auto const map_parts = touch("SET m.x = :v", mt::item{{"m", map({{"x", 1}, {"y", 2}})}}, {{":v", 3}});
    CHECK(map_parts.old_parts == R"({"m": {"x": 1}})");
    CHECK(map_parts.new_parts == R"({"m": {"x": 3}})");
    auto const list_parts = touch("SET l[1] = :v", mt::item{{"l", list({"a", "b", "c"})}}, {{":v", "v"}});
    CHECK(list_parts.old_parts == R"({"l": ["b"]})");
    CHECK(list_parts.new_parts == R"({"l": ["v"]})");
}

TEST_CASE("semantics 7: what is removed is not in UPDATED_NEW, what is created not in UPDATED_OLD") {
    auto const removed = touch("REMOVE a, m.x", mt::item{{"a", 1}, {"m", map({{"x", 1}})}});
    CHECK(removed.old_parts == R"({"a": 1, "m": {"x": 1}})");
    CHECK(removed.new_parts == "{}");
    auto const created = touch("SET a = :v, m.x = :v", mt::item{{"m", map({})}}, {{":v", 1}});
    CHECK(created.old_parts == "{}");
    CHECK(created.new_parts == R"({"a": 1, "m": {"x": 1}})");
    CHECK(touch("DELETE s :v", mt::item{{"s", strings({"x"})}}, {{":v", strings({"x"})}}).new_parts == "{}");
}

TEST_CASE("semantics 7: list positions in UPDATED_NEW are those of the new list") {
    auto const appended = touch("SET l[100] = :v", mt::item{{"l", list({"a"})}}, {{":v", "v"}});
    CHECK(appended.old_parts == "{}");
    CHECK(appended.new_parts == "{}");
    auto const moved = touch("REMOVE l[1]", mt::item{{"l", list({"a", "b", "c"})}});
    CHECK(moved.old_parts == R"({"l": ["b"]})");
    CHECK(moved.new_parts == R"({"l": ["c"]})");
}
