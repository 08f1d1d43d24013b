// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/variant.hpp>
#include <monotable/config.hpp>

namespace monotable::detail {

MONOTABLE_INLINE void encode_alternative(alternative const& chosen, void const* variant, value_writer& w) {
    if (chosen.tag.empty()) {
        chosen.type->encode(chosen.get(variant), w);
        return;
    }
    w.begin_map();
    w.name(chosen.tag);
    try {
        chosen.type->encode(chosen.get(variant), w);
    } catch (error const&) {
        rethrow_within(chosen.tag);
    }
    w.end_map();
}

MONOTABLE_INLINE void decode_alternative(array_view<alternative> list, value_view v, void* variant) {
    bool const single = v.is(value_type::map) && v.as_map().size() == 1;
    for (auto const& each : list) {
        if (each.tag.empty() && v.is(each.type->stored)) return each.type->decode(v, each.emplace(variant));
        if (each.tag.empty() || !single) continue;
        auto const member = *v.as_map().begin();
        if (member.name != each.tag) continue;
        try {
            return each.type->decode(member.value, each.emplace(variant));
        } catch (error const&) {
            rethrow_within(each.tag);
        }
    }
    std::string expected;
    for (auto const& each : list) {
        if (&each != list.data()) expected += " or ";
        if (each.tag.empty()) expected += spoken(each.type->stored);
        else expected.append("{").append(each.tag).append("}");
    }
    if (!single) throw_expected(expected, spoken(v.type()));
    throw_expected(expected, "{" + std::string((*v.as_map().begin()).name) + "}");
}

} // namespace monotable::detail
