// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/core/size.hpp>
#include <monotable/endpoint/expressions.hpp>
#include <monotable/endpoint/legacy.hpp>
#include <monotable/endpoint/parameters.hpp>
#include <monotable/wire/read_value.hpp>

#include <string_view>
#include <utility>

namespace monotable::endpoint {

/// A put, update, delete or condition check of a request; owns what the write_request refers to.
class parsed_write {
  public:
    /// Reads PutItem, UpdateItem or DeleteItem, or an action of a transaction, which has no legacy parameters.
    parsed_write(json::object const& in, write_kind kind, bool in_transaction) {
        check_parameters(in, kind);
        item_ = wire::read_item(object_member(in, kind == write_kind::put ? "Item" : "Key"));
        check_return_values(in, kind);
        expression_reader reader(in, true);
        if (kind == write_kind::put && item_.bytes().size() > detail::max_item_size &&
            item_size(item_) > detail::max_item_size)
            fail_validation("Item size has exceeded the maximum allowed size");
        if (!in_transaction) {
            update_ = attribute_updates(in);
            condition_ = expected_condition(in);
        }
        if (update_.empty() && kind == write_kind::update) update_ = reader.update();
        if (condition_.empty()) condition_ = reader.condition();
        reader.finish();
        table_ = table_of(in);
        kind_ = kind;
        returns_ = values_of(text_member(in, "ReturnValues"));
        return_failed_ = text_member(in, "ReturnValuesOnConditionCheckFailure") == "ALL_OLD";
    }

    /// Reads an action of a batch, which has no condition.
    parsed_write(std::string_view table, json::object const& item, write_kind kind)
        : item_(wire::read_item(item)), table_(table), kind_(kind) {
        if (kind == write_kind::put && item_.bytes().size() > detail::max_item_size &&
            item_size(item_) > detail::max_item_size)
            fail_validation("Item size has exceeded the maximum allowed size");
    }

    /// The request, which is valid until this object is moved or destroyed.
    write_request request(capacity_meter* capacity) const {
        return {.table = table_,
                .item = item_,
                .kind = kind_,
                .condition = condition_,
                .update = update_,
                .returns = returns_,
                .return_failed = return_failed_,
                .capacity = capacity};
    }

    std::string_view table() const noexcept { return table_; }
    item_view item() const noexcept { return item_; }

  private:
    static void check_parameters(json::object const& in, write_kind kind) {
        static constexpr std::string_view expressions[] = {"UpdateExpression", "ConditionExpression"};
        static constexpr std::string_view legacy[] = {"AttributeUpdates", "Expected", "ConditionalOperator"};
        bool const update = kind == write_kind::update;
        name_list const used = update ? name_list(expressions) : name_list(expressions + 1, 1);
        check_expression_parameters(in, used, update ? name_list(legacy) : name_list(legacy + 1, 2), used);
    }

    static void check_return_values(json::object const& in, write_kind kind) {
        auto const returns = text_member(in, "ReturnValues");
        if (kind != write_kind::update && !returns.empty() && returns != "ALL_OLD" && returns != "NONE")
            fail_validation("ReturnValues can only be ALL_OLD or NONE");
    }

    static return_values values_of(std::string_view text) noexcept {
        return text == "ALL_OLD"       ? return_values::all_old
               : text == "ALL_NEW"     ? return_values::all_new
               : text == "UPDATED_OLD" ? return_values::updated_old
               : text == "UPDATED_NEW" ? return_values::updated_new
                                       : return_values::none;
    }

    monotable::item item_;
    expression condition_, update_;
    std::string_view table_;
    write_kind kind_ = write_kind::put;
    return_values returns_ = return_values::none;
    bool return_failed_ = false;
};

} // namespace monotable::endpoint
