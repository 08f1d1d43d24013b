// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/endpoint/environment.hpp>
#include <monotable/endpoint/parameters.hpp>
#include <monotable/endpoint/table_definition.hpp>
#include <monotable/endpoint/table_json.hpp>
#include <monotable/endpoint/table_notes.hpp>
#include <monotable/endpoint/tables.hpp>

#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace monotable::endpoint {

/// UpdateTable. The whole request is checked before anything is changed.
class table_update {
  public:
    table_update(environment const& with, json::object const& in)
        : with_(with),
          in_(in),
          definitions_(array_if(in, "AttributeDefinitions")),
          before_(status_of(with, table_of(in))),
          settings_(before_.settings),
          notes_(before_.settings) {}

    std::string run() {
        billing();
        indexes();
        stream();
        for (auto const* name :
             {"SSESpecification", "TableClass", "DeletionProtectionEnabled", "OnDemandThroughput", "WarmThroughput"})
            notes_.keep(in_, name);
        settings_.annotations = notes_.text();
        auto const& table = before_.description.name;
        if (added_) with_.store.add_index(table, *added_);
        if (!dropped_.empty()) {
            auto const shown = table_writer(with_, before_).run(with_.changing("UPDATING"), "DELETING", dropped_);
            with_.store.drop_index(table, dropped_);
            with_.store.change_settings(table, settings_);
            return table_answer("TableDescription", shown);
        }
        with_.store.change_settings(table, settings_);
        auto const after = with_.store.status(table);
        auto const index_status = added_ ? with_.changing("CREATING") : std::string_view("ACTIVE");
        return table_answer("TableDescription", table_writer(with_, after)
                                                    .run(with_.changing("UPDATING"), index_status,
                                                         added_ ? std::string_view(added_->name) : "-"));
    }

  private:
    void billing() {
        auto const mode = text_member(in_, "BillingMode");
        bool const was_on_demand = notes_.on_demand();
        bool const on_demand = mode.empty() ? was_on_demand : mode == "PAY_PER_REQUEST";
        auto const* given = object_if(in_, "ProvisionedThroughput");
        if (given != nullptr || !mode.empty()) {
            bool const becomes_provisioned = !on_demand && was_on_demand;
            if (given != nullptr || becomes_provisioned) check_throughput(in_, on_demand);
        }
        if (given != nullptr && !was_on_demand) check_throughput_changes(*given);
        if (!mode.empty()) notes_.keep(in_, "BillingMode");
        if (given != nullptr) notes_.keep(in_, "ProvisionedThroughput");
        if (on_demand && !was_on_demand) notes_.all()["PayPerRequest"] = seconds(environment::now());
        if (on_demand) notes_.all().erase("ProvisionedThroughput");
    }

    void check_throughput_changes(json::object const& wanted) const {
        auto const* current = object_if(notes_.all(), "ProvisionedThroughput");
        if (current == nullptr || !text_member(in_, "BillingMode").empty()) return;
        auto const read = integer_member(*current, "ReadCapacityUnits");
        auto const write = integer_member(*current, "WriteCapacityUnits");
        if (read != integer_member(wanted, "ReadCapacityUnits") ||
            write != integer_member(wanted, "WriteCapacityUnits"))
            return;
        if (member_of(in_, "GlobalSecondaryIndexUpdates") != nullptr) return;
        auto const both = [](std::string const& name, std::string const& units) {
            return "Current " + name + " provisioned for the table: " + units + ". Requested " + name + ": " + units +
                   ". ";
        };
        fail_validation("The provisioned throughput for the table will not change. The requested value equals the "
                        "current value. " +
                        both("ReadCapacityUnits", std::to_string(read)) +
                        both("WriteCapacityUnits", std::to_string(write)) +
                        "Refer to the Amazon DynamoDB Developer Guide for current limits and how to request higher "
                        "limits.");
    }

    bool has_index(std::string_view name) const noexcept {
        for (auto const& each : before_.description.indexes)
            if (each.name == name) return true;
        return false;
    }
    bool has_global_index(std::string_view name) const noexcept {
        for (auto const& each : before_.description.indexes)
            if (each.name == name && !each.local) return true;
        return false;
    }

    void indexes() {
        auto const* updates = array_if(in_, "GlobalSecondaryIndexUpdates");
        if (updates == nullptr) return;
        std::vector<std::string_view> named;
        int built = 0;
        for (auto const& each : *updates) {
            auto const& update = each.get_object();
            json::object const* found = nullptr;
            int count = 0;
            for (std::string_view const name : {"Create", "Update", "Delete"})
                if (auto const* action = object_if(update, name)) {
                    found = action;
                    ++count;
                    built += name != "Update";
                }
            if (count != 1)
                fail_parameter("One of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create, "
                               "GlobalSecondaryIndexUpdate.Delete must not be null");
            auto const index = text_member(*found, "IndexName");
            for (auto const other : named)
                if (other == index)
                    fail_parameter("Only one global secondary index update per index is allowed simultaneously. "
                                   "Index: " +
                                   std::string(index));
            named.push_back(index);
        }
        if (built > 1)
            throw wire::request_error(wire::error_type::limit_exceeded,
                                      "Subscriber limit exceeded: Only 1 online index can be created or deleted "
                                      "simultaneously per table");
        for (auto const& each : *updates) {
            auto const& update = each.get_object();
            if (auto const* action = object_if(update, "Create")) create(*action);
            if (auto const* action = object_if(update, "Update")) change(*action);
            if (auto const* action = object_if(update, "Delete")) remove(*action);
        }
    }

    void create(json::object const& in) {
        definitions_.check_distinct();
        auto index = read_index(in, definitions_, false);
        if (has_index(index.name)) fail_validation("Attempting to create an index which already exists");
        check_index_throughput(in, notes_.on_demand());
        keep_index(notes_, in);
        for (auto const* side : {&index.partition, &index.sort})
            for (auto const& each : *side) notes_.define(each.name);
        added_ = std::move(index);
    }

    void change(json::object const& in) {
        auto const name = text_member(in, "IndexName");
        if (!has_global_index(name)) fail_no_index();
        keep_index(notes_, in);
    }

    void remove(json::object const& in) {
        auto const name = text_member(in, "IndexName");
        if (!has_global_index(name)) fail_no_index();
        notes_.object("Indexes").erase(name);
        dropped_ = name;
    }

    [[noreturn]] static void fail_no_index() {
        throw wire::request_error(wire::error_type::resource_not_found, "Requested resource not found");
    }

    void stream() {
        auto const* wanted = object_if(in_, "StreamSpecification");
        if (wanted == nullptr) return;
        auto const view = read_stream_specification(*wanted);
        auto const& table = before_.description.name;
        bool const has = settings_.stream != stream_view::none;
        if (has && view != stream_view::none)
            fail_validation("Table already has an enabled stream: TableName: " + table);
        if (!has && view == stream_view::none)
            fail_validation("Table does not have a stream to disable: TableName: " + table);
        settings_.stream = view;
        notes_.all()["HadStream"] = true;
    }

    environment const& with_;
    json::object const& in_;
    attribute_definition_list definitions_;
    table_status before_;
    table_settings settings_;
    table_notes notes_;
    std::optional<index_description> added_;
    std::string dropped_;
};

inline std::string update_table(environment const& with, json::object const& in) {
    bool any = false;
    for (auto const* name :
         {"BillingMode", "ProvisionedThroughput", "GlobalSecondaryIndexUpdates", "StreamSpecification", "TableClass",
          "SSESpecification", "DeletionProtectionEnabled", "OnDemandThroughput", "WarmThroughput"})
        any = any || member_of(in, name) != nullptr;
    auto const* updates = array_if(in, "GlobalSecondaryIndexUpdates");
    if (!any || (updates != nullptr && updates->empty()))
        fail_validation("At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, "
                        "GlobalSecondaryIndexUpdates or SSESpecification or ReplicaUpdates is required");
    std::lock_guard const lock(with.tables);
    return table_update(with, in).run();
}

} // namespace monotable::endpoint
