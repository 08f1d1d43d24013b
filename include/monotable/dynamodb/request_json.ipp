// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/assemble.hpp>
#include <monotable/dynamodb/request_json.hpp>
#include <monotable/error.hpp>
#include <monotable/expression/path.hpp>
#include <monotable/wire/write_json.hpp>

#include <utility>

namespace monotable::client {

MONOTABLE_INLINE void json_writer::separate() {
    if (char const last = text_.back(); last != '{' && last != '[' && last != ':') text_ += ',';
}

MONOTABLE_INLINE json_writer& json_writer::name(std::string_view name) {
    separate();
    wire::append_text(text_, name);
    text_ += ':';
    return *this;
}

MONOTABLE_INLINE json_writer& json_writer::text(std::string_view name, std::string_view value) {
    this->name(name);
    wire::append_text(text_, value);
    return *this;
}

MONOTABLE_INLINE json_writer& json_writer::number(std::string_view name, std::size_t value) {
    this->name(name);
    wire::append_integer(text_, value);
    return *this;
}

MONOTABLE_INLINE json_writer& json_writer::flag(std::string_view name, bool value) {
    this->name(name).text_ += value ? "true" : "false";
    return *this;
}

MONOTABLE_INLINE json_writer& json_writer::item(std::string_view name, item_view value) {
    if (!name.empty()) this->name(name);
    else separate();
    wire::append_item(text_, value);
    return *this;
}

MONOTABLE_INLINE json_writer& json_writer::raw(std::string_view json) {
    text_ += json;
    return *this;
}

MONOTABLE_INLINE json_writer& json_writer::texts(std::string_view name, std::vector<std::string> const& values) {
    this->name(name).begin('[');
    for (std::string const& each : values) {
        separate();
        wire::append_text(text_, each);
    }
    return end(']');
}

MONOTABLE_INLINE json_writer& json_writer::begin(char bracket) {
    separate();
    text_ += bracket;
    return *this;
}

MONOTABLE_INLINE json_writer& json_writer::end(char bracket) {
    text_ += bracket;
    return *this;
}

MONOTABLE_INLINE std::string json_writer::take() { return std::exchange(text_, "{") + '}'; }

/// The expressions of one request, which share their placeholders.
class expression_writer {
  public:
    explicit expression_writer(json_writer& to) : to_(to) {}

    void add(std::string_view parameter, expression_view tree) {
        if (!tree.empty()) to_.text(parameter, printer_.print(tree));
    }

    /// Call it after all expressions were added.
    void finish() {
        if (!printer_.names().empty()) {
            to_.name("ExpressionAttributeNames").begin('{');
            for (std::size_t i = 0; i != printer_.names().size(); ++i)
                to_.text('#' + std::to_string(i), printer_.names()[i]);
            to_.end('}');
        }
        if (printer_.values().empty()) return;
        to_.name("ExpressionAttributeValues").begin('{');
        for (std::size_t i = 0; i != printer_.values().size(); ++i) {
            std::string text;
            wire::append_value(text, printer_.values()[i].view());
            to_.name(':' + std::to_string(i)).raw(text);
        }
        to_.end('}');
    }

  private:
    json_writer& to_;
    expression_printer printer_;
};

MONOTABLE_INLINE expression path_to(std::string_view attribute) { return expression::path(document_path(attribute)); }

MONOTABLE_INLINE bool is_key(table_description const& table, std::string_view attribute) {
    return table.partition.name == attribute || (table.sort && table.sort->name == attribute);
}

MONOTABLE_INLINE write_action action_of(write_request const& request) noexcept {
    switch (request.kind) {
    case write_kind::put: return request.known_attributes.empty() ? write_action::put : write_action::update;
    case write_kind::update: return write_action::update;
    case write_kind::erase: return write_action::erase;
    default: return write_action::check;
    }
}

MONOTABLE_INLINE bool is_idempotent(write_request const& request) {
    if (request.expected != precondition::any || !request.condition.empty()) return false;
    if (request.returns != return_values::none) return false;
    if (request.update.empty()) return true;
    for (expression_view const action : request.update) {
        if (action.is(expression_kind::remove)) {
            expression_view const place = action[0];
            for (auto const step : place.path())
                if (step.is_index) return false; // what follows moves up
        } else if (!action.is(expression_kind::set) || !action[1].is(expression_kind::constant)) {
            return false;
        }
    }
    return true;
}

MONOTABLE_INLINE std::string_view target_of(write_request const& request) noexcept {
    switch (action_of(request)) {
    case write_action::put: return "PutItem";
    case write_action::update: return "UpdateItem";
    default: return "DeleteItem";
    }
}

/// The update that assigns the attributes of the item and removes known attributes that it lacks.
MONOTABLE_INLINE expression update_for(write_request const& put, table_description const& table) {
    expression update;
    auto const add = [&](expression const& action) {
        if (update.empty()) update.begin(expression_kind::update);
        update.add(action);
    };
    for (auto const& [name, stored] : put.item)
        if (!is_key(table, name))
            add(expression::make(expression_kind::set, {path_to(name), expression::constant(stored)}));
    for (std::string_view const name : put.known_attributes)
        if (!is_key(table, name) && !put.item.contains(name))
            add(expression::make(expression_kind::remove, {path_to(name)}));
    return update;
}

MONOTABLE_INLINE expression condition_of(write_request const& request, table_description const& table) {
    if (request.expected == precondition::any) return expression(request.condition);
    auto const kind = request.expected == precondition::must_exist ? expression_kind::attribute_exists
                                                                   : expression_kind::attribute_not_exists;
    auto const exists = expression::make(kind, {path_to(table.partition.name)});
    if (request.condition.empty()) return exists;
    return expression::make(expression_kind::all_of, {exists, request.condition});
}

MONOTABLE_INLINE std::string_view text_of(return_values returns) noexcept {
    switch (returns) {
    case return_values::none: return {};
    case return_values::updated_old: return "UPDATED_OLD";
    case return_values::all_new: return "ALL_NEW";
    case return_values::updated_new: return "UPDATED_NEW";
    default: return "ALL_OLD";
    }
}

MONOTABLE_INLINE item key_of(item_view from, table_description const& table) {
    std::string_view names[2] = {table.partition.name, {}};
    if (table.sort) names[1] = table.sort->name;
    if (table.sort && names[1] < names[0]) std::swap(names[0], names[1]);
    return detail::project(from, {names, table.sort ? 2u : 1u});
}

MONOTABLE_INLINE void add_write(json_writer& to, write_request const& request, table_description const& table,
                                bool in_transaction) {
    auto const action = action_of(request);
    to.text("TableName", request.table);
    if (action == write_action::put) to.item("Item", request.item);
    else to.item("Key", request.kind == write_kind::put ? key_of(request.item, table).view() : request.item);
    expression_writer expressions(to);
    expressions.add("ConditionExpression", condition_of(request, table));
    if (request.kind == write_kind::put && action == write_action::update)
        expressions.add("UpdateExpression", update_for(request, table));
    else expressions.add("UpdateExpression", request.update);
    expressions.finish();
    if (request.return_failed) to.text("ReturnValuesOnConditionCheckFailure", "ALL_OLD");
    if (in_transaction) return;
    if (auto const returns = text_of(request.returns); !returns.empty()) to.text("ReturnValues", returns);
    if (request.capacity != nullptr) to.text("ReturnConsumedCapacity", "INDEXES");
}

MONOTABLE_INLINE expression projection_of(detail::array_view<std::string_view> attributes, expression_view projection) {
    if (!projection.empty() || attributes.empty()) return expression(projection);
    expression all;
    all.begin(expression_kind::projection);
    for (std::string_view const each : attributes) all.add(path_to(each));
    return all;
}

MONOTABLE_INLINE void add_get(json_writer& to, get_request const& request) {
    to.text("TableName", request.table).item("Key", request.key);
    expression_writer expressions(to);
    expressions.add("ProjectionExpression", projection_of(request.attributes, request.projection));
    expressions.finish();
}

MONOTABLE_INLINE index_description const* index_named(table_description const& table, std::string_view name) {
    for (index_description const& each : table.indexes)
        if (each.name == name) return &each;
    return nullptr;
}

/// The condition on the sort key attribute after the equalities. The service accepts one; two bounds become a BETWEEN.
MONOTABLE_INLINE expression sort_condition(query_request const& request, std::string const& attribute,
                                           std::vector<excluded_bound>& excluded) {
    using enum expression_kind;
    auto const key = path_to(attribute);
    auto const stored = [](value const& v) { return expression::constant(v.view()); };
    if (request.begins_with) return expression::make(begins_with, {key, stored(*request.begins_with)});
    if (request.lower && request.upper) {
        value lower = request.lower->limit;
        if (!request.lower->inclusive && lower.view().is(value_type::string)) // the next text
            lower = value::string(std::string(lower.view().as_string()) + '\0');
        else if (!request.lower->inclusive) excluded.push_back({attribute, lower});
        if (!request.upper->inclusive) excluded.push_back({attribute, request.upper->limit});
        return expression::make(between, {key, stored(lower), stored(request.upper->limit)});
    }
    if (request.lower)
        return expression::make(request.lower->inclusive ? greater_equal : greater,
                                {key, stored(request.lower->limit)});
    if (request.upper)
        return expression::make(request.upper->inclusive ? less_equal : less, {key, stored(request.upper->limit)});
    return {};
}

MONOTABLE_INLINE expression key_condition_of(query_request const& request, table_description const& table,
                                             std::vector<excluded_bound>& excluded) {
    std::vector<std::string> partition, sort;
    if (auto const* index = index_named(table, request.index)) {
        for (auto const& each : index->partition) partition.push_back(each.name);
        for (auto const& each : index->sort) sort.push_back(each.name);
    } else if (request.index.empty()) {
        partition.push_back(table.partition.name);
        if (table.sort) sort.push_back(table.sort->name);
    }
    bool const ranged = request.lower || request.upper || request.begins_with;
    if (request.partition.size() != partition.size() || request.sort_equals.size() + (ranged ? 1 : 0) > sort.size())
        throw store_error(store_fault::validation, "monotable: a query of " + std::string(request.table) +
                                                       " does not fit the keys that the table has at the store");
    expression all;
    auto const add = [&](expression const& each) {
        all = all.empty() ? each : expression::make(expression_kind::all_of, {all, each});
    };
    for (std::size_t i = 0; i != partition.size(); ++i)
        add(expression::make(expression_kind::equal,
                             {path_to(partition[i]), expression::constant(request.partition[i])}));
    for (std::size_t i = 0; i != request.sort_equals.size(); ++i)
        add(expression::make(expression_kind::equal, {path_to(sort[i]), expression::constant(request.sort_equals[i])}));
    if (ranged) add(sort_condition(request, sort[request.sort_equals.size()], excluded));
    return all;
}

template <class Request>
void add_page(json_writer& to, expression_writer& expressions, Request const& request, bool counts) {
    if (!request.index.empty()) to.text("IndexName", request.index);
    expressions.add("FilterExpression", request.filter);
    expressions.add("ProjectionExpression", projection_of(request.attributes, request.projection));
    expressions.finish();
    if (counts) to.text("Select", "COUNT");
    else if (request.select == selection::all && request.attributes.empty() && request.projection.empty())
        to.text("Select", "ALL_ATTRIBUTES");
    if (request.limit != 0) to.number("Limit", request.limit);
    if (request.exclusive_start_key) to.item("ExclusiveStartKey", *request.exclusive_start_key);
    if (request.consistent) to.flag("ConsistentRead", true);
    if (request.capacity != nullptr) to.text("ReturnConsumedCapacity", "INDEXES");
}

MONOTABLE_INLINE std::string query_body(query_request const& request, table_description const& table,
                                        std::vector<excluded_bound>& excluded) {
    json_writer to;
    to.text("TableName", request.table);
    expression_writer expressions(to);
    expressions.add("KeyConditionExpression", key_condition_of(request, table, excluded));
    // Excluded items must be read, to be subtracted from a count.
    add_page(to, expressions, request, request.select == selection::count && excluded.empty());
    if (request.descending) to.flag("ScanIndexForward", false);
    return to.take();
}

MONOTABLE_INLINE std::string scan_body(scan_request const& request) {
    json_writer to;
    to.text("TableName", request.table);
    expression_writer expressions(to);
    add_page(to, expressions, request, request.select == selection::count);
    if (request.total_segments != 1) {
        to.number("Segment", request.segment);
        to.number("TotalSegments", request.total_segments);
    }
    return to.take();
}

MONOTABLE_INLINE std::vector<table_group> table_groups(detail::array_view<get_request> requests) {
    std::vector<table_group> groups;
    auto const fits = [&](table_group const& group, get_request const& added) {
        get_request const& first = requests[group[0]];
        return first.table == added.table && first.consistent == added.consistent &&
               projection_of(first.attributes, first.projection) == projection_of(added.attributes, added.projection);
    };
    for (std::size_t i = 0; i != requests.size(); ++i) {
        bool found = false;
        for (table_group& each : groups)
            if (!found && fits(each, requests[i])) each.push_back(i), found = true;
        if (!found) groups.push_back({i});
    }
    return groups;
}

MONOTABLE_INLINE void add_batch_get(json_writer& to, detail::array_view<get_request> requests,
                                    std::vector<std::size_t> const& which, table_description const& table) {
    get_request const& first = requests[which[0]];
    to.name(first.table).begin('{').name("Keys").begin('[');
    for (std::size_t const each : which) to.item({}, requests[each].key);
    to.end(']');
    if (first.consistent) to.flag("ConsistentRead", true);
    auto projection = projection_of(first.attributes, first.projection);
    if (!projection.empty()) {
        auto const add = [&](std::string const& key) {
            for (expression_view const each : projection.view())
                if (each.path() == document_path(key)) return;
            projection.add(path_to(key));
        };
        add(table.partition.name);
        if (table.sort) add(table.sort->name);
    }
    expression_writer expressions(to);
    expressions.add("ProjectionExpression", projection);
    expressions.finish();
    to.end('}');
}

} // namespace monotable::client
