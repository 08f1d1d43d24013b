// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/endpoint/capacity.hpp>
#include <monotable/endpoint/environment.hpp>
#include <monotable/endpoint/expressions.hpp>
#include <monotable/endpoint/items.hpp>
#include <monotable/endpoint/key_conditions.hpp>
#include <monotable/endpoint/legacy.hpp>
#include <monotable/endpoint/parameters.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Query and Scan.
namespace monotable::endpoint {

/// The parameters that both share: which items, and which parts of them, are returned.
struct page_parameters {
    std::optional<item> start = {};
    std::vector<std::string_view> names = {};
    expression projection = {};
    expression filter = {};
    selection select = selection::projected;
};

inline std::optional<item> start_key(json::object const& in) {
    auto const* given = object_if(in, "ExclusiveStartKey");
    if (given == nullptr) return std::nullopt;
    try {
        return wire::read_item(*given);
    } catch (error const& e) {
        fail_validation("The provided starting key is invalid: " + text_of(e));
    }
}

inline void check_select(json::object const& in, std::string_view verb) {
    auto const select = text_member(in, "Select");
    auto const* const asked = member_of(in, "AttributesToGet") != nullptr        ? "AttributesToGet"
                              : member_of(in, "ProjectionExpression") != nullptr ? "ProjectionExpression"
                                                                                 : nullptr;
    if (select.empty()) return;
    if (select == "SPECIFIC_ATTRIBUTES") {
        if (asked == nullptr)
            fail_validation("Must specify the AttributesToGet or ProjectionExpression when choosing to get "
                            "SPECIFIC_ATTRIBUTES");
        return;
    }
    if (asked != nullptr)
        fail_validation("Cannot specify the " + std::string(asked) + " when choosing to get " + std::string(select));
    if (select == "ALL_PROJECTED_ATTRIBUTES" && member_of(in, "IndexName") == nullptr)
        fail_parameter("ALL_PROJECTED_ATTRIBUTES can be used only when " + std::string(verb) + " using an IndexName");
}

inline void check_consistency(json::object const& in, read_collection const& from) {
    if (from.is_global() && flag_member(in, "ConsistentRead"))
        fail_validation("Consistent reads are not supported on global secondary indexes");
}

inline void check_selection(json::object const& in, read_collection const& from, page_parameters& page) {
    auto const select = text_member(in, "Select");
    if (select == "COUNT") page.select = selection::count;
    from.check_projected(page.names, page.projection);
    if (select != "ALL_ATTRIBUTES") return;
    page.select = selection::all;
    if (from.is_global() && from.index()->projection != projection_type::all)
        fail_parameter("Select type ALL_ATTRIBUTES is not supported for global secondary index " + from.index()->name +
                       " because its projection type is not ALL");
}

inline std::string page_answer(item_page const& page, capacity_report const& capacity, std::string_view table,
                               bool count_only) {
    std::string out;
    std::size_t bytes = 128;
    for (auto const& each : page.items) bytes += 2 * each.bytes().size();
    out.reserve(bytes);
    char before = '{';
    if (!count_only) {
        out += "{\"Items\":";
        char next = '[';
        for (auto const& each : page.items) {
            out += next;
            wire::append_item(out, each);
            next = ',';
        }
        if (next == '[') out += '[';
        out += ']';
        before = ',';
    }
    out += before;
    out += "\"Count\":";
    wire::append_integer(out, page.count);
    out += ",\"ScannedCount\":";
    wire::append_integer(out, page.scanned_count);
    before = ',';
    if (page.last_evaluated_key) append_member(out, before, "LastEvaluatedKey", *page.last_evaluated_key);
    capacity.append(out, before, table);
    return finish_object(out, before);
}

/// Sets the parameters that query_request and scan_request share. The request refers to `page` and `capacity`.
template <class Request>
void set_page(Request& request, json::object const& in, page_parameters& page, capacity_report& capacity) {
    request.table = table_of(in);
    request.index = text_member(in, "IndexName");
    request.consistent = flag_member(in, "ConsistentRead");
    request.select = page.select;
    request.limit = static_cast<std::size_t>(integer_member(in, "Limit"));
    request.exclusive_start_key = std::move(page.start);
    request.attributes = page.names;
    request.projection = page.projection;
    request.filter = page.filter;
    request.capacity = capacity.meter();
}

inline std::string query(environment const& with, json::object const& in) {
    static constexpr std::string_view expressions[] = {"ProjectionExpression", "FilterExpression",
                                                       "KeyConditionExpression"};
    static constexpr std::string_view legacy_parameters[] = {"AttributesToGet", "QueryFilter", "ConditionalOperator",
                                                             "KeyConditions"};
    check_expression_parameters(in, expressions, legacy_parameters, name_list(expressions + 1, 2));
    expression_reader reader(in, true);
    page_parameters page;
    page.start = start_key(in);
    page.names = attributes_to_get(in);
    auto const* key_conditions = object_if(in, "KeyConditions");
    page.filter = filter_condition(in, "QueryFilter");
    expression keys;
    if (key_conditions != nullptr) {
        auto const parts = legacy::conditions(*key_conditions);
        if (parts.empty()) fail_validation("Conditions can be of length 1 or 2 only");
        for (auto const& each : parts) {
            auto const kind = each.view().kind();
            if (kind == expression_kind::not_equal || kind > expression_kind::begins_with ||
                (kind >= expression_kind::in && kind < expression_kind::begins_with))
                fail_validation("Attempted conditional constraint is not an indexable operation");
        }
        keys = legacy::join(parts, false);
    }
    check_select(in, "Querying");
    bool const legacy_filter = !page.filter.empty();
    if (keys.empty()) keys = reader.key_condition();
    if (!legacy_filter) page.filter = reader.filter();
    page.projection = reader.projection();
    reader.finish();
    if (keys.empty())
        fail_validation("Either the KeyConditions or KeyConditionExpression parameter must be specified in the "
                        "request.");

    read_collection const from(with, in);
    check_consistency(in, from);
    capacity_report capacity(in);
    query_request request;
    set_key_condition(request, keys, from);
    from.check_filter(page.filter, legacy_filter ? "QueryFilter" : "Filter Expression");
    check_selection(in, from, page);
    set_page(request, in, page, capacity);
    request.descending = !flag_member(in, "ScanIndexForward", true);
    return page_answer(with.store.query(request), capacity, text_member(in, "TableName"),
                       page.select == selection::count);
}

inline void check_segments(json::object const& in) {
    auto const* segment = member_of(in, "Segment");
    auto const* total = member_of(in, "TotalSegments");
    if (total == nullptr && segment != nullptr)
        fail_validation("The TotalSegments parameter is required but was not present in the request when Segment "
                        "parameter is present");
    if (segment == nullptr && total != nullptr)
        fail_validation("The Segment parameter is required but was not present in the request when parameter "
                        "TotalSegments is present");
    if (segment != nullptr && wire::integer_of(*segment) >= wire::integer_of(*total))
        fail_validation("The Segment parameter is zero-based and must be less than parameter TotalSegments: Segment: " +
                        std::to_string(wire::integer_of(*segment)) +
                        " is not less than TotalSegments: " + std::to_string(wire::integer_of(*total)));
}

inline std::string scan(environment const& with, json::object const& in) {
    static constexpr std::string_view expressions[] = {"ProjectionExpression", "FilterExpression"};
    static constexpr std::string_view legacy_parameters[] = {"AttributesToGet", "ScanFilter", "ConditionalOperator"};
    check_expression_parameters(in, expressions, legacy_parameters, name_list(expressions + 1, 1));
    expression_reader reader(in, true);
    page_parameters page;
    page.start = start_key(in);
    page.names = attributes_to_get(in);
    page.filter = filter_condition(in, "ScanFilter");
    check_select(in, "Scanning");
    check_segments(in);
    if (page.filter.empty()) page.filter = reader.filter();
    page.projection = reader.projection();
    reader.finish();

    read_collection const from(with, in);
    check_consistency(in, from);
    capacity_report capacity(in);
    check_selection(in, from, page);
    scan_request request;
    set_page(request, in, page, capacity);
    request.segment = static_cast<std::uint32_t>(integer_member(in, "Segment"));
    request.total_segments = static_cast<std::uint32_t>(integer_member(in, "TotalSegments", 1));
    return page_answer(with.store.scan(request), capacity, text_member(in, "TableName"),
                       page.select == selection::count);
}

} // namespace monotable::endpoint
