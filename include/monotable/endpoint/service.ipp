// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/config.hpp>
#include <monotable/endpoint/batches.hpp>
#include <monotable/endpoint/environment.hpp>
#include <monotable/endpoint/error_reply.hpp>
#include <monotable/endpoint/items.hpp>
#include <monotable/endpoint/pages.hpp>
#include <monotable/endpoint/service.hpp>
#include <monotable/endpoint/shapes.hpp>
#include <monotable/endpoint/streams.hpp>
#include <monotable/endpoint/table_features.hpp>
#include <monotable/endpoint/table_shapes.hpp>
#include <monotable/endpoint/tables.hpp>
#include <monotable/endpoint/transactions.hpp>
#include <monotable/endpoint/update_table.hpp>
#include <monotable/error.hpp>
#include <monotable/meta/array_view.hpp>
#include <monotable/wire/check_constraints.hpp>
#include <monotable/wire/check_types.hpp>
#include <monotable/wire/error.hpp>
#include <monotable/wire/shape.hpp>

#include <boost/json/monotonic_resource.hpp>
#include <boost/json/parser.hpp>

#include <cstddef>
#include <exception>
#include <string>
#include <string_view>

namespace monotable {

MONOTABLE_INLINE service_reply service::handle(std::string_view target, std::string_view body, std::string_view host) {
    using wire::error_type;
    try {
        return {200, answer(target, body, host)};
    } catch (wire::request_error const& e) {
        return reply(e);
    } catch (store_error const& e) {
        return reply(endpoint::as_request_error(e));
    } catch (error const& e) {
        return reply({error_type::validation, endpoint::text_of(e)});
    } catch (std::exception const& e) {
        return reply({error_type::internal, e.what()});
    }
}

struct service::operation {
    using handler = std::string(endpoint::environment const&, boost::json::object const&);

    std::string_view name;
    wire::shape const* shape;
    handler* run;
};

MONOTABLE_INLINE service::operation const* service::find(std::string_view target) noexcept {
    namespace shapes = endpoint::shapes;
    static constexpr operation database[] = {
        {"GetItem", &shapes::get_item, endpoint::get_item},
        {"PutItem", &shapes::put_item, endpoint::put_item},
        {"Query", &shapes::query, endpoint::query},
        {"UpdateItem", &shapes::update_item, endpoint::update_item},
        {"DeleteItem", &shapes::delete_item, endpoint::delete_item},
        {"Scan", &shapes::scan, endpoint::scan},
        {"BatchGetItem", &shapes::batch_get_item, endpoint::batch_get_item},
        {"BatchWriteItem", &shapes::batch_write_item, endpoint::batch_write_item},
        {"TransactGetItems", &shapes::transact_get_items, endpoint::transact_get_items},
        {"TransactWriteItems", &shapes::transact_write_items, endpoint::transact_write_items},
        {"CreateTable", &shapes::create_table, endpoint::create_table},
        {"DescribeTable", &shapes::describe_table, endpoint::describe_table},
        {"ListTables", &shapes::list_tables, endpoint::list_tables},
        {"UpdateTable", &shapes::update_table, endpoint::update_table},
        {"DeleteTable", &shapes::delete_table, endpoint::delete_table},
        {"UpdateTimeToLive", &shapes::update_time_to_live, endpoint::update_time_to_live},
        {"DescribeTimeToLive", &shapes::describe_time_to_live, endpoint::describe_time_to_live},
        {"TagResource", &shapes::tag_resource, endpoint::tag_resource},
        {"UntagResource", &shapes::untag_resource, endpoint::untag_resource},
        {"ListTagsOfResource", &shapes::list_tags, endpoint::list_tags_of_resource},
        {"DescribeLimits", &shapes::nothing, endpoint::describe_limits},
        {"DescribeEndpoints", &shapes::nothing, endpoint::describe_endpoints},
        {"DescribeContinuousBackups", &shapes::describe_backups, endpoint::describe_continuous_backups},
        {"UpdateContinuousBackups", &shapes::update_backups, endpoint::update_continuous_backups},
    };
    static constexpr operation streams[] = {
        {"ListStreams", &shapes::list_streams, endpoint::list_streams},
        {"DescribeStream", &shapes::describe_stream, endpoint::describe_stream},
        {"GetShardIterator", &shapes::get_shard_iterator, endpoint::get_shard_iterator},
        {"GetRecords", &shapes::get_records, endpoint::get_records},
    };
    auto const among = [&](detail::array_view<operation> all, std::string_view prefix) -> operation const* {
        if (!target.starts_with(prefix)) return nullptr;
        for (auto const& each : all)
            if (each.name == target.substr(prefix.size())) return &each;
        return nullptr;
    };
    auto const* found = among(database, "DynamoDB_20120810.");
    return found != nullptr ? found : among(streams, "DynamoDBStreams_20120810.");
}

MONOTABLE_INLINE std::string service::answer(std::string_view target, std::string_view body, std::string_view host) {
    namespace json = boost::json;
    constexpr std::size_t max_json_depth = 256; // enough for every request with 32 levels of nested values
    unsigned char document[16 * 1024], scratch[2 * 1024];
    json::monotonic_resource memory(document, sizeof document);
    json::parse_options options;
    options.max_depth = max_json_depth;
    json::parser parser({}, options, scratch);
    parser.reset(&memory);
    boost::system::error_code failure;
    parser.write(body.data(), body.size(), failure);
    if (failure == json::error::too_deep)
        wire::fail_validation("Nesting Levels have exceeded supported limits: Attributes in the item have nested "
                              "levels beyond supported limit");
    if (failure) wire::fail_serialization({});
    auto const request = parser.release();
    auto const* const found = find(target);
    if (found == nullptr) throw wire::request_error(wire::error_type::unknown_operation, {});
    if (!request.is_object()) wire::fail_serialization({});
    auto const& in = request.get_object();
    wire::type_check::members(in, *found->shape);
    wire::constraint_check::run(in, *found->shape);
    return found->run({*store_, options_, tables_, host}, in);
}

MONOTABLE_INLINE service_reply service::reply(wire::request_error const& e) {
    return {wire::status_of(e.type()), endpoint::error_body(e)};
}

} // namespace monotable
