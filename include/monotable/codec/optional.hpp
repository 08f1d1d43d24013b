// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/field_type.hpp>
#include <monotable/codec/kind.hpp>
#include <monotable/core/view.hpp>
#include <monotable/core/writer.hpp>

namespace monotable::detail {

/// An optional is stored as its value; an empty one is not stored, except as NULL in lists and as the value of a map's
/// key, where the position or key would be lost. NULL is read as an empty optional everywhere.
template <class T>
struct binding<T, kind::optional> {
    using value = typename T::value_type;

    static constexpr value_type stored = binding<value>::stored;
    static constexpr bool may_be_absent = true;

    static bool encode(void const* object, value_writer& w) {
        auto const& o = *static_cast<T const*>(object);
        return o.has_value() && type_of<value>.encode(&*o, w);
    }

    static void decode(value_view v, void* object) {
        if (v.is(value_type::null)) return reset(object);
        auto& o = *static_cast<T*>(object);
        if (!o.has_value()) o.emplace();
        type_of<value>.decode(v, &*o);
    }

    static bool absent(void const* object) { return !static_cast<T const*>(object)->has_value(); }

    static void reset(void* object) { static_cast<T*>(object)->reset(); }

    static constexpr field_type type{
        .stored = stored,
        .form = type_of<value>.form,
        .digits = type_of<value>.digits,
        .optional = true,
        .encode = encode,
        .decode = decode,
        .absent = absent,
        .reset = reset,
    };
};

} // namespace monotable::detail
