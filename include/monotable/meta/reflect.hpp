// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/requirements.hpp>

#include <boost/hana/fwd/accessors.hpp>
#include <boost/hana/fwd/at.hpp>
#include <boost/hana/fwd/first.hpp>
#include <boost/hana/fwd/length.hpp>
#include <boost/hana/fwd/second.hpp>
#include <boost/hana/concept/struct.hpp>
#include <boost/pfr/core.hpp>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <string_view>
#include <type_traits>
#include <utility>

/// Reflection of structs: names, types and addresses of their fields. Aggregates are reflected by Boost.PFR; classes
/// that it does not support (constructors, bases, private members) by a Boost.Hana adaptation (BOOST_HANA_DEFINE_STRUCT
/// or BOOST_HANA_ADAPT_STRUCT), which takes precedence.
namespace monotable::detail {

template <class T>
concept hana_adapted = boost::hana::Struct<T>::value;

#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wundefined-internal"
#endif
/// Provides the addresses of the fields of T as constants. `object` is never defined, so that no T is constructed.
template <class T>
struct undefined_object {
    T value;
    static undefined_object const object;
};
#ifdef __clang__
#pragma clang diagnostic pop
#endif

/// The address of a field as a template argument.
template <class Field>
constexpr auto field_address(Field const& field) {
#ifdef __clang__ // before version 18, such an address must be a member of an object
    struct address {
        Field const* pointer;
    };
    return address{std::addressof(field)};
#else
    return std::addressof(field);
#endif
}

/// Why Boost.PFR cannot reflect an aggregate. (Bit fields cannot be detected before PFR is instantiated.)
enum class flaw_kind : std::uint8_t { none, base, c_array, volatile_member, reference };

struct struct_flaw {
    flaw_kind what = flaw_kind::none;
    std::size_t member = 0; ///< the first one at fault, counted from 1; 0 if unknown
};

/// The types of the members, as references to members of a const object.
template <class... M>
struct member_types {
    /// An array of F<Type>::value, one for each field.
    template <template <class> class F, class Result>
    static constexpr Result each[sizeof...(M)] = {F<std::remove_cvref_t<M>>::value...};

    /// The position of the first volatile member, counted from 1; 0 if no member is volatile.
    static constexpr std::size_t first_volatile() {
        std::size_t at = 0;
        return ((++at, std::is_volatile_v<std::remove_reference_t<M>>) || ...) ? at : 0;
    }
    /// The position of the first reference to a non-const type, counted from 1; 0 if there is no such member.
    static constexpr std::size_t first_reference() {
        std::size_t at = 0;
        return ((++at, !std::is_const_v<std::remove_reference_t<M>>) || ...) ? at : 0;
    }
};

template <class T, class Indices>
struct pfr_types;
template <class T, std::size_t... I>
struct pfr_types<T, std::index_sequence<I...>>
    : member_types<decltype(boost::pfr::get<I>(std::declval<T const&>()))...> {};

/// Converts to every type, as PFR's own initializers do. (Defined because clang 14 requires a definition when an
/// optional is constructed.)
template <bool Copyable>
struct initializer {
    template <class U>
    operator U&() const&& { // NOLINT(google-explicit-constructor)
        std::terminate();
    }
    template <class U>
    operator U&() const& { // NOLINT(google-explicit-constructor)
        std::terminate();
    }
};
template <>
struct initializer<false> {
    template <class U>
    operator U() const&& { // NOLINT(google-explicit-constructor)
        std::terminate();
    }
};
/// Converts to every scalar type.
struct scalar_initializer {
    template <class U>
        requires std::is_scalar_v<U>
    operator U() const; // NOLINT(google-explicit-constructor)
};

/// Converts to every aggregate class that can be copied, as the elements of a container do. Defined for the same reason as
/// initializer.
struct class_initializer {
    template <class U>
        requires(std::is_class_v<U> && std::is_aggregate_v<U> && std::is_copy_constructible_v<U>)
    operator U() const { // NOLINT(google-explicit-constructor)
        std::terminate();
    }
};

template <auto>
struct constant_argument {};

template <class T>
struct flaw_finder {
    template <std::size_t>
    using any = initializer<std::is_copy_constructible_v<T>>;
    /// Converts to the bases of T if Bases is true, else to no type.
    template <bool Bases>
    struct base_initializer {
        base_initializer() = default;
        base_initializer(base_initializer const&) = delete;
        template <class U>
            requires(Bases && std::is_base_of_v<U, T> && !std::is_same_v<U, T>)
        operator U() const; // NOLINT(google-explicit-constructor)
    };

    /// True if T has a base, which is then its first element. The second test excludes a first member that can be
    /// initialized from any type.
    static constexpr bool has_base() {
        if constexpr (requires { T{base_initializer<true>{}}; }) return !requires { T{base_initializer<false>{}}; };
        else return false;
    }

    /// True if the element after Before is an array. Two initializers in braces initialize the whole array; with one
    /// more initializer for each element that PFR counts after it, there are then too many.
    template <class Element, std::size_t... Before, std::size_t... After>
    static constexpr bool is_array(std::index_sequence<Before...>, std::index_sequence<After...>) {
        return requires { T{any<Before>{}..., {Element{}, Element{}}}; } &&
               !requires { T{any<Before>{}..., {Element{}, Element{}}, any<After>{}...}; };
    }
    /// The position of the first array of types that Element converts to, counted from 1; 0 if there is no such member.
    template <class Element, std::size_t... I>
    static constexpr std::size_t first_array(std::index_sequence<I...>) {
        std::size_t at = 0;
        return ((++at,
                 is_array<Element>(std::make_index_sequence<I>{}, std::make_index_sequence<sizeof...(I) - I - 1>{})) ||
                ...)
                   ? at
                   : 0;
    }
    /// True if T has a member of array type. PFR counts the elements of arrays as fields because braces can be elided;
    /// parenthesized initialization does not elide them. Compilers without it detect only arrays of scalars and of such
    /// aggregates.
    template <std::size_t... I>
    static constexpr bool has_array(std::index_sequence<I...> members) {
#ifdef __cpp_aggregate_paren_init
        static_cast<void>(members);
        return std::is_move_assignable_v<T> && !requires { T(any<I>{}...); };
#else
        return first_array<scalar_initializer>(members) != 0 || first_array<class_initializer>(members) != 0;
#endif
    }

#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wundefined-var-template"
#endif
    template <class Types>
    static constexpr struct_flaw find_in_members() {
        if constexpr (Types::first_volatile() != 0) return {flaw_kind::volatile_member, Types::first_volatile()};
        else if constexpr (std::is_move_assignable_v<T>) return {};
        else if constexpr (Types::first_reference() != 0) return {flaw_kind::reference, Types::first_reference()};
        // The address is not a constant, so a member is a reference to const.
        else if constexpr (!requires {
                               typename constant_argument<field_address(
                                   boost::pfr::get<0>(undefined_object<T>::object.value))>;
                           })
            return {flaw_kind::reference};
        else return {};
    }
#ifdef __clang__
#pragma clang diagnostic pop
#endif

    static constexpr struct_flaw find() {
        if constexpr (has_base()) return {flaw_kind::base};
        else {
            using members = std::make_index_sequence<boost::pfr::tuple_size_v<T>>;
            if constexpr (has_array(members{})) {
                constexpr std::size_t scalars = first_array<scalar_initializer>(members{});
                return {flaw_kind::c_array, scalars != 0 ? scalars : first_array<class_initializer>(members{})};
            } else return find_in_members<pfr_types<T, members>>();
        }
    }
};

template <class T>
inline constexpr struct_flaw flaw_of = flaw_finder<T>::find();

template <class T>
concept plain_aggregate = std::is_class_v<T> && std::is_aggregate_v<T> && !std::is_empty_v<T>;

template <class T>
concept reflectable = hana_adapted<T> || (plain_aggregate<T> && flaw_of<T>.what == flaw_kind::none);

/// The addresses as the compiler prints them: "... Addresses = {(& undefined_object<T>::object.undefined_object<T>::value.T::id), ...}]" by
/// g++, "<&object.value.id, ...>]" by clang. PFR's get_name, which instantiates a function for each field, takes five
/// times as long to compile.
template <auto... Addresses>
consteval std::string_view spell_addresses() {
    return {__PRETTY_FUNCTION__, sizeof(__PRETTY_FUNCTION__) - 1};
}

inline constexpr std::size_t addresses_at = spell_addresses<0>().find("Addresses = ") + 13;

template <std::size_t Size>
struct field_names {
    std::string_view list[Size];

    /// Parses the names from `at`. The printed addresses differ only in the name, which comes last.
    constexpr explicit field_names(char const* at) {
        std::size_t const prefix = measure(at);
        for (std::string_view& name : list) {
            char const* const start = at += prefix;
            while (!ends(*at)) ++at;
            name = {start, static_cast<std::size_t>(at - start)};
            while (*at != ',' && *at != ']') ++at;
            at += 2;
        }
    }

  private:
    static constexpr bool ends(char c) { return c == ')' || c == ',' || c == '}' || c == '>'; }

    static constexpr std::size_t measure(char const* const first) {
        int depth = 0;
        char const* name = first;
        for (char const* at = first;; ++at) {
            if (*at == '\'') { // a character as a template argument
                at += at[1] == '\\' ? 2 : 1;
                while (*++at != '\'') {}
            } else if (*at == '(' || *at == '<' || *at == '{' || *at == '[') {
                ++depth;
            } else if (*at == ')' || *at == '>' || *at == '}' || *at == ']') {
                if (--depth <= 0) return static_cast<std::size_t>(name - first);
            } else if (*at == ',' && depth == 0) {
                return static_cast<std::size_t>(name - first);
            } else if (*at == ':' || *at == '.') {
                name = at + 1;
            }
        }
    }
};

template <class T, class Indices>
struct pfr_fields;

template <class T, std::size_t... I>
struct pfr_fields<T, std::index_sequence<I...>> : pfr_types<T, std::index_sequence<I...>> {
    static constexpr std::size_t size = sizeof...(I);
#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wundefined-var-template"
#endif
    static constexpr field_names<size> spelled{
        spell_addresses<field_address(boost::pfr::get<I>(undefined_object<T>::object.value))...>().data() +
        addresses_at};
#ifdef __clang__
#pragma clang diagnostic pop
#endif
    static constexpr std::string_view const (&names)[size] = spelled.list;

    template <std::size_t Field>
    using type = std::remove_cvref_t<decltype(boost::pfr::get<Field>(std::declval<T const&>()))>;

    template <std::size_t Field>
    static constexpr bool is_const =
        std::is_const_v<std::remove_reference_t<decltype(boost::pfr::get<Field>(std::declval<T&>()))>>;

    static void addresses(T const& object, void const** out) { ((out[I] = &boost::pfr::get<I>(object)), ...); }
};

template <class T, class Indices>
struct hana_fields;

template <class T, std::size_t... I>
struct hana_fields<T, std::index_sequence<I...>> {
    static constexpr auto accessors = boost::hana::accessors<T>();

    static constexpr std::size_t size = sizeof...(I);
    static constexpr std::string_view names[sizeof...(I)] = {
        std::string_view(boost::hana::first(boost::hana::at_c<I>(accessors)).c_str())...};

    template <template <class> class F, class Result>
    static constexpr Result each[sizeof...(I)] = {F<std::remove_cvref_t<decltype(boost::hana::second(
        boost::hana::at_c<I>(accessors))(std::declval<T const&>()))>>::value...};

    template <std::size_t Field>
    using type = std::remove_cvref_t<decltype(boost::hana::second(boost::hana::at_c<Field>(accessors))(
        std::declval<T const&>()))>;

    template <std::size_t Field>
    static constexpr bool is_const = std::is_const_v<std::remove_reference_t<decltype(boost::hana::second(
        boost::hana::at_c<Field>(accessors))(std::declval<T&>()))>>;

    static void addresses(T const& object, void const** out) {
        ((out[I] = &boost::hana::second(boost::hana::at_c<I>(accessors))(object)), ...);
    }
};

template <class T>
constexpr auto reflection() {
    if constexpr (hana_adapted<T>) {
        return hana_fields<
            T, std::make_index_sequence<decltype(boost::hana::length(boost::hana::accessors<T>()))::value>>{};
    } else {
        return pfr_fields<T, std::make_index_sequence<boost::pfr::tuple_size_v<T>>>{};
    }
}

/// A type with the members `size`, `names[]`, `type<I>`, `is_const<I>`, `each<F, R>[]` and `addresses(object, out)`.
/// REQUIRES: reflectable<T>.
template <class T>
using reflect = decltype(reflection<T>());

/// The name of a struct without its namespaces, as the compiler prints it.
template <class T>
constexpr std::string_view unqualified_name() {
    std::string_view text = __PRETTY_FUNCTION__;
    // g++: "... unqualified_name() [with T = ns::X; std::string_view = ...]", clang: "... unqualified_name() [T =
    // ns::X]"
    text.remove_prefix(text.find("T = ") + 4);
    std::size_t depth = 0, start = 0, end = 0;
    for (; end != text.size(); ++end) {
        char const c = text[end];
        if (depth == 0 && (c == ';' || c == ']')) break;
        if (c == '<' || c == '(' || c == '{') ++depth;
        if (c == '>' || c == ')' || c == '}') --depth;
        if (depth == 0 && c == ':') start = end + 1;
    }
    return text.substr(start, end - start);
}

} // namespace monotable::detail
