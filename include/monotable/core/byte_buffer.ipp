// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/core/byte_buffer.hpp>

namespace monotable::detail {

MONOTABLE_INLINE void byte_buffer::grow(std::size_t count) {
    std::size_t const used = size(), capacity = 2 * (used + count);
    char* const grown = new char[capacity];
    std::memcpy(grown, begin_, used);
    if (begin_ != room_) delete[] begin_;
    begin_ = grown;
    end_ = grown + used;
    limit_ = grown + capacity;
}

} // namespace monotable::detail
