// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/associative.hpp>
#include <monotable/config.hpp>
#include <monotable/core/varint.hpp>
#include <monotable/error.hpp>

namespace monotable::detail {

MONOTABLE_INLINE void write_key(std::string_view key, value_writer& w) {
    if (key.empty()) throw bad_value("the key of a map must not be empty");
    w.name(key);
}

MONOTABLE_INLINE void encode_mapped(field_type const& type, std::string_view key, void const* mapped, value_writer& w) {
    write_key(key, w);
    try {
        if (!type.encode(mapped, w)) w.null();
    } catch (error const&) {
        rethrow_within(key);
    }
}

MONOTABLE_INLINE void decode_mapped(field_type const& type, item_view::member const& member, void* mapped) {
    try {
        type.decode(member.value, mapped);
    } catch (error const&) {
        rethrow_within(member.name);
    }
}

MONOTABLE_INLINE value_view copy_element(value_type set, std::string_view element, std::string& out) {
    out.assign(1, static_cast<char>(element_type(set)));
    append_sized(out, element);
    return value_view(out.data());
}

} // namespace monotable::detail
