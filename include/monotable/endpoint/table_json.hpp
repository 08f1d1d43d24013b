// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/backend/stream.hpp>
#include <monotable/backend/table_status.hpp>
#include <monotable/endpoint/environment.hpp>
#include <monotable/endpoint/stream_names.hpp>
#include <monotable/endpoint/table_notes.hpp>

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// TableDescription.
namespace monotable::endpoint {

inline void add_key(json::array& schema, key_attribute const& attribute, char const* type) {
    schema.push_back({{"AttributeName", attribute.name}, {"KeyType", type}});
}

inline json::array key_schema(table_description const& table) {
    json::array out;
    add_key(out, table.partition, "HASH");
    if (table.sort) add_key(out, *table.sort, "RANGE");
    return out;
}

inline json::array key_schema(index_description const& index) {
    json::array out;
    for (auto const& each : index.partition) add_key(out, each, "HASH");
    for (auto const& each : index.sort) add_key(out, each, "RANGE");
    return out;
}

constexpr std::string_view projection_text(projection_type type) noexcept {
    return type == projection_type::all ? "ALL" : type == projection_type::keys_only ? "KEYS_ONLY" : "INCLUDE";
}

/// Every key attribute once, in the order of definition as far as it is known.
inline json::array attribute_definitions(table_description const& table, table_notes const& notes) {
    std::vector<key_attribute const*> keys;
    auto const add = [&](key_attribute const& added) {
        for (auto const* each : keys)
            if (each->name == added.name) return;
        keys.push_back(&added);
    };
    add(table.partition);
    if (table.sort) add(*table.sort);
    for (auto const& index : table.indexes)
        for (auto const* side : {&index.partition, &index.sort})
            for (auto const& each : *side) add(each);
    json::array out;
    auto const write = [&](key_attribute const*& each) {
        out.push_back({{"AttributeName", each->name}, {"AttributeType", detail::type_name(each->type)}});
        each = nullptr;
    };
    if (auto const* order = array_if(notes.all(), "Definitions"))
        for (auto const& name : *order)
            for (auto const*& each : keys)
                if (each != nullptr && each->name == wire::text_of(name)) write(each);
    for (auto const*& each : keys)
        if (each != nullptr) write(each);
    return out;
}

/// An id in the format of a UUID.
inline std::string table_id(std::uint64_t id, std::int64_t created) {
    char text[40];
    auto const a = id * 0x9E3779B97F4A7C15u + static_cast<std::uint64_t>(created);
    std::snprintf(text, sizeof text, "%08x-%04x-4%03x-8%03x-%012llx", static_cast<unsigned>(a >> 32),
                  static_cast<unsigned>(a >> 16 & 0xFFFF), static_cast<unsigned>(a & 0xFFF),
                  static_cast<unsigned>(a >> 12 & 0xFFF), static_cast<unsigned long long>(id & 0xFFFFFFFFFFFF));
    return text;
}

inline double seconds(std::int64_t milliseconds) { return static_cast<double>(milliseconds) / 1000; }

class table_writer {
  public:
    table_writer(environment const& with, table_status const& table)
        : with_(with), table_(table), notes_(table.settings) {}

    /// `status` is that of the table; `index_status` that of the global index `changing`, or of all if it is empty.
    json::object run(std::string_view status, std::string_view index_status, std::string_view changing = {}) const {
        auto const& description = table_.description;
        auto const& notes = notes_.all();
        json::object out;
        out["AttributeDefinitions"] = attribute_definitions(description, notes_);
        out["TableName"] = description.name;
        out["KeySchema"] = key_schema(description);
        out["TableStatus"] = status;
        out["CreationDateTime"] = seconds(table_.created);
        out["ProvisionedThroughput"] = throughput(&notes);
        out["TableSizeBytes"] = table_.table.bytes;
        out["ItemCount"] = table_.table.items;
        out["TableArn"] = with_.table_arn(description.name);
        out["TableId"] = table_id(table_.id, table_.created);
        if (auto const* since = member_of(notes, "PayPerRequest")) {
            json::object summary{{"BillingMode", notes_.on_demand() ? "PAY_PER_REQUEST" : "PROVISIONED"}};
            summary["LastUpdateToPayPerRequestDateTime"] = *since;
            out["BillingModeSummary"] = std::move(summary);
        }
        indexes(out, index_status, changing);
        stream(out);
        if (auto const* sse = object_if(notes, "SSESpecification"); sse != nullptr && flag_member(*sse, "Enabled"))
            out["SSEDescription"] = sse_description(*sse);
        if (auto const* type = member_of(notes, "TableClass"))
            out["TableClassSummary"] = json::object{{"TableClass", *type}};
        for (auto const* name : {"OnDemandThroughput", "WarmThroughput"}) copy(out, notes, name);
        out["DeletionProtectionEnabled"] = flag_member(notes, "DeletionProtectionEnabled");
        return out;
    }

  private:
    json::object throughput(json::object const* from) const {
        json::object out{{"NumberOfDecreasesToday", 0}, {"ReadCapacityUnits", 0}, {"WriteCapacityUnits", 0}};
        auto const* given = from == nullptr ? nullptr : object_if(*from, "ProvisionedThroughput");
        if (given == nullptr || notes_.on_demand()) return out;
        for (auto const& each : *given) out[each.key()] = each.value();
        return out;
    }

    static void copy(json::object& out, json::object const& from, char const* name) {
        auto const* given = object_if(from, name);
        if (given == nullptr) return;
        auto& copied = out[name];
        copied = *given;
        if (std::string_view(name) == "WarmThroughput") copied.get_object()["Status"] = "ACTIVE";
    }

    void indexes(json::object& out, std::string_view index_status, std::string_view changing) const {
        json::array local, global;
        for (std::size_t i = 0; i != table_.description.indexes.size(); ++i) {
            auto const& index = table_.description.indexes[i];
            auto const size = i < table_.indexes.size() ? table_.indexes[i] : monotable::index_status{};
            json::object shown{{"IndexName", index.name}};
            shown["KeySchema"] = key_schema(index);
            json::object projection{{"ProjectionType", projection_text(index.projection)}};
            if (!index.included.empty())
                projection["NonKeyAttributes"] = json::array(index.included.begin(), index.included.end());
            shown["Projection"] = std::move(projection);
            if (!index.local) {
                bool const changes = changing.empty() || changing == index.name;
                shown["IndexStatus"] = changes ? index_status : std::string_view("ACTIVE");
                if (changes && !changing.empty() && index_status == "CREATING") shown["Backfilling"] = false;
                shown["ProvisionedThroughput"] = throughput(notes_.index(index.name));
            }
            shown["IndexSizeBytes"] = size.bytes;
            shown["ItemCount"] = size.items;
            shown["IndexArn"] = with_.table_arn(table_.description.name) + "/index/" + index.name;
            if (auto const* notes = notes_.index(index.name))
                for (auto const* name : {"OnDemandThroughput", "WarmThroughput"}) copy(shown, *notes, name);
            (index.local ? local : global).push_back(std::move(shown));
        }
        if (!local.empty()) out["LocalSecondaryIndexes"] = std::move(local);
        if (!global.empty()) out["GlobalSecondaryIndexes"] = std::move(global);
    }

    void stream(json::object& out) const {
        if (table_.settings.stream != stream_view::none)
            out["StreamSpecification"] =
                json::object{{"StreamEnabled", true}, {"StreamViewType", view_text(table_.settings.stream)}};
        if (table_.settings.stream == stream_view::none && member_of(notes_.all(), "HadStream") == nullptr) return;
        auto const streams = with_.store.streams(table_.description.name);
        if (streams.empty()) return;
        auto const* latest = &streams.front();
        for (auto const& each : streams)
            if (each.created > latest->created) latest = &each;
        out["LatestStreamLabel"] = stream_label(*latest);
        out["LatestStreamArn"] = stream_arn(with_, *latest);
    }

    static json::object sse_description(json::object const& sse) {
        json::object out{{"Status", "ENABLED"}, {"SSEType", "KMS"}};
        if (auto const* key = member_of(sse, "KMSMasterKeyId")) out["KMSMasterKeyArn"] = *key;
        return out;
    }

    environment const& with_;
    table_status const& table_;
    table_notes notes_;
};

} // namespace monotable::endpoint
