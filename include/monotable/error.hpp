// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/requirements.hpp>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace monotable {

/// What the library throws: an exception is what a caller cannot expect in the ordinary course; expected
/// outcomes (absent, condition failed) are values.
class error : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;

    /// A rule of DynamoDB's, in its words, with where it was broken before it and details behind it.
    error(std::string const& where, std::string const& rule, std::string const& details)
        : runtime_error(where + rule + details), rule_begin_(where.size()), rule_size_(rule.size()) {}

    /// The rule alone; empty if it is none of DynamoDB's. Good as long as the error is.
    std::string_view rule() const noexcept { return std::string_view(what()).substr(rule_begin_, rule_size_); }

  private:
    std::size_t rule_begin_ = 0, rule_size_ = 0;
};

namespace detail {

/// The rule or, where there is none, the whole message.
inline std::string text_of(error const& e) { return e.rule().empty() ? e.what() : std::string(e.rule()); }

} // namespace detail

/// A value that cannot be stored or used: NaN, an empty or over-long key, an over-large item, a number out of range,
/// text that is not UTF-8.
class bad_value : public error {
  public:
    using error::error;
};

/// A stored item that does not fit its struct, or bytes that are no item.
class bad_item : public error {
  public:
    using error::error;
};

/// A cursor that is malformed or was made for another query.
class bad_cursor : public error {
  public:
    using error::error;
};

/// A write whose condition did not hold, where the caller asked for an exception (write_result::or_throw).
class condition_failed : public error {
  public:
    using error::error;
};

/// Why a store did not carry out an operation. The names follow the errors of DynamoDB.
enum class store_fault : std::uint8_t {
    validation,      ///< the request breaks a rule
    no_such_table,   ///< there is no such table, or no such index of it
    table_exists,    ///< with another description
    token_reused,    ///< a transaction came with the token of another one
    limit_exceeded,  ///< of max_requests(), of the number of indexes, of the size of an item collection
    no_such_stream,  ///< there is no such stream, or not any more
    trimmed,         ///< records of a stream that are no longer kept
    unavailable,     ///< the store could not be reached or could not do it now
    throttled,       ///< more requests than the table or the account admits
    conflict,        ///< another write or transaction is using the item
    in_progress,     ///< a transaction with this token is being carried out
    denied,          ///< missing or wrong credentials, or no permission
    outcome_unknown, ///< the answer was lost or did not come in time
    no_such_shard,   ///< the stream has no such shard, or not any more
    expired,         ///< a position in a stream is too old to be read from; another one can be requested
};

/// The name of the enumerator.
constexpr std::string_view name_of(store_fault fault) noexcept {
    constexpr std::string_view names[] = {"validation",      "no_such_table",  "table_exists", "token_reused",
                                          "limit_exceeded",  "no_such_stream", "trimmed",      "unavailable",
                                          "throttled",       "conflict",       "in_progress",  "denied",
                                          "outcome_unknown", "no_such_shard",  "expired"};
    return names[static_cast<std::size_t>(fault)];
}

/// What a caller can do about an error of a store. After an error of any class but `unknown` the operation changed nothing.
enum class error_class : std::uint8_t {
    invalid,   ///< a mistake of the caller: repeating it gives the same error
    limit,     ///< it exceeds a limit: succeeds only if less is requested, or something is removed first
    denied,    ///< succeeds only with other credentials or permissions
    throttled, ///< may be repeated after a pause, which grows with each attempt
    transient, ///< may be repeated after a pause
    conflict,  ///< may be repeated after a short pause, with what is there then
    in_progress, ///< the same transaction is being carried out: may be repeated with the same token, which gives its outcome
    unknown      ///< changed everything or nothing: may be repeated if doing it twice is the same as doing it once
};

/// The name of the enumerator.
constexpr std::string_view name_of(error_class of) noexcept {
    constexpr std::string_view names[] = {"invalid",   "limit",    "denied",      "throttled",
                                          "transient", "conflict", "in_progress", "unknown"};
    return names[static_cast<std::size_t>(of)];
}

constexpr error_class class_of(store_fault fault) noexcept {
    switch (fault) {
    case store_fault::limit_exceeded: return error_class::limit;
    case store_fault::unavailable: return error_class::transient;
    case store_fault::throttled: return error_class::throttled;
    case store_fault::conflict: return error_class::conflict;
    case store_fault::in_progress: return error_class::in_progress;
    case store_fault::denied: return error_class::denied;
    case store_fault::outcome_unknown: return error_class::unknown;
    default: return error_class::invalid;
    }
}

/// True if the same operation may succeed when it is repeated after a pause, and repeating it does no harm. `idempotent`:
/// carrying it out twice is the same as carrying it out once (a read, a transaction with a token, a write whose condition
/// does not hold any more once it is done), so that it may be repeated even if it is unknown whether it was carried out.
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

/// The store refused or failed: fault() says why, classification() what can be done about it.
class store_error : public error {
  public:
    store_error(store_fault fault, std::string const& message) : error(message), fault_(fault) {}
    store_error(store_fault fault, std::string const& where, std::string const& rule, std::string const& details)
        : error(where, rule, details), fault_(fault) {}

    store_fault fault() const noexcept { return fault_; }
    error_class classification() const noexcept { return class_of(fault_); }

  private:
    store_fault fault_;
};

} // namespace monotable
