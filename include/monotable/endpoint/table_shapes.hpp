// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/endpoint/shapes.hpp>

/// Shapes of the requests for tables, tags, time to live, backups and streams.
namespace monotable::endpoint::shapes {

using wire::any_long;

inline constexpr shape key_attribute_name = text(1, 255);
inline constexpr shape key_type = enumeration("HASH, RANGE");
inline constexpr shape scalar_type = enumeration("B, N, S");
inline constexpr shape projection_type = enumeration("ALL, INCLUDE, KEYS_ONLY");
inline constexpr shape billing_mode = enumeration("PROVISIONED, PAY_PER_REQUEST");
inline constexpr shape table_class = enumeration("STANDARD, STANDARD_INFREQUENT_ACCESS");
inline constexpr shape view_type = enumeration("NEW_IMAGE, OLD_IMAGE, NEW_AND_OLD_IMAGES, KEYS_ONLY");
inline constexpr shape sse_type = enumeration("AES256, KMS");
inline constexpr shape capacity{.kind = shape_kind::long_integer, .least = 1};

inline constexpr shape_member definition_members[] = {{"AttributeName", &key_attribute_name, true},
                                                      {"AttributeType", &scalar_type, true}};
inline constexpr shape definition = structure("AttributeDefinition", definition_members);
inline constexpr shape definitions = list_of(definition);
inline constexpr shape_member key_element_members[] = {{"AttributeName", &key_attribute_name, true},
                                                       {"KeyType", &key_type, true}};
inline constexpr shape key_element = structure("KeySchemaElement", key_element_members);
inline constexpr shape table_key_schema = list_of(key_element, 1, 2);
inline constexpr shape key_schema = list_of(key_element, 1, 8);
inline constexpr shape non_key_attributes = list_of(key_attribute_name, 1, 20);
inline constexpr shape_member projection_members[] = {{"ProjectionType", &projection_type},
                                                      {"NonKeyAttributes", &non_key_attributes}};
inline constexpr shape projection = structure("Projection", projection_members);
inline constexpr shape_member throughput_members[] = {{"ReadCapacityUnits", &capacity, true},
                                                      {"WriteCapacityUnits", &capacity, true}};
inline constexpr shape throughput = structure("ProvisionedThroughput", throughput_members);
inline constexpr shape_member on_demand_members[] = {{"MaxReadRequestUnits", &any_long},
                                                     {"MaxWriteRequestUnits", &any_long}};
inline constexpr shape on_demand = structure("OnDemandThroughput", on_demand_members);
inline constexpr shape_member warm_members[] = {{"ReadUnitsPerSecond", &capacity}, {"WriteUnitsPerSecond", &capacity}};
inline constexpr shape warm = structure("WarmThroughput", warm_members);
inline constexpr shape_member local_index_members[] = {
    {"IndexName", &index_name, true}, {"KeySchema", &key_schema, true}, {"Projection", &projection, true}};
inline constexpr shape local_index = structure("LocalSecondaryIndex", local_index_members);
inline constexpr shape local_indexes = list_of(local_index);
inline constexpr shape_member global_index_members[] = {
    {"IndexName", &index_name, true},       {"KeySchema", &key_schema, true},   {"Projection", &projection, true},
    {"ProvisionedThroughput", &throughput}, {"OnDemandThroughput", &on_demand}, {"WarmThroughput", &warm}};
inline constexpr shape global_index = structure("GlobalSecondaryIndex", global_index_members);
inline constexpr shape global_indexes = list_of(global_index);
inline constexpr shape_member stream_members[] = {{"StreamEnabled", &any_boolean, true},
                                                  {"StreamViewType", &view_type}};
inline constexpr shape stream_specification = structure("StreamSpecification", stream_members);
inline constexpr shape_member sse_members[] = {
    {"Enabled", &any_boolean}, {"SSEType", &sse_type}, {"KMSMasterKeyId", &any_text}};
inline constexpr shape sse_specification = structure("SSESpecification", sse_members);
inline constexpr shape tag_key = text(1, 128);
inline constexpr shape tag_value = text(0, 256);
inline constexpr shape_member tag_members[] = {{"Key", &tag_key, true}, {"Value", &tag_value, true}};
inline constexpr shape tag = structure("Tag", tag_members);
inline constexpr shape tags = list_of(tag);

inline constexpr shape_member create_table_members[] = {{"AttributeDefinitions", &definitions, true},
                                                        {"TableName", &table_name, true},
                                                        {"KeySchema", &table_key_schema, true},
                                                        {"LocalSecondaryIndexes", &local_indexes},
                                                        {"GlobalSecondaryIndexes", &global_indexes},
                                                        {"BillingMode", &billing_mode},
                                                        {"ProvisionedThroughput", &throughput},
                                                        {"StreamSpecification", &stream_specification},
                                                        {"SSESpecification", &sse_specification},
                                                        {"Tags", &tags},
                                                        {"TableClass", &table_class},
                                                        {"DeletionProtectionEnabled", &any_boolean},
                                                        {"WarmThroughput", &warm},
                                                        {"ResourcePolicy", &any_text},
                                                        {"OnDemandThroughput", &on_demand}};
inline constexpr shape create_table = structure("CreateTableInput", create_table_members);

inline constexpr shape_member table_members[] = {{"TableName", &table_name, true}};
inline constexpr shape describe_table = structure("DescribeTableInput", table_members);
inline constexpr shape delete_table = structure("DeleteTableInput", table_members);
inline constexpr shape describe_time_to_live = structure("DescribeTimeToLiveInput", table_members);
inline constexpr shape describe_backups = structure("DescribeContinuousBackupsInput", table_members);

inline constexpr shape list_limit{.kind = shape_kind::integer, .least = 1, .most = 100};
inline constexpr shape_member list_tables_members[] = {{"ExclusiveStartTableName", &index_name},
                                                       {"Limit", &list_limit}};
inline constexpr shape list_tables = structure("ListTablesInput", list_tables_members);

inline constexpr shape_member update_index_members[] = {{"IndexName", &index_name, true},
                                                        {"ProvisionedThroughput", &throughput},
                                                        {"OnDemandThroughput", &on_demand},
                                                        {"WarmThroughput", &warm}};
inline constexpr shape update_index = structure("UpdateGlobalSecondaryIndexAction", update_index_members);
inline constexpr shape create_index = structure("CreateGlobalSecondaryIndexAction", global_index_members);
inline constexpr shape_member delete_index_members[] = {{"IndexName", &index_name, true}};
inline constexpr shape delete_index = structure("DeleteGlobalSecondaryIndexAction", delete_index_members);
inline constexpr shape_member index_update_members[] = {
    {"Update", &update_index}, {"Create", &create_index}, {"Delete", &delete_index}};
inline constexpr shape index_update = structure("GlobalSecondaryIndexUpdate", index_update_members);
inline constexpr shape index_updates = list_of(index_update);
inline constexpr shape_member update_table_members[] = {{"AttributeDefinitions", &definitions},
                                                        {"TableName", &table_name, true},
                                                        {"BillingMode", &billing_mode},
                                                        {"ProvisionedThroughput", &throughput},
                                                        {"GlobalSecondaryIndexUpdates", &index_updates},
                                                        {"StreamSpecification", &stream_specification},
                                                        {"SSESpecification", &sse_specification},
                                                        {"TableClass", &table_class},
                                                        {"DeletionProtectionEnabled", &any_boolean},
                                                        {"OnDemandThroughput", &on_demand},
                                                        {"WarmThroughput", &warm}};
inline constexpr shape update_table = structure("UpdateTableInput", update_table_members);

inline constexpr shape ttl_name = text(1, 255);
inline constexpr shape_member ttl_members[] = {{"Enabled", &any_boolean, true}, {"AttributeName", &ttl_name, true}};
inline constexpr shape ttl_specification = structure("TimeToLiveSpecification", ttl_members);
inline constexpr shape_member update_ttl_members[] = {{"TableName", &table_name, true},
                                                      {"TimeToLiveSpecification", &ttl_specification, true}};
inline constexpr shape update_time_to_live = structure("UpdateTimeToLiveInput", update_ttl_members);

inline constexpr shape resource_arn = text(1, 1283);
inline constexpr shape tag_keys = list_of(tag_key);
inline constexpr shape_member tag_resource_members[] = {{"ResourceArn", &resource_arn, true}, {"Tags", &tags, true}};
inline constexpr shape tag_resource = structure("TagResourceInput", tag_resource_members);
inline constexpr shape_member untag_resource_members[] = {{"ResourceArn", &resource_arn, true},
                                                          {"TagKeys", &tag_keys, true}};
inline constexpr shape untag_resource = structure("UntagResourceInput", untag_resource_members);
inline constexpr shape_member list_tags_members[] = {{"ResourceArn", &resource_arn, true}, {"NextToken", &any_text}};
inline constexpr shape list_tags = structure("ListTagsOfResourceInput", list_tags_members);

inline constexpr shape recovery_days{.kind = shape_kind::integer, .least = 1, .most = 35};
inline constexpr shape_member recovery_members[] = {{"PointInTimeRecoveryEnabled", &any_boolean, true},
                                                    {"RecoveryPeriodInDays", &recovery_days}};
inline constexpr shape recovery = structure("PointInTimeRecoverySpecification", recovery_members);
inline constexpr shape_member update_backups_members[] = {{"TableName", &table_name, true},
                                                          {"PointInTimeRecoverySpecification", &recovery, true}};
inline constexpr shape update_backups = structure("UpdateContinuousBackupsInput", update_backups_members);

inline constexpr shape nothing{.kind = shape_kind::structure, .name = "Empty"};

inline constexpr shape stream_arn = text(37, 1024);
inline constexpr shape shard_id = text(28, 65);
inline constexpr shape sequence_number = text(21, 40);
inline constexpr shape iterator_type = enumeration("AFTER_SEQUENCE_NUMBER, LATEST, AT_SEQUENCE_NUMBER, TRIM_HORIZON");
inline constexpr shape record_limit{.kind = shape_kind::integer, .least = 1, .most = 1000};
inline constexpr shape_member list_streams_members[] = {
    {"TableName", &table_name}, {"Limit", &list_limit}, {"ExclusiveStartStreamArn", &stream_arn}};
inline constexpr shape list_streams = structure("ListStreamsInput", list_streams_members);
inline constexpr shape_member describe_stream_members[] = {
    {"StreamArn", &stream_arn, true}, {"Limit", &list_limit}, {"ExclusiveStartShardId", &shard_id}};
inline constexpr shape describe_stream = structure("DescribeStreamInput", describe_stream_members);
inline constexpr shape_member shard_iterator_members[] = {{"StreamArn", &stream_arn, true},
                                                          {"ShardId", &shard_id, true},
                                                          {"ShardIteratorType", &iterator_type, true},
                                                          {"SequenceNumber", &sequence_number}};
inline constexpr shape get_shard_iterator = structure("GetShardIteratorInput", shard_iterator_members);
inline constexpr shape shard_iterator = text(1, 2048);
inline constexpr shape_member get_records_members[] = {{"ShardIterator", &shard_iterator, true},
                                                       {"Limit", &record_limit}};
inline constexpr shape get_records = structure("GetRecordsInput", get_records_members);

} // namespace monotable::endpoint::shapes
