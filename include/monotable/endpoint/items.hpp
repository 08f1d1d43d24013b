// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/endpoint/capacity.hpp>
#include <monotable/endpoint/environment.hpp>
#include <monotable/endpoint/expressions.hpp>
#include <monotable/endpoint/parameters.hpp>
#include <monotable/store/backend.hpp>
#include <monotable/value/size.hpp>
#include <monotable/wire/read_value.hpp>
#include <monotable/wire/write_json.hpp>

#include <string>
#include <string_view>
#include <vector>

/// GetItem, PutItem, UpdateItem, DeleteItem.
namespace monotable::endpoint {

/// AttributesToGet.
inline std::vector<std::string_view> attributes_to_get(json::object const& in) {
    std::vector<std::string_view> names;
    auto const* list = array_if(in, "AttributesToGet");
    if (list == nullptr) return names;
    for (auto const& each : *list) {
        for (auto const seen : names)
            if (seen == wire::text_of(each))
                fail_validation(
                    "One or more parameter values were invalid: Duplicate value in attribute name: " +
                    std::string(seen));
        names.push_back(wire::text_of(each));
    }
    return names;
}

inline void append_member(std::string& out, char& before, std::string_view name, item_view item) {
    out += before;
    wire::append_text(out, name);
    out += ':';
    wire::append_item(out, item);
    before = ',';
}

inline std::string finish_object(std::string& out, char before) {
    if (before == '{') out += '{';
    out += '}';
    return std::move(out);
}

inline std::string get_item(environment const& with, json::object const& in) {
    static constexpr std::string_view expressions[] = {"ProjectionExpression"};
    static constexpr std::string_view legacy[] = {"AttributesToGet"};
    check_expression_parameters(in, expressions, legacy, {});
    auto const key = wire::read_item(object_member(in, "Key"));
    auto const names = attributes_to_get(in);
    expression_reader reader(in);
    auto const projection = reader.projection("ProjectionExpression");
    reader.finish();
    capacity_report capacity(in);
    auto const found = with.store.get({.table = table_of(in),
                                       .key = key,
                                       .consistent = flag_member(in, "ConsistentRead"),
                                       .attributes = names,
                                       .projection = projection,
                                       .capacity = capacity.meter()});
    std::string out;
    out.reserve(found ? 2 * found->bytes().size() + 64 : 64);
    char before = '{';
    if (found) append_member(out, before, "Item", *found);
    capacity.append(out, before, table_of(in));
    return finish_object(out, before);
}

inline std::string put_item(environment const& with, json::object const& in) {
    static constexpr std::string_view expressions[] = {"ConditionExpression"};
    static constexpr std::string_view legacy[] = {"Expected", "ConditionalOperator"};
    check_expression_parameters(in, expressions, legacy, expressions);
    auto const item = wire::read_item(object_member(in, "Item"));
    auto const returns = text_member(in, "ReturnValues");
    if (!returns.empty() && returns != "ALL_OLD" && returns != "NONE")
        fail_validation("ReturnValues can only be ALL_OLD or NONE");
    expression_reader reader(in);
    auto const condition = reader.condition("ConditionExpression");
    reader.finish();
    capacity_report capacity(in);
    auto const result =
        with.store.put({.table = table_of(in),
                        .item = item,
                        .condition = condition,
                        .returns = returns == "ALL_OLD" ? return_values::all_old : return_values::none,
                        .capacity = capacity.meter()});
    std::string out;
    char before = '{';
    if (result.attributes) append_member(out, before, "Attributes", *result.attributes);
    capacity.append(out, before, table_of(in));
    return finish_object(out, before);
}

} // namespace monotable::endpoint
