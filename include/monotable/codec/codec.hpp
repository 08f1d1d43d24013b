// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/field_type.hpp>
#include <monotable/codec/kind.hpp>
#include <monotable/error.hpp>
#include <monotable/value/view.hpp>
#include <monotable/value/writer.hpp>

#include <concepts>

/// The customization point: how a class of yours is stored, in terms of a type that is storable already. It takes
/// precedence over the built-in ways, so that an enumeration can be stored as its number, or a struct as a string.
///
///     template <>
///     struct monotable::codec<money> {
///         using stored = std::int64_t;
///         static stored encode(money const& m) { return m.cents; } // may throw bad_value
///         static money decode(stored cents) { return {cents}; }    // may throw bad_item or bad_value
///     };
///
/// In keys, comparisons and projections the class then behaves as its stored type does; encode must be injective where
/// it is part of a key. Specialize it before anything else mentions the class as a stored one.
namespace monotable::detail {

template <class T>
concept complete_codec = requires(T const& object, typename codec<T>::stored& s) {
    { codec<T>::encode(object) } -> std::convertible_to<typename codec<T>::stored>;
    { codec<T>::decode(static_cast<typename codec<T>::stored&&>(s)) } -> std::convertible_to<T>;
};

template <class T>
struct binding<T, kind::custom> {
    using stored = typename codec<T>::stored;

    static bool encode(void const* object, value_writer& w) {
        stored const value = codec<T>::encode(*static_cast<T const*>(object));
        return type_of<stored>.encode(&value, w);
    }

    static void decode(value_view v, void* object) {
        stored value{};
        type_of<stored>.decode(v, &value);
        assign(value, object);
    }

    static bool absent(void const* object) {
        stored const value = codec<T>::encode(*static_cast<T const*>(object));
        return type_of<stored>.absent(&value);
    }

    static void reset(void* object) {
        stored value{};
        type_of<stored>.reset(&value);
        assign(value, object);
    }

    static void assign(stored& value, void* object) {
        try {
            *static_cast<T*>(object) = codec<T>::decode(static_cast<stored&&>(value));
        } catch (bad_value const& e) { // what is stored is at fault
            throw bad_item(e.what());
        }
    }

    static constexpr bool may_be_absent = type_of<stored>.reset != nullptr;

    static constexpr field_type type{
        .stored = type_of<stored>.stored,
        .form = type_of<stored>.form,
        .digits = type_of<stored>.digits,
        .optional = type_of<stored>.optional,
        .empty_is_absent = type_of<stored>.empty_is_absent,
        .encode = encode,
        .decode = decode,
        .absent = may_be_absent ? absent : nullptr,
        .reset = may_be_absent ? reset : nullptr,
    };
};

} // namespace monotable::detail
