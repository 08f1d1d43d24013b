// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/error.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace monotable::wire {

/// The errors of DynamoDB's API.
enum class error_type : std::uint8_t {
    serialization,
    unknown_operation,
    validation,
    access_denied,
    resource_not_found,
    resource_in_use,
    table_not_found,
    conditional_check_failed,
    transaction_canceled,
    transaction_conflict,
    transaction_in_progress,
    idempotent_parameter_mismatch,
    item_collection_size_limit_exceeded,
    limit_exceeded,
    trimmed_data_access,
    expired_iterator,
    throughput_exceeded,
    service_unavailable,
    internal
};

/// The value of `__type` in the JSON of an error.
constexpr std::string_view type_text(error_type type) noexcept {
    switch (type) {
    case error_type::serialization: return "com.amazon.coral.service#SerializationException";
    case error_type::unknown_operation: return "com.amazon.coral.service#UnknownOperationException";
    case error_type::validation: return "com.amazon.coral.validate#ValidationException";
    case error_type::access_denied: return "com.amazon.coral.service#AccessDeniedException";
    case error_type::resource_not_found: return "com.amazonaws.dynamodb.v20120810#ResourceNotFoundException";
    case error_type::resource_in_use: return "com.amazonaws.dynamodb.v20120810#ResourceInUseException";
    case error_type::table_not_found: return "com.amazonaws.dynamodb.v20120810#TableNotFoundException";
    case error_type::conditional_check_failed:
        return "com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException";
    case error_type::transaction_canceled: return "com.amazonaws.dynamodb.v20120810#TransactionCanceledException";
    case error_type::transaction_conflict: return "com.amazonaws.dynamodb.v20120810#TransactionConflictException";
    case error_type::transaction_in_progress: return "com.amazonaws.dynamodb.v20120810#TransactionInProgressException";
    case error_type::idempotent_parameter_mismatch:
        return "com.amazonaws.dynamodb.v20120810#IdempotentParameterMismatchException";
    case error_type::item_collection_size_limit_exceeded:
        return "com.amazonaws.dynamodb.v20120810#ItemCollectionSizeLimitExceededException";
    case error_type::limit_exceeded: return "com.amazonaws.dynamodb.v20120810#LimitExceededException";
    case error_type::trimmed_data_access: return "com.amazonaws.dynamodb.v20120810#TrimmedDataAccessException";
    case error_type::expired_iterator: return "com.amazonaws.dynamodb.v20120810#ExpiredIteratorException";
    case error_type::throughput_exceeded:
        return "com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException";
    case error_type::service_unavailable: return "com.amazon.coral.availability#ServiceUnavailableException";
    default: return "com.amazonaws.dynamodb.v20120810#InternalServerError";
    }
}

/// The HTTP status of a response with this error. Clients retry after 500 and 503.
constexpr int status_of(error_type type) noexcept {
    switch (type) {
    case error_type::internal: return 500;
    case error_type::service_unavailable: return 503;
    default: return 400;
    }
}

/// The name of the member with the message. It is capitalized for errors that all AWS services share and for canceled
/// transactions.
constexpr std::string_view message_member(error_type type) noexcept {
    bool const capital = type == error_type::serialization || type == error_type::unknown_operation ||
                         type == error_type::access_denied || type == error_type::transaction_canceled;
    return capital ? "Message" : "message";
}

/// An error that is sent to the client as the response.
class request_error : public error {
  public:
    request_error(error_type type, std::string const& message) : error(message), type_(type) {}
    /// `members` are additional members of the error's JSON, each preceded by a comma.
    request_error(error_type type, std::string const& message, std::string members)
        : error(message), type_(type), members_(std::move(members)) {}

    error_type type() const noexcept { return type_; }
    std::string const& members() const noexcept { return members_; }

  private:
    error_type type_;
    std::string members_;
};

[[noreturn]] inline void fail_validation(std::string const& message) {
    throw request_error(error_type::validation, message);
}

[[noreturn]] inline void fail_serialization(std::string const& message) {
    throw request_error(error_type::serialization, message);
}

} // namespace monotable::wire
