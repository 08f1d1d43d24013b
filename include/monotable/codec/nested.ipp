// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/nested.hpp>
#include <monotable/config.hpp>

namespace monotable::detail {

MONOTABLE_INLINE void encode_members(array_view<member_type> members, void const* const* fields, value_writer& w) {
    w.begin_map();
    for (auto const& member : members) {
        void const* const field = fields[member.position];
        if (member.type->absent != nullptr && member.type->absent(field)) continue;
        w.name(member.name);
        try {
            member.type->encode(field, w);
        } catch (error const&) {
            rethrow_within(member.name);
        }
    }
    w.end_map();
}

MONOTABLE_INLINE void decode_member(member_type const& member, value_view stored, void const* const* fields) {
    try {
        member.type->decode(stored, const_cast<void*>(fields[member.position]));
    } catch (error const&) {
        rethrow_within(member.name);
    }
}

MONOTABLE_INLINE void reset_member(member_type const& member, void const* const* fields) {
    if (member.type->reset == nullptr) throw located<bad_item>(std::string(member.name), "missing");
    member.type->reset(const_cast<void*>(fields[member.position]));
}

MONOTABLE_INLINE void decode_members(array_view<member_type> members, value_view v, void const* const* fields) {
    expect(value_type::map, v);
    auto next = members.begin();
    for (auto const stored : v.as_map()) {
        int order = 1;
        while (next != members.end() && (order = next->name.compare(stored.name)) < 0) reset_member(*next++, fields);
        if (next == members.end()) return;
        if (order == 0) decode_member(*next++, stored.value, fields);
    }
    while (next != members.end()) reset_member(*next++, fields);
}

} // namespace monotable::detail
