// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/endpoint/capacity.hpp>
#include <monotable/endpoint/collection_metrics.hpp>
#include <monotable/endpoint/environment.hpp>
#include <monotable/endpoint/expressions.hpp>
#include <monotable/endpoint/items.hpp>
#include <monotable/endpoint/parameters.hpp>
#include <monotable/endpoint/writes.hpp>

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

/// TransactGetItems and TransactWriteItems.
namespace monotable::endpoint {

constexpr std::string_view code_of(cancellation reason) noexcept {
    switch (reason) {
    case cancellation::none: return "None";
    case cancellation::condition_failed: return "ConditionalCheckFailed";
    case cancellation::item_collection_size: return "ItemCollectionSizeLimitExceeded";
    case cancellation::conflict: return "TransactionConflict";
    case cancellation::throughput: return "ProvisionedThroughputExceeded";
    case cancellation::throttling: return "ThrottlingError";
    default: return "ValidationError";
    }
}

[[noreturn]] inline void fail_transaction(std::vector<action_outcome> const& actions) {
    std::string message = "Transaction cancelled, please refer cancellation reasons for specific reasons [";
    std::string reasons = ",\"CancellationReasons\":[";
    bool first = true;
    for (auto const& each : actions) {
        if (!first) {
            message += ", ";
            reasons += ',';
        }
        first = false;
        message += code_of(each.reason);
        reasons += "{\"Code\":\"";
        reasons += code_of(each.reason);
        reasons += '"';
        if (each.reason != cancellation::none) {
            reasons += ",\"Message\":";
            bool const plain = each.reason == cancellation::condition_failed && each.message.empty();
            wire::append_text(reasons, plain ? "The conditional request failed" : std::string_view(each.message));
        }
        if (each.attributes) {
            reasons += ",\"Item\":";
            wire::append_item(reasons, *each.attributes);
        }
        reasons += '}';
    }
    throw wire::request_error(wire::error_type::transaction_canceled, message + "]", reasons + "]");
}

/// One read of TransactGetItems.
struct transact_get_entry {
    item key;
    expression projection;
    std::string_view table;
};

inline transact_get_entry read_transact_get(json::object const& in) {
    static constexpr std::string_view expressions[] = {"ProjectionExpression"};
    check_expression_parameters(in, expressions, {}, {});
    expression_reader reader(in, false);
    transact_get_entry result{wire::read_item(object_member(in, "Key")), reader.projection(), table_of(in)};
    reader.finish();
    return result;
}

/// Throws the error of a rejected transaction of reads, after performing each read alone to find the first one at
/// fault.
[[noreturn]] inline void fail_read(environment const& with, std::vector<get_request> const& requests,
                                   error const& refused) {
    std::vector<action_outcome> reasons(requests.size());
    for (std::size_t i = 0; i != requests.size(); ++i) {
        auto alone = requests[i];
        alone.capacity = nullptr;
        auto const fail = [&](error const& e) {
            reasons[i] = {cancellation::invalid, text_of(e)};
            fail_transaction(reasons);
        };
        try {
            with.store.get(alone);
        } catch (store_error const& e) {
            if (e.fault() != store_fault::validation) throw;
            fail(e);
        } catch (error const& e) {
            fail(e);
        }
    }
    fail_validation(text_of(refused));
}

inline std::string transact_get_items(environment const& with, json::object const& in) {
    std::deque<transact_get_entry> entries; // a deque, because requests refer to the elements
    for (auto const& each : *array_if(in, "TransactItems"))
        entries.push_back(read_transact_get(object_member(each.get_object(), "Get")));
    capacity_report capacity(in, true);
    std::vector<get_request> requests;
    for (auto const& each : entries)
        requests.push_back({.table = each.table,
                            .key = each.key,
                            .consistent = true,
                            .projection = each.projection,
                            .capacity = capacity.meter()});
    std::vector<std::optional<item>> found;
    try {
        found = with.store.transact_get(requests);
    } catch (store_error const& e) {
        if (e.fault() != store_fault::validation) throw;
        fail_read(with, requests, e);
    } catch (bad_value const& e) {
        fail_read(with, requests, e);
    }
    std::string out = "{\"Responses\":";
    char next = '[';
    for (auto const& each : found) {
        out += next;
        char before = '{';
        if (each) append_member(out, before, "Item", *each);
        if (before == '{') out += '{';
        out += '}';
        next = ',';
    }
    out += ']';
    char before = ',';
    capacity.append_list(out, before);
    return out += '}';
}

inline parsed_write read_action(json::value const& from) {
    struct action {
        std::string_view name;
        write_kind kind;
    };
    static constexpr action actions[] = {{"ConditionCheck", write_kind::check},
                                         {"Put", write_kind::put},
                                         {"Delete", write_kind::erase},
                                         {"Update", write_kind::update}};
    json::object const* found = nullptr;
    write_kind kind = write_kind::put;
    int count = 0;
    for (auto const& each : actions) {
        auto const* action = object_if(from.get_object(), each.name);
        if (action == nullptr) continue;
        found = action;
        kind = each.kind;
        ++count;
    }
    if (count != 1) fail_validation("TransactItems can only contain one of Check, Put, Update or Delete");
    return {*found, kind, true};
}

inline void append_transaction_metrics(std::string& out, environment const& with,
                                       std::deque<parsed_write> const& writes) {
    std::vector<std::string_view> done;
    std::string tables;
    for (auto const& first : writes) {
        bool seen = false;
        for (auto const each : done) seen = seen || each == first.table();
        if (seen) continue;
        done.push_back(first.table());
        auto const table = with.store.describe(first.table());
        if (!has_local_index(table)) continue;
        tables += tables.empty() ? "{" : ",";
        wire::append_text(tables, first.table());
        char before = ':';
        for (auto const& each : writes) {
            if (each.table() != first.table()) continue;
            if (before == ':') tables += ":[";
            else tables += before;
            append_collection_metrics(tables, table.partition.name, each.item());
            before = ',';
        }
        tables += ']';
    }
    if (!tables.empty()) out += ",\"ItemCollectionMetrics\":" + tables + '}';
}

inline std::string transact_write_items(environment const& with, json::object const& in) {
    std::deque<parsed_write> writes; // a deque, because requests refer to the elements
    for (auto const& each : *array_if(in, "TransactItems")) writes.push_back(read_action(each));
    capacity_report capacity(in, true);
    std::vector<write_request> requests;
    for (auto const& each : writes) requests.push_back(each.request(capacity.meter()));
    auto const outcome = with.store.transact_write(requests, text_member(in, "ClientRequestToken"));
    if (!outcome.done) fail_transaction(outcome.actions);
    std::string out;
    char before = '{';
    capacity.append_list(out, before);
    if (wants_collection_metrics(in)) {
        std::string metrics;
        append_transaction_metrics(metrics, with, writes);
        if (!metrics.empty()) {
            metrics[0] = before;
            out += metrics;
            before = ',';
        }
    }
    return finish_object(out, before);
}

} // namespace monotable::endpoint
