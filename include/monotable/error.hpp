// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/requirements.hpp>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace monotable {

/// The base of the library's exceptions. Expected outcomes (item absent, condition failed) are values and not
/// exceptions.
class error : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;

    /// The violation of a rule of DynamoDB, with its message, preceded by the place and followed by details.
    error(std::string const& where, std::string const& rule, std::string const& details)
        : runtime_error(where + rule + details), rule_begin_(where.size()), rule_size_(rule.size()) {}

    /// DynamoDB's message alone; empty if there is none. Valid as long as the error.
    std::string_view rule() const noexcept { return std::string_view(what()).substr(rule_begin_, rule_size_); }

  private:
    std::size_t rule_begin_ = 0, rule_size_ = 0;
};

namespace detail {

/// The rule or, if there is none, the whole message.
inline std::string text_of(error const& e) { return e.rule().empty() ? e.what() : std::string(e.rule()); }

} // namespace detail

/// A value that cannot be stored or used: NaN, an empty or too long key, an item that is too large, a number out of
/// range, text that is not UTF-8.
class bad_value : public error {
  public:
    using error::error;
};

/// A stored item that does not fit its struct, or bytes that are not an encoded item.
class bad_item : public error {
  public:
    using error::error;
};

/// A cursor that is malformed or belongs to another query.
class bad_cursor : public error {
  public:
    using error::error;
};

/// A write that was not performed because of a condition; thrown by or_throw() of its result.
class condition_failed : public error {
  public:
    using error::error;
};

/// The reason for which a store did not perform an operation. The names follow DynamoDB's errors.
enum class store_fault : std::uint8_t {
    validation,      ///< the request violates a rule
    no_such_table,   ///< the table, or the index of a table, does not exist
    table_exists,    ///< the table exists with another description
    token_reused,    ///< a transaction has the token of a different one
    limit_exceeded,  ///< the limit of max_requests(), of the number of indexes, or of the size of an item collection
    no_such_stream,  ///< the stream does not exist, or no longer
    trimmed,         ///< the records of a stream have expired
    unavailable,     ///< the store cannot be reached, or cannot perform the operation now
    throttled,       ///< the request rate exceeds the capacity of the table or the account
    conflict,        ///< another write or transaction is using the item
    in_progress,     ///< a transaction with this token is in progress
    denied,          ///< missing or invalid credentials, or no permission
    outcome_unknown, ///< the reply was lost or did not arrive in time
    no_such_shard,   ///< the shard does not exist, or no longer
    expired,         ///< the position in a stream has expired; request another one
    corrupt,         ///< the stored data is damaged
    unknown_format,  ///< the file is not a store, or has the format of a later version
};

/// The name of the enumerator.
constexpr std::string_view name_of(store_fault fault) noexcept {
    constexpr std::string_view names[] = {
        "validation",      "no_such_table", "table_exists", "token_reused", "limit_exceeded", "no_such_stream",
        "trimmed",         "unavailable",   "throttled",    "conflict",     "in_progress",    "denied",
        "outcome_unknown", "no_such_shard", "expired",      "corrupt",      "unknown_format"};
    return names[static_cast<std::size_t>(fault)];
}

/// The class of a store's error, which determines how a caller can react. Except for `unknown`, the operation changed
/// nothing.
enum class error_class : std::uint8_t {
    invalid,     ///< an error of the caller: repeating the operation gives the same error
    limit,       ///< exceeds a limit: succeeds only if the request is reduced, or something is removed first
    denied,      ///< succeeds only with other credentials or permissions
    throttled,   ///< retry after an exponential backoff
    transient,   ///< retry after a backoff
    conflict,    ///< retry after a short backoff, based on the current items
    in_progress, ///< the same transaction is in progress: retry with the same token, which returns its outcome
    unreadable,  ///< succeeds only after the stored data is repaired or replaced
    unknown      ///< changed everything or nothing: retry if the operation is idempotent
};

/// The name of the enumerator.
constexpr std::string_view name_of(error_class of) noexcept {
    constexpr std::string_view names[] = {"invalid",  "limit",       "denied",     "throttled", "transient",
                                          "conflict", "in_progress", "unreadable", "unknown"};
    return names[static_cast<std::size_t>(of)];
}

namespace detail {

constexpr error_class class_of(store_fault fault) noexcept {
    switch (fault) {
    case store_fault::limit_exceeded: return error_class::limit;
    case store_fault::unavailable: return error_class::transient;
    case store_fault::throttled: return error_class::throttled;
    case store_fault::conflict: return error_class::conflict;
    case store_fault::in_progress: return error_class::in_progress;
    case store_fault::denied: return error_class::denied;
    case store_fault::corrupt:
    case store_fault::unknown_format: return error_class::unreadable;
    case store_fault::outcome_unknown: return error_class::unknown;
    default: return error_class::invalid;
    }
}

} // namespace detail

/// True if repeating the operation after a backoff is safe and can succeed. `idempotent` is true if performing it twice
/// has the same effect as performing it once (a read, a transaction with a token, a write whose condition no longer
/// holds afterwards), so that it can be repeated even if its outcome is unknown.
constexpr bool is_retryable(error_class of, bool idempotent) noexcept {
    switch (of) {
    case error_class::throttled:
    case error_class::transient:
    case error_class::conflict:
    case error_class::in_progress: return true;
    case error_class::unknown: return idempotent;
    default: return false;
    }
}

/// The store rejected an operation or failed. fault() is the reason, classification() its class.
class store_error : public error {
  public:
    store_error(store_fault fault, std::string const& message) : error(message), fault_(fault) {}
    store_error(store_fault fault, std::string const& where, std::string const& rule, std::string const& details)
        : error(where, rule, details), fault_(fault) {}

    store_fault fault() const noexcept { return fault_; }
    error_class classification() const noexcept { return detail::class_of(fault_); }

  private:
    store_fault fault_;
};

} // namespace monotable
