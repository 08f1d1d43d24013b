// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/endpoint/environment.hpp>
#include <monotable/endpoint/parameters.hpp>
#include <monotable/endpoint/table_definition.hpp>
#include <monotable/endpoint/table_json.hpp>
#include <monotable/endpoint/table_notes.hpp>
#include <monotable/wire/write_json.hpp>

#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// CreateTable, DescribeTable, ListTables, DeleteTable.
namespace monotable::endpoint {

inline std::string table_answer(std::string_view member, json::object table) {
    json::object out;
    out[member] = std::move(table);
    return json::serialize(out);
}

[[noreturn]] inline void fail_table_not_found(std::string_view table) {
    throw wire::request_error(wire::error_type::resource_not_found,
                              "Requested resource not found: Table: " + std::string(table) + " not found");
}

/// The status of a table, for operations on tables, whose error names a missing table.
inline table_status status_of(environment const& with, std::string_view table) {
    try {
        return with.store.status(table);
    } catch (store_error const& e) {
        if (e.fault() == store_fault::no_such_table) fail_table_not_found(table);
        throw;
    }
}

/// Throws unless the defined attributes are exactly the key attributes of the table and its indexes.
inline void check_definitions_used(table_description const& table, attribute_definition_list const& definitions) {
    std::vector<std::string_view> used;
    auto const use = [&](std::string_view name) {
        for (auto const each : used)
            if (each == name) return;
        used.push_back(name);
    };
    use(table.partition.name);
    if (table.sort) use(table.sort->name);
    for (auto const& index : table.indexes)
        for (auto const* side : {&index.partition, &index.sort})
            for (auto const& each : *side) use(each.name);
    if (used.size() == definitions.size()) return;
    if (table.indexes.empty())
        fail_parameter("Number of attributes in KeySchema does not exactly match number of attributes defined in "
                       "AttributeDefinitions");
    std::string keys;
    for (auto const each : used) {
        if (!keys.empty()) keys += ", ";
        keys += each;
    }
    fail_parameter("Some AttributeDefinitions are not used. AttributeDefinitions: " + definitions.listed() +
                   ", keys used: [" + keys + "]");
}

inline void read_table_keys(json::object const& in, attribute_definition_list const& definitions,
                            table_description& table) {
    auto const& schema = *array_if(in, "KeySchema");
    std::string names;
    bool defined = true;
    for (auto const& each : schema) {
        auto const name = text_member(each.get_object(), "AttributeName");
        names.append(names.empty() ? "" : ", ").append(name);
        defined = defined && definitions.contains(name);
    }
    if (!defined && schema.size() > definitions.size())
        fail_validation("Invalid KeySchema: Some index key attribute have no definition");
    if (!defined)
        fail_parameter("Some index key attributes are not defined in AttributeDefinitions. Keys: [" + names +
                       "], AttributeDefinitions: " + definitions.listed());
    auto const keys = read_key_schema(schema);
    if (keys.partition.size() > 1)
        fail_validation("Invalid KeySchema: The second KeySchemaElement is not a RANGE key type");
    table.partition = definitions.at(keys.partition[0]);
    if (!keys.sort.empty()) table.sort = definitions.at(keys.sort[0]);
}

inline void read_indexes(json::object const& in, attribute_definition_list const& definitions, table_description& table,
                         bool local) {
    auto const* list = array_if(in, local ? "LocalSecondaryIndexes" : "GlobalSecondaryIndexes");
    if (list == nullptr) return;
    if (list->empty())
        fail_parameter(std::string("List of ") + (local ? "LocalSecondaryIndexes" : "GlobalSecondaryIndexes") +
                       " is empty");
    for (auto const& each : *list) {
        if (local && !table.sort)
            fail_parameter("Table KeySchema does not have a range key, which is required when specifying a "
                           "LocalSecondaryIndex");
        auto index = read_index(each.get_object(), definitions, local);
        if (local) check_local_index(index, table);
        for (auto const& other : table.indexes)
            if (other.name == index.name) fail_parameter("Duplicate index name: " + index.name);
        table.indexes.push_back(std::move(index));
    }
    std::size_t count = list->size();
    if (local && count > 5) fail_parameter("Number of LocalSecondaryIndexes exceeds per-table limit of 5");
    if (!local && count > 20) fail_parameter("GlobalSecondaryIndex count exceeds the per-table limit of 20");
}

inline std::string create_table(environment const& with, json::object const& in) {
    bool const on_demand = text_member(in, "BillingMode") == "PAY_PER_REQUEST";
    check_throughput(in, on_demand);
    attribute_definition_list const definitions(array_if(in, "AttributeDefinitions"));
    definitions.check_distinct();
    table_description table;
    table.name = table_of(in);
    read_table_keys(in, definitions, table);
    read_indexes(in, definitions, table, true);
    read_indexes(in, definitions, table, false);
    check_definitions_used(table, definitions);

    table_notes notes;
    for (auto const* name : {"BillingMode", "ProvisionedThroughput", "SSESpecification", "TableClass",
                             "DeletionProtectionEnabled", "OnDemandThroughput", "WarmThroughput"})
        notes.keep(in, name);
    if (on_demand) notes.all()["PayPerRequest"] = seconds(environment::now());
    for (auto const& each : *array_if(in, "AttributeDefinitions"))
        notes.define(text_member(each.get_object(), "AttributeName"));
    if (auto const* list = array_if(in, "GlobalSecondaryIndexes"))
        for (auto const& each : *list) {
            check_index_throughput(each.get_object(), on_demand);
            keep_index(notes, each.get_object());
        }
    if (auto const* tags = array_if(in, "Tags")) add_tags(notes, *tags);
    table_settings settings;
    if (auto const* stream = object_if(in, "StreamSpecification")) settings.stream = read_stream_specification(*stream);
    if (settings.stream != stream_view::none) notes.all()["HadStream"] = true;
    settings.annotations = notes.text();

    std::lock_guard const lock(with.tables);
    bool created = false;
    try {
        created = with.store.create_table(table, settings);
    } catch (store_error const& e) {
        if (e.fault() != store_fault::table_exists) throw;
    }
    if (!created) throw wire::request_error(wire::error_type::resource_in_use, "Table already exists: " + table.name);
    auto const status = with.store.status(table.name);
    return table_answer("TableDescription",
                        table_writer(with, status).run(with.changing("CREATING"), with.changing("CREATING")));
}

inline std::string describe_table(environment const& with, json::object const& in) {
    auto const status = status_of(with, table_of(in));
    return table_answer("Table", table_writer(with, status).run("ACTIVE", "ACTIVE"));
}

inline std::string delete_table(environment const& with, json::object const& in) {
    std::lock_guard const lock(with.tables);
    auto const status = status_of(with, table_of(in));
    if (flag_member(table_notes(status.settings).all(), "DeletionProtectionEnabled"))
        fail_validation("Resource cannot be deleted as it is currently protected against deletion. Disable deletion "
                        "protection first.");
    auto description = table_writer(with, status).run(with.changing("DELETING"), with.changing("DELETING"));
    with.store.delete_table(table_of(in));
    return table_answer("TableDescription", std::move(description));
}

inline std::string list_tables(environment const& with, json::object const& in) {
    auto const start = text_member(in, "ExclusiveStartTableName");
    auto const limit = static_cast<std::size_t>(integer_member(in, "Limit", 100));
    std::string out = "{\"TableNames\":";
    char before = '[';
    std::size_t count = 0;
    std::string last;
    bool more = false;
    for (auto const& name : with.store.tables()) {
        if (name <= start) continue;
        more = count == limit;
        if (more) break;
        out += before;
        wire::append_text(out, name);
        before = ',';
        ++count;
        last = name;
    }
    if (before == '[') out += '[';
    out += ']';
    if (more) {
        out += ",\"LastEvaluatedTableName\":";
        wire::append_text(out, last);
    }
    return out += '}';
}

} // namespace monotable::endpoint
