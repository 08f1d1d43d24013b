// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/wire/shape.hpp>

/// Shapes of the requests for items: shared parts, then reads and writes of single items, batches and transactions.
namespace monotable::endpoint::shapes {

using wire::any_boolean;
using wire::any_integer;
using wire::any_text;
using wire::shape;
using wire::shape_kind;
using wire::shape_member;
using wire::text_pattern;

constexpr shape enumeration(std::string_view choices) { return {.kind = shape_kind::string, .choices = choices}; }
constexpr shape list_of(shape const& element, std::int64_t least = shape::no_least,
                        std::int64_t most = shape::no_most) {
    return {.kind = shape_kind::list, .element = &element, .least = least, .most = most};
}
constexpr shape map_of(shape const& element, std::int64_t least = shape::no_least, std::int64_t most = shape::no_most,
                       shape const* key = nullptr) {
    return {.kind = shape_kind::map, .element = &element, .key = key, .least = least, .most = most};
}
template <std::size_t N>
constexpr shape structure(std::string_view name, shape_member const (&members)[N]) {
    return {.kind = shape_kind::structure, .name = name, .members = members};
}
constexpr shape text(std::int64_t least, std::int64_t most = shape::no_most) {
    return {.kind = shape_kind::string, .least = least, .most = most};
}

inline constexpr shape table_name{
    .kind = shape_kind::string, .least = 3, .most = 255, .pattern = text_pattern::table_name};
inline constexpr shape index_name{.kind = shape_kind::string, .least = 3, .most = 255, .pattern = text_pattern::name};
inline constexpr shape attributes = map_of(wire::attribute_value);
inline constexpr shape name_map = map_of(any_text);
inline constexpr shape attribute_name = text(shape::no_least, 65535);
inline constexpr shape attribute_names = list_of(attribute_name, 1);
inline constexpr shape return_consumed_capacity = enumeration("INDEXES, TOTAL, NONE");
inline constexpr shape return_item_collection_metrics = enumeration("SIZE, NONE");
inline constexpr shape return_values = enumeration("ALL_NEW, UPDATED_OLD, ALL_OLD, NONE, UPDATED_NEW");
inline constexpr shape return_values_on_failure = enumeration("ALL_OLD, NONE");
inline constexpr shape conditional_operator = enumeration("OR, AND");
inline constexpr shape comparison_operator =
    enumeration("IN, NULL, BETWEEN, LT, NOT_CONTAINS, EQ, GT, NOT_NULL, NE, LE, BEGINS_WITH, GE, CONTAINS");
inline constexpr shape select = enumeration("SPECIFIC_ATTRIBUTES, COUNT, ALL_ATTRIBUTES, ALL_PROJECTED_ATTRIBUTES");
inline constexpr shape attribute_action = enumeration("ADD, PUT, DELETE");
inline constexpr shape value_list = list_of(wire::attribute_value);

inline constexpr shape_member expected_members[] = {{"Value", &wire::attribute_value},
                                                    {"Exists", &any_boolean},
                                                    {"ComparisonOperator", &comparison_operator},
                                                    {"AttributeValueList", &value_list}};
inline constexpr shape expected_value = structure("ExpectedAttributeValue", expected_members);
inline constexpr shape expected = map_of(expected_value);

inline constexpr shape_member condition_members[] = {{"AttributeValueList", &value_list},
                                                     {"ComparisonOperator", &comparison_operator, true}};
inline constexpr shape condition = structure("Condition", condition_members);
inline constexpr shape conditions = map_of(condition);

inline constexpr shape_member update_members[] = {{"Value", &wire::attribute_value}, {"Action", &attribute_action}};
inline constexpr shape attribute_update = structure("AttributeValueUpdate", update_members);
inline constexpr shape attribute_updates = map_of(attribute_update);

inline constexpr shape_member put_item_members[] = {{"TableName", &table_name, true},
                                                    {"Item", &attributes, true},
                                                    {"Expected", &expected},
                                                    {"ReturnValues", &return_values},
                                                    {"ReturnConsumedCapacity", &return_consumed_capacity},
                                                    {"ReturnItemCollectionMetrics", &return_item_collection_metrics},
                                                    {"ConditionalOperator", &conditional_operator},
                                                    {"ConditionExpression", &any_text},
                                                    {"ExpressionAttributeNames", &name_map},
                                                    {"ExpressionAttributeValues", &attributes},
                                                    {"ReturnValuesOnConditionCheckFailure", &return_values_on_failure}};
inline constexpr shape put_item = structure("PutItemInput", put_item_members);

inline constexpr shape_member get_item_members[] = {{"TableName", &table_name, true},
                                                    {"Key", &attributes, true},
                                                    {"AttributesToGet", &attribute_names},
                                                    {"ConsistentRead", &any_boolean},
                                                    {"ReturnConsumedCapacity", &return_consumed_capacity},
                                                    {"ProjectionExpression", &any_text},
                                                    {"ExpressionAttributeNames", &name_map}};
inline constexpr shape get_item = structure("GetItemInput", get_item_members);

inline constexpr shape_member update_item_members[] = {
    {"TableName", &table_name, true},
    {"Key", &attributes, true},
    {"AttributeUpdates", &attribute_updates},
    {"Expected", &expected},
    {"ConditionalOperator", &conditional_operator},
    {"ReturnValues", &return_values},
    {"ReturnConsumedCapacity", &return_consumed_capacity},
    {"ReturnItemCollectionMetrics", &return_item_collection_metrics},
    {"UpdateExpression", &any_text},
    {"ConditionExpression", &any_text},
    {"ExpressionAttributeNames", &name_map},
    {"ExpressionAttributeValues", &attributes},
    {"ReturnValuesOnConditionCheckFailure", &return_values_on_failure}};
inline constexpr shape update_item = structure("UpdateItemInput", update_item_members);

inline constexpr shape_member delete_item_members[] = {
    {"TableName", &table_name, true},
    {"Key", &attributes, true},
    {"Expected", &expected},
    {"ConditionalOperator", &conditional_operator},
    {"ReturnValues", &return_values},
    {"ReturnConsumedCapacity", &return_consumed_capacity},
    {"ReturnItemCollectionMetrics", &return_item_collection_metrics},
    {"ConditionExpression", &any_text},
    {"ExpressionAttributeNames", &name_map},
    {"ExpressionAttributeValues", &attributes},
    {"ReturnValuesOnConditionCheckFailure", &return_values_on_failure}};
inline constexpr shape delete_item = structure("DeleteItemInput", delete_item_members);

inline constexpr shape limit{.kind = shape_kind::integer, .least = 1};
inline constexpr shape_member query_members[] = {{"TableName", &table_name, true},
                                                 {"IndexName", &index_name},
                                                 {"Select", &select},
                                                 {"AttributesToGet", &attribute_names},
                                                 {"Limit", &limit},
                                                 {"ConsistentRead", &any_boolean},
                                                 {"KeyConditions", &conditions},
                                                 {"QueryFilter", &conditions},
                                                 {"ConditionalOperator", &conditional_operator},
                                                 {"ScanIndexForward", &any_boolean},
                                                 {"ExclusiveStartKey", &attributes},
                                                 {"ReturnConsumedCapacity", &return_consumed_capacity},
                                                 {"ProjectionExpression", &any_text},
                                                 {"FilterExpression", &any_text},
                                                 {"KeyConditionExpression", &any_text},
                                                 {"ExpressionAttributeNames", &name_map},
                                                 {"ExpressionAttributeValues", &attributes}};
inline constexpr shape query = structure("QueryInput", query_members);

inline constexpr shape segment{.kind = shape_kind::integer, .least = 0, .most = 999999};
inline constexpr shape total_segments{.kind = shape_kind::integer, .least = 1, .most = 1000000};
inline constexpr shape_member scan_members[] = {{"TableName", &table_name, true},
                                                {"IndexName", &index_name},
                                                {"AttributesToGet", &attribute_names},
                                                {"Limit", &limit},
                                                {"Select", &select},
                                                {"ScanFilter", &conditions},
                                                {"ConditionalOperator", &conditional_operator},
                                                {"ExclusiveStartKey", &attributes},
                                                {"ReturnConsumedCapacity", &return_consumed_capacity},
                                                {"TotalSegments", &total_segments},
                                                {"Segment", &segment},
                                                {"ProjectionExpression", &any_text},
                                                {"FilterExpression", &any_text},
                                                {"ExpressionAttributeNames", &name_map},
                                                {"ExpressionAttributeValues", &attributes},
                                                {"ConsistentRead", &any_boolean}};
inline constexpr shape scan = structure("ScanInput", scan_members);

inline constexpr shape keys = list_of(attributes, 1);
inline constexpr shape_member keys_and_attributes_members[] = {{"Keys", &keys, true},
                                                               {"AttributesToGet", &attribute_names},
                                                               {"ConsistentRead", &any_boolean},
                                                               {"ProjectionExpression", &any_text},
                                                               {"ExpressionAttributeNames", &name_map}};
inline constexpr shape keys_and_attributes = structure("KeysAndAttributes", keys_and_attributes_members);
inline constexpr shape batch_get_requests = map_of(keys_and_attributes, shape::no_least, shape::no_most, &table_name);
inline constexpr shape_member batch_get_members[] = {{"RequestItems", &batch_get_requests, true},
                                                     {"ReturnConsumedCapacity", &return_consumed_capacity}};
inline constexpr shape batch_get_item = structure("BatchGetItemInput", batch_get_members);

inline constexpr shape_member put_request_members[] = {{"Item", &attributes, true}};
inline constexpr shape put_request = structure("PutRequest", put_request_members);
inline constexpr shape_member delete_request_members[] = {{"Key", &attributes, true}};
inline constexpr shape delete_request = structure("DeleteRequest", delete_request_members);
inline constexpr shape_member write_request_members[] = {{"PutRequest", &put_request},
                                                         {"DeleteRequest", &delete_request}};
inline constexpr shape write_request = structure("WriteRequest", write_request_members);
inline constexpr shape write_requests = list_of(write_request, 1, 25);
inline constexpr shape batch_write_requests = map_of(write_requests, shape::no_least, shape::no_most, &table_name);
inline constexpr shape_member batch_write_members[] = {
    {"RequestItems", &batch_write_requests, true},
    {"ReturnConsumedCapacity", &return_consumed_capacity},
    {"ReturnItemCollectionMetrics", &return_item_collection_metrics}};
inline constexpr shape batch_write_item = structure("BatchWriteItemInput", batch_write_members);

inline constexpr shape_member transact_get_members[] = {{"Key", &attributes, true},
                                                        {"TableName", &table_name, true},
                                                        {"ProjectionExpression", &any_text},
                                                        {"ExpressionAttributeNames", &name_map}};
inline constexpr shape transact_get = structure("Get", transact_get_members);
inline constexpr shape_member transact_get_item_members[] = {{"Get", &transact_get, true}};
inline constexpr shape transact_get_item = structure("TransactGetItem", transact_get_item_members);
inline constexpr shape transact_gets = list_of(transact_get_item, 1, 100);
inline constexpr shape_member transact_get_items_members[] = {{"TransactItems", &transact_gets, true},
                                                              {"ReturnConsumedCapacity", &return_consumed_capacity}};
inline constexpr shape transact_get_items = structure("TransactGetItemsInput", transact_get_items_members);

inline constexpr shape_member condition_check_members[] = {
    {"Key", &attributes, true},
    {"TableName", &table_name, true},
    {"ConditionExpression", &any_text, true},
    {"ExpressionAttributeNames", &name_map},
    {"ExpressionAttributeValues", &attributes},
    {"ReturnValuesOnConditionCheckFailure", &return_values_on_failure}};
inline constexpr shape condition_check = structure("ConditionCheck", condition_check_members);
inline constexpr shape_member transact_put_members[] = {
    {"Item", &attributes, true},
    {"TableName", &table_name, true},
    {"ConditionExpression", &any_text},
    {"ExpressionAttributeNames", &name_map},
    {"ExpressionAttributeValues", &attributes},
    {"ReturnValuesOnConditionCheckFailure", &return_values_on_failure}};
inline constexpr shape transact_put = structure("Put", transact_put_members);
inline constexpr shape_member transact_delete_members[] = {
    {"Key", &attributes, true},
    {"TableName", &table_name, true},
    {"ConditionExpression", &any_text},
    {"ExpressionAttributeNames", &name_map},
    {"ExpressionAttributeValues", &attributes},
    {"ReturnValuesOnConditionCheckFailure", &return_values_on_failure}};
inline constexpr shape transact_delete = structure("Delete", transact_delete_members);
inline constexpr shape_member transact_update_members[] = {
    {"Key", &attributes, true},
    {"UpdateExpression", &any_text, true},
    {"TableName", &table_name, true},
    {"ConditionExpression", &any_text},
    {"ExpressionAttributeNames", &name_map},
    {"ExpressionAttributeValues", &attributes},
    {"ReturnValuesOnConditionCheckFailure", &return_values_on_failure}};
inline constexpr shape transact_update = structure("Update", transact_update_members);
inline constexpr shape_member transact_write_item_members[] = {{"ConditionCheck", &condition_check},
                                                               {"Put", &transact_put},
                                                               {"Delete", &transact_delete},
                                                               {"Update", &transact_update}};
inline constexpr shape transact_write_item = structure("TransactWriteItem", transact_write_item_members);
inline constexpr shape transact_writes = list_of(transact_write_item, 1, 100);
inline constexpr shape client_request_token = text(1, 36);
inline constexpr shape_member transact_write_items_members[] = {
    {"TransactItems", &transact_writes, true},
    {"ReturnConsumedCapacity", &return_consumed_capacity},
    {"ReturnItemCollectionMetrics", &return_item_collection_metrics},
    {"ClientRequestToken", &client_request_token}};
inline constexpr shape transact_write_items = structure("TransactWriteItemsInput", transact_write_items_members);

} // namespace monotable::endpoint::shapes
