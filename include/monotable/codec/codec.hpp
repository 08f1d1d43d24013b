// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/field_type.hpp>
#include <monotable/codec/kind.hpp>
#include <monotable/core/view.hpp>
#include <monotable/core/writer.hpp>
#include <monotable/error.hpp>

#include <concepts>

/// The customization point for user-defined types: it converts to and from a type that is storable already. A
/// specialization takes precedence over the built-in codecs, so that an enumeration can be stored as its number, or a
/// struct as a string.
///
///     template <>
///     struct monotable::codec<money> {
///         using stored = std::int64_t;
///         static stored encode(money const& m) { return m.cents; } // may throw bad_value
///         static money decode(stored cents) { return {cents}; }    // may throw bad_item or bad_value
///     };
///
/// In keys, the type has the key text of its stored type; encode must be injective there. The specialization must be
/// declared before the first use of the type as a field.
namespace monotable::detail {

template <class T>
concept complete_codec = requires(T const& object, typename codec<T>::stored& s) {
    { codec<T>::encode(object) } -> std::convertible_to<typename codec<T>::stored>;
    { codec<T>::decode(static_cast<typename codec<T>::stored&&>(s)) } -> std::convertible_to<T>;
};

template <class T>
struct binding<T, kind::custom> {
    using value = typename codec<T>::stored;

    static constexpr value_type stored = binding<value>::stored;
    static constexpr bool may_be_absent = detail::may_be_absent<value>;
    static constexpr bool has_many_forms = detail::has_many_forms<value>;

    static bool encode(void const* object, value_writer& w) {
        value const stored_value = codec<T>::encode(*static_cast<T const*>(object));
        return type_of<value>.encode(&stored_value, w);
    }

    static void decode(value_view v, void* object) {
        value stored_value{};
        type_of<value>.decode(v, &stored_value);
        assign(stored_value, object);
    }

    static bool absent(void const* object) {
        value const stored_value = codec<T>::encode(*static_cast<T const*>(object));
        return type_of<value>.absent(&stored_value);
    }

    static void reset(void* object) {
        value stored_value{};
        type_of<value>.reset(&stored_value);
        assign(stored_value, object);
    }

    static void assign(value& stored_value, void* object) {
        try {
            *static_cast<T*>(object) = codec<T>::decode(static_cast<value&&>(stored_value));
        } catch (bad_value const& e) { // the stored value is invalid
            throw bad_item(e.what());
        }
    }

    static constexpr field_type type{
        .stored = stored,
        .form = type_of<value>.form,
        .digits = type_of<value>.digits,
        .optional = type_of<value>.optional,
        .empty_is_absent = type_of<value>.empty_is_absent,
        .encode = encode,
        .decode = decode,
        .absent = may_be_absent ? absent : nullptr,
        .reset = may_be_absent ? reset : nullptr,
    };
};

} // namespace monotable::detail
