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
    bool begun = start.empty();
    for (auto const& each : all) {
        auto const arn = stream_arn(with, each);
        if (!begun) {
            begun = arn == start;
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
    if (text_member(in, "ExclusiveStartShardId").empty()) {
        json::object range{{"StartingSequenceNumber", sequence_text(stream.first)}};
        if (!stream.enabled)
            range["EndingSequenceNumber"] = sequence_text(stream.next > stream.first ? stream.next - 1 : stream.first);
        json::object shard{{"ShardId", shard_name(stream)}};
        shard["SequenceNumberRange"] = std::move(range);
        shards.push_back(std::move(shard));
    }
    description["Shards"] = std::move(shards);
    json::object out;
    out["StreamDescription"] = std::move(description);
    return json::serialize(out);
}

/// The contents of a shard iterator: stream, sequence number and the time of its creation, in milliseconds since 1970.
struct shard_position {
    std::uint64_t stream = 0, sequence = 0;
    std::int64_t issued = 0;

    static constexpr std::int64_t lifetime = 15 * 60 * 1000;

    std::string text(std::string_view arn) const {
        return std::string(arn) + "|1|" + std::to_string(stream) + '.' + std::to_string(sequence) + '.' +
               std::to_string(issued);
    }

    /// Parses a shard iterator. Throws request_error if it is invalid.
    static shard_position read(std::string_view text) {
        auto const bar = text.rfind('|');
        shard_position result;
        bool fine = bar != text.npos;
        if (fine) text.remove_prefix(bar + 1);
        auto const* at = text.data();
        auto const* const end = at + text.size();
        auto const number = [&](auto& out, char terminator) {
            auto const [next, failure] = std::from_chars(at, end, out);
            fine = fine && failure == std::errc() &&
                   (terminator == '\0' ? next == end : next != end && *next == terminator);
            at = next == end ? end : next + 1;
        };
        number(result.stream, '.');
        number(result.sequence, '.');
        number(result.issued, '\0');
        if (!fine) fail_validation("Invalid ShardIterator");
        return result;
    }
};

inline std::string get_shard_iterator(environment const& with, json::object const& in) {
    auto const arn = text_member(in, "StreamArn");
    auto const stream = stream_named(with, arn);
    if (text_member(in, "ShardId") != shard_name(stream))
        throw wire::request_error(wire::error_type::resource_not_found,
                                  "Requested resource not found: Shard does not exist");
    auto const type = text_member(in, "ShardIteratorType");
    auto const number = text_member(in, "SequenceNumber");
    shard_position position{stream.id, 0, environment::now()};
    bool const numbered = type == "AT_SEQUENCE_NUMBER" || type == "AFTER_SEQUENCE_NUMBER";
    if (numbered) {
        if (number.empty())
            fail_validation("SequenceNumber must be specified when ShardIteratorType is " + std::string(type));
        auto const sequence = sequence_of(number);
        if (!sequence || *sequence >= stream.next)
            fail_validation("Invalid SequenceNumber: The sequence number is not in the shard: " + std::string(number));
        position.sequence = *sequence + (type == "AFTER_SEQUENCE_NUMBER");
        if (*sequence < stream.first)
            throw wire::request_error(wire::error_type::trimmed_data_access,
                                      "The operation attempted to read past the oldest stream record in a shard.");
    } else {
        if (!number.empty())
            fail_validation("SequenceNumber must not be specified when ShardIteratorType is " + std::string(type));
        position.sequence = type == "LATEST" ? stream.next : stream.first;
    }
    std::string out = "{\"ShardIterator\":";
    wire::append_text(out, position.text(arn));
    return out += '}';
}

inline void append_record(std::string& out, environment const& with, stream_record const& record,
                          stream_status const& stream) {
    constexpr std::string_view names[] = {"INSERT", "MODIFY", "REMOVE"};
    out += "{\"eventID\":\"" + table_id(stream.id * 1000003 + record.sequence, record.time) + "\",\"eventName\":\"";
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
    out += ",\"SequenceNumber\":\"" + sequence_text(record.sequence) + "\",\"SizeBytes\":";
    wire::append_integer(out, size);
    out += ",\"StreamViewType\":\"";
    out += view_text(stream.view);
    out += "\"}";
    if (record.expired) out += ",\"userIdentity\":{\"PrincipalId\":\"dynamodb.amazonaws.com\",\"Type\":\"Service\"}";
    out += '}';
}

inline std::string get_records(environment const& with, json::object const& in) {
    auto const iterator = text_member(in, "ShardIterator");
    auto position = shard_position::read(iterator);
    if (environment::now() - position.issued > shard_position::lifetime)
        throw wire::request_error(wire::error_type::expired_iterator,
                                  "Iterator expired. The iterator was created at time " +
                                      std::to_string(position.issued / 1000) + " which is more than 15 minutes ago");
    auto const arn = iterator.substr(0, iterator.find('|'));
    auto const stream = stream_named(with, arn);
    auto const page =
        with.store.read_stream({stream.id, position.sequence, static_cast<std::size_t>(integer_member(in, "Limit"))});
    std::string out = "{\"Records\":";
    char before = '[';
    for (auto const& each : page.records) {
        out += before;
        append_record(out, with, each, stream);
        before = ',';
    }
    if (before == '[') out += '[';
    out += ']';
    if (!page.closed) {
        out += ",\"NextShardIterator\":";
        wire::append_text(out, shard_position{stream.id, page.next, environment::now()}.text(arn));
    }
    return out += '}';
}

} // namespace monotable::endpoint
