// SPDX-License-Identifier: BSL-1.0
// Typed conditions as the text that DynamoDB is sent.
#include <order_model.hpp>
#include <store_support.hpp>
#include <stored.hpp>

#include <monotable/expression/print.hpp>
#include <monotable/expression/validate.hpp>

#include <catch2/catch_test_macros.hpp>

#include <limits>
#include <string>

using namespace order_model;
namespace detail = mt::detail;

namespace {

template <class C>
std::string text(C const& condition) {
    static_assert(detail::valid_predicate<order, C>());
    auto const tree = detail::tree_of<order>(condition);
    check(tree, "ConditionExpression"); // DynamoDB would take it
    mt::detail::expression_printer printer;
    std::string const printed = printer.print(tree);
    std::string out;
    for (std::size_t i = 0; i != printed.size(); ++i) {
        if (printed[i] != '#' && printed[i] != ':') {
            out += printed[i];
            continue;
        }
        char const sign = printed[i];
        std::size_t number = 0;
        for (; i + 1 != printed.size() && printed[i + 1] >= '0' && printed[i + 1] <= '9'; ++i)
            number = number * 10 + static_cast<std::size_t>(printed[i + 1] - '0');
        out += sign == '#' ? printer.names()[number] : stored::text(printer.values()[number]);
    }
    return out;
}

} // namespace

TEST_CASE("comparisons become DynamoDB's, with values as their fields store them") {
    CHECK(text("number"_f == 7) == "number = 7");
    CHECK(text(7 == "number"_f) == "number = 7");
    CHECK(text("number"_f != 7) == "number <> 7");
    CHECK(text("number"_f < 7) == "number < 7");
    CHECK(text(7 < "number"_f) == "number > 7");
    CHECK(text("number"_f <= 7) == "number <= 7");
    CHECK(text("number"_f > 7) == "number > 7");
    CHECK(text("number"_f >= 7) == "number >= 7");
    CHECK(text("number"_f.between(1, 9)) == "number BETWEEN 1 AND 9");
    CHECK(text("state"_f == status::paid) == R"(state = "paid")");
    CHECK(text("urgent"_f == true) == "urgent = true");
    CHECK(text("weight"_f >= 1.5) == "weight >= 1.5");
    CHECK(text("placed_at"_f >= std::chrono::sys_days(std::chrono::days(20'000))) ==
          R"(placed_at >= "2024-10-04T00:00:00.000Z")");
    CHECK(text("note"_f == "it's \"#1\"") == R"(note = "it's "#1"")");
    CHECK(text("note"_f.begins_with("a")) == R"(begins_with(note, "a"))");
}

TEST_CASE("a renamed field is tested by the name of its attribute") {
    CHECK(text("total"_f >= 100) == "sum >= 100");
    CHECK(text("total"_f > "weight"_f) == "sum > weight");
}

TEST_CASE("paths lead into structs, lists and maps") {
    CHECK(text("ship_to.city"_f == "Bonn") == R"(ship_to.city = "Bonn")");
    CHECK(text("lines[0].qty"_f > 1) == "lines[0].qty > 1");
    CHECK(text("lines[12].sku"_f == "a") == R"(lines[12].sku = "a")");
    CHECK(text("prices.eur"_f == 3) == "prices.eur = 3");
    CHECK(text("remarks[1]"_f.contains("x")) == R"(contains(remarks[1], "x"))");
    CHECK(text("ship_to.extra"_f.absent()) == "attribute_not_exists(ship_to.extra)");
}

TEST_CASE("presence, types, membership and parts") {
    CHECK(text("note"_f.exists()) == "attribute_exists(note)");
    CHECK(text("note"_f.absent()) == "attribute_not_exists(note)");
    CHECK(text("ship_to"_f.is_type(mt::value_type::map)) == R"(attribute_type(ship_to, "M"))");
    CHECK(text("note"_f.contains("b")) == R"(contains(note, "b"))");
    CHECK(text("tags"_f.contains("x")) == R"(contains(tags, "x"))");
    CHECK(text("lines"_f.contains(line{"a", 1})) == R"(contains(lines, {"qty": 1, "sku": "a"}))");
    CHECK(text("state"_f.in(status::open, status::paid)) == R"(state IN ("open", "paid"))");
    CHECK(text("note"_f.in("a", std::string("b"))) == R"(note IN ("a", "b"))");
    CHECK(text("note"_f.in("a")) == R"(note IN ("a"))");
    CHECK(text("number"_f.in(std::vector<int>{1, 2})) == "number IN (1, 2)");
}

TEST_CASE("an empty list of candidates holds for nothing, a long one becomes several") {
    CHECK(text("number"_f.in(std::vector<int>{})) == "attribute_exists(number) AND attribute_not_exists(number)");
    std::vector<int> many(100);
    for (int i = 0; i != 100; ++i) many[static_cast<std::size_t>(i)] = i;
    auto const split = text("number"_f.in(many));
    CHECK(split.starts_with("number IN (0, 1, 2"));
    CHECK(split.ends_with("98) OR number IN (99)"));
}

TEST_CASE("a range with its ends reversed holds for nothing, as in a query") {
    CHECK(text("number"_f.between(9, 1)) == "attribute_exists(number) AND attribute_not_exists(number)");
    CHECK(text("number"_f.between(-5, 10)) == "number BETWEEN -5 AND 10");
}

TEST_CASE("sizes are compared; a set that is not there has none") {
    CHECK(text("lines"_f.size() >= 3) == "size(lines) >= 3");
    CHECK(text(3 <= "lines"_f.size()) == "size(lines) >= 3");
    CHECK(text("remarks"_f.size() == 0) == "size(remarks) = 0");
    CHECK(text("note"_f.size() < 10u) == "size(note) < 10");
    CHECK(text("tags"_f.size() == 0) == "attribute_not_exists(tags) OR size(tags) = 0");
    CHECK(text("tags"_f.size() < 2) == "attribute_not_exists(tags) OR size(tags) < 2");
    CHECK(text("tags"_f.size() >= 1) == "size(tags) >= 1");
    CHECK(text("tags"_f.size() > 0) == "size(tags) > 0");
}

TEST_CASE("an absent value is compared as absence") {
    CHECK(text("note"_f == std::optional<std::string>()) == "attribute_not_exists(note)");
    CHECK(text("note"_f != std::optional<std::string>()) == "attribute_exists(note)");
    CHECK(text("tags"_f == std::set<std::string>()) == "attribute_not_exists(tags)");
    CHECK_THROWS_AS(text("rank"_f < std::optional<int>()), mt::bad_value);
    CHECK_THROWS_AS(text("rank"_f.in(std::optional<int>(), 1)), mt::bad_value);
}

TEST_CASE("AND, OR and NOT keep their order of evaluation") {
    auto const a = "number"_f == 1, b = "number"_f == 2, c = "number"_f == 3;
    CHECK(text(a && b && c) == "number = 1 AND number = 2 AND number = 3");
    CHECK(text(a && (b && c)) == "number = 1 AND number = 2 AND number = 3");
    CHECK(text(a || (b && c)) == "number = 1 OR number = 2 AND number = 3");
    CHECK(text((a || b) && c) == "(number = 1 OR number = 2) AND number = 3");
    CHECK(text(!a && b) == "NOT number = 1 AND number = 2");
    CHECK(text(!(a && b)) == "NOT (number = 1 AND number = 2)");
    CHECK(text(!!a) == "NOT (NOT number = 1)");
}

TEST_CASE("a not-less-or-equal is not rewritten: it holds where the attribute is missing, as greater does not") {
    CHECK(text(!("rank"_f <= 3)) == "NOT rank <= 3");
    CHECK(text(!("rank"_f.between(1, 3) || "note"_f.exists())) ==
          "NOT (rank BETWEEN 1 AND 3 OR attribute_exists(note))");
}

TEST_CASE("values that cannot be stored are refused with entity and field") {
    CHECK_THROWS_MATCHES(
        text("number"_f == 5'000'000'000), mt::bad_value,
        store_support::says(
            "monotable: order.number: 5000000000 is outside of the field's range -2147483648 to 2147483647"));
    CHECK_THROWS_MATCHES(text("weight"_f == std::numeric_limits<double>::quiet_NaN()), mt::bad_value,
                         store_support::says("monotable: order.weight: "));
}

TEST_CASE("a filter is put together at run time") {
    mt::filter<order> f;
    CHECK(f.empty());
    CHECK(detail::tree_of<order>(f && f).empty());
    CHECK(text(f && "number"_f == 1) == "number = 1");
    f &= "number"_f == 1;
    f |= "number"_f == 2 && "urgent"_f == true;
    f &= "note"_f.exists();
    CHECK_FALSE(f.empty());
    CHECK(text(f) == "(number = 1 OR number = 2 AND urgent = true) AND attribute_exists(note)");
    CHECK(text(!f || "rank"_f == 1) ==
          "NOT ((number = 1 OR number = 2 AND urgent = true) AND attribute_exists(note)) OR rank = 1");
}
