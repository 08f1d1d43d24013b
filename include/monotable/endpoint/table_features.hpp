// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/endpoint/environment.hpp>
#include <monotable/endpoint/parameters.hpp>
#include <monotable/endpoint/table_definition.hpp>
#include <monotable/endpoint/table_notes.hpp>
#include <monotable/endpoint/tables.hpp>

#include <mutex>
#include <string>
#include <string_view>

/// Time to live, tags, continuous backups, limits and endpoints.
namespace monotable::endpoint {

inline std::string update_time_to_live(environment const& with, json::object const& in) {
    auto const& wanted = object_member(in, "TimeToLiveSpecification");
    auto const attribute = text_member(wanted, "AttributeName");
    bool const enabled = flag_member(wanted, "Enabled");
    std::lock_guard const lock(with.tables);
    auto settings = status_of(with, table_of(in)).settings;
    if (enabled && !settings.time_to_live.empty())
        fail_validation(settings.time_to_live == attribute
                            ? std::string("TimeToLive is already enabled")
                            : "TimeToLive is active on a different AttributeName: current AttributeName is " +
                                  settings.time_to_live);
    if (!enabled && settings.time_to_live.empty()) fail_validation("TimeToLive is already disabled");
    if (!enabled && settings.time_to_live != attribute)
        fail_validation("TimeToLive is active on a different AttributeName: current AttributeName is " +
                        settings.time_to_live);
    settings.time_to_live = enabled ? attribute : std::string_view();
    with.store.change_settings(table_of(in), settings);
    json::object out;
    out["TimeToLiveSpecification"] = json::object{{"AttributeName", attribute}, {"Enabled", enabled}};
    return json::serialize(out);
}

inline std::string describe_time_to_live(environment const& with, json::object const& in) {
    auto const attribute = status_of(with, table_of(in)).settings.time_to_live;
    json::object description{{"TimeToLiveStatus", attribute.empty() ? "DISABLED" : "ENABLED"}};
    if (!attribute.empty()) description["AttributeName"] = attribute;
    json::object out;
    out["TimeToLiveDescription"] = std::move(description);
    return json::serialize(out);
}

/// The name of the table in the ResourceArn of a request for `operation`.
inline std::string_view tagged_name(environment const& with, json::object const& in, std::string_view operation) {
    auto const arn = text_member(in, "ResourceArn");
    auto const table = wire::table_name_of(arn);
    if (!arn.starts_with("arn:aws:dynamodb:") || table == arn)
        throw wire::request_error(wire::error_type::access_denied,
                                  "User: arn:aws:iam::" + with.options.account +
                                      ":root is not authorized to perform: dynamodb:" + std::string(operation) +
                                      " on resource: " + std::string(arn));
    if (table.size() < 3 || table.size() > 255)
        fail_validation("Invalid TableArn: Invalid ResourceArn provided as input " + std::string(arn));
    return table;
}

/// Throws if the table does not exist.
inline void check_tagged(environment const& with, json::object const& in, std::string_view table) {
    auto const arn = text_member(in, "ResourceArn");
    try {
        with.store.describe(table);
    } catch (store_error const& e) {
        if (e.fault() != store_fault::no_such_table) throw;
        throw wire::request_error(wire::error_type::resource_not_found,
                                  "Requested resource not found: ResourcArn: " + std::string(arn) + " not found");
    }
}

template <class Change>
std::string change_notes(environment const& with, std::string_view table, Change change) {
    auto settings = with.store.status(table).settings;
    table_notes notes(settings);
    change(notes);
    settings.annotations = notes.text();
    with.store.change_settings(table, settings);
    return "{}";
}

inline std::string tag_resource(environment const& with, json::object const& in) {
    auto const& tags = *array_if(in, "Tags");
    auto const table = tagged_name(with, in, "TagResource");
    if (tags.empty()) fail_validation("Atleast one Tag needs to be provided as Input."); // sic
    std::lock_guard const lock(with.tables);
    check_tagged(with, in, table);
    return change_notes(with, table, [&](table_notes& notes) { add_tags(notes, tags); });
}

inline std::string untag_resource(environment const& with, json::object const& in) {
    auto const& keys = *array_if(in, "TagKeys");
    auto const table = tagged_name(with, in, "UntagResource");
    if (keys.empty()) fail_validation("Atleast one Tag Key needs to be provided as Input."); // sic
    std::lock_guard const lock(with.tables);
    check_tagged(with, in, table);
    return change_notes(with, table, [&](table_notes& notes) {
        for (auto const& each : keys) notes.object("Tags").erase(wire::text_of(each));
    });
}

inline std::string list_tags_of_resource(environment const& with, json::object const& in) {
    auto const table = tagged_name(with, in, "ListTagsOfResource");
    check_tagged(with, in, table);
    table_notes notes(with.store.status(table).settings);
    json::array tags;
    for (auto const& each : notes.object("Tags")) tags.push_back({{"Key", each.key()}, {"Value", each.value()}});
    json::object out;
    out["Tags"] = std::move(tags);
    return json::serialize(out);
}

/// `{"ContinuousBackupsDescription":{...}}`
inline std::string backups_answer(table_notes const& notes) {
    auto const* recovery = object_if(notes.all(), "PointInTimeRecovery");
    json::object shown{{"PointInTimeRecoveryStatus", recovery == nullptr ? "DISABLED" : "ENABLED"}};
    if (recovery != nullptr) {
        shown["RecoveryPeriodInDays"] = integer_member(*recovery, "RecoveryPeriodInDays", 35);
        shown["EarliestRestorableDateTime"] = (*recovery).at("Since");
        shown["LatestRestorableDateTime"] = seconds(environment::now());
    }
    json::object description{{"ContinuousBackupsStatus", "ENABLED"}};
    description["PointInTimeRecoveryDescription"] = std::move(shown);
    json::object out;
    out["ContinuousBackupsDescription"] = std::move(description);
    return json::serialize(out);
}

inline table_settings settings_for_backups(environment const& with, std::string_view table) {
    try {
        return with.store.status(table).settings;
    } catch (store_error const& e) {
        if (e.fault() != store_fault::no_such_table) throw;
        throw wire::request_error(wire::error_type::table_not_found, "Table not found: " + std::string(table));
    }
}

inline std::string describe_continuous_backups(environment const& with, json::object const& in) {
    return backups_answer(table_notes(settings_for_backups(with, table_of(in))));
}

inline std::string update_continuous_backups(environment const& with, json::object const& in) {
    auto const& wanted = object_member(in, "PointInTimeRecoverySpecification");
    std::lock_guard const lock(with.tables);
    auto settings = settings_for_backups(with, table_of(in));
    table_notes notes(settings);
    if (flag_member(wanted, "PointInTimeRecoveryEnabled")) {
        auto& kept = notes.object("PointInTimeRecovery");
        if (!kept.contains("Since")) kept["Since"] = seconds(environment::now());
        if (auto const* days = member_of(wanted, "RecoveryPeriodInDays")) kept["RecoveryPeriodInDays"] = *days;
    } else {
        notes.all().erase("PointInTimeRecovery");
    }
    settings.annotations = notes.text();
    with.store.change_settings(table_of(in), settings);
    return backups_answer(notes);
}

inline std::string describe_limits(environment const&, json::object const&) {
    return R"({"AccountMaxReadCapacityUnits":80000,"AccountMaxWriteCapacityUnits":80000,)"
           R"("TableMaxReadCapacityUnits":40000,"TableMaxWriteCapacityUnits":40000})";
}

inline std::string describe_endpoints(environment const& with, json::object const&) {
    json::array endpoints;
    auto const address = with.host.empty() ? std::string_view(with.options.address) : with.host;
    endpoints.push_back({{"Address", address}, {"CachePeriodInMinutes", 1440}});
    json::object out;
    out["Endpoints"] = std::move(endpoints);
    return json::serialize(out);
}

} // namespace monotable::endpoint
