// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/fwd.hpp>

#include <cstdint>

namespace monotable {

class value_writer;

/// How a value may stand in a key. `number` is a decimal or a floating-point number.
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

/// A C++ type as the layers below the typed surface see it: one constant per type, so that what a struct costs to
/// compile is an array of pointers. Every `object` is the address of an object of the type described.
struct field_type {
    value_type stored; // of variants: that of the first alternative
    key_form form = key_form::none;
    std::uint8_t digits = 0;      // integers: of the largest magnitude, in decimal; times: of the second's fraction
    bool optional = false;        // absence is a value
    bool empty_is_absent = false; // sets: an empty one is stored as absence

    /// Appends one encoded value and returns true, or appends nothing and returns false when the value is absence.
    /// Throws bad_value.
    bool (*encode)(void const* object, value_writer& writer) = nullptr;

    /// Throws bad_item, whose message says what was expected and what was found, but not the field's own name. The
    /// object is then valid, its value unspecified.
    void (*decode)(value_view stored, void* object) = nullptr;

    /// Whether the object is the absent value; nullptr when absence is not a value.
    bool (*absent)(void const* object) = nullptr;

    /// Makes the object the absent value (an empty optional or set); nullptr when absence is not a value.
    void (*reset)(void* object) = nullptr;
};

namespace detail {

template <class T>
consteval field_type make_field_type(); // type_of.hpp

} // namespace detail

/// The constant of one type. REQUIRES: storable<T>; otherwise one static assertion says why not.
template <class T>
inline constexpr field_type type_of = detail::make_field_type<T>();

} // namespace monotable
