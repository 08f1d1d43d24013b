// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace monotable {

/// What the library throws: an exception is what a caller cannot expect in the ordinary course; expected
/// outcomes (absent, condition failed) are values.
class error : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

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
    validation, // the request breaks a rule
    no_such_table,
    table_exists, // with another description
    unavailable,  // the store itself failed
};

/// The store refused or failed.
class store_error : public error {
  public:
    store_error(store_fault fault, std::string const& message) : error(message), fault_(fault) {}

    store_fault fault() const noexcept { return fault_; }

  private:
    store_fault fault_;
};

} // namespace monotable
