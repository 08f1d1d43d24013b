// SPDX-License-Identifier: BSL-1.0
#include <monotable/backend/key_values.hpp>

#include <catch2/catch_test_macros.hpp>

#include <string>
#include <utility>

namespace mt = monotable;

namespace {

std::string text(mt::key_values const& values) {
    std::string out;
    for (mt::value_view const each : values)
        out += (each.is(mt::value_type::number) ? each.as_number().to_string() : std::string(each.as_string())) + ' ';
    return out;
}

} // namespace

TEST_CASE("values of keys are in order, whatever their lengths") {
    mt::key_values values{"a", 12};
    CHECK(values.size() == 2);
    CHECK(text(values) == "a 12 ");
    CHECK(values[1].as_int64() == 12);
    std::string const longer(200, 'x');
    values.push_back(mt::value(longer));
    values.push_back(mt::value("b"));
    CHECK(values.size() == 4);
    CHECK(text(values) == "a 12 " + longer + " b ");
    CHECK(values[3].as_string() == "b");
    mt::key_values const first{mt::value(longer)}; // does not fit from the beginning
    CHECK(text(first) == longer + ' ');
    CHECK(mt::key_values().empty());
}

TEST_CASE("values of keys are copied and assigned") {
    mt::key_values const shorter{"a"}, longer{mt::value(std::string(100, 'y')), "z"};
    mt::key_values copy = shorter;
    CHECK(text(copy) == "a ");
    copy = longer;
    CHECK(text(copy) == text(longer));
    copy = shorter;
    CHECK(text(copy) == "a ");
    copy.push_back(mt::value("b"));
    CHECK(text(copy) == "a b ");
    CHECK(text(shorter) == "a ");
    mt::key_values const moved = std::move(copy);
    CHECK(text(moved) == "a b ");
}
