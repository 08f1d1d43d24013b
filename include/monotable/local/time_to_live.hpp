// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/number_bytes.hpp>
#include <monotable/core/view.hpp>

#include <cstdint>
#include <string_view>

namespace monotable::detail {

/// True if the item's time to live has expired at `now`, in seconds since 1970. Attributes that are not numbers are
/// ignored, and so are times more than five years in the past, as in DynamoDB.
inline bool is_expired(item_view item, std::string_view attribute, std::int64_t now) noexcept {
    constexpr std::int64_t five_years = 5 * 365 * 24 * 60 * 60;
    if (now < 0) return false;
    auto const end = item.find(attribute);
    return end && end->is(value_type::number) && end->number_bytes() <= encode_number(now).view() &&
           end->number_bytes() >= encode_number(now - five_years).view();
}

} // namespace monotable::detail
