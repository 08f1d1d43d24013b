// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/core/assign.hpp>
#include <monotable/core/short_bytes.hpp>
#include <monotable/core/size.hpp>
#include <monotable/core/varint.hpp>

#include <cstdint>
#include <cstring>

namespace monotable::detail {

MONOTABLE_INLINE std::size_t assign(item_view from, std::size_t size, array_view<attribute_assignment> assignments,
                                    byte_buffer& out) {
    std::size_t const start = out.size();
    char const* p = from.bytes().data();
    char const* const end = p + from.bytes().size();
    p += 5;
    std::uint64_t left = read_varint(p), count = left;
    char* const header = out.extend(6);
    header[0] = static_cast<char>(value_type::map);
    char const* copied = p; // members before it are in `out`, or replaced
    auto const copy_to = [&](char const* to) {
        out.append({copied, static_cast<std::size_t>(to - copied)});
        copied = to;
    };
    auto const add_value = [&](char const* value) {
        out.append(value_view(value).bytes());
        size += value_size(value_view(value));
    };
    auto const add = [&](attribute_assignment const& each) {
        if (each.value == nullptr) return;
        out.append_sized(each.name);
        add_value(each.value);
        size += each.name.size();
        ++count;
    };
    auto const* next = assignments.begin();
    for (; left != 0 && next != assignments.end(); --left) {
        char const* const member = p;
        std::string_view const name = read_sized(p);
        char const* const value = p;
        p = end_of_value(p);
        int order = same_name(name, next->name) ? 0 : compare_names(name, next->name);
        while (order > 0) {
            copy_to(member);
            add(*next);
            if (++next == assignments.end()) break;
            order = compare_names(name, next->name);
        }
        if (next == assignments.end() || order != 0) continue;
        size -= value_size(value_view(value));
        if (next->value != nullptr) {
            copy_to(value);
            add_value(next->value);
        } else {
            copy_to(member);
            size -= name.size();
            --count;
        }
        copied = p;
        ++next;
    }
    copy_to(end);
    for (; next != assignments.end(); ++next) add(*next);
    char width[10];
    std::size_t const more = write_varint(width, count) - 1;
    std::size_t const body = out.size() - start - 6;
    if (more != 0) {
        out.extend(more);
        std::memmove(out.data() + start + 6 + more, out.data() + start + 6, body);
    }
    std::memcpy(out.data() + start + 5, width, more + 1);
    write_u32(out.data() + start + 1, static_cast<std::uint32_t>(out.size() - start - 5));
    return size;
}

} // namespace monotable::detail
