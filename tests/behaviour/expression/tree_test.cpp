// SPDX-License-Identifier: BSL-1.0
// Trees put together by hand; what expressions mean is tested on their text, in the files beside this one.
#include <monotable/expression/evaluate.hpp>
#include <monotable/expression/project.hpp>
#include <monotable/expression/tree.hpp>
#include <monotable/expression/update.hpp>
#include <monotable/expression/validate.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>

namespace mt = monotable;
using kind = mt::expression_kind;

namespace {

mt::expression make(kind what, std::initializer_list<mt::expression_view> operands) {
    return mt::expression::make(what, operands);
}
mt::expression path(mt::detail::document_path const& p) { return mt::expression::path(p); }
mt::expression path(char const* attribute) { return path(mt::detail::document_path(attribute)); }
mt::expression constant(mt::value const& v) { return mt::expression::constant(v); }

} // namespace

TEST_CASE("a condition built by hand is evaluated") {
    mt::item const item{{"a", 1}, {"b", 5}, {"l", mt::value::list({1, "x"})}};
    auto const equals = make(kind::equal, {path("a"), constant(1)});
    auto const above = make(kind::greater, {path("b"), constant(7)});
    CHECK(mt::detail::holds(equals, item));
    CHECK_FALSE(mt::detail::holds(above, item));
    CHECK_FALSE(mt::detail::holds(make(kind::all_of, {equals, above}), item));
    CHECK(mt::detail::holds(make(kind::any_of, {above, equals}), item));
    CHECK(mt::detail::holds(make(kind::negation, {above}), item));
    auto const second = path(mt::detail::document_path("l").element(1));
    CHECK(mt::detail::holds(make(kind::equal, {second, constant("x")}), item));
    CHECK_FALSE(mt::detail::holds(equals, mt::item_view()));
    CHECK(mt::detail::holds(make(kind::attribute_not_exists, {path("a")}), mt::item_view()));
}

TEST_CASE("conditions of the same connective become one") {
    auto const a = make(kind::attribute_exists, {path("a")});
    auto const b = make(kind::attribute_exists, {path("b")});
    auto const c = make(kind::attribute_exists, {path("c")});
    auto const left = make(kind::all_of, {make(kind::all_of, {a, b}), c});
    auto const right = make(kind::all_of, {a, make(kind::all_of, {b, c})});
    CHECK(left == right);
    CHECK(left.view().size() == 3);
}

TEST_CASE("an update built by hand is applied") {
    mt::item const item{{"a", 1}, {"b", 5}, {"m", mt::value::map(mt::item{{"x", 1}, {"y", 2}})}};
    auto const update =
        make(kind::update, {make(kind::set, {path(mt::detail::document_path("m").member("x")), path("b")}),
                            make(kind::remove, {path("b")}), make(kind::add, {path("n"), constant(3)})});
    CHECK(mt::detail::apply_update(update, item) ==
          mt::item{{"a", 1}, {"n", 3}, {"m", mt::value::map(mt::item{{"x", 5}, {"y", 2}})}});
    CHECK(mt::detail::touched(update, item) == mt::item{{"b", 5}, {"m", mt::value::map(mt::item{{"x", 1}})}});
    CHECK(mt::detail::creates(update));
    CHECK_FALSE(mt::detail::creates(make(kind::update, {make(kind::remove, {path("b")})})));
    CHECK(mt::detail::creates(mt::expression_view()));
    CHECK(mt::detail::apply_update(mt::expression_view(), item) == item);
}

TEST_CASE("a projection built by hand is applied; none is for all of the item") {
    mt::item const item{{"a", 1}, {"l", mt::value::list({1, 2, 3})}};
    auto const tree = make(kind::projection, {path(mt::detail::document_path("l").element(2)),
                                              path(mt::detail::document_path("l").element(0)), path("q")});
    CHECK(mt::projected(tree, item) == mt::item{{"l", mt::value::list({1, 3})}});
    CHECK(mt::projected(mt::expression_view(), item) == item);
}

TEST_CASE("a tree built by hand is checked as a parsed one is") {
    using Catch::Matchers::Message;
    auto const reversed = make(kind::between, {path("a"), constant(2), constant(1)});
    auto const fine = make(kind::equal, {path("a"), constant(2)});
    CHECK_NOTHROW(mt::check(fine, "ConditionExpression"));
    CHECK_THROWS_MATCHES(
        mt::check(make(kind::any_of, {fine, make(kind::negation, {reversed})}), "FilterExpression"), mt::store_error,
        Message("Invalid FilterExpression: The BETWEEN operator requires upper bound to be greater than or "
                "equal to lower bound; "
                "lower bound operand: AttributeValue: {N:2}, upper bound operand: AttributeValue: {N:1}"));
    auto many = fine;
    for (int i = 0; i != 150; ++i) many = make(kind::any_of, {many, fine});
    CHECK_THROWS_MATCHES(
        mt::check(many, "ConditionExpression"), mt::store_error,
        Message("Invalid ConditionExpression: The expression contains too many operators; operator count: 301"));
    CHECK_THROWS_MATCHES(mt::check(make(kind::projection, {path(mt::detail::document_path("l").element(0xFFFFFFFFu))}),
                                   "ProjectionExpression"),
                         mt::store_error,
                         Message("Invalid ProjectionExpression: List index is not within the allowable range; index: "
                                 "[4294967295]"));
    CHECK_THROWS_AS(
        mt::check(make(kind::update, {make(kind::set, {path("a"), path("b")}), make(kind::remove, {path("a")})}),
                  "UpdateExpression"),
        mt::store_error);
}
