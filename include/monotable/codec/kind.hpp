// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/field_type.hpp>
#include <monotable/codec/time_point.hpp>
#include <monotable/core/decimal.hpp>
#include <monotable/meta/reflect.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

/// Selects the codec of a type. Types are classified by their interface, so that no header of a container is needed
/// here.
namespace monotable::detail {

enum class kind : std::uint8_t {
    custom,
    boolean,
    integer,
    floating,
    decimal,
    string,
    bytes,
    enumeration,
    time,
    calendar_date,
    optional,
    sequence,
    array,
    map,
    set,
    variant,
    structure,
    first_refused, // each of the following has a remedy of its own: see type_of.hpp
    qualified = first_refused,
    pointer,
    view,
    character,
    c_array,
    wide_floating,
    open_enumeration,
    clock,
    multiple,
    unknown,
};

template <class T>
concept has_codec = requires { sizeof(codec<T>); };

template <class T>
concept character_type = std::integral<T> && !integer<T> && !std::same_as<T, bool>;

/// An enumeration with a fixed underlying type: casting any value of that type to it is defined.
template <class T>
concept fixed_enumeration = std::is_enum_v<T> && requires { T{0}; };

template <class T>
concept string_like = requires(T& s, std::string_view v) {
    typename T::traits_type;
    s.assign(v);
    { s.capacity() } -> std::same_as<typename T::size_type>;
    requires std::same_as<typename T::value_type, char>;
};

template <class T>
concept view_like = (requires(T& v) { v.remove_prefix(1); }) || requires(T& v) {
    typename T::element_type;
    v.subspan(0);
};

template <class T>
concept pointer_like = std::is_pointer_v<T> || std::is_member_pointer_v<T> || std::is_reference_v<T> ||
                       std::is_null_pointer_v<T> || requires(T& p) {
                           typename T::element_type;
                           p.get();
                           p.reset();
                       };

template <class T>
concept range_like = requires(T& c) {
    typename T::value_type;
    c.begin() != c.end();
    { c.size() } -> std::convertible_to<std::size_t>;
};

template <class T>
concept sequence_like = range_like<T> && requires(T& c, typename T::value_type& e) {
    c.push_back(e);
    c.resize(1);
    c.clear();
};

template <class T>
concept array_like = range_like<T> && requires(T& c) {
    c.fill(c[0]);
    std::tuple_size<T>::value;
};

template <class T>
concept contiguous_bytes = requires(T& c) {
    { c.data() } -> std::same_as<std::byte*>;
};

template <class T>
concept associative = range_like<T> && requires(T& c) {
    typename T::key_type;
    c.clear();
};

template <class T>
concept map_like = associative<T> && requires(T& c, typename T::key_type& k) {
    { c[k] } -> std::same_as<typename T::mapped_type&>;
};

template <class T>
concept set_like = associative<T> && requires(T& c, typename T::key_type& k) {
    { c.insert(k).second } -> std::convertible_to<bool>;
    requires std::same_as<typename T::key_type, typename T::value_type>;
};

template <class T>
concept optional_like = requires(T& o) {
    typename T::value_type;
    { o.has_value() } -> std::convertible_to<bool>;
    { *o } -> std::same_as<typename T::value_type&>;
    o.emplace();
    o.reset();
};

template <class T>
concept variant_like = requires(T& v) {
    { v.index() } -> std::convertible_to<std::size_t>;
    v.valueless_by_exception();
};

template <class T>
concept empty_aggregate = std::is_empty_v<T> && std::is_aggregate_v<T>;

template <class T>
consteval kind class_kind() {
    if constexpr (std::same_as<T, monotable::decimal>) return kind::decimal;
    else if constexpr (calendar_date<T>) return kind::calendar_date;
    else if constexpr (is_time_point<T>) {
        if constexpr (!stored_time<T>) return kind::clock;
        else return fraction_digits<typename T::duration> < 0 ? kind::clock : kind::time;
    } else if constexpr (string_like<T>) return kind::string;
    else if constexpr (optional_like<T>) return kind::optional;
    else if constexpr (variant_like<T>) return kind::variant;
    else if constexpr (view_like<T>) return kind::view;
    else if constexpr (pointer_like<T>) return kind::pointer;
    else if constexpr (map_like<T>) return kind::map;
    else if constexpr (set_like<T>) return kind::set;
    else if constexpr (associative<T>) return kind::multiple;
    else if constexpr (sequence_like<T> || array_like<T>) {
        if constexpr (contiguous_bytes<T>) return kind::bytes;
        else return sequence_like<T> ? kind::sequence : kind::array;
    } else if constexpr (reflectable<T> || empty_aggregate<T>) return kind::structure;
    else return kind::unknown;
}

template <class T>
consteval kind kind_of() {
    if constexpr (!std::same_as<T, std::remove_cv_t<T>>) return kind::qualified;
    else if constexpr (has_codec<T>) return kind::custom;
    else if constexpr (std::same_as<T, bool>) return kind::boolean;
    else if constexpr (integer<T>) return sizeof(T) <= 8 ? kind::integer : kind::unknown;
    else if constexpr (character_type<T>) return kind::character;
    else if constexpr (std::same_as<T, float> || std::same_as<T, double>) return kind::floating;
    else if constexpr (std::is_floating_point_v<T>) return kind::wide_floating;
    else if constexpr (std::is_enum_v<T>) {
        if constexpr (std::same_as<T, std::byte>) return kind::unknown;
        else return fixed_enumeration<T> ? kind::enumeration : kind::open_enumeration;
    } else if constexpr (std::is_array_v<T>) return kind::c_array;
    else if constexpr (std::is_class_v<T>) return class_kind<T>();
    else return pointer_like<T> ? kind::pointer : kind::unknown;
}

/// The codec of one type: `type`, its field_type, and `stored`, its value_type, which can be used without instantiating
/// `type`. `may_be_absent` and `has_many_forms` (stored as one of several value_types) are declared only if true.
/// Specialized for each kind in the headers that type_of.hpp includes.
template <class T, kind K = kind_of<T>()>
struct binding;

template <class T>
concept may_be_absent = requires { requires binding<T>::may_be_absent; };

template <class T>
concept has_many_forms = requires { requires binding<T>::has_many_forms; };

} // namespace monotable::detail
