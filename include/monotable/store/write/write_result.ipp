// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/store/write/write_result.hpp>

namespace monotable::detail {

MONOTABLE_INLINE void refuse_unknown_image() {
    throw store_error(store_fault::unavailable, "monotable: the transaction was done before under this token; what it "
                                                "returned then is not known any more");
}

} // namespace monotable::detail
