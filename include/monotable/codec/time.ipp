// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/time.hpp>
#include <monotable/config.hpp>

namespace monotable::detail {

MONOTABLE_INLINE bool encode_time(time_layout const& layout, std::int64_t count, value_writer& w) {
    char text[max_time_size];
    write_time(layout, count, text);
    w.string(view_of(text, layout.size()));
    return true;
}

MONOTABLE_INLINE std::int64_t decode_time(time_layout const& layout, value_view v) {
    expect(value_type::string, v);
    std::int64_t count = 0;
    if (!read_time(layout, v.as_string(), count)) {
        char example[max_time_size];
        write_time(layout, layout.date_only ? 20442 : 1766224800 * layout.per_unit, example);
        throw_expected((layout.date_only ? "a date like " : "a time like ") + std::string(example, layout.size()),
                       shown(v));
    }
    return count;
}

} // namespace monotable::detail
