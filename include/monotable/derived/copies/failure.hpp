// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/item.hpp>

#include <string>

namespace monotable {

/// A copy or total that could not be reconciled: an item does not fit its struct, or the change would violate a rule (a unique
/// field, a limit).
struct worker_failure {
    std::string relation = {}; ///< the name of the duplicated<> or total<>
    item key = {}; ///< of the copy or, if all copies of a source or the totals of a parent failed, of the latter
    std::string message = {}; ///< of the error
};

} // namespace monotable
