// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/core/number_bytes.hpp>
#include <monotable/core/type.hpp>
#include <monotable/core/validate.hpp>
#include <monotable/core/varint.hpp>

#include <cstddef>
#include <cstdint>

namespace monotable::detail {

/// True if [p, end) begins with the canonical encoding of a value with at most `levels` nested containers; `p` then
/// points after it.
bool read_valid(char const*& p, char const* end, int levels) noexcept;

MONOTABLE_INLINE bool read_valid_sized(char const*& p, char const* end, std::string_view& out) noexcept {
    std::uint64_t size = 0;
    if (!read_varint(p, end, size) || size > static_cast<std::size_t>(end - p)) return false;
    out = {p, size};
    p += size;
    return true;
}

MONOTABLE_INLINE bool is_valid_payload(value_type type, std::string_view payload) noexcept {
    if (type == value_type::string) return is_utf8(payload);
    return type != value_type::number || is_number_payload(payload);
}

MONOTABLE_INLINE bool read_valid_container(value_type type, char const*& p, char const* end, int levels) noexcept {
    if (end - p < 4) return false;
    auto const size = read_u32(p);
    p += 4;
    if (size > static_cast<std::size_t>(end - p)) return false;
    end = p + size;
    std::uint64_t count = 0;
    if (!read_varint(p, end, count) || (is_set(type) && count == 0)) return false;
    std::string_view last, current;
    for (std::uint64_t i = 0; i < count; ++i) {
        if (type != value_type::list) {
            if (!read_valid_sized(p, end, current) || (i != 0 && current <= last)) return false;
            auto const part = type == value_type::map ? value_type::string : element_type(type);
            if (!is_valid_payload(part, current)) return false;
            last = current;
        }
        if (!is_set(type) && !read_valid(p, end, levels - 1)) return false;
    }
    return p == end;
}

MONOTABLE_INLINE bool read_valid(char const*& p, char const* end, int levels) noexcept {
    if (p == end || byte(*p) > static_cast<std::uint8_t>(value_type::binary_set)) return false;
    auto const type = static_cast<value_type>(*p++);
    if (type == value_type::null) return true;
    if (type == value_type::boolean) return p != end && byte(*p++) <= 1;
    if (is_set(type)) return read_valid_container(type, p, end, 0);
    if (is_container(type)) return levels > 0 && read_valid_container(type, p, end, levels);
    std::string_view payload;
    return read_valid_sized(p, end, payload) && is_valid_payload(type, payload);
}

MONOTABLE_INLINE int nesting(value_view v) noexcept {
    int deepest = 0;
    auto const consider = [&](value_view inner) {
        if (auto const levels = nesting(inner); levels > deepest) deepest = levels;
    };
    if (v.is(value_type::list))
        for (auto const element : v.as_list()) consider(element);
    if (v.is(value_type::map))
        for (auto const& member : v.as_map()) consider(member.value);
    return is_container(v.type()) && !is_set(v.type()) ? deepest + 1 : 0;
}

} // namespace monotable::detail

namespace monotable {

MONOTABLE_INLINE bool validate(std::string_view bytes) noexcept {
    auto p = bytes.data();
    auto const end = p + bytes.size();
    return detail::read_valid(p, end, detail::max_nesting) && p == end;
}

namespace detail {

MONOTABLE_INLINE bool validate_item(std::string_view bytes) noexcept {
    auto p = bytes.data();
    auto const end = p + bytes.size();
    return !bytes.empty() && static_cast<value_type>(*p) == value_type::map &&
           detail::read_valid(p, end, detail::max_nesting + 1) && p == end;
}

} // namespace detail

} // namespace monotable
