// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/value.hpp>
#include <monotable/endpoint/parameters.hpp>
#include <monotable/expression/tree.hpp>
#include <monotable/wire/read_value.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// Conversion of the legacy parameters (Expected, AttributeUpdates, KeyConditions, QueryFilter, ScanFilter) to
/// equivalent expressions.
namespace monotable::endpoint {

[[noreturn]] inline void fail_parameter(std::string const& text) {
    fail_validation("One or more parameter values were invalid: " + text);
}

namespace legacy {

using values = std::vector<value>;

inline std::string shown_type(value_view v) { return std::string(detail::type_name(v.type())); }

inline values read_values(json::array const* list) {
    values result;
    if (list != nullptr)
        for (auto const& each : *list) result.push_back(wire::read_value(each));
    return result;
}

inline void check_count(std::string_view comparator, std::size_t count) {
    bool const fits = comparator == "NULL" || comparator == "NOT_NULL" ? count == 0
                      : comparator == "IN"                             ? count != 0
                      : comparator == "BETWEEN"                        ? count == 2
                                                                       : count == 1;
    if (!fits)
        fail_parameter("Invalid number of argument(s) for the " + std::string(comparator) + " ComparisonOperator");
}

inline void check_arguments(std::string_view comparator, values const& arguments) {
    check_count(comparator, arguments.size());
    for (auto const& each : arguments) {
        auto const type = each.type();
        if (type != arguments[0].type())
            fail_parameter("AttributeValues inside AttributeValueList must all be of the same type");
        bool const contains = comparator == "CONTAINS" || comparator == "NOT_CONTAINS";
        bool fits = detail::is_key_type(type);
        if (comparator == "EQ" || comparator == "NE") fits = true;
        if (contains) fits = fits || type == value_type::boolean || type == value_type::null;
        if (comparator == "BEGINS_WITH") fits = type == value_type::string || type == value_type::binary;
        if (!fits)
            fail_parameter("ComparisonOperator " + std::string(comparator) + " is not valid for " + shown_type(each) +
                           " AttributeValue type");
    }
    if (comparator == "BETWEEN" && arguments[0].view().key_bytes() > arguments[1].view().key_bytes())
        fail_validation("The BETWEEN condition was provided a range where the lower bound is greater than the upper "
                        "bound");
}

inline expression_kind kind_of(std::string_view comparator) noexcept {
    using enum expression_kind;
    return comparator == "EQ"            ? equal
           : comparator == "NE"          ? not_equal
           : comparator == "LT"          ? less
           : comparator == "LE"          ? less_equal
           : comparator == "GT"          ? greater
           : comparator == "GE"          ? greater_equal
           : comparator == "BETWEEN"     ? between
           : comparator == "IN"          ? in
           : comparator == "NULL"        ? attribute_not_exists
           : comparator == "NOT_NULL"    ? attribute_exists
           : comparator == "BEGINS_WITH" ? begins_with
                                         : contains;
}

/// REQUIRES: the number of arguments fits the comparator.
inline expression compare(std::string_view attribute, std::string_view comparator, values const& arguments) {
    auto const path = expression::path(detail::document_path(attribute));
    expression result;
    result.begin(kind_of(comparator));
    result.add(path);
    for (auto const& each : arguments) result.add(expression::constant(each));
    if (comparator != "NOT_CONTAINS") return result;
    auto const absent = expression::make(expression_kind::negation, {result});
    return expression::make(expression_kind::all_of,
                            {expression::make(expression_kind::attribute_exists, {path}), absent});
}

inline expression join(std::vector<expression> const& parts, bool any) {
    if (parts.empty()) return {};
    if (parts.size() == 1) return parts.front();
    expression result;
    result.begin(any ? expression_kind::any_of : expression_kind::all_of);
    for (auto const& each : parts) result.add(each);
    return result;
}

inline bool is_any(json::object const& in) { return text_member(in, "ConditionalOperator") == "OR"; }

/// The condition of one entry of Expected.
inline expression expectation(std::string_view attribute, json::object const& in) {
    auto const where = " for Attribute: " + std::string(attribute);
    auto const* single = member_of(in, "Value");
    auto const* list = array_if(in, "AttributeValueList");
    auto const comparator = text_member(in, "ComparisonOperator");
    auto const* exists = member_of(in, "Exists");
    if (single != nullptr && list != nullptr)
        fail_parameter("Value and AttributeValueList cannot be used together" + where);
    if (!comparator.empty()) {
        if (exists != nullptr) fail_parameter("Exists and ComparisonOperator cannot be used together" + where);
        bool const unary = comparator == "NULL" || comparator == "NOT_NULL";
        if (!unary && single == nullptr && list == nullptr)
            fail_parameter(
                "Value or AttributeValueList must be used with ComparisonOperator: " + std::string(comparator) + where);
        auto arguments = read_values(list);
        if (single != nullptr) arguments.push_back(wire::read_value(*single));
        check_arguments(comparator, arguments);
        return compare(attribute, comparator, arguments);
    }
    if (list != nullptr) fail_parameter("AttributeValueList can only be used with a ComparisonOperator" + where);
    bool const wanted = exists == nullptr || exists->get_bool();
    if (wanted && single == nullptr)
        fail_parameter(std::string("Value must be provided when Exists is ") + (exists == nullptr ? "null" : "true") +
                       where);
    if (!wanted && single != nullptr) fail_parameter("Value cannot be used when Exists is false" + where);
    if (!wanted) return compare(attribute, "NULL", {});
    values arguments;
    arguments.push_back(wire::read_value(*single));
    return compare(attribute, "EQ", arguments);
}

/// The conditions of KeyConditions, QueryFilter or ScanFilter.
inline std::vector<expression> conditions(json::object const& in) {
    std::vector<expression> result;
    for (auto const& each : in) {
        if (!each.value().is_object()) continue;
        auto const& condition = each.value().get_object();
        auto const comparator = text_member(condition, "ComparisonOperator");
        auto const arguments = read_values(array_if(condition, "AttributeValueList"));
        check_arguments(comparator, arguments);
        result.push_back(compare(each.key(), comparator, arguments));
    }
    return result;
}

/// The action of one entry of AttributeUpdates.
inline expression action(std::string_view attribute, json::object const& in) {
    auto const named = text_member(in, "Action");
    auto const kind = named.empty() ? std::string_view("PUT") : named;
    auto const path = expression::path(detail::document_path(attribute));
    auto const* given = member_of(in, "Value");
    if (given == nullptr) {
        if (kind != "DELETE") fail_parameter("Only DELETE action is allowed when no attribute value is specified");
        return expression::make(expression_kind::remove, {path});
    }
    auto const operand = wire::read_value(*given);
    auto const constant = expression::constant(operand);
    if (kind == "PUT") return expression::make(expression_kind::set, {path, constant});
    if (kind == "DELETE") {
        if (!detail::is_set(operand.type()))
            fail_parameter("DELETE action with value is not supported for the type " + shown_type(operand));
        return expression::make(expression_kind::remove_elements, {path, constant});
    }
    if (operand.type() ==
        value_type::list) { // undocumented: appends to the list, which is created if it does not exist
        auto const nothing = expression::constant(value::list({}));
        auto const old = expression::make(expression_kind::if_not_exists, {path, nothing});
        return expression::make(expression_kind::set,
                                {path, expression::make(expression_kind::list_append, {old, constant})});
    }
    if (!detail::is_set(operand.type()) && operand.type() != value_type::number)
        fail_parameter("ADD action is not supported for the type " + shown_type(operand));
    return expression::make(expression_kind::add, {path, constant});
}

} // namespace legacy

inline void check_conditional_operator(json::object const& in, std::string_view conditions) {
    if (member_of(in, "ConditionalOperator") == nullptr) return;
    auto const* given = object_if(in, conditions);
    if (given == nullptr || given->empty())
        fail_validation("ConditionalOperator cannot be used without Filter or Expected");
}

inline expression expected_condition(json::object const& in) {
    check_conditional_operator(in, "Expected");
    auto const* all = object_if(in, "Expected");
    if (all == nullptr) return {};
    std::vector<expression> parts;
    for (auto const& each : *all)
        if (each.value().is_object()) parts.push_back(legacy::expectation(each.key(), each.value().get_object()));
    return legacy::join(parts, legacy::is_any(in));
}

inline expression filter_condition(json::object const& in, std::string_view parameter) {
    check_conditional_operator(in, parameter);
    auto const* all = object_if(in, parameter);
    return all == nullptr ? expression() : legacy::join(legacy::conditions(*all), legacy::is_any(in));
}

inline expression attribute_updates(json::object const& in) {
    auto const* all = object_if(in, "AttributeUpdates");
    if (all == nullptr || all->empty()) return {};
    expression result;
    result.begin(expression_kind::update);
    for (auto const& each : *all)
        if (each.value().is_object()) result.add(legacy::action(each.key(), each.value().get_object()));
    return result;
}

} // namespace monotable::endpoint
