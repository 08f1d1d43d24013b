// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/core/item.hpp>
#include <monotable/core/validate.hpp>

namespace monotable {

MONOTABLE_INLINE item::item(std::initializer_list<attribute> attributes) {
    value_writer out(bytes_);
    out.begin_map();
    for (auto const& each : attributes) {
        out.name(each.name);
        out.raw(each.value);
    }
    out.end_map();
}

MONOTABLE_INLINE item item::parse(std::string bytes) {
    if (!detail::validate_item(bytes)) throw bad_item("not an encoded item: " + detail::quoted(bytes));
    return item(std::move(bytes), 0);
}

} // namespace monotable
