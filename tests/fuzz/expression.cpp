// SPDX-License-Identifier: BSL-1.0
// Text that may be anything, in one of the languages (first byte): it is refused with a store_error, or its tree is printed
// and parsed to itself, and evaluated or applied to an item without harm.
#include <monotable/core/item.hpp>
#include <monotable/core/validate.hpp>
#include <monotable/expression/evaluate.hpp>
#include <monotable/expression/key_condition.hpp>
#include <monotable/expression/parse.hpp>
#include <monotable/expression/print.hpp>
#include <monotable/expression/project.hpp>
#include <monotable/expression/update.hpp>
#include <monotable/expression/validate.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace mt = monotable;

namespace {

void require(bool holds) {
    if (!holds) std::abort();
}

using parser = mt::expression (*)(std::string_view, mt::substitutions&);
constexpr parser languages[] = {mt::parse_condition, mt::parse_update, mt::parse_projection, mt::parse_key_condition};

mt::substitutions tables() {
    mt::substitutions out;
    out.add_name("#a", "a");
    out.add_name("#n", "x.y");
    out.add_value(":n", 1);
    out.add_value(":s", "S");
    out.add_value(":b", mt::value::binary("b"));
    out.add_value(":l", mt::value::list({1, "x"}));
    out.add_value(":m", mt::value::map(mt::item{{"x", 1}}));
    out.add_value(":t", mt::value::string_set({"x", "y"}));
    out.add_value(":z", nullptr);
    return out;
}

mt::item const item{{"a", 5},
                    {"b", "text"},
                    {"l", mt::value::list({1, "two", mt::value::map(mt::item{{"x", mt::value::list({1})}})})},
                    {"m", mt::value::map(mt::item{{"x", 1}, {"y", mt::value::map(mt::item{{"z", 2}})}})},
                    {"s", mt::value::string_set({"x", "y"})}};

void evaluate(mt::expression_view tree) {
    if (mt::detail::is_condition(tree.kind())) {
        auto const opposite = mt::expression::make(mt::expression_kind::negation, {tree});
        require(mt::detail::holds(tree, item) != mt::detail::holds(opposite, item));
        mt::detail::holds(tree, mt::item_view());
        mt::keyed_by const partition[] = {{"a", mt::value_type::number}};
        mt::keyed_by const sort[] = {{"b", mt::value_type::string}};
        mt::split_key_condition(tree, partition, sort);
    } else if (tree.is(mt::expression_kind::projection)) {
        auto const part = mt::projected(tree, item);
        require(mt::detail::validate_item(part.bytes()) && part.bytes().size() <= item.bytes().size());
    } else {
        require(mt::detail::validate_item(mt::detail::touched(tree, item).bytes()));
        require(mt::detail::validate_item(mt::detail::apply_update(tree, item).bytes()));
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    if (size == 0) return 0;
    std::string const text(data + 1, data + size); // a copy of its own, so that reading past it is noticed
    auto const parse = languages[data[0] % 4];
    try {
        auto meanings = tables();
        auto const tree = parse(text, meanings);
        mt::check(tree, "Expression");

        mt::detail::expression_printer printer;
        auto const printed = printer.print(tree);
        if (printed.size() <= mt::max_expression_size) {
            mt::substitutions numbered;
            for (std::size_t i = 0; i != printer.names().size(); ++i)
                numbered.add_name("#" + std::to_string(i), printer.names()[i]);
            for (std::size_t i = 0; i != printer.values().size(); ++i)
                numbered.add_value(":" + std::to_string(i), printer.values()[i]);
            mt::expression again;
            try {
                again = parse(printed, numbered);
                numbered.check_all_used();
            } catch (mt::store_error const&) {
                std::abort();
            }
            require(again == tree);
        }
        evaluate(tree);
    } catch (mt::store_error const& reason) {
        require(reason.fault() == mt::store_fault::validation && !reason.rule().empty());
    }
    return 0;
}
