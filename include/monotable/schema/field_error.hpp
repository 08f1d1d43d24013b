// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/mismatch.hpp>
#include <monotable/error.hpp>

#include <string>
#include <string_view>

namespace monotable::detail {

/// In a handler: throws the bad_item or bad_value being handled again, as "monotable: Order.lines[2].qty: " and its reason.
[[noreturn]] inline void rethrow_for_field(std::string_view entity, std::string_view field) {
    std::string where("monotable: ");
    where.append(entity);
    if (!field.empty()) where.append(".").append(field);
    try {
        rethrow_within(where);
    } catch (located<bad_item> const& e) {
        throw bad_item(e.what());
    } catch (located<bad_value> const& e) {
        throw bad_value(e.what());
    }
}

} // namespace monotable::detail
