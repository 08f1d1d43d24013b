// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/requirements.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace monotable {

/// Why a write was not done. Nothing was changed then.
enum class write_error : std::uint8_t {
    none,              ///< it was done; for an action of a transaction also: other actions stood in the way
    already_exists,    ///< an item to be created is there already
    not_found,         ///< an item that has to be there is not
    condition_failed,  ///< the condition of when() does not hold
    version_mismatch,  ///< the item has changed since the object was read
    not_unique,        ///< another item has the value of a unique field
    referenced,        ///< other items refer to the item, which therefore cannot be erased
    missing_reference, ///< an item that this one refers to is not stored
    contention,        ///< other writers kept changing what the write depends on; it may succeed later
    out_of_range       ///< a number would leave the range of its field's type
};

/// The name of the enumerator.
constexpr std::string_view name_of(write_error error) noexcept {
    constexpr std::string_view names[] = {
        "none",       "already_exists", "not_found",         "condition_failed", "version_mismatch",
        "not_unique", "referenced",     "missing_reference", "contention",       "out_of_range"};
    return names[static_cast<std::size_t>(error)];
}

} // namespace monotable
