// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/requirements.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace monotable {

/// The reason for which a write was not performed; nothing was changed then.
enum class write_error : std::uint8_t {
    none,              ///< the write was performed or, in a transaction, only other actions have failed
    already_exists,    ///< the item to be created exists
    not_found,         ///< a required item does not exist
    condition_failed,  ///< the condition of when() does not hold
    version_mismatch,  ///< the item has changed since the object was read
    not_unique,        ///< another item has the value of a unique field
    referenced,        ///< other items reference the item, which therefore cannot be erased
    missing_reference, ///< an item that this one references does not exist
    contention,  ///< items on which the write depends were changed concurrently in every attempt; it can succeed later
    out_of_range ///< a number would be out of the range of its field's type
};

/// The name of the enumerator.
constexpr std::string_view name_of(write_error error) noexcept {
    constexpr std::string_view names[] = {
        "none",       "already_exists", "not_found",         "condition_failed", "version_mismatch",
        "not_unique", "referenced",     "missing_reference", "contention",       "out_of_range"};
    return names[static_cast<std::size_t>(error)];
}

} // namespace monotable
