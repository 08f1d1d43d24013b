// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/endpoint/capacity.hpp>
#include <monotable/endpoint/collection_metrics.hpp>
#include <monotable/endpoint/environment.hpp>
#include <monotable/endpoint/expressions.hpp>
#include <monotable/endpoint/parameters.hpp>
#include <monotable/endpoint/writes.hpp>
#include <monotable/wire/read_value.hpp>
#include <monotable/wire/write_json.hpp>

#include <string>
#include <string_view>
#include <utility>
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
            if (seen == wire::text_of(each)) fail_parameter("Duplicate value in attribute name: " + std::string(seen));
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

/// Throws ConditionalCheckFailedException, with the item if the request has asked for it.
[[noreturn]] inline void fail_condition(std::optional<item> const& found) {
    std::string members;
    if (found) {
        members += ",\"Item\":";
        wire::append_item(members, *found);
    }
    throw wire::request_error(wire::error_type::conditional_check_failed, "The conditional request failed",
                              std::move(members));
}

inline std::string get_item(environment const& with, json::object const& in) {
    static constexpr std::string_view expressions[] = {"ProjectionExpression"};
    static constexpr std::string_view legacy[] = {"AttributesToGet"};
    check_expression_parameters(in, expressions, legacy, {});
    expression_reader reader(in, false);
    auto const key = wire::read_item(object_member(in, "Key"));
    auto const names = attributes_to_get(in);
    auto const projection = reader.projection();
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
    capacity.append(out, before, text_member(in, "TableName"));
    return finish_object(out, before);
}

/// Performs a write. Errors of AttributeUpdates have messages of their own.
inline write_outcome run_write(environment const& with, json::object const& in, write_request const& request) {
    try {
        return with.store.write(request);
    } catch (store_error const& e) {
        if (member_of(in, "AttributeUpdates") != nullptr &&
            e.rule() == "An operand in the update expression has an incorrect data type")
            fail_validation("Type mismatch for attribute to update");
        throw;
    }
}

inline std::string write_item(environment const& with, json::object const& in, write_kind kind) {
    parsed_write const write(in, kind, false);
    capacity_report capacity(in);
    auto const result = run_write(with, in, write.request(capacity.meter()));
    if (!result.done) fail_condition(result.attributes);
    std::string out;
    char before = '{';
    if (result.attributes && !(result.attributes->empty() && kind == write_kind::update))
        append_member(out, before, "Attributes", *result.attributes);
    capacity.append(out, before, text_member(in, "TableName"));
    append_collection_metrics(out, before, with, in, write.item());
    return finish_object(out, before);
}

inline std::string put_item(environment const& with, json::object const& in) {
    return write_item(with, in, write_kind::put);
}
inline std::string update_item(environment const& with, json::object const& in) {
    return write_item(with, in, write_kind::update);
}
inline std::string delete_item(environment const& with, json::object const& in) {
    return write_item(with, in, write_kind::erase);
}

} // namespace monotable::endpoint
