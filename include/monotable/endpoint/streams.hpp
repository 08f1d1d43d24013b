// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/stream.hpp>
#include <monotable/core/size.hpp>
#include <monotable/endpoint/environment.hpp>
#include <monotable/endpoint/items.hpp>
#include <monotable/endpoint/parameters.hpp>
#include <monotable/endpoint/stream_names.hpp>
#include <monotable/endpoint/table_json.hpp>
#include <monotable/wire/write_json.hpp>

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// ListStreams, DescribeStream, GetShardIterator, GetRecords.
namespace monotable::endpoint {

[[noreturn]] inline void fail_no_stream(std::string_view arn) {
    throw wire::request_error(wire::error_type::resource_not_found,
                              "Requested resource not found: Stream: " + std::string(arn) + " not found");
}

inline stream_status stream_named(environment const& with, std::string_view arn) {
    auto const table = wire::table_name_of(arn);
    if (!arn.starts_with("arn:") || table == arn) fail_validation("Invalid StreamArn: " + std::string(arn));
    std::vector<stream_status> all;
    try {
        all = with.store.streams(table);
    } catch (store_error const& e) {
        if (e.fault() != store_fault::no_such_table) throw;
    }
    for (auto& each : all)
        if (stream_arn(with, each) == arn) return std::move(each);
    fail_no_stream(arn);
}

inline std::string list_streams(environment const& with, json::object const& in) {
    auto const start = text_member(in, "ExclusiveStartStreamArn");
    auto const limit = static_cast<std::size_t>(integer_member(in, "Limit", 100));
    std::vector<stream_status> all;
    try {
        all = with.store.streams(table_of(in));
    } catch (store_error const& e) {
        if (e.fault() != store_fault::no_such_table) throw;
    }
    json::array shown;
    json::object out;
    bool started = start.empty();
    for (auto const& each : all) {
        auto const arn = stream_arn(with, each);
        if (!started) {
            started = arn == start;
            continue;
        }
        if (shown.size() == limit) {
            out["LastEvaluatedStreamArn"] = shown.back().at("StreamArn");
            break;
        }
        shown.push_back({{"StreamArn", arn}, {"TableName", each.table}, {"StreamLabel", stream_label(each)}});
    }
    out["Streams"] = std::move(shown);
    return json::serialize(out);
}

inline std::string describe_stream(environment const& with, json::object const& in) {
    auto const stream = stream_named(with, text_member(in, "StreamArn"));
    json::object description{{"StreamArn", stream_arn(with, stream)},
                             {"StreamLabel", stream_label(stream)},
                             {"StreamStatus", stream.enabled ? "ENABLED" : "DISABLED"},
                             {"StreamViewType", view_text(stream.view)},
                             {"CreationRequestDateTime", seconds(stream.created)},
                             {"TableName", stream.table}};
    description["KeySchema"] = key_schema(stream.description);
    json::array shards;
    auto const start = text_member(in, "ExclusiveStartShardId");
    auto const limit = static_cast<std::size_t>(integer_member(in, "Limit", 100));
    bool started = start.empty();
    for (auto const& each : with.store.shards(stream.id)) {
        if (!started) {
            started = each.id == start;
            continue;
        }
        if (shards.size() == limit) {
            description["LastEvaluatedShardId"] = shards.back().at("ShardId");
            break;
        }
        json::object range{{"StartingSequenceNumber", each.first}};
        if (each.closed) range["EndingSequenceNumber"] = each.last;
        json::object shard{{"ShardId", each.id}};
        if (!each.parent.empty()) shard["ParentShardId"] = each.parent;
        shard["SequenceNumberRange"] = std::move(range);
        shards.push_back(std::move(shard));
    }
    description["Shards"] = std::move(shards);
    json::object out;
    out["StreamDescription"] = std::move(description);
    return json::serialize(out);
}

/// The contents of a shard iterator: a position of the store and the time of its creation, in milliseconds since 1970.
struct shard_iterator {
    stream_position position;
    std::int64_t issued = 0;

    static constexpr std::int64_t lifetime = 15 * 60 * 1000;

    std::string text(std::string_view arn) const {
        return std::string(arn) + "|1|" + position.text + '.' + std::to_string(issued);
    }

    /// Parses a shard iterator. Throws request_error if it is invalid.
    static shard_iterator read(std::string_view text) {
        auto const begin = text.find("|1|"), end = text.rfind('.');
        shard_iterator result;
        if (begin == text.npos || end == text.npos || end < begin + 3) fail_validation("Invalid ShardIterator");
        result.position.text = text.substr(begin + 3, end - begin - 3);
        auto const* const last = text.data() + text.size();
        auto const [next, failure] = std::from_chars(text.data() + end + 1, last, result.issued);
        if (failure != std::errc() || next != last) fail_validation("Invalid ShardIterator");
        return result;
    }
};

[[noreturn]] inline void fail_expired(std::int64_t issued) {
    throw wire::request_error(wire::error_type::expired_iterator,
                              "Iterator expired. The iterator was created at time " + std::to_string(issued / 1000) +
                                  " which is more than 15 minutes ago");
}

inline std::string get_shard_iterator(environment const& with, json::object const& in) {
    auto const arn = text_member(in, "StreamArn");
    auto const stream = stream_named(with, arn);
    auto const type = text_member(in, "ShardIteratorType");
    stream_seek place{stream.id, text_member(in, "ShardId"), seek_from::trim_horizon,
                      text_member(in, "SequenceNumber")};
    if (type == "AT_SEQUENCE_NUMBER") place.from = seek_from::at;
    else if (type == "AFTER_SEQUENCE_NUMBER") place.from = seek_from::after;
    else if (type == "LATEST") place.from = seek_from::latest;
    bool const numbered = place.from == seek_from::at || place.from == seek_from::after;
    auto const shards = with.store.shards(stream.id);
    bool known = false;
    for (auto const& each : shards) known = known || each.id == place.shard;
    if (!known)
        throw wire::request_error(wire::error_type::resource_not_found,
                                  "Requested resource not found: Shard does not exist");
    if (numbered && place.sequence.empty())
        fail_validation("SequenceNumber must be specified when ShardIteratorType is " + std::string(type));
    if (!numbered && !place.sequence.empty())
        fail_validation("SequenceNumber must not be specified when ShardIteratorType is " + std::string(type));
    std::string out = "{\"ShardIterator\":";
    wire::append_text(out, shard_iterator{with.store.seek_stream(place), environment::now()}.text(arn));
    return out += '}';
}

inline std::string event_id(stream_status const& stream, stream_record const& record) {
    std::uint64_t hash = 14695981039346656037u;
    for (std::string_view const each :
         {std::string_view(stream.id), std::string_view("/"), std::string_view(record.sequence)})
        for (auto const c : each) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
    return table_id(hash, record.time);
}

inline void append_record(std::string& out, environment const& with, stream_record const& record,
                          stream_status const& stream) {
    constexpr std::string_view names[] = {"INSERT", "MODIFY", "REMOVE"};
    out += "{\"eventID\":\"" + event_id(stream, record) + "\",\"eventName\":\"";
    out += names[static_cast<std::size_t>(record.change)];
    out += "\",\"eventVersion\":\"1.1\",\"eventSource\":\"aws:dynamodb\",\"awsRegion\":";
    wire::append_text(out, with.options.region);
    out += ",\"dynamodb\":{\"ApproximateCreationDateTime\":";
    wire::append_integer(out, record.time / 1000);
    char before = ',';
    append_member(out, before, "Keys", record.keys);
    auto size = item_size(record.keys);
    if (record.after) {
        append_member(out, before, "NewImage", *record.after);
        size += item_size(*record.after);
    }
    if (record.before) {
        append_member(out, before, "OldImage", *record.before);
        size += item_size(*record.before);
    }
    out += ",\"SequenceNumber\":";
    wire::append_text(out, record.sequence);
    out += ",\"SizeBytes\":";
    wire::append_integer(out, size);
    out += ",\"StreamViewType\":\"";
    out += view_text(stream.view);
    out += "\"}";
    if (record.expired) out += ",\"userIdentity\":{\"PrincipalId\":\"dynamodb.amazonaws.com\",\"Type\":\"Service\"}";
    out += '}';
}

inline std::string get_records(environment const& with, json::object const& in) {
    auto const iterator = text_member(in, "ShardIterator");
    auto const from = shard_iterator::read(iterator);
    if (environment::now() - from.issued > shard_iterator::lifetime) fail_expired(from.issued);
    auto const arn = iterator.substr(0, iterator.find('|'));
    auto const stream = stream_named(with, arn);
    auto const page = with.store.read_stream(from.position, static_cast<std::size_t>(integer_member(in, "Limit")));
    std::string out = "{\"Records\":";
    char before = '[';
    for (auto const& each : page.records) {
        out += before;
        append_record(out, with, each, stream);
        before = ',';
    }
    if (before == '[') out += '[';
    out += ']';
    if (page.next) {
        out += ",\"NextShardIterator\":";
        wire::append_text(out, shard_iterator{*page.next, environment::now()}.text(arn));
    }
    return out += '}';
}

} // namespace monotable::endpoint
