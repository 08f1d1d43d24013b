// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/error.hpp>
#include <monotable/expression/document_paths.hpp>
#include <monotable/expression/operator_name.hpp>
#include <monotable/expression/tree_view.hpp>
#include <monotable/expression/validate.hpp>
#include <monotable/core/base64.hpp>
#include <monotable/core/type.hpp>
#include <monotable/core/view.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace monotable {
namespace detail {

MONOTABLE_INLINE std::string wrong_operand_type(std::string_view role, expression_kind kind, std::string_view type) {
    std::string out = "Incorrect operand type for operator or function; ";
    out += role;
    out += ": ";
    out += operator_name(kind);
    out += ", operand type: ";
    return out += type;
}

/// The type of an operand if it does not depend on the item; empty otherwise.
MONOTABLE_INLINE std::string_view fixed_type(expression_view operand) noexcept {
    if (operand.is(expression_kind::size)) return "N";
    return operand.is(expression_kind::constant) ? type_name(operand.constant().type()) : std::string_view();
}

MONOTABLE_INLINE bool is_one_of(std::string_view type, std::string_view a, std::string_view b,
                                std::string_view c = {}) noexcept {
    return type.empty() || type == a || type == b || type == c;
}

/// `[m, [0], x]`
MONOTABLE_INLINE std::string listed(path_view path) {
    std::string out;
    for (auto const step : path) {
        out += out.empty() ? "[" : ", ";
        out += step.is_index ? '[' + std::to_string(step.index) + ']' : std::string(step.name);
    }
    return out + ']';
}

MONOTABLE_INLINE std::string error_of_path(path_view path) {
    std::size_t elements = 0;
    for (auto const step : path) {
        ++elements;
        if (step.is_index && step.index > max_list_index)
            return "List index is not within the allowable range; index: [" + std::to_string(step.index) + ']';
    }
    if (elements <= max_path_elements) return {};
    return "The document path has too many nesting elements; nesting levels: " + std::to_string(elements);
}

MONOTABLE_INLINE std::string error_of_bounds(expression_view lower, expression_view upper) {
    auto const shown = [](value_view v) {
        std::string out = "AttributeValue: {" + std::string(type_name(v.type())) + ':';
        if (v.is(value_type::number)) out += v.as_number().to_string();
        else if (v.is(value_type::string)) out += v.as_string();
        else append_base64(out, v.as_binary());
        return out + '}';
    };
    if (!lower.is(expression_kind::constant) || !upper.is(expression_kind::constant)) return {};
    auto const a = lower.constant(), b = upper.constant();
    bool const same_type = a.type() == b.type();
    if (same_type && a.key_bytes() <= b.key_bytes()) return {};
    return std::string("The BETWEEN operator requires ") +
           (same_type ? "upper bound to be greater than or equal to lower bound"
                      : "same data type for lower and upper bounds") +
           "; lower bound operand: " + shown(a) + ", upper bound operand: " + shown(b);
}

MONOTABLE_INLINE std::string error_of_attribute_type(expression_view type) {
    constexpr auto kind = expression_kind::attribute_type;
    auto const fixed = fixed_type(type);
    if (fixed.empty()) return wrong_operand_type("operator or function", kind, "{NS,SS,L,BS,N,M,B,BOOL,NULL,S}");
    if (!type.is(expression_kind::constant) || fixed != "S")
        return wrong_operand_type("operator or function", kind, fixed);
    auto const name = type.constant().as_string();
    for (int t = 0; t <= static_cast<int>(value_type::binary_set); ++t)
        if (name == type_name(static_cast<value_type>(t))) return {};
    return "Invalid attribute type name found; type: " + std::string(name) +
           ", valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}";
}

MONOTABLE_INLINE std::string error_of_condition(expression_view tree) {
    using enum expression_kind;
    auto const kind = tree.kind();
    if (kind >= all_of) return {};
    auto const first = *tree.begin();
    if (kind != between && kind != in && tree.size() == 2 && first.is(path) && first == tree[1])
        return "The first operand must be distinct from the remaining operands for this operator or "
               "function; "
               "operator: " +
               std::string(operator_name(kind)) + ", first operand: " + listed(first.path());
    for (auto const each : tree)
        if (auto fault = error_of(each); !fault.empty()) return fault;
    for (auto const each : tree) {
        auto const type = fixed_type(each);
        if (kind >= less && kind <= between && !is_one_of(type, "S", "N", "B"))
            return wrong_operand_type("operator", kind, type);
        if (kind == begins_with && !is_one_of(type, "S", "B"))
            return wrong_operand_type("operator or function", kind, type);
    }
    if (kind == between) return error_of_bounds(tree[1], tree[2]);
    if (kind == attribute_type) return error_of_attribute_type(tree[1]);
    if (kind == in && tree.size() > max_in_operands)
        return "The IN operator is provided with too many operands; number of operands: " + std::to_string(tree.size());
    return {};
}

/// Checks an action, or a value that SET assigns.
MONOTABLE_INLINE std::string error_of_value(expression_view tree) {
    using enum expression_kind;
    for (auto const each : tree) {
        auto fault = error_of(each);
        if (!fault.empty()) return fault;
        if (tree.is(if_not_exists) || is_action(tree.kind())) continue;
        if (tree.is(list_append) && each.is(list_append))
            return "The function is not allowed to be used this way in an expression; function: list_append";
        auto const type = fixed_type(each);
        if (!type.empty() && type != (tree.is(list_append) ? "L" : "N"))
            return wrong_operand_type("operator or function", tree.kind(), type);
    }
    return {};
}

/// Checks the operand of ADD or DELETE.
MONOTABLE_INLINE std::string error_of_element_operand(expression_view action) {
    if (action.is(expression_kind::set) || action.is(expression_kind::remove)) return {};
    auto const type = action[1].constant().type();
    if (is_set(type) || (action.is(expression_kind::add) && type == value_type::number)) return {};
    constexpr std::string_view names[] = {"NULL", "BOOLEAN", "NUMBER", "STRING", "BINARY", "LIST", "MAP"};
    return wrong_operand_type("operator", action.kind(), names[static_cast<std::uint8_t>(type)]);
}

enum class path_relation : std::uint8_t { apart, overlapping, conflicting };

MONOTABLE_INLINE path_relation relation(path_view a, path_view b) noexcept {
    auto i = a.begin(), j = b.begin();
    for (; i != a.end() && j != b.end(); ++i, ++j) {
        if ((*i).is_index != (*j).is_index) return path_relation::conflicting;
        if (*i != *j) return path_relation::apart;
    }
    return path_relation::overlapping;
}

/// Checks the paths of an update or a projection.
MONOTABLE_INLINE std::string error_among_paths(expression_view tree) {
    // If any two paths overlap or conflict, so do two neighbours in sorted order.
    sorted_paths sorted(tree);
    bool fine = true;
    for (auto* i = sorted.begin(); i != sorted.end() && i + 1 != sorted.end(); ++i)
        fine = fine && relation(i->path, i[1].path) == path_relation::apart;
    if (fine) return {};
    auto const path_of = [](expression_view each) {
        return each.is(expression_kind::path) ? each.path() : (*each.begin()).path();
    };
    for (auto const wanted : {path_relation::overlapping, path_relation::conflicting})
        for (auto later = tree.begin(); later != tree.end(); ++later)
            for (auto earlier = tree.begin(); earlier != later; ++earlier)
                if (relation(path_of(*earlier), path_of(*later)) == wanted)
                    return std::string("Two document paths ") +
                           (wanted == path_relation::overlapping ? "overlap" : "conflict") +
                           " with each other; must remove or rewrite one of these paths; path one: " +
                           listed(path_of(*earlier)) + ", path two: " + listed(path_of(*later));
    return {};
}

/// DynamoDB's order: paths first, then operands of ADD and DELETE; check() then covers values that SET assigns.
MONOTABLE_INLINE std::string error_of_update(expression_view tree) {
    auto fault = error_among_paths(tree);
    for (auto i = tree.begin(); fault.empty() && i != tree.end(); ++i) fault = error_of_element_operand(*i);
    return fault;
}

MONOTABLE_INLINE std::string error_of(expression_view tree) {
    using enum expression_kind;
    auto const kind = tree.kind();
    if (kind == constant) return {};
    if (kind == path) return error_of_path(tree.path());
    if (kind == size) {
        auto fault = error_of(*tree.begin());
        auto const type = fixed_type(*tree.begin());
        if (fault.empty() && (type == "N" || type == "BOOL" || type == "NULL"))
            return wrong_operand_type("operator or function", size, type);
        return fault;
    }
    if (is_condition(kind)) return error_of_condition(tree);
    if (kind == update) return error_of_update(tree);
    if (kind == projection) return error_among_paths(tree);
    return error_of_value(tree);
}

MONOTABLE_INLINE std::size_t count_operators(expression_view tree) noexcept {
    std::size_t count = 0;
    for (auto const *node = tree.nodes(), *end = node + tree.node_count(); node != end; ++node) {
        using enum expression_kind;
        auto const kind = node->kind;
        if (kind == all_of || kind == any_of) count += expression_view(node).size() - 1;
        else if (kind != path && kind != constant && kind < set) ++count;
    }
    return count;
}

MONOTABLE_INLINE void throw_invalid_expression(std::string_view parameter, std::string const& fault) {
    throw store_error(store_fault::validation, {}, "Invalid " + std::string(parameter) + ": " + fault, {});
}

MONOTABLE_INLINE std::string too_many_operators(std::string_view parameter, std::size_t count) {
    return "Invalid " + std::string(parameter) +
           ": The expression contains too many operators; operator count: " + std::to_string(count);
}

MONOTABLE_INLINE void check_operator_count(std::string_view parameter, expression_view tree) {
    if (auto const count = count_operators(tree); count > max_expression_operators)
        throw store_error(store_fault::validation, {}, too_many_operators(parameter, count), {});
}

} // namespace detail

MONOTABLE_INLINE void check(expression_view tree, std::string_view parameter) {
    detail::check_operator_count(parameter, tree);
    auto fault = detail::error_of(tree);
    // The root's error takes precedence over those of its parts, which are checked in order.
    for (std::size_t i = 1; fault.empty() && i < tree.node_count(); ++i) {
        expression_view const part(tree.nodes() + i);
        if (detail::is_condition(part.kind()) || detail::is_action(part.kind()) || tree.is(expression_kind::projection))
            fault = detail::error_of(part);
    }
    if (!fault.empty()) detail::throw_invalid_expression(parameter, fault);
}

} // namespace monotable
