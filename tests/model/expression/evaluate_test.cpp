// SPDX-License-Identifier: BSL-1.0
// Random expressions on random items: what they give is what naive code over the standard containers gives.
#include <expression_generator.hpp>
#include <expression_support.hpp>
#include <reference_document.hpp>

#include <monotable/expression/validate.hpp>

#include <catch2/catch_test_macros.hpp>

#include <rapidcheck.h>

#include <cstdint>
#include <string>
#include <vector>

using namespace expression_support;

namespace {

/// Runs the property on many choices, each enough for a document and an expression.
template <class Property>
bool holds_for_all(Property const& property) {
    return rc::check([&] {
        for (int i = 0; i != 40; ++i) {
            choices choose(*rc::gen::container<std::vector<std::uint8_t>>(*rc::gen::inRange<std::size_t>(0, 300),
                                                                          rc::gen::arbitrary<std::uint8_t>()));
            property(choose);
        }
    });
}

bool is_valid(mt::expression_view tree) {
    try {
        mt::check(tree, "Expression");
    } catch (mt::store_error const&) {
        return false;
    }
    return true;
}

} // namespace

TEST_CASE("a condition holds where the reference says so") {
    int held = 0, compared = 0;
    CHECK(holds_for_all([&](choices& choose) {
        auto const item = choose.item();
        auto const tree = choose.condition();
        if (!is_valid(tree)) return;
        auto const expected = reference::holds(tree, reference::read(item.view().as_value()));
        RC_ASSERT(mt::detail::holds(tree, item) == expected);
        ++compared;
        held += expected;
    }));
    CHECK(compared > 1000);
    CHECK(held > 100);
}

TEST_CASE("an update gives what the reference gives, and touches what the reference projects") {
    int applied = 0, refused_ones = 0;
    CHECK(holds_for_all([&](choices& choose) {
        auto const old = choose.item();
        auto const tree = choose.update();
        if (!is_valid(tree)) return;
        auto const document = reference::read(old.view().as_value());
        std::vector<reference::steps> paths;
        for (auto const action : tree.view()) paths.push_back(reference::steps_of(action[0]));
        try {
            auto const expected = reference::updated(tree, document);
            auto const result = mt::detail::apply_update(tree, old);
            RC_ASSERT(mt::detail::validate_item(result.bytes()));
            RC_ASSERT(result == reference::item_of(expected));
            for (auto const* version : {&document, &expected}) {
                auto const parts = reference::projected(*version, paths);
                RC_ASSERT(mt::detail::touched(tree, reference::item_of(*version)) ==
                          (parts ? reference::item_of(*parts) : mt::item()));
            }
            ++applied;
        } catch (reference::misfit const&) {
            RC_ASSERT(!refusal([&] { mt::detail::apply_update(tree, old); }).empty());
            ++refused_ones;
        }
    }));
    CHECK(applied > 50);
    CHECK(refused_ones > 50);
}

TEST_CASE("a projection gives what the reference gives") {
    int found = 0;
    CHECK(holds_for_all([&](choices& choose) {
        auto const item = choose.item();
        auto const tree = choose.projection();
        if (!is_valid(tree)) return;
        std::vector<reference::steps> paths;
        for (auto const path : tree.view()) paths.push_back(reference::steps_of(path));
        auto const expected = reference::projected(reference::read(item.view().as_value()), paths);
        auto const result = mt::projected(tree, item);
        RC_ASSERT(mt::detail::validate_item(result.bytes()));
        RC_ASSERT(result == (expected ? reference::item_of(*expected) : mt::item()));
        found += !result.empty();
    }));
    CHECK(found > 100);
}
