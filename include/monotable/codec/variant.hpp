// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/field_type.hpp>
#include <monotable/codec/kind.hpp>
#include <monotable/codec/mismatch.hpp>
#include <monotable/core/view.hpp>
#include <monotable/core/writer.hpp>
#include <monotable/error.hpp>
#include <monotable/meta/array_view.hpp>
#include <monotable/meta/reflect.hpp>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

/// The codec of variants. An alternative that is a struct is stored as a map with one member, named after its type:
/// {"circle": {"radius": 2}}. Any other alternative is stored as itself, so no two of these can have the same
/// value_type. Adding an alternative does not change how the others are stored.
namespace monotable::detail {

struct alternative {
    std::string_view tag; // empty if it is stored as itself
    field_type const* type;
    void const* (*get)(void const* variant);
    void* (*emplace)(void* variant); // keeps the value if it is this alternative already
};

void encode_alternative(alternative const& chosen, void const* variant, value_writer& w);

void decode_alternative(array_view<alternative> list, value_view v, void* variant);

template <class T>
consteval std::string_view tag_of() {
    if constexpr (kind_of<T>() == kind::structure) return unqualified_name<T>();
    else return {};
}

/// True if the stored form determines the alternative.
template <class... T>
consteval bool are_distinguishable() {
    constexpr value_type stored[] = {binding<T>::stored...};
    constexpr std::string_view tags[] = {tag_of<T>()...};
    for (std::size_t i = 0; i != sizeof...(T); ++i)
        for (std::size_t j = 0; j != i; ++j)
            if (stored[i] == stored[j] && (tags[i].empty() || tags[j].empty() || tags[i] == tags[j])) return false;
    return !((may_be_absent<T> || has_many_forms<T>) || ...);
}

template <class T>
struct alternatives_of;

template <template <class...> class Variant, class... A>
struct alternatives_of<Variant<A...>> {
    using variant = Variant<A...>;

    static constexpr value_type first_stored[sizeof...(A)] = {binding<A>::stored...};

    template <std::size_t I>
    static void const* get(void const* v) {
        return get_if<I>(static_cast<variant const*>(v));
    }

    template <std::size_t I>
    static void* emplace(void* object) {
        auto& v = *static_cast<variant*>(object);
        if (v.index() != I) v.template emplace<I>();
        return get_if<I>(&v);
    }

    template <std::size_t... I>
    static constexpr std::array<alternative, sizeof...(A)> make(std::index_sequence<I...>) {
        return {alternative{tag_of<A>(), &type_of<A>, get<I>, emplace<I>}...};
    }

    static constexpr auto list = make(std::index_sequence_for<A...>());
};

template <class T>
struct binding<T, kind::variant> {
    static constexpr value_type stored = alternatives_of<T>::first_stored[0];
    static constexpr bool has_many_forms = true;

    static bool encode(void const* object, value_writer& w) {
        auto const& list = alternatives_of<T>::list;
        auto const index = static_cast<std::size_t>(static_cast<T const*>(object)->index());
        if (index >= list.size()) throw bad_value("a variant must have a value; it is valueless_by_exception");
        encode_alternative(list[index], object, w);
        return true;
    }

    static void decode(value_view v, void* object) { decode_alternative(alternatives_of<T>::list, v, object); }

    static constexpr field_type type{.stored = stored, .encode = encode, .decode = decode};
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/codec/variant.ipp>
#endif
