// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/endpoint/legacy.hpp>
#include <monotable/endpoint/parameters.hpp>
#include <monotable/endpoint/stream_names.hpp>
#include <monotable/endpoint/table_notes.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Reads definitions of tables and indexes from requests and checks DynamoDB's rules for them.
namespace monotable::endpoint {

class attribute_definition_list {
  public:
    explicit attribute_definition_list(json::array const* list) : list_(list) {}

    bool contains(std::string_view name) const noexcept { return find(name) != nullptr; }
    std::size_t size() const noexcept { return list_ == nullptr ? 0 : list_->size(); }

    /// REQUIRES: an attribute of this name is defined.
    key_attribute at(std::string_view name) const {
        auto const type = text_member(*find(name), "AttributeType");
        return {std::string(name), type == "S"   ? value_type::string
                                   : type == "N" ? value_type::number
                                                 : value_type::binary};
    }

    std::string listed() const {
        std::string out = "[";
        if (list_ != nullptr)
            for (auto const& each : *list_) {
                if (out.size() > 1) out += ", ";
                out += text_member(each.get_object(), "AttributeName");
            }
        return out + "]";
    }

    void check_distinct() const {
        if (list_ == nullptr) return;
        for (auto const& each : *list_) {
            auto const name = text_member(each.get_object(), "AttributeName");
            if (find(name) != &each.get_object())
                fail_parameter("Duplicate attribute definition, AttributeDefinitions: " + listed());
        }
    }

  private:
    json::object const* find(std::string_view name) const noexcept {
        if (list_ != nullptr)
            for (auto const& each : *list_)
                if (text_member(each.get_object(), "AttributeName") == name) return &each.get_object();
        return nullptr;
    }

    json::array const* list_;
};

/// The attributes of a KeySchema.
struct key_names {
    std::vector<std::string_view> partition = {}, sort = {};
};

inline key_names read_key_schema(json::array const& schema) {
    key_names keys;
    for (auto const& each : schema) {
        auto const& element = each.get_object();
        bool const hash = text_member(element, "KeyType") == "HASH";
        if (&each == &schema[0] && !hash)
            fail_validation("Invalid KeySchema: The first KeySchemaElement is not a HASH key type");
        if (hash && !keys.sort.empty())
            fail_validation("Invalid KeySchema: HASH KeySchemaElements must come before RANGE ones");
        (hash ? keys.partition : keys.sort).push_back(text_member(element, "AttributeName"));
    }
    if (keys.partition.size() == 1 && keys.sort.size() == 1 && keys.partition[0] == keys.sort[0])
        fail_validation("Both the Hash Key and the Range Key element in the KeySchema have the same name");
    return keys;
}

inline void check_defined(json::array const& schema, attribute_definition_list const& definitions) {
    std::string keys;
    bool missing = false;
    for (auto const& each : schema) {
        auto const name = text_member(each.get_object(), "AttributeName");
        missing = missing || !definitions.contains(name);
        if (!keys.empty()) keys += ", ";
        keys += name;
    }
    if (missing)
        fail_parameter("Some index key attributes are not defined in AttributeDefinitions. Keys: [" + keys +
                       "], AttributeDefinitions: " + definitions.listed());
}

inline void read_projection(json::object const& in, index_description& index) {
    auto const type = text_member(in, "ProjectionType");
    auto const* included = array_if(in, "NonKeyAttributes");
    if (type.empty()) fail_parameter("Unknown ProjectionType: null");
    index.projection = type == "ALL"         ? projection_type::all
                       : type == "KEYS_ONLY" ? projection_type::keys_only
                                             : projection_type::include;
    bool const includes = index.projection == projection_type::include;
    if (!includes && included != nullptr)
        fail_parameter("ProjectionType is " + std::string(type) + ", but NonKeyAttributes is specified");
    if (includes && included == nullptr)
        fail_parameter("ProjectionType is INCLUDE, but NonKeyAttributes is not specified");
    if (included != nullptr)
        for (auto const& each : *included) index.included.emplace_back(wire::text_of(each));
}

/// Reads an index of CreateTable, or one that UpdateTable creates.
inline index_description read_index(json::object const& in, attribute_definition_list const& definitions, bool local) {
    auto const& schema = *array_if(in, "KeySchema");
    check_defined(schema, definitions);
    auto const keys = read_key_schema(schema);
    index_description index;
    index.name = text_member(in, "IndexName");
    index.local = local;
    for (auto const each : keys.partition) index.partition.push_back(definitions.at(each));
    for (auto const each : keys.sort) index.sort.push_back(definitions.at(each));
    read_projection(object_member(in, "Projection"), index);
    return index;
}

inline void check_local_index(index_description const& index, table_description const& table) {
    if (index.partition.size() > 1 || index.sort.size() > 1)
        fail_validation("Invalid KeySchema: The second KeySchemaElement is not a RANGE key type");
    if (index.partition[0].name != table.partition.name)
        fail_parameter(
            "Index KeySchema does not have the same leading hash key as table KeySchema for index: " + index.name +
            ". index hash key: " + index.partition[0].name + ", table hash key: " + table.partition.name);
    if (index.sort.empty()) fail_parameter("Index KeySchema does not have a range key for index: " + index.name);
}

/// Throws unless throughput is specified exactly if the table is provisioned.
inline void check_throughput(json::object const& in, bool on_demand) {
    auto const* given = object_if(in, "ProvisionedThroughput");
    if (on_demand && given != nullptr)
        fail_parameter("Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is "
                       "PAY_PER_REQUEST");
    if (!on_demand && given == nullptr)
        fail_parameter("ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is "
                       "PROVISIONED");
    if (given == nullptr) return;
    for (std::string_view const name : {"ReadCapacityUnits", "WriteCapacityUnits"})
        if (auto const units = integer_member(*given, name); units > 1'000'000'000'000)
            fail_validation("Given value " + std::to_string(units) + " for " + std::string(name) + " is out of bounds");
}

inline void check_index_throughput(json::object const& in, bool on_demand) {
    auto const name = std::string(text_member(in, "IndexName"));
    bool const given = member_of(in, "ProvisionedThroughput") != nullptr;
    if (on_demand && given)
        fail_parameter("ProvisionedThroughput should not be specified for index: " + name +
                       " when BillingMode is PAY_PER_REQUEST");
    if (!on_demand && !given) fail_parameter("ProvisionedThroughput must be specified for index: " + name);
}

inline void keep_index(table_notes& notes, json::object const& in) {
    for (auto const* name : {"ProvisionedThroughput", "OnDemandThroughput", "WarmThroughput"})
        if (auto const* given = member_of(in, name)) notes.index(text_member(in, "IndexName"))[name] = *given;
}

inline stream_view read_stream_specification(json::object const& in) {
    auto const view = text_member(in, "StreamViewType");
    if (!flag_member(in, "StreamEnabled")) {
        if (!view.empty()) fail_parameter("StreamViewType cannot be specified when StreamEnabled is false");
        return stream_view::none;
    }
    if (view.empty()) fail_parameter("StreamViewType must be specified when StreamEnabled is true");
    return view_of(view);
}

inline void add_tags(table_notes& notes, json::array const& tags) {
    auto& kept = notes.object("Tags");
    for (auto const& each : tags) kept[text_member(each.get_object(), "Key")] = text_member(each.get_object(), "Value");
    if (kept.size() > 50) fail_parameter("Too many tags: a resource has at most 50");
}

} // namespace monotable::endpoint
