// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/enumeration.hpp>
#include <monotable/config.hpp>
#include <monotable/core/short_bytes.hpp>

namespace monotable::detail {

MONOTABLE_INLINE void throw_nameless(std::string_view type, std::string const& value) {
    std::string message("value ");
    message.append(value)
        .append(" of the enumeration ")
        .append(type)
        .append(" has no name; add an enumerator with a value from ");
    throw bad_value(message + "-8 to 127, or specialize monotable::codec for it");
}

MONOTABLE_INLINE int read_enumerator(array_view<enumerator> list, std::string_view name) {
    for (enumerator const& each : list)
        if (same_name(each.name, name)) return each.value;
    std::string expected;
    for (auto const& each : list) expected.append(expected.empty() ? "one of " : ", ").append(each.name);
    throw_expected(expected, detail::quoted(name));
}

} // namespace monotable::detail
