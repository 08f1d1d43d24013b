// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <stored.hpp>

#include <monotable/core/item.hpp>
#include <monotable/core/value.hpp>
#include <monotable/error.hpp>
#include <monotable/expression/evaluate.hpp>
#include <monotable/expression/key_condition.hpp>
#include <monotable/expression/parse.hpp>
#include <monotable/expression/project.hpp>
#include <monotable/expression/update.hpp>

#include <map>
#include <string>
#include <string_view>
#include <utility>

// Expressions in the form of requests: text, values and names.
namespace expression_support {

namespace mt = monotable;

using values = std::map<std::string, mt::value>;
using names = std::map<std::string, std::string>;
using parser = mt::expression (*)(std::string_view, mt::substitutions&);

inline mt::value list(std::initializer_list<mt::value> elements) { return mt::value::list(elements); }
inline mt::value map(std::initializer_list<mt::item::attribute> members) { return mt::value::map(mt::item(members)); }
inline mt::value strings(std::initializer_list<std::string_view> elements) { return mt::value::string_set(elements); }
inline mt::value numbers(std::initializer_list<mt::decimal> elements) { return mt::value::number_set(elements); }
inline mt::value number(std::string_view text) { return mt::decimal(text); }

/// Parses the only expression of a request.
inline mt::expression parse(parser language, std::string_view text, values const& v = {}, names const& n = {}) {
    mt::substitutions meanings;
    for (auto const& [placeholder, name] : n) meanings.add_name(placeholder, name);
    for (auto const& [placeholder, value] : v) meanings.add_value(placeholder, value);
    auto tree = language(text, meanings);
    meanings.check_all_used();
    return tree;
}

/// DynamoDB's error message; empty if the expression is valid.
template <class F>
std::string refusal(F&& call) {
    try {
        call();
    } catch (mt::store_error const& e) {
        return e.fault() == mt::store_fault::validation ? std::string(e.rule()) : "another fault";
    }
    return {};
}

inline std::string refused(parser language, std::string_view text, values const& v = {}, names const& n = {}) {
    return refusal([&] { parse(language, text, v, n); });
}
inline std::string bad_condition(std::string_view text, values const& v = {}, names const& n = {}) {
    return refused(mt::parse_condition, text, v, n);
}
inline std::string bad_update(std::string_view text, values const& v = {}, names const& n = {}) {
    return refused(mt::parse_update, text, v, n);
}
inline std::string bad_projection(std::string_view text, names const& n = {}) {
    return refused(mt::parse_projection, text, {}, n);
}

inline bool holds(std::string_view text, mt::item const& item, values const& v = {}, names const& n = {}) {
    return mt::detail::holds(parse(mt::parse_condition, text, v, n), item);
}

inline std::string show(mt::item_view item) { return stored::text(item.as_value()); }

inline std::string updated(std::string_view text, mt::item const& old, values const& v = {}, names const& n = {}) {
    return show(mt::detail::apply_update(parse(mt::parse_update, text, v, n), old));
}
/// The error of applying an update to this item.
inline std::string misfit(std::string_view text, mt::item const& old, values const& v = {}) {
    auto const tree = parse(mt::parse_update, text, v);
    return refusal([&] { mt::detail::apply_update(tree, old); });
}
inline std::string projected(std::string_view text, mt::item const& item, names const& n = {}) {
    return show(mt::projected(parse(mt::parse_projection, text, {}, n), item));
}

} // namespace expression_support
