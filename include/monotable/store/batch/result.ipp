// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/store/batch/result.hpp>

namespace monotable {

MONOTABLE_INLINE void batch_left::or_throw() const {
    if (!written_.refused.empty()) throw condition_failed(written_.refused.front().text);
    if (!written_.unprocessed.empty())
        throw store_error(store_fault::unavailable, "monotable: the store did not do " +
                                                        std::to_string(written_.unprocessed.size()) +
                                                        " of the batch's writes, however often it was asked");
}

} // namespace monotable
