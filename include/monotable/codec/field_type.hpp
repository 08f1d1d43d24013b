// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/fwd.hpp>

#include <cstdint>

namespace monotable {

class value_writer;

/// How a value is written in a key; `none` if it cannot be part of one. `number` is a decimal or a floating-point
/// number.
enum class key_form : std::uint8_t {
    none,
    string,
    signed_integer,
    unsigned_integer,
    boolean,
    enumeration,
    time,
    local_time,
    date,
    number,
    bytes,
};

/// A C++ type with its type erased: the codec that all layers below the typed interface use. There is one constant for
/// each type, so that a struct costs a compiler an array of pointers. Every `object` must point to an object of the
/// described type.
struct field_type {
    value_type stored; // for variants, that of the first alternative
    key_form form = key_form::none;
    std::uint8_t digits = 0;      // integers: of the largest magnitude, in decimal; times: of the fraction of a second
    bool optional = false;        // the object can represent absence
    bool empty_is_absent = false; // an empty set is stored as absence

    /// Appends one encoded value and returns true. If the object is the absent value, appends nothing and returns
    /// false. Throws bad_value if the value cannot be stored.
    bool (*encode)(void const* object, value_writer& writer) = nullptr;

    /// Assigns the stored value to the object. Throws bad_item if it does not fit; the message names what was expected
    /// and what was found, but not the field. The object is then valid, its value unspecified.
    void (*decode)(value_view stored, void* object) = nullptr;

    /// True if the object is the absent value; null if the type cannot represent absence.
    bool (*absent)(void const* object) = nullptr;

    /// Sets the object to the absent value (an empty optional or set); null if the type cannot represent absence.
    void (*reset)(void* object) = nullptr;
};

namespace detail {

template <class T>
consteval field_type make_field_type(); // type_of.hpp

} // namespace detail

/// The codec of T. REQUIRES: storable<T>; otherwise one static assertion fails and names the reason.
template <class T>
inline constexpr field_type type_of = detail::make_field_type<T>();

} // namespace monotable
