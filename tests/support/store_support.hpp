// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/core/item.hpp>

#include <catch2/matchers/catch_matchers.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace store_support {

namespace mt = monotable;

inline auto says(std::string const& text) {
    return Catch::Matchers::MessageMatches(Catch::Matchers::ContainsSubstring(text));
}

inline mt::key_attribute S(char const* name) { return {name, mt::value_type::string}; }
inline mt::key_attribute N(char const* name) { return {name, mt::value_type::number}; }
inline mt::key_attribute B(char const* name) { return {name, mt::value_type::binary}; }

/// A table "table" with the keys p (S) and c (S).
inline mt::table_description simple_table() { return {.name = "table", .partition = S("p"), .sort = S("c")}; }

inline std::string text(mt::value_view v) {
    return std::string(v.is(mt::value_type::number) ? v.as_number().to_string() : std::string(v.key_bytes()));
}

/// One attribute of each item, "-" if it is missing: "a b c".
inline std::string all(std::vector<mt::item> const& items, std::string_view name) {
    std::string out;
    for (auto const& each : items) {
        if (!out.empty()) out += ' ';
        auto const found = each.find(name);
        out += found ? text(*found) : "-";
    }
    return out;
}

inline std::string names(mt::item_view item) {
    std::string out;
    for (auto const& member : item) {
        if (!out.empty()) out += ' ';
        out += member.name;
    }
    return out;
}

} // namespace store_support
