// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/dynamodb/request_json.hpp>
#include <monotable/dynamodb/table_requests.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace monotable::client {

MONOTABLE_INLINE void add_schema(json_writer& to, std::vector<key_attribute> const& partition,
                                 std::vector<key_attribute> const& sort) {
    to.name("KeySchema").begin('[');
    for (auto const* const side : {&partition, &sort})
        for (key_attribute const& each : *side)
            to.begin('{')
                .text("AttributeName", each.name)
                .text("KeyType", side == &partition ? "HASH" : "RANGE")
                .end('}');
    to.end(']');
}

MONOTABLE_INLINE void add_index_definition(json_writer& to, index_description const& index) {
    to.begin('{').text("IndexName", index.name);
    add_schema(to, index.partition, index.sort);
    to.name("Projection").begin('{');
    to.text("ProjectionType", index.projection == projection_type::all         ? "ALL"
                              : index.projection == projection_type::keys_only ? "KEYS_ONLY"
                                                                               : "INCLUDE");
    if (!index.included.empty()) to.texts("NonKeyAttributes", index.included);
    to.end('}').end('}');
}

MONOTABLE_INLINE void add_definitions(json_writer& to, std::vector<key_attribute> const& keys) {
    to.name("AttributeDefinitions").begin('[');
    for (std::size_t i = 0; i != keys.size(); ++i) {
        bool first = true;
        for (std::size_t j = 0; j != i; ++j) first = first && keys[j].name != keys[i].name;
        if (first)
            to.begin('{')
                .text("AttributeName", keys[i].name)
                .text("AttributeType", detail::type_name(keys[i].type))
                .end('}');
    }
    to.end(']');
}

MONOTABLE_INLINE void add_stream(json_writer& to, stream_view view) {
    static constexpr std::string_view names[] = {{}, "KEYS_ONLY", "NEW_IMAGE", "OLD_IMAGE", "NEW_AND_OLD_IMAGES"};
    to.name("StreamSpecification").begin('{').flag("StreamEnabled", view != stream_view::none);
    if (view != stream_view::none) to.text("StreamViewType", names[static_cast<std::size_t>(view)]);
    to.end('}');
}

MONOTABLE_INLINE std::string create_table_body(table_description const& table, table_settings const& settings) {
    json_writer body;
    body.text("TableName", table.name).text("BillingMode", "PAY_PER_REQUEST");
    std::vector<key_attribute> sort, keys{table.partition};
    if (table.sort) sort.push_back(*table.sort), keys.push_back(*table.sort);
    for (index_description const& each : table.indexes)
        for (auto const* const side : {&each.partition, &each.sort})
            keys.insert(keys.end(), side->begin(), side->end());
    add_definitions(body, keys);
    add_schema(body, {table.partition}, sort);
    for (bool const local : {true, false}) {
        bool any = false;
        for (index_description const& each : table.indexes) {
            if (each.local != local) continue;
            if (!std::exchange(any, true))
                body.name(local ? "LocalSecondaryIndexes" : "GlobalSecondaryIndexes").begin('[');
            add_index_definition(body, each);
        }
        if (any) body.end(']');
    }
    if (settings.stream != stream_view::none) add_stream(body, settings.stream);
    return body.take();
}

MONOTABLE_INLINE std::string add_index_body(std::string_view table, index_description const& index) {
    json_writer body;
    body.text("TableName", table);
    std::vector<key_attribute> keys = index.partition;
    keys.insert(keys.end(), index.sort.begin(), index.sort.end());
    add_definitions(body, keys);
    body.name("GlobalSecondaryIndexUpdates").begin('[').begin('{').name("Create");
    add_index_definition(body, index);
    body.end('}').end(']');
    return body.take();
}

MONOTABLE_INLINE std::string drop_index_body(std::string_view table, std::string_view index) {
    json_writer body;
    body.text("TableName", table).name("GlobalSecondaryIndexUpdates").begin('[').begin('{').name("Delete").begin('{');
    body.text("IndexName", index).end('}').end('}').end(']');
    return body.take();
}

MONOTABLE_INLINE std::string stream_body(std::string_view table, stream_view view) {
    json_writer body;
    body.text("TableName", table);
    add_stream(body, view);
    return body.take();
}

MONOTABLE_INLINE std::string time_to_live_body(std::string_view table, std::string_view attribute, bool enabled) {
    json_writer body;
    body.text("TableName", table).name("TimeToLiveSpecification").begin('{');
    body.flag("Enabled", enabled).text("AttributeName", attribute).end('}');
    return body.take();
}

MONOTABLE_INLINE bool is_same(table_description a, table_description b) {
    for (auto* const each : {&a.indexes, &b.indexes}) {
        std::sort(each->begin(), each->end(), [](auto const& x, auto const& y) { return x.name < y.name; });
        for (index_description& index : *each) std::sort(index.included.begin(), index.included.end());
    }
    return a == b;
}

} // namespace monotable::client
