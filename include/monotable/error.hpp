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

/// The names follow the errors of DynamoDB: what a store over the wire would answer.
enum class store_fault : std::uint8_t {
    validation,     // the request breaks a rule
    no_such_table,  // nor such an index of a table
    table_exists,   // with another description
    token_reused,   // of a transaction, with other actions
    limit_exceeded, // of max_requests(), of the number of indexes, of the size of an item collection
    no_such_stream, // or not any more
    trimmed,        // records of a stream that are no longer kept
    unavailable,    // the request is right, and the store did not do it
};

/// The name of the enumerator.
constexpr std::string_view name_of(store_fault fault) noexcept {
    constexpr std::string_view names[] = {"validation",     "no_such_table",  "table_exists", "token_reused",
                                          "limit_exceeded", "no_such_stream", "trimmed",      "unavailable"};
    return names[static_cast<std::size_t>(fault)];
}

/// The store refused or failed.
class store_error : public error {
  public:
    store_error(store_fault fault, std::string const& message) : error(message), fault_(fault) {}
    store_error(store_fault fault, std::string const& where, std::string const& rule, std::string const& details)
        : error(where, rule, details), fault_(fault) {}

    store_fault fault() const noexcept { return fault_; }

  private:
    store_fault fault_;
};

} // namespace monotable
