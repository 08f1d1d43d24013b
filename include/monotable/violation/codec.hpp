// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/violation/violation.hpp>

/// Rules for the types of fields. A rule is named after its violation. Some rules have the order of kind and flaw_kind.
namespace monotable::detail {

enum class type_rule {
    none,
    qualified,
    pointer,
    view,
    character,
    c_array,
    wide_floating,
    open_enumeration,
    clock,
    multiple,
    unknown,
    incomplete_codec,
    nested_absence,
    map_key,
    ambiguous_variant,
    not_default_constructible,
    not_assignable,
    base,
    member_c_array,
    member_volatile,
    member_reference,
    nameless_enumeration,
};

template <type_rule Rule, class... Names>
constexpr bool report() {
    using enum type_rule;
    static_assert(holds_for<Names...>(Rule != qualified),
                  "monotable: a const or volatile value cannot be read back; drop the qualifier");
    static_assert(holds_for<Names...>(Rule != pointer),
                  "monotable: a pointer or reference is not stored; hold the value itself (std::string for text, "
                  "std::optional for what may be absent), or the id of another entity");
    static_assert(holds_for<Names...>(Rule != view),
                  "monotable: a view owns nothing that it could be read back into; use std::string or std::vector");
    static_assert(holds_for<Names...>(Rule != character),
                  "monotable: a character is not stored, as it may mean a text or a number; use std::string, or an "
                  "integer such as std::int8_t");
    static_assert(holds_for<Names...>(Rule != c_array),
                  "monotable: a C array is not stored; use std::array, or std::string for text");
    static_assert(holds_for<Names...>(Rule != wide_floating),
                  "monotable: long double would not survive a round trip; use double or monotable::decimal");
    static_assert(holds_for<Names...>(Rule != open_enumeration),
                  "monotable: an unscoped enumeration needs a fixed underlying type to be stored by name; write enum e "
                  ": int, or specialize monotable::codec");
    static_assert(holds_for<Names...>(Rule != clock),
                  "monotable: only std::chrono::sys_time and local_time in whole days, s, ms, us or ns are stored; "
                  "convert, or specialize monotable::codec");
    static_assert(holds_for<Names...>(Rule != multiple),
                  "monotable: a multimap or multiset has no stored form; use a map of vectors, or a vector");
    static_assert(holds_for<Names...>(Rule != unknown),
                  "monotable: a type without a stored form; make it an aggregate, adapt it with "
                  "BOOST_HANA_ADAPT_STRUCT, or specialize monotable::codec for it");
    static_assert(holds_for<Names...>(Rule != incomplete_codec),
                  "monotable: a monotable::codec needs `stored`, `static stored encode(T const&)` and `static T "
                  "decode(stored)`; add what is missing");
    static_assert(holds_for<Names...>(Rule != nested_absence),
                  "monotable: an optional of an optional or of a set cannot be distinguished from the absent value "
                  "inside; drop the outer optional");
    static_assert(
        holds_for<Names...>(Rule != map_key),
        "monotable: a map's key must be a string, an integer or an enumeration; use such a key, or a vector of pairs");
    static_assert(holds_for<Names...>(Rule != ambiguous_variant),
                  "monotable: two alternatives of a variant are stored alike; wrap one in a struct, whose name will "
                  "distinguish them");
    static_assert(
        holds_for<Names...>(Rule != not_default_constructible),
        "monotable: an element needs a default constructor, as reading fills an object in place; give it one");
    static_assert(holds_for<Names...>(Rule != not_assignable),
                  "monotable: a struct with members that cannot be assigned to (const, a mutex) cannot be read back; "
                  "drop the const, or hold a value");
    static_assert(holds_for<Names...>(Rule != base),
                  "monotable: the fields of a struct with a base class are not found; make the base a member, or adapt "
                  "the struct with BOOST_HANA_ADAPT_STRUCT");
    static_assert(
        holds_for<Names...>(Rule != member_c_array),
        "monotable: the fields of a struct with a C array are not found; use std::array, or std::string for text");
    static_assert(holds_for<Names...>(Rule != member_volatile),
                  "monotable: a struct with a volatile member cannot be read back; drop the qualifier");
    static_assert(holds_for<Names...>(Rule != member_reference),
                  "monotable: a struct with a reference member cannot be read back; hold the value itself, or the id "
                  "of another entity");
    static_assert(holds_for<Names...>(Rule != nameless_enumeration),
                  "monotable: an enumeration is stored by name, and names are found for values from -8 to 127 only; "
                  "give enumerators such values, hold an integer, or specialize monotable::codec");
    return false;
}

} // namespace monotable::detail
