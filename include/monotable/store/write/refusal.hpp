// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/requirements.hpp>

#include <cstdint>

namespace monotable {

/// Why a write was not done. Nothing was changed then.
enum class refusal : std::uint8_t {
    none,         ///< it was done; of an action in a transaction also: it is others that stood in the way
    exists,       ///< it was to create an item, and there is one
    absent,       ///< it was to change an item, and there is none
    condition,    ///< its when() does not hold
    version,      ///< the item has changed since the object was read
    not_unique,   ///< another item has the value of a unique field
    linked,       ///< others refer to the item
    missing_side, ///< what it was to refer to is not there
    conflict,     ///< other writers kept changing what it depends on
    out_of_range  ///< a number would leave the range of its field's type
};

} // namespace monotable
