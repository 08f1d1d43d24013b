// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/dynamodb/reply_json.hpp>
#include <monotable/wire/check_types.hpp>
#include <monotable/wire/read_value.hpp>
#include <monotable/wire/shape.hpp>

#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/parse_options.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace monotable::client {

[[noreturn]] MONOTABLE_INLINE void refuse_reply(std::string const& why) {
    throw store_error(store_fault::outcome_unknown, "monotable: the store's answer cannot be read: " + why);
}

MONOTABLE_INLINE std::string_view as_text(json::value const& v) {
    auto const* const text = v.if_string();
    if (text == nullptr) refuse_reply("a text was expected");
    return {text->data(), text->size()};
}

MONOTABLE_INLINE json::object read_reply(http_reply const& reply, std::string_view from) {
    json::parse_options options;
    options.max_depth = 128; // an item has 32 levels, with a type name at each
    boost::system::error_code failed;
    json::value parsed = json::parse(reply.body, failed, {}, options);
    auto* const object = failed ? nullptr : parsed.if_object();
    bool const foreign = object == nullptr && reply.status < 500;
    if (foreign && reply.status == 200) refuse_reply("it is not a JSON object");
    if (foreign) {
        std::string text = "monotable: ";
        text.append(from).append(" does not answer as DynamoDB does (status ");
        text.append(std::to_string(reply.status)).append("): check the endpoint");
        throw store_error(store_fault::validation, text);
    }
    if (reply.status == 200) return std::move(*object);
    service_error e{reply.status, {}, {}, object != nullptr ? std::move(*object) : json::object()};
    std::string_view type = text_member(e.body, "__type");
    if (auto const at = type.rfind('#'); at != type.npos) type.remove_prefix(at + 1);
    e.type = type;
    e.message = text_member(e.body, "message");
    if (e.message.empty()) e.message = text_member(e.body, "Message");
    throw e;
}

MONOTABLE_INLINE store_fault fault_of(service_error const& e) {
    struct meaning {
        std::string_view type;
        store_fault fault;
    };
    static constexpr meaning meanings[] = {
        {"ValidationException", store_fault::validation},
        {"SerializationException", store_fault::validation},
        {"ResourceNotFoundException", store_fault::no_such_table},
        {"TableNotFoundException", store_fault::no_such_table},
        {"ResourceInUseException", store_fault::table_exists},
        {"TableAlreadyExistsException", store_fault::table_exists},
        {"IdempotentParameterMismatchException", store_fault::token_reused},
        {"LimitExceededException", store_fault::limit_exceeded},
        {"ItemCollectionSizeLimitExceededException", store_fault::limit_exceeded},
        {"TrimmedDataAccessException", store_fault::trimmed},
        {"ExpiredIteratorException", store_fault::expired},
        {"ProvisionedThroughputExceededException", store_fault::throttled},
        {"RequestLimitExceeded", store_fault::throttled},
        {"ThrottlingException", store_fault::throttled},
        {"TransactionConflictException", store_fault::conflict},
        {"TransactionInProgressException", store_fault::in_progress},
        {"AccessDeniedException", store_fault::denied},
        {"UnrecognizedClientException", store_fault::denied},
        {"InvalidSignatureException", store_fault::denied},
        {"IncompleteSignatureException", store_fault::denied},
        {"MissingAuthenticationTokenException", store_fault::denied},
        {"ExpiredTokenException", store_fault::denied},
        {"InvalidClientTokenId", store_fault::denied},
        {"ServiceUnavailableException", store_fault::unavailable},
        {"ServiceUnavailable", store_fault::unavailable},
        {"InternalServerError", store_fault::outcome_unknown},
    };
    for (meaning const& each : meanings)
        if (each.type == e.type) return each.fault;
    return e.status == 503   ? store_fault::unavailable
           : e.status >= 500 ? store_fault::outcome_unknown
           : e.status == 403 ? store_fault::denied
                             : store_fault::validation;
}

/// True if the message says that a value breaks a rule of the data model.
MONOTABLE_INLINE bool is_about_values(std::string_view message) {
    for (std::string_view const each :
         {"One or more parameter values were invalid", "Item size", "Supplied AttributeValue", "Nesting Levels",
          "The parameter cannot be converted", "Number overflow", "Number underflow", "Attempting to store more than"})
        if (message.starts_with(each)) return true;
    return false;
}

MONOTABLE_INLINE void throw_store_error(service_error const& e, std::string_view what) {
    std::string where = "monotable: ";
    where.append(what).append(": ");
    if (fault_of(e) == store_fault::validation && is_about_values(e.message)) throw bad_value(where, e.message, {});
    if (e.message.empty()) where.append(e.type.empty() ? "status " + std::to_string(e.status) : e.type);
    store_fault fault = fault_of(e);
    if (fault == store_fault::no_such_table && e.message.find("Shard") != e.message.npos)
        fault = store_fault::no_such_shard;
    else if (fault == store_fault::no_such_table && e.message.find("Stream") != e.message.npos)
        fault = store_fault::no_such_stream;
    throw store_error(fault, where, e.message, {});
}

MONOTABLE_INLINE json::value const* member(json::object const& in, std::string_view name) {
    return wire::member_of(in, name);
}

MONOTABLE_INLINE std::string_view text_member(json::object const& in, std::string_view name) {
    auto const* const found = member(in, name);
    return found == nullptr ? std::string_view() : as_text(*found);
}

MONOTABLE_INLINE json::object const& object_of(json::value const& v) {
    if (auto const* const object = v.if_object()) return *object;
    refuse_reply("an object was expected");
}

MONOTABLE_INLINE json::array const& array_of(json::value const& v) {
    if (auto const* const array = v.if_array()) return *array;
    refuse_reply("a list was expected");
}

MONOTABLE_INLINE item read_item(json::value const& v) {
    static constexpr wire::shape members{.kind = wire::shape_kind::map, .element = &wire::attribute_value};
    try {
        wire::type_check::run(v, members, false);
        return wire::read_item(object_of(v));
    } catch (wire::request_error const& e) {
        refuse_reply(e.what());
    }
}

MONOTABLE_INLINE std::optional<item> item_member(json::object const& in, std::string_view name) {
    auto const* const found = member(in, name);
    if (found == nullptr) return std::nullopt;
    return read_item(*found);
}

MONOTABLE_INLINE std::uint64_t count_member(json::object const& in, std::string_view name) {
    auto const* const found = member(in, name);
    if (found == nullptr) return 0;
    if (auto const* const number = found->if_int64(); number != nullptr && *number >= 0)
        return static_cast<std::uint64_t>(*number);
    if (auto const* const number = found->if_uint64()) return *number;
    refuse_reply("a count was expected");
}

MONOTABLE_INLINE item_page read_page(json::object const& in) {
    item_page page;
    if (auto const* const items = member(in, "Items"))
        for (json::value const& each : array_of(*items)) page.items.push_back(read_item(each));
    page.count = count_member(in, "Count");
    page.scanned_count = count_member(in, "ScannedCount");
    page.last_evaluated_key = item_member(in, "LastEvaluatedKey");
    return page;
}

MONOTABLE_INLINE double units_member(json::object const& in, std::string_view name) {
    auto const* const found = member(in, name);
    if (found == nullptr || !found->is_number()) return 0;
    return found->is_double() ? found->get_double() : static_cast<double>(count_member(in, name));
}

MONOTABLE_INLINE std::int64_t read_time(json::object const& in, std::string_view name) {
    double const milliseconds = units_member(in, name) * 1000;
    return milliseconds >= 0 && milliseconds < 1e16 ? std::llround(milliseconds) : 0;
}

MONOTABLE_INLINE capacity_units read_units(json::object const& in, bool writes) {
    capacity_units units{units_member(in, "ReadCapacityUnits"), units_member(in, "WriteCapacityUnits")};
    if (units.total() == 0) (writes ? units.write : units.read) = units_member(in, "CapacityUnits");
    return units;
}

MONOTABLE_INLINE void add_capacity_of_table(json::object const& in, bool writes, capacity_meter& to) {
    std::string_view const table = text_member(in, "TableName");
    if (auto const* const own = member(in, "Table")) to.add(table, {}, false, read_units(object_of(*own), writes));
    for (bool const local : {true, false})
        if (auto const* const indexes = member(in, local ? "LocalSecondaryIndexes" : "GlobalSecondaryIndexes"))
            for (auto const& each : object_of(*indexes))
                to.add(table, {each.key().data(), each.key().size()}, local,
                       read_units(object_of(each.value()), writes));
}

MONOTABLE_INLINE void add_capacity(json::object const& in, bool writes, capacity_meter* to) {
    auto const* const consumed = to == nullptr ? nullptr : member(in, "ConsumedCapacity");
    if (consumed == nullptr) return;
    if (auto const* const one = consumed->if_object()) return add_capacity_of_table(*one, writes, *to);
    for (json::value const& each : array_of(*consumed)) add_capacity_of_table(object_of(each), writes, *to);
}

MONOTABLE_INLINE value_type key_type(json::object const& table, std::string_view name) {
    if (auto const* const definitions = member(table, "AttributeDefinitions"))
        for (json::value const& each : array_of(*definitions)) {
            auto const& definition = object_of(each);
            if (text_member(definition, "AttributeName") != name) continue;
            auto const type = text_member(definition, "AttributeType");
            return type == "S" ? value_type::string : type == "N" ? value_type::number : value_type::binary;
        }
    refuse_reply("a key attribute has no definition");
}

MONOTABLE_INLINE void read_keys(json::object const& table, json::object const& of,
                                std::vector<key_attribute>& partition, std::vector<key_attribute>& sort) {
    auto const* const schema = member(of, "KeySchema");
    if (schema == nullptr) refuse_reply("a table or index has no KeySchema");
    for (json::value const& each : array_of(*schema)) {
        std::string const name(text_member(object_of(each), "AttributeName"));
        bool const hash = text_member(object_of(each), "KeyType") == "HASH";
        (hash ? partition : sort).push_back({name, key_type(table, name)});
    }
    if (partition.empty()) refuse_reply("a table or index has no partition key");
}

MONOTABLE_INLINE table_state read_state(std::string_view text) {
    return text == "CREATING"   ? table_state::creating
           : text == "UPDATING" ? table_state::updating
           : text == "DELETING" ? table_state::deleting
                                : table_state::active;
}

MONOTABLE_INLINE stream_view read_view(std::string_view text) {
    return text == "KEYS_ONLY"            ? stream_view::keys_only
           : text == "NEW_IMAGE"          ? stream_view::new_image
           : text == "OLD_IMAGE"          ? stream_view::old_image
           : text == "NEW_AND_OLD_IMAGES" ? stream_view::new_and_old_images
                                          : stream_view::none;
}

MONOTABLE_INLINE void add_index(json::object const& table, json::object const& in, bool local, table_status& to) {
    index_description index;
    index.name = text_member(in, "IndexName");
    index.local = local;
    read_keys(table, in, index.partition, index.sort);
    if (auto const* const found = member(in, "Projection")) {
        auto const& projection = object_of(*found);
        auto const type = text_member(projection, "ProjectionType");
        index.projection = type == "KEYS_ONLY" ? projection_type::keys_only
                           : type == "INCLUDE" ? projection_type::include
                                               : projection_type::all;
        if (auto const* const names = member(projection, "NonKeyAttributes"))
            for (json::value const& each : array_of(*names)) index.included.emplace_back(as_text(each));
    }
    index_status status;
    status.items = count_member(in, "ItemCount");
    status.bytes = count_member(in, "IndexSizeBytes");
    status.state = read_state(text_member(in, "IndexStatus"));
    to.description.indexes.push_back(std::move(index));
    to.indexes.push_back(status);
}

MONOTABLE_INLINE table_status read_table(json::object const& table) {
    table_status status;
    status.description.name = text_member(table, "TableName");
    std::vector<key_attribute> partition, sort;
    read_keys(table, table, partition, sort);
    status.description.partition = std::move(partition[0]);
    if (!sort.empty()) status.description.sort = std::move(sort[0]);
    for (bool const local : {true, false})
        if (auto const* const indexes = member(table, local ? "LocalSecondaryIndexes" : "GlobalSecondaryIndexes"))
            for (json::value const& each : array_of(*indexes)) add_index(table, object_of(each), local, status);
    if (auto const* const stream = member(table, "StreamSpecification"))
        status.settings.stream = read_view(text_member(object_of(*stream), "StreamViewType"));
    status.table.items = count_member(table, "ItemCount");
    status.table.bytes = count_member(table, "TableSizeBytes");
    status.created = read_time(table, "CreationDateTime");
    for (char const c : text_member(table, "TableId")) // an UUID, of which the type has room for a digest
        status.id = (status.id ^ static_cast<unsigned char>(c)) * 1099511628211u;
    status.state = read_state(text_member(table, "TableStatus"));
    return status;
}

MONOTABLE_INLINE transaction_outcome read_reasons(json::object const& error, std::size_t actions) {
    transaction_outcome outcome;
    outcome.actions.resize(actions);
    auto const* const reasons = member(error, "CancellationReasons");
    if (reasons == nullptr || array_of(*reasons).size() != actions)
        refuse_reply("the reasons of a cancelled transaction");
    for (std::size_t i = 0; i != actions; ++i) {
        auto const& reason = object_of(array_of(*reasons)[i]);
        auto const code = text_member(reason, "Code");
        action_outcome& to = outcome.actions[i];
        to.reason = code.empty() || code == "None"              ? cancellation::none
                    : code == "ConditionalCheckFailed"          ? cancellation::condition_failed
                    : code == "ItemCollectionSizeLimitExceeded" ? cancellation::item_collection_size
                    : code == "TransactionConflict"             ? cancellation::conflict
                    : code == "ProvisionedThroughputExceeded"   ? cancellation::throughput
                    : code == "ThrottlingError"                 ? cancellation::throttling
                                                                : cancellation::invalid;
        to.message = text_member(reason, "Message");
        to.attributes = item_member(reason, "Item");
    }
    return outcome;
}

MONOTABLE_INLINE std::vector<std::size_t> unprocessed_writes(json::object const& reply,
                                                             detail::array_view<write_request> requests) {
    std::vector<std::size_t> unprocessed;
    auto const* const left = member(reply, "UnprocessedItems");
    if (left == nullptr) return unprocessed;
    for (auto const& of_table : object_of(*left))
        for (json::value const& each : array_of(of_table.value())) {
            auto const* const put = member(object_of(each), "PutRequest");
            auto const* const erased = put == nullptr ? member(object_of(each), "DeleteRequest") : put;
            if (erased == nullptr) continue;
            auto const what = item_member(object_of(*erased), put != nullptr ? "Item" : "Key");
            std::string_view const table(of_table.key().data(), of_table.key().size());
            for (std::size_t i = 0; what && i != requests.size(); ++i)
                if (requests[i].table == table && (requests[i].kind == write_kind::put) == (put != nullptr) &&
                    requests[i].item == what->view())
                    unprocessed.push_back(i);
        }
    std::sort(unprocessed.begin(), unprocessed.end());
    return unprocessed;
}

} // namespace monotable::client
