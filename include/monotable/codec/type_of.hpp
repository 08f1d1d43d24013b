// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/associative.hpp>
#include <monotable/codec/codec.hpp>
#include <monotable/codec/enumeration.hpp>
#include <monotable/codec/field_type.hpp>
#include <monotable/codec/kind.hpp>
#include <monotable/codec/nested.hpp>
#include <monotable/codec/optional.hpp>
#include <monotable/codec/scalar.hpp>
#include <monotable/codec/sequence.hpp>
#include <monotable/codec/time.hpp>
#include <monotable/codec/variant.hpp>
#include <monotable/meta/fixed_string.hpp>
#include <monotable/meta/reflect.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <type_traits>

/// type_of<T> and storable<T>: the codec of a type, and the reasons for which a type cannot be stored.
namespace monotable {
namespace detail {

enum class type_refusal : std::uint8_t {
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

template <class T>
consteval type_refusal find_refusal();

/// The reason for which T cannot be stored. Members of a struct are not examined, since they can contain the struct.
template <class T>
inline constexpr type_refusal refusal_of = find_refusal<T>();

constexpr type_refusal first_of(std::initializer_list<type_refusal> list) {
    for (auto const each : list)
        if (each != type_refusal::none) return each;
    return type_refusal::none;
}

template <class T>
consteval type_refusal element_refusal() {
    if constexpr (refusal_of<T> != type_refusal::none) return refusal_of<T>;
    else return std::default_initializable<T> ? type_refusal::none : type_refusal::not_default_constructible;
}

template <class T>
consteval type_refusal optional_refusal() {
    using value = typename T::value_type;
    if constexpr (refusal_of<value> != type_refusal::none) return refusal_of<value>;
    else return may_be_absent<value> ? type_refusal::nested_absence : element_refusal<value>();
}

template <class T>
consteval type_refusal map_refusal() {
    if constexpr (!is_map_key<typename T::key_type>) return type_refusal::map_key;
    else return element_refusal<typename T::mapped_type>();
}

template <class T>
consteval type_refusal codec_refusal() {
    if constexpr (!complete_codec<T>) return type_refusal::incomplete_codec;
    else return element_refusal<typename codec<T>::stored>();
}

template <template <class...> class Variant, class... A>
consteval type_refusal variant_refusal(Variant<A...> const*) {
    constexpr type_refusal first = first_of({element_refusal<A>()...});
    if constexpr (first != type_refusal::none) return first;
    else return are_distinguishable<A...>() ? type_refusal::none : type_refusal::ambiguous_variant;
}

/// The reason for which an aggregate cannot be reflected.
template <class T>
consteval type_refusal flaw_refusal() {
    constexpr auto offset = static_cast<std::uint8_t>(flaw_of<T>.what) - static_cast<std::uint8_t>(flaw_kind::base);
    return static_cast<type_refusal>(static_cast<std::uint8_t>(type_refusal::base) + offset);
}

template <class T>
consteval type_refusal find_refusal() {
    constexpr kind k = kind_of<T>();
    if constexpr (k == kind::unknown && plain_aggregate<T>) return flaw_refusal<T>();
    else if constexpr (k >= kind::first_refused) {
        constexpr auto offset = static_cast<std::uint8_t>(k) - static_cast<std::uint8_t>(kind::first_refused);
        return static_cast<type_refusal>(offset + 1);
    } else if constexpr (k == kind::custom) return codec_refusal<T>();
    else if constexpr (k == kind::optional) return optional_refusal<T>();
    else if constexpr (k == kind::sequence || k == kind::array) return element_refusal<typename T::value_type>();
    else if constexpr (k == kind::map) return map_refusal<T>();
    else if constexpr (k == kind::set) return element_refusal<typename T::key_type>();
    else if constexpr (k == kind::variant) return variant_refusal(static_cast<T const*>(nullptr));
    else if constexpr (k == kind::enumeration)
        return enumerators<T>::all.size == 0 ? type_refusal::nameless_enumeration : type_refusal::none;
    else if constexpr (k == kind::structure)
        return std::is_move_assignable_v<T> ? type_refusal::none : type_refusal::not_assignable;
    else return type_refusal::none;
}

template <class F>
struct refusal_of_type {
    static constexpr type_refusal value = refusal_of<F>;
};

struct refused_member {
    type_refusal why = type_refusal::none;
    std::string_view name;
};

/// The first member whose type cannot be stored.
template <class T>
consteval refused_member find_refused_member() {
    for (std::size_t i = 0; i != reflect<T>::size; ++i)
        if (type_refusal const why = reflect<T>::template each<refusal_of_type, type_refusal>[i];
            why != type_refusal::none)
            return {why, reflect<T>::names[i]};
    return {};
}

/// Compilers print the arguments: the type or the struct, the member, the violation, and the rule that is checked.
template <class T, fixed_string Member, type_refusal Found, type_refusal Rule>
inline constexpr bool stores = Found != Rule;

/// Reports the only error for a type that cannot be stored.
template <type_refusal R, class T, fixed_string Member = "">
consteval void refuse() {
    static_assert(stores<T, Member, R, type_refusal::qualified>,
                  "monotable: a const or volatile value cannot be read back: drop the qualifier");
    static_assert(stores<T, Member, R, type_refusal::pointer>,
                  "monotable: a pointer or reference is not stored: hold the value itself (std::string for text, "
                  "std::optional for what may be absent), or the id of another entity");
    static_assert(stores<T, Member, R, type_refusal::view>,
                  "monotable: a view owns nothing that it could be read back into: use std::string or std::vector");
    static_assert(stores<T, Member, R, type_refusal::character>,
                  "monotable: a character is not stored, as it may mean a text or a number: use std::string, or an "
                  "integer such as std::int8_t");
    static_assert(stores<T, Member, R, type_refusal::c_array>,
                  "monotable: a C array is not stored: use std::array, or std::string for text");
    static_assert(stores<T, Member, R, type_refusal::wide_floating>,
                  "monotable: long double would not survive a round trip: use double or monotable::decimal");
    static_assert(stores<T, Member, R, type_refusal::open_enumeration>,
                  "monotable: an unscoped enumeration needs a fixed underlying type to be stored by name (enum e : "
                  "int), or a monotable::codec");
    static_assert(
        stores<T, Member, R, type_refusal::nameless_enumeration>,
        "monotable: an enumeration is stored by name, and names are found for values from -8 to 127 only; give "
        "enumerators such values, hold an integer, or specialize monotable::codec");
    static_assert(stores<T, Member, R, type_refusal::clock>,
                  "monotable: only std::chrono::sys_time and local_time in whole days, s, ms, us or ns are stored: "
                  "convert, or specialize monotable::codec");
    static_assert(stores<T, Member, R, type_refusal::multiple>,
                  "monotable: a multimap or multiset has no stored form: use a map of vectors, or a vector");
    static_assert(stores<T, Member, R, type_refusal::unknown>,
                  "monotable: a type without a stored form: make it an aggregate, adapt it with "
                  "BOOST_HANA_ADAPT_STRUCT, or specialize monotable::codec for it");
    static_assert(stores<T, Member, R, type_refusal::incomplete_codec>,
                  "monotable: a monotable::codec needs `stored`, `static stored encode(T const&)` and `static T "
                  "decode(stored)`");
    static_assert(stores<T, Member, R, type_refusal::nested_absence>,
                  "monotable: an optional of an optional or of a set cannot be told from the absent value inside: "
                  "drop the outer optional");
    static_assert(stores<T, Member, R, type_refusal::map_key>,
                  "monotable: a map's key must be a string, an integer or an enumeration");
    static_assert(stores<T, Member, R, type_refusal::ambiguous_variant>,
                  "monotable: two alternatives of a variant are stored alike: wrap one in a struct, whose name will "
                  "tell them apart");
    static_assert(stores<T, Member, R, type_refusal::not_default_constructible>,
                  "monotable: an element needs a default constructor, as reading fills an object in place");
    static_assert(stores<T, Member, R, type_refusal::not_assignable>,
                  "monotable: a struct with members that cannot be assigned to (const, a mutex) cannot be read back: "
                  "drop the const, or hold a value");
    static_assert(stores<T, Member, R, type_refusal::base>,
                  "monotable: the fields of a struct with a base class are not found: make the base a member, or adapt "
                  "the struct with BOOST_HANA_ADAPT_STRUCT");
    static_assert(stores<T, Member, R, type_refusal::member_c_array>,
                  "monotable: the fields of a struct with a C array are not found: use std::array, or std::string for "
                  "text");
    static_assert(
        stores<T, Member, R, type_refusal::member_reference>,
        "monotable: a struct with a reference member cannot be read back: hold the value itself, or the id of "
        "another entity");
    static_assert(stores<T, Member, R, type_refusal::member_volatile>,
                  "monotable: a struct with a volatile member cannot be read back: drop the qualifier");
}

/// "member 3": the names of members are unknown if the struct cannot be reflected.
template <std::size_t Number>
consteval auto member_text() {
    fixed_string < Number < 10 ? 8 : Number<100 ? 9 : 10> text;
    for (std::size_t i = 0; i != 7; ++i) text.data[i] = "member "[i];
    for (std::size_t at = text.size(), rest = Number; at != 7; rest /= 10)
        text.data[--at] = static_cast<char>('0' + rest % 10);
    text.data[text.size()] = '\0'; // as in to_fixed
    return text;
}

/// Reports the only error for an aggregate that cannot be reflected.
template <class T>
consteval bool refuse_flaw() {
    if constexpr (flaw_of<T>.member == 0) refuse<flaw_refusal<T>(), T>();
    else refuse<flaw_refusal<T>(), T, member_text<flaw_of<T>.member>()>();
    return false;
}

/// True if all members can be stored; otherwise reports one error, about the first that cannot. REQUIRES:
/// reflectable<T>.
template <class T>
consteval bool members_are_stored() {
    constexpr refused_member member = find_refused_member<T>();
    if constexpr (member.why == type_refusal::none) return true;
    else {
        refuse<member.why, T, to_fixed<member.name.size()>(member.name)>();
        return false;
    }
}

template <class T>
consteval bool is_stored() {
    if constexpr (refusal_of<T> != type_refusal::none) {
        refuse<refusal_of<T>, T>();
        return false;
    } else if constexpr (kind_of<T>() == kind::structure && reflectable<T>) return members_are_stored<T>();
    else return true;
}

template <class T>
consteval field_type make_field_type() {
    if constexpr (is_stored<T>()) return binding<T>::type;
    else return {};
}

template <class T, class... Outer>
consteval bool is_storable();

template <class... Outer>
struct storable_inside {
    template <class F>
    struct check {
        static constexpr bool value = is_storable<F, Outer...>();
    };
};

template <class... Outer, template <class...> class Variant, class... A>
consteval bool are_storable(Variant<A...> const*) {
    return (is_storable<A, Outer...>() && ...);
}

/// Checks members recursively, except those of the structs Outer, which contain T.
template <class T, class... Outer>
consteval bool is_storable() {
    constexpr kind k = kind_of<T>();
    if constexpr (refusal_of<T> != type_refusal::none) return false;
    else if constexpr (k == kind::custom) return is_storable<typename codec<T>::stored, Outer...>();
    else if constexpr (k == kind::map) return is_storable<typename T::mapped_type, Outer...>();
    else if constexpr (k == kind::optional || k == kind::sequence || k == kind::array || k == kind::set)
        return is_storable<typename T::value_type, Outer...>();
    else if constexpr (k == kind::variant) return are_storable<Outer...>(static_cast<T const*>(nullptr));
    else if constexpr (k == kind::structure && reflectable<T> && !(std::same_as<T, Outer> || ...)) {
        for (bool const each : reflect<T>::template each<storable_inside<T, Outer...>::template check, bool>)
            if (!each) return false;
        return true;
    } else return true;
}

} // namespace detail

/// True if T can be the type of an entity's field, or part of one.
template <class T>
concept storable = detail::is_storable<T>();

} // namespace monotable
