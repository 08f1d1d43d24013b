// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/sequence.hpp>
#include <monotable/config.hpp>
#include <monotable/error.hpp>

namespace monotable::detail {

MONOTABLE_INLINE void encode_element(field_type const& type, std::size_t index, void const* element, value_writer& w) {
    try {
        if (!type.encode(element, w)) w.null();
    } catch (error const&) {
        rethrow_within(index);
    }
}

MONOTABLE_INLINE void decode_element(field_type const& type, std::size_t index, value_view v, void* element) {
    try {
        type.decode(v, element);
    } catch (error const&) {
        rethrow_within(index);
    }
}

} // namespace monotable::detail
