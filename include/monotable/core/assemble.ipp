// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/core/assemble.hpp>

namespace monotable::detail {

MONOTABLE_INLINE item item_assembler::finish() && {
    char count[10];
    auto const width = write_varint(count, count_);
    bytes_.replace(5, 1, count, width);
    write_u32(bytes_.data() + 1, static_cast<std::uint32_t>(bytes_.size() - 5));
    return item::from_encoding(std::move(bytes_));
}

MONOTABLE_INLINE item project(item_view from, array_view<std::string_view> names) {
    item_assembler out;
    std::size_t i = 0;
    for (member_cursor member(from); !member.done() && i != names.size();) {
        auto const order = member.name().compare(names[i]);
        if (order == 0) out.add(member.bytes());
        if (order <= 0) member.advance();
        if (order >= 0) ++i;
    }
    return std::move(out).finish();
}

MONOTABLE_INLINE bool has_others(item_view item, array_view<std::string_view> known) {
    std::size_t next = 0; // the member after the last one that was found
    for (member_cursor member(item); !member.done(); member.advance()) {
        std::size_t i = next;
        while (i != known.size() && known[i] != member.name()) ++i;
        if (i == known.size())
            for (i = 0; i != next && known[i] != member.name();) ++i;
        if (i == known.size() || (i == next && known[i] != member.name())) return true;
        next = i + 1;
    }
    return false;
}

MONOTABLE_INLINE item carry_over(item_view next, item_view previous, array_view<std::string_view> known) {
    auto const is_known = [&](std::string_view name) {
        for (auto const each : known)
            if (each == name) return true;
        return false;
    };
    item_assembler out;
    out.reserve(next.bytes().size() + 64);
    member_cursor a(next), b(previous);
    while (!a.done() || !b.done()) {
        auto const order = a.done() ? 1 : b.done() ? -1 : a.name().compare(b.name());
        if (order <= 0) {
            out.add(a.bytes());
            a.advance();
        } else if (!is_known(b.name())) {
            out.add(b.bytes());
        }
        if (order >= 0) b.advance();
    }
    return std::move(out).finish();
}

} // namespace monotable::detail
