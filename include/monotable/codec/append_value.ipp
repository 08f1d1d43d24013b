// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/append_value.hpp>
#include <monotable/config.hpp>
#include <monotable/core/text.hpp>

namespace monotable::detail {

MONOTABLE_INLINE void append_string_value(byte_buffer& out, std::string_view text) {
    if (is_utf8(text)) return out.append_scalar(value_type::string, text);
    std::string encoding;
    value_writer(encoding).string(text); // throws
}

MONOTABLE_INLINE void append_time_value(byte_buffer& out, time_layout const& layout, std::int64_t count) {
    out.push_back(static_cast<char>(value_type::string));
    out.push_back(static_cast<char>(layout.size()));
    write_time(layout, count, out.extend(layout.size()));
}

} // namespace monotable::detail
