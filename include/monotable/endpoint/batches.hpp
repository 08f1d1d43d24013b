// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/endpoint/capacity.hpp>
#include <monotable/endpoint/collection_metrics.hpp>
#include <monotable/endpoint/environment.hpp>
#include <monotable/endpoint/expressions.hpp>
#include <monotable/endpoint/items.hpp>
#include <monotable/endpoint/key_conditions.hpp>
#include <monotable/endpoint/parameters.hpp>
#include <monotable/endpoint/writes.hpp>

#include <boost/json/serialize.hpp>

#include <algorithm>
#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

/// BatchGetItem and BatchWriteItem.
namespace monotable::endpoint {

/// The part of a BatchGetItem request for one table.
struct batch_get_table {
    std::string_view asked = {}; ///< the table's name or ARN, as in the request
    json::object const* request = nullptr;
    std::vector<std::string_view> names = {};
    expression projection = {};
    std::vector<item> keys = {};
    std::size_t first = 0; ///< the position of its first key among those of all tables
};

// DynamoDB compares the text of keys here: 1000 and 1e3 are different.
inline void check_distinct(json::array const& keys, std::vector<item> const& read) {
    std::vector<std::size_t> order(read.size());
    for (std::size_t i = 0; i != order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return read[a].bytes() < read[b].bytes(); });
    for (std::size_t i = 0; i != order.size(); ++i)
        for (std::size_t j = i + 1; j != order.size() && read[order[i]] == read[order[j]]; ++j)
            if (keys[order[i]] == keys[order[j]]) fail_validation("Provided list of item keys contains duplicates");
}

inline batch_get_table read_batch_get(std::string_view table, json::object const& in) {
    static constexpr std::string_view expressions[] = {"ProjectionExpression"};
    static constexpr std::string_view legacy_parameters[] = {"AttributesToGet"};
    batch_get_table result{table, &in};
    check_expression_parameters(in, expressions, legacy_parameters, {});
    expression_reader reader(in, false);
    auto const& keys = *array_if(in, "Keys");
    for (auto const& each : keys) result.keys.push_back(wire::read_item(each.get_object()));
    check_distinct(keys, result.keys);
    result.names = attributes_to_get(in);
    result.projection = reader.projection();
    reader.finish();
    return result;
}

/// Appends the unprocessed part of a BatchGetItem request in the form of the request:
/// `{"table":{"Keys":[...],...},...}`.
inline void append_unprocessed(std::string& out, std::deque<batch_get_table> const& tables,
                               std::vector<std::size_t> const& left) {
    char before = '{';
    for (auto const& table : tables) {
        json::array keys;
        for (auto const each : left)
            if (each >= table.first && each - table.first < table.keys.size())
                keys.push_back((*array_if(*table.request, "Keys"))[each - table.first]);
        if (keys.empty()) continue;
        json::object again = *table.request;
        again["Keys"] = std::move(keys);
        out += before;
        wire::append_text(out, table.asked);
        out += ':';
        out += json::serialize(again);
        before = ',';
    }
    if (before == '{') out += '{';
    out += '}';
}

inline std::string batch_get_item(environment const& with, json::object const& in) {
    auto const& asked = object_member(in, "RequestItems");
    if (asked.empty()) fail_validation("The requestItems parameter is required for BatchGetItem");
    std::size_t count = 0;
    for (auto const& each : asked)
        if (each.value().is_object()) count += array_if(each.value().get_object(), "Keys")->size();
    if (count > 100) fail_validation("Too many items requested for the BatchGetItem call");
    std::deque<batch_get_table> tables; // a deque, because requests refer to the elements
    for (auto const& each : asked)
        if (each.value().is_object()) tables.push_back(read_batch_get(each.key(), each.value().get_object()));
    capacity_report capacity(in);
    std::vector<get_request> requests;
    for (auto& table : tables) {
        table.first = requests.size();
        for (auto const& key : table.keys)
            requests.push_back({.table = wire::table_name_of(table.asked),
                                .key = key,
                                .consistent = flag_member(*table.request, "ConsistentRead"),
                                .attributes = table.names,
                                .projection = table.projection,
                                .capacity = capacity.meter()});
    }
    auto const result = with.store.batch_get(requests);
    std::string out = "{\"Responses\":";
    char before = '{';
    for (auto const& table : tables) {
        out += before;
        wire::append_text(out, table.asked);
        out += ':';
        char next = '[';
        for (std::size_t i = 0; i != table.keys.size(); ++i) {
            if (!result.items[table.first + i]) continue;
            out += next;
            wire::append_item(out, *result.items[table.first + i]);
            next = ',';
        }
        if (next == '[') out += '[';
        out += ']';
        before = ',';
    }
    if (before == '{') out += '{';
    out += "},\"UnprocessedKeys\":";
    append_unprocessed(out, tables, result.unprocessed);
    before = ',';
    capacity.append_list(out, before);
    return out += '}';
}

/// One write of BatchWriteItem and the part of the request that it comes from.
struct batch_write_entry {
    parsed_write write;
    std::string_view asked; ///< the table's name or ARN, as in the request
    json::value const* from;
};

inline batch_write_entry read_batch_write(std::string_view table, json::value const& from) {
    auto const* put = from.is_object() ? object_if(from.get_object(), "PutRequest") : nullptr;
    auto const* erase = from.is_object() ? object_if(from.get_object(), "DeleteRequest") : nullptr;
    if (put == nullptr && erase == nullptr)
        fail_validation("Supplied AttributeValue is empty, must contain exactly one of the supported datatypes");
    if (put != nullptr && erase != nullptr)
        fail_validation("Supplied AttributeValue has more than one datatypes set, must contain exactly one of the "
                        "supported datatypes");
    auto const name = wire::table_name_of(table);
    if (put != nullptr) return {{name, object_member(*put, "Item"), write_kind::put}, table, &from};
    return {{name, object_member(*erase, "Key"), write_kind::erase}, table, &from};
}

inline void append_unprocessed(std::string& out, std::deque<batch_write_entry> const& entries,
                               std::vector<std::size_t> const& left) {
    json::object tables;
    for (auto const each : left) {
        auto& list = tables[entries[each].asked];
        if (!list.is_array()) list.emplace_array();
        list.get_array().push_back(*entries[each].from);
    }
    out += json::serialize(tables);
}

inline void append_batch_metrics(std::string& out, environment const& with,
                                 std::deque<batch_write_entry> const& entries) {
    std::string tables;
    std::string_view last;
    bool counted = false;
    table_description table;
    for (auto const& each : entries) { // entries of one table are adjacent
        if (each.asked != last) {
            if (counted) tables += ']';
            last = each.asked;
            table = with.store.describe(each.write.table());
            counted = has_local_index(table);
            if (!counted) continue;
            tables += tables.empty() ? "{" : ",";
            wire::append_text(tables, each.asked);
            tables += ":[";
        } else if (counted) {
            tables += ',';
        }
        if (counted) append_collection_metrics(tables, table.partition.name, each.write.item());
    }
    if (counted) tables += ']';
    if (tables.empty()) return;
    out += ",\"ItemCollectionMetrics\":";
    out += tables;
    out += '}';
}

inline std::string batch_write_item(environment const& with, json::object const& in) {
    auto const& asked = object_member(in, "RequestItems");
    if (asked.empty()) fail_validation("The requestItems parameter is required for BatchWriteItem");
    std::size_t count = 0;
    for (auto const& each : asked)
        if (each.value().is_array()) count += each.value().get_array().size();
    if (count > 25) fail_validation("Too many items requested for the BatchWriteItem call");
    std::deque<batch_write_entry> entries; // a deque, because requests refer to the elements
    for (auto const& table : asked) {
        if (!table.value().is_array()) continue;
        for (auto const& each : table.value().get_array()) entries.push_back(read_batch_write(table.key(), each));
    }
    capacity_report capacity(in);
    std::vector<write_request> requests;
    for (auto const& each : entries) requests.push_back(each.write.request(capacity.meter()));
    auto const left = with.store.batch_write(requests);
    std::string out = "{\"UnprocessedItems\":";
    append_unprocessed(out, entries, left);
    char before = ',';
    capacity.append_list(out, before);
    if (wants_collection_metrics(in)) append_batch_metrics(out, with, entries);
    return out += '}';
}

} // namespace monotable::endpoint
