// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/error.hpp>
#include <monotable/store/write/write_error.hpp>

namespace store_support {

/// Throws condition_failed unless the write was done, or was refused for one of these reasons.
template <class Result, class... Errors>
void done_or(Result const& result, Errors... allowed) {
    if (!(... || (result.error() == allowed))) result.or_throw();
}

} // namespace store_support
