// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/dynamodb/request_json.hpp>
#include <monotable/dynamodb/stream_requests.hpp>

#include <utility>

namespace monotable::client {

MONOTABLE_INLINE std::vector<std::string> list_streams(connection& to, std::string_view table) {
    std::vector<std::string> streams;
    for (std::string after;;) {
        json_writer body;
        if (!table.empty()) body.text("TableName", table);
        if (!after.empty()) body.text("ExclusiveStartStreamArn", after);
        auto const reply = to.call("Streams.ListStreams", "ListStreams", body.take(), repetition::safe);
        if (auto const* const found = member(reply, "Streams"))
            for (json::value const& each : array_of(*found))
                streams.emplace_back(text_member(object_of(each), "StreamArn"));
        after = text_member(reply, "LastEvaluatedStreamArn");
        if (after.empty()) return streams;
    }
}

MONOTABLE_INLINE json::object describe_stream(connection& to, std::string_view stream, std::string_view after) {
    json_writer body;
    body.text("StreamArn", stream);
    if (!after.empty()) body.text("ExclusiveStartShardId", after);
    auto const reply = to.call("Streams.DescribeStream", "DescribeStream", body.take(), repetition::safe);
    auto const* const found = member(reply, "StreamDescription");
    return found == nullptr ? json::object() : object_of(*found);
}

MONOTABLE_INLINE stream_status to_stream_status(json::object const& description, table_description const& table) {
    stream_status stream;
    stream.id = text_member(description, "StreamArn");
    stream.table = text_member(description, "TableName");
    stream.description = table;
    stream.view = read_view(text_member(description, "StreamViewType"));
    std::string_view const state = text_member(description, "StreamStatus");
    stream.enabled = state == "ENABLED" || state == "ENABLING";
    stream.created = read_time(description, "CreationRequestDateTime");
    return stream;
}

MONOTABLE_INLINE void append_shards(json::object const& description, std::vector<stream_shard>& to) {
    auto const* const shards = member(description, "Shards");
    if (shards == nullptr) return;
    for (json::value const& each : array_of(*shards)) {
        json::object const& in = object_of(each);
        stream_shard shard;
        shard.id = text_member(in, "ShardId");
        shard.parent = text_member(in, "ParentShardId");
        if (auto const* const range = member(in, "SequenceNumberRange")) {
            shard.first = text_member(object_of(*range), "StartingSequenceNumber");
            shard.last = text_member(object_of(*range), "EndingSequenceNumber");
        }
        shard.closed = !shard.last.empty();
        to.push_back(std::move(shard));
    }
}

MONOTABLE_INLINE std::string seek_body(stream_seek const& place) {
    static constexpr std::string_view types[] = {"TRIM_HORIZON", "LATEST", "AT_SEQUENCE_NUMBER",
                                                 "AFTER_SEQUENCE_NUMBER"};
    json_writer body;
    body.text("StreamArn", place.stream).text("ShardId", place.shard);
    body.text("ShardIteratorType", types[static_cast<std::size_t>(place.from)]);
    if (place.from == seek_from::at || place.from == seek_from::after) body.text("SequenceNumber", place.sequence);
    return body.take();
}

MONOTABLE_INLINE std::vector<stream_shard> list_shards(connection& to, std::string_view stream) {
    std::vector<stream_shard> shards;
    for (std::string after;;) {
        auto const page = describe_stream(to, stream, after);
        append_shards(page, shards);
        after = text_member(page, "LastEvaluatedShardId");
        if (after.empty()) return shards;
    }
}

MONOTABLE_INLINE stream_position seek_stream(connection& to, stream_seek const& place) {
    auto const reply = to.call("Streams.GetShardIterator", "GetShardIterator", seek_body(place), repetition::safe);
    return {std::string(text_member(reply, "ShardIterator"))};
}

MONOTABLE_INLINE stream_page read_stream(connection& to, stream_position const& from, std::size_t limit) {
    json_writer body;
    body.text("ShardIterator", from.text);
    if (limit != 0) body.number("Limit", limit);
    auto const reply = to.call("Streams.GetRecords", "GetRecords", body.take(), repetition::safe);
    stream_page page;
    if (auto const* const records = member(reply, "Records")) {
        for (json::value const& each : array_of(*records)) {
            json::object const& in = object_of(each);
            auto const* const found = member(in, "dynamodb");
            if (found == nullptr) continue;
            json::object const& change = object_of(*found);
            stream_record record;
            record.sequence = text_member(change, "SequenceNumber");
            std::string_view const name = text_member(in, "eventName");
            record.change = name == "INSERT"   ? change_kind::insert
                            : name == "REMOVE" ? change_kind::remove
                                               : change_kind::modify;
            record.time = read_time(change, "ApproximateCreationDateTime");
            if (auto const* const who = member(in, "userIdentity"))
                record.expired = text_member(object_of(*who), "PrincipalId") == "dynamodb.amazonaws.com";
            if (auto keys = item_member(change, "Keys")) record.keys = std::move(*keys);
            record.before = item_member(change, "OldImage");
            record.after = item_member(change, "NewImage");
            page.records.push_back(std::move(record));
        }
    }
    if (std::string_view const next = text_member(reply, "NextShardIterator"); !next.empty())
        page.next = stream_position{std::string(next)};
    return page;
}

} // namespace monotable::client
