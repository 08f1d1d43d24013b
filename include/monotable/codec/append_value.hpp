// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/value_for.hpp>
#include <monotable/core/byte_buffer.hpp>
#include <monotable/core/writer.hpp>
#include <monotable/error.hpp>

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

/// Encoding of the values of conditions, without allocations for the types that keys usually consist of.
namespace monotable::detail {

/// Appends an encoded string. Throws bad_value unless it is UTF-8.
void append_string_value(byte_buffer& out, std::string_view text);

void append_time_value(byte_buffer& out, time_layout const& layout, std::int64_t count);

/// Appends `v`, converted to Field, as type_of<Field> encodes it. False if it is the absent value. Throws bad_value if it cannot
/// be converted or stored.
template <class Field, class V>
bool append_value(byte_buffer& out, V const& v) {
    constexpr kind k = kind_of<Field>();
    if constexpr (k == kind::string && std::convertible_to<V const&, std::string_view>) {
        append_string_value(out, v);
    } else if constexpr (k == kind::time) {
        append_time_value(out, binding<Field>::layout, value_for<Field>(v).time_since_epoch().count());
    } else if constexpr (k == kind::enumeration) {
        append_string_value(out, stored_name(value_for<Field>(v)));
    } else if constexpr (k == kind::integer) {
        using widest = std::conditional_t<std::is_signed_v<Field>, std::int64_t, std::uint64_t>;
        out.append_scalar(value_type::number, encode_number(static_cast<widest>(value_for<Field>(v))).view());
    } else {
        std::string encoding;
        value_writer writer(encoding);
        Field const wanted = value_for<Field>(v);
        if (!type_of<Field>.encode(&wanted, writer)) return false;
        out.append(encoding);
    }
    return true;
}

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/codec/append_value.ipp>
#endif
