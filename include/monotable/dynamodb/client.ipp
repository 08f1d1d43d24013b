// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/capacity.hpp>
#include <monotable/core/assemble.hpp>
#include <monotable/core/size.hpp>
#include <monotable/dynamodb/client.hpp>
#include <monotable/dynamodb/stream_requests.hpp>
#include <monotable/dynamodb/table_requests.hpp>
#include <monotable/error.hpp>
#include <monotable/expression/project.hpp>
#include <monotable/local/item_rules.hpp>

#include <algorithm>
#include <chrono>
#include <random>
#include <thread>
#include <utility>

namespace monotable::client {

MONOTABLE_INLINE dynamodb_backend::dynamodb_backend(dynamodb_options options) : connection_(std::move(options)) {}

MONOTABLE_INLINE json::object dynamodb_backend::call(std::string_view operation, std::string_view table,
                                                     std::string const& body, repetition how) {
    std::string what(operation);
    if (!table.empty()) what.append(" of ").append(table);
    try {
        return connection_.call(operation, what, body, how);
    } catch (store_error const& e) {
        if (e.fault() == store_fault::no_such_table)
            forget(table); // it may have been deleted and created with other keys
        throw;
    }
}

MONOTABLE_INLINE std::shared_ptr<table_description const> dynamodb_backend::description(std::string_view table) {
    {
        std::lock_guard const lock(mutex_);
        if (auto const found = descriptions_.find(table); found != descriptions_.end()) return found->second;
    }
    auto const made = std::make_shared<table_description const>(described(table).description);
    std::lock_guard const lock(mutex_);
    return descriptions_[std::string(table)] = made;
}

MONOTABLE_INLINE void dynamodb_backend::forget(std::string_view table) {
    std::lock_guard const lock(mutex_);
    if (auto const found = descriptions_.find(table); found != descriptions_.end()) descriptions_.erase(found);
}

MONOTABLE_INLINE write_outcome dynamodb_backend::do_write(write_request const& request) {
    json_writer body;
    add_write(body, request, *description(request.table), false);
    write_outcome outcome;
    try {
        auto const how = is_idempotent(request) ? repetition::safe : repetition::unsafe;
        auto const reply = call(target_of(request), request.table, body.take(), how);
        add_capacity(reply, true, request.capacity);
        outcome.done = true;
        outcome.attributes = item_member(reply, "Attributes");
        bool const old = request.returns == return_values::existed || request.returns == return_values::all_old;
        outcome.existed = old && outcome.attributes.has_value();
        if (request.returns == return_values::existed) outcome.attributes.reset();
    } catch (service_error const& e) {
        if (e.type != "ConditionalCheckFailedException") throw_store_error(e, target_of(request));
        if (request.return_failed) outcome.attributes = item_member(e.body, "Item");
    }
    return outcome;
}

MONOTABLE_INLINE std::optional<item> dynamodb_backend::do_get(get_request const& request) {
    json_writer body;
    add_get(body, request);
    if (request.consistent) body.flag("ConsistentRead", true);
    if (request.capacity != nullptr) body.text("ReturnConsumedCapacity", "INDEXES");
    auto const reply = call("GetItem", request.table, body.take(), repetition::safe);
    add_capacity(reply, false, request.capacity);
    return item_member(reply, "Item");
}

MONOTABLE_INLINE item_page dynamodb_backend::do_query(query_request const& request) {
    std::vector<excluded_bound> excluded;
    auto const body = query_body(request, *description(request.table), excluded);
    auto const reply = call("Query", request.table, body, repetition::safe);
    add_capacity(reply, false, request.capacity);
    item_page page = read_page(reply);
    if (!excluded.empty()) {
        std::erase_if(page.items, [&](item const& each) {
            for (excluded_bound const& bound : excluded)
                if (auto const found = each.find(bound.attribute); found && *found == bound.at.view()) return true;
            return false;
        });
        page.count = page.items.size();
        if (request.select == selection::count) page.items.clear();
    }
    return page;
}

MONOTABLE_INLINE item_page dynamodb_backend::do_scan(scan_request const& request) {
    auto const reply = call("Scan", request.table, scan_body(request), repetition::safe);
    add_capacity(reply, false, request.capacity);
    return read_page(reply);
}

MONOTABLE_INLINE batch_get_result dynamodb_backend::do_batch_get(detail::array_view<get_request> requests) {
    batch_get_result result;
    result.items.resize(requests.size());
    auto const groups = table_groups(requests);
    std::vector<bool> taken(groups.size());
    for (std::size_t first = 0; first != groups.size(); ++first) { // a request can contain each table once
        std::vector<table_group const*> together;
        for (std::size_t i = first; i != groups.size(); ++i) {
            bool free = !taken[i];
            for (table_group const* const each : together)
                free = free && requests[(*each)[0]].table != requests[groups[i][0]].table;
            if (!free) continue;
            taken[i] = true;
            together.push_back(&groups[i]);
        }
        if (!together.empty()) take_batch(requests, together, result);
    }
    return result;
}

MONOTABLE_INLINE void dynamodb_backend::take_batch(detail::array_view<get_request> requests,
                                                   std::vector<table_group const*> const& groups,
                                                   batch_get_result& result) {
    json_writer body;
    body.name("RequestItems").begin('{');
    capacity_meter* capacity = nullptr;
    for (table_group const* const group : groups) {
        add_batch_get(body, requests, *group, *description(requests[(*group)[0]].table));
        if (capacity == nullptr) capacity = requests[(*group)[0]].capacity;
    }
    body.end('}');
    if (capacity != nullptr) body.text("ReturnConsumedCapacity", "INDEXES");
    auto const reply = call("BatchGetItem", requests[(*groups[0])[0]].table, body.take(), repetition::safe);
    add_capacity(reply, false, capacity);
    auto const* const responses = member(reply, "Responses");
    auto const* const unprocessed = member(reply, "UnprocessedKeys");
    for (table_group const* const group : groups) {
        get_request const& first = requests[(*group)[0]];
        auto const table = description(first.table);
        auto const each_with_key = [&](item_view key, auto const& apply) {
            for (std::size_t const i : *group)
                if (requests[i].key == key) apply(i);
        };
        auto const* const found = responses == nullptr ? nullptr : member(object_of(*responses), first.table);
        auto const projection = projection_of(first.attributes, first.projection);
        if (found != nullptr)
            for (json::value const& each : array_of(*found)) {
                item const whole = read_item(each);
                each_with_key(key_of(whole, *table), [&](std::size_t i) {
                    result.items[i] = projection.empty() ? whole : projected(projection, whole);
                });
            }
        auto const* const left = unprocessed == nullptr ? nullptr : member(object_of(*unprocessed), first.table);
        auto const* const keys = left == nullptr ? nullptr : member(object_of(*left), "Keys");
        if (keys != nullptr)
            for (json::value const& each : array_of(*keys))
                each_with_key(read_item(each), [&](std::size_t i) { result.unprocessed.push_back(i); });
    }
    std::sort(result.unprocessed.begin(), result.unprocessed.end());
}

MONOTABLE_INLINE std::vector<std::size_t> dynamodb_backend::do_batch_write(detail::array_view<write_request> requests) {
    std::vector<std::string_view> tables;
    // Nothing is written if one of the writes is invalid.
    for (write_request const& each : requests) {
        auto const table = description(each.table);
        detail::basic_item_rules const rules(*table);
        if (each.kind != write_kind::put) {
            rules.check_key(each.item);
            continue;
        }
        rules.check_item_key(each.item);
        rules.check_put(each.item);
        rules.check_size(each.item, item_size(each.item));
    }
    for (std::size_t i = 0; i != requests.size(); ++i) {
        if (action_of(requests[i]) == write_action::update) {
            static_cast<void>(do_write(requests[i]));
            continue;
        }
        bool known = false;
        for (std::string_view const each : tables) known = known || each == requests[i].table;
        if (!known) tables.push_back(requests[i].table);
    }
    if (tables.empty()) return {};
    json_writer body;
    body.name("RequestItems").begin('{');
    capacity_meter* capacity = nullptr;
    for (std::string_view const table : tables) {
        body.name(table).begin('[');
        for (write_request const& each : requests) {
            auto const action = action_of(each);
            if (each.table != table || action == write_action::update) continue;
            if (capacity == nullptr) capacity = each.capacity;
            bool const puts = action == write_action::put;
            body.begin('{').name(puts ? "PutRequest" : "DeleteRequest").begin('{');
            body.item(puts ? "Item" : "Key", each.item).end('}').end('}');
        }
        body.end(']');
    }
    body.end('}');
    if (capacity != nullptr) body.text("ReturnConsumedCapacity", "INDEXES");
    auto const reply = call("BatchWriteItem", tables[0], body.take(), repetition::safe);
    add_capacity(reply, true, capacity);
    return unprocessed_writes(reply, requests);
}

MONOTABLE_INLINE std::vector<std::optional<item>>
dynamodb_backend::do_transact_get(detail::array_view<get_request> requests) {
    std::vector<std::optional<item>> found(requests.size());
    if (requests.size() == 0) return found;
    json_writer body;
    body.name("TransactItems").begin('[');
    for (get_request const& each : requests) {
        body.begin('{').name("Get").begin('{');
        add_get(body, each);
        body.end('}').end('}');
    }
    body.end(']');
    if (requests[0].capacity != nullptr) body.text("ReturnConsumedCapacity", "INDEXES");
    try {
        auto const reply = call("TransactGetItems", requests[0].table, body.take(), repetition::safe);
        add_capacity(reply, false, requests[0].capacity);
        auto const* const responses = member(reply, "Responses");
        for (std::size_t i = 0; responses != nullptr && i != found.size() && i != array_of(*responses).size(); ++i)
            found[i] = item_member(object_of(array_of(*responses)[i]), "Item");
    } catch (service_error const& e) {
        auto const reasons = read_reasons(e.body, requests.size());
        for (action_outcome const& each : reasons.actions)
            if (each.reason == cancellation::invalid)
                throw store_error(store_fault::validation, "monotable: TransactGetItems: ", each.message, {});
        throw store_error(store_fault::conflict, "monotable: TransactGetItems: ", e.message, {});
    }
    return found;
}

/// A token for a transaction that has none, so that it can be repeated.
MONOTABLE_INLINE std::string random_token() {
    std::random_device bits;
    std::string token;
    for (int word = 0; word != 4; ++word) {
        auto number = bits();
        for (int i = 0; i != 8; ++i, number >>= 4) token += "0123456789abcdef"[number & 15];
    }
    return token;
}

MONOTABLE_INLINE transaction_outcome dynamodb_backend::do_transact_write(detail::array_view<write_request> actions,
                                                                         std::string_view token) {
    transaction_outcome outcome;
    outcome.done = true;
    outcome.actions.resize(actions.size());
    if (actions.size() == 0) return outcome;
    static constexpr std::string_view names[] = {"Put", "Update", "Delete", "ConditionCheck"};
    json_writer body;
    body.name("TransactItems").begin('[');
    for (write_request const& each : actions) {
        body.begin('{').name(names[static_cast<std::size_t>(action_of(each))]).begin('{');
        add_write(body, each, *description(each.table), true);
        body.end('}').end('}');
    }
    body.end(']').text("ClientRequestToken", token.empty() ? random_token() : std::string(token));
    if (actions[0].capacity != nullptr) body.text("ReturnConsumedCapacity", "INDEXES");
    try {
        auto const reply = call("TransactWriteItems", actions[0].table, body.take(), repetition::safe);
        add_capacity(reply, true, actions[0].capacity);
    } catch (service_error const& e) {
        if (e.type != "TransactionCanceledException") throw_store_error(e, "TransactWriteItems");
        outcome = read_reasons(e.body, actions.size());
    }
    return outcome;
}

MONOTABLE_INLINE bool dynamodb_backend::do_create_table(table_description const& table,
                                                        table_settings const& settings) {
    try {
        call("CreateTable", table.name, create_table_body(table, settings), repetition::unsafe);
    } catch (store_error const& e) {
        if (e.fault() != store_fault::table_exists) throw;
        if (is_same(described(table.name).description, table)) return false;
        throw store_error(store_fault::table_exists, "monotable: ", "Table already exists: " + table.name,
                          ", with another description");
    }
    if (!settings.time_to_live.empty()) {
        await_active(table.name);
        set_time_to_live(table.name, settings.time_to_live, true);
    }
    return true;
}

MONOTABLE_INLINE void dynamodb_backend::await_active(std::string_view table) {
    auto const end = std::chrono::steady_clock::now() + std::chrono::minutes(5);
    for (std::chrono::milliseconds pause(20); described(table).state != table_state::active; pause = pause * 3 / 2) {
        if (std::chrono::steady_clock::now() + pause > end)
            throw store_error(store_fault::unavailable,
                              "monotable: table " + std::string(table) + " was not active after 5 minutes");
        std::this_thread::sleep_for(pause);
    }
}

MONOTABLE_INLINE table_status dynamodb_backend::described(std::string_view table) {
    json_writer body;
    body.text("TableName", table);
    auto const reply = call("DescribeTable", table, body.take(), repetition::safe);
    auto const* const found = member(reply, "Table");
    if (found == nullptr) throw store_error(store_fault::outcome_unknown, "monotable: DescribeTable has no Table");
    return read_table(object_of(*found));
}

MONOTABLE_INLINE table_description dynamodb_backend::do_describe(std::string_view table) {
    return described(table).description;
}

MONOTABLE_INLINE table_status dynamodb_backend::do_status(std::string_view table) {
    table_status status = described(table);
    json_writer body;
    body.text("TableName", table);
    auto const reply = call("DescribeTimeToLive", table, body.take(), repetition::safe);
    if (auto const* const found = member(reply, "TimeToLiveDescription"))
        if (text_member(object_of(*found), "TimeToLiveStatus").starts_with("ENABL"))
            status.settings.time_to_live = text_member(object_of(*found), "AttributeName");
    return status;
}

MONOTABLE_INLINE std::vector<std::string> dynamodb_backend::do_tables() {
    std::vector<std::string> names;
    for (std::string after;;) {
        json_writer body;
        if (!after.empty()) body.text("ExclusiveStartTableName", after);
        auto const reply = call("ListTables", {}, body.take(), repetition::safe);
        if (auto const* const found = member(reply, "TableNames"))
            for (json::value const& each : array_of(*found))
                if (auto const* const name = each.if_string()) names.emplace_back(name->data(), name->size());
        after = text_member(reply, "LastEvaluatedTableName");
        if (after.empty()) break;
    }
    std::sort(names.begin(), names.end());
    return names;
}

MONOTABLE_INLINE void dynamodb_backend::do_add_index(std::string_view table, index_description const& index) {
    call("UpdateTable", table, add_index_body(table, index), repetition::unsafe);
    forget(table);
}

MONOTABLE_INLINE void dynamodb_backend::do_drop_index(std::string_view table, std::string_view index) {
    call("UpdateTable", table, drop_index_body(table, index), repetition::unsafe);
    forget(table);
}

MONOTABLE_INLINE void dynamodb_backend::set_time_to_live(std::string_view table, std::string const& attribute,
                                                         bool enabled) {
    call("UpdateTimeToLive", table, time_to_live_body(table, attribute, enabled), repetition::unsafe);
}

MONOTABLE_INLINE void dynamodb_backend::do_change_settings(std::string_view table, table_settings const& settings) {
    table_settings const before = do_status(table).settings;
    if (before.stream != settings.stream) {
        for (stream_view const next :
             {stream_view::none, settings.stream}) { // the view can only be changed by disabling the stream first
            if (next == before.stream || (next == stream_view::none && before.stream == stream_view::none)) continue;
            call("UpdateTable", table, stream_body(table, next), repetition::unsafe);
            await_active(table);
            if (settings.stream == stream_view::none) break;
        }
    }
    if (before.time_to_live == settings.time_to_live) return;
    if (settings.time_to_live.empty()) set_time_to_live(table, before.time_to_live, false);
    else set_time_to_live(table, settings.time_to_live, true);
}

MONOTABLE_INLINE void dynamodb_backend::do_delete_table(std::string_view table) {
    json_writer body;
    body.text("TableName", table);
    call("DeleteTable", table, body.take(), repetition::unsafe);
    forget(table);
}

MONOTABLE_INLINE std::vector<stream_status> dynamodb_backend::do_streams(std::string_view table) {
    std::vector<stream_status> streams;
    for (std::string const& arn : list_streams(connection_, table)) {
        auto const found = describe_stream(connection_, arn, {});
        table_description of_table;
        try {
            of_table = *description(text_member(found, "TableName"));
        } catch (store_error const& e) {
            if (e.fault() != store_fault::no_such_table) throw; // the table was deleted
        }
        streams.push_back(to_stream_status(found, of_table));
    }
    return streams;
}

MONOTABLE_INLINE std::vector<stream_shard> dynamodb_backend::do_shards(std::string_view stream) {
    return list_shards(connection_, stream);
}

MONOTABLE_INLINE stream_position dynamodb_backend::do_seek_stream(stream_seek const& place) {
    return client::seek_stream(connection_, place);
}

MONOTABLE_INLINE stream_page dynamodb_backend::do_read_stream(stream_position const& from, std::size_t limit) {
    return client::read_stream(connection_, from, limit);
}

} // namespace monotable::client
