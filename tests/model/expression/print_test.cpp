// SPDX-License-Identifier: BSL-1.0
// Printing and parsing are inverse.
#include <expression_generator.hpp>
#include <expression_support.hpp>

#include <monotable/expression/print.hpp>
#include <monotable/expression/validate.hpp>

#include <catch2/catch_test_macros.hpp>

#include <rapidcheck.h>

#include <cstdint>
#include <string>
#include <vector>

using namespace expression_support;

namespace {

/// Runs the property on many choices, each enough for an expression.
template <class Property>
bool holds_for_all(Property const& property) {
    return rc::check([&] {
        for (int i = 0; i != 40; ++i)
            RC_ASSERT(property(choices(*rc::gen::container<std::vector<std::uint8_t>>(
                *rc::gen::inRange<std::size_t>(0, 300), rc::gen::arbitrary<std::uint8_t>()))));
    });
}

mt::substitutions tables_of(mt::detail::expression_printer const& printer) {
    mt::substitutions out;
    for (std::size_t i = 0; i != printer.names().size(); ++i) out.add_name("#" + std::to_string(i), printer.names()[i]);
    for (std::size_t i = 0; i != printer.values().size(); ++i)
        out.add_value(":" + std::to_string(i), printer.values()[i]);
    return out;
}

/// Both refused, with the same words, or the same tree and the same text again.
bool comes_back(parser parse_kind, mt::expression const& tree, std::string const& parameter) {
    auto const fault = refusal([&] { mt::check(tree, parameter); });
    mt::detail::expression_printer printer;
    auto const text = printer.print(tree);
    auto meanings = tables_of(printer);
    mt::expression parsed;
    auto const parse_fault = refusal([&] {
        parsed = parse_kind(text, meanings);
        meanings.check_all_used();
    });
    if (!fault.empty() || !parse_fault.empty()) return fault == parse_fault;
    mt::detail::expression_printer again;
    return parsed == tree && again.print(parsed) == text && again.names() == printer.names() &&
           again.values() == printer.values();
}

} // namespace

TEST_CASE("conditions come back from their text") {
    CHECK(holds_for_all([](choices choose) {
        auto const tree = choose.condition();
        return comes_back(mt::parse_condition, tree, "ConditionExpression") &&
               comes_back(mt::parse_filter, tree, "FilterExpression");
    }));
}

TEST_CASE("updates come back from their text") {
    CHECK(holds_for_all(
        [](choices choose) { return comes_back(mt::parse_update, choose.update(), "UpdateExpression"); }));
}

TEST_CASE("projections come back from their text") {
    CHECK(holds_for_all(
        [](choices choose) { return comes_back(mt::parse_projection, choose.projection(), "ProjectionExpression"); }));
}
