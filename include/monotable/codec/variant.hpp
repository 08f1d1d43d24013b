// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/field_type.hpp>
#include <monotable/codec/kind.hpp>
#include <monotable/codec/mismatch.hpp>
#include <monotable/error.hpp>
#include <monotable/meta/reflect.hpp>
#include <monotable/value/view.hpp>
#include <monotable/value/writer.hpp>

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

/// Variants. A struct among the alternatives is stored as a map of one member, which its type's name names:
/// {"circle": {"radius": 2}}. Every other alternative is stored as it is, so no two of these may be stored as the same
/// type. An alternative that is added later changes no stored form.
namespace monotable::detail {

struct alternative {
    std::string_view tag; // empty: stored as it is
    field_type const* type;
    void const* (*get)(void const* variant);
    void* (*emplace)(void* variant); // keeps the value if it is this alternative already
};

/// Whether every stored form tells which alternative it is of.
constexpr bool is_unambiguous(std::span<alternative const> list) {
    for (std::size_t i = 0; i != list.size(); ++i) {
        if (list[i].type->reset != nullptr) return false;
        for (std::size_t j = 0; j != i; ++j)
            if (list[i].type->stored == list[j].type->stored && (list[i].tag.empty() || list[i].tag == list[j].tag ||
                                                                 list[j].tag.empty()))
                return false;
    }
    return true;
}

inline void encode_alternative(alternative const& chosen, void const* variant, value_writer& w) {
    if (chosen.tag.empty()) {
        chosen.type->encode(chosen.get(variant), w);
        return;
    }
    w.begin_map();
    w.name(chosen.tag);
    try {
        chosen.type->encode(chosen.get(variant), w);
    } catch (error const&) {
        rethrow_within(chosen.tag);
    }
    w.end_map();
}

inline void decode_alternative(std::span<alternative const> list, value_view v, void* variant) {
    bool const single = v.is(value_type::map) && v.as_map().size() == 1;
    for (auto const& each : list) {
        if (each.tag.empty() && v.is(each.type->stored)) return each.type->decode(v, each.emplace(variant));
        if (each.tag.empty() || !single) continue;
        auto const member = *v.as_map().begin();
        if (member.name != each.tag) continue;
        try {
            return each.type->decode(member.value, each.emplace(variant));
        } catch (error const&) {
            rethrow_within(each.tag);
        }
    }
    std::string expected;
    for (auto const& each : list) {
        if (&each != list.data()) expected += " or ";
        if (each.tag.empty()) expected += spoken(each.type->stored);
        else expected.append("{").append(each.tag).append("}");
    }
    throw_expected(expected, single ? "{" + std::string((*v.as_map().begin()).name) + "}" : std::string(spoken(v.type())));
}

template <class T>
struct alternatives_of;

template <template <class...> class Variant, class... A>
struct alternatives_of<Variant<A...>> {
    using variant = Variant<A...>;

    template <class Each>
    static consteval std::string_view tag() {
        if constexpr (kind_of<Each>() == kind::structure) return unqualified_name<Each>();
        else return {};
    }

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
        return {alternative{tag<A>(), &type_of<A>, get<I>, emplace<I>}...};
    }

    static constexpr auto list = make(std::index_sequence_for<A...>());
};

template <class T>
struct binding<T, kind::variant> {
    static constexpr auto& list = alternatives_of<T>::list;

    static bool encode(void const* object, value_writer& w) {
        auto const index = static_cast<std::size_t>(static_cast<T const*>(object)->index());
        if (index >= list.size()) throw bad_value("a variant without a value");
        encode_alternative(list[index], object, w);
        return true;
    }

    static void decode(value_view v, void* object) { decode_alternative(list, v, object); }

    static constexpr field_type type{.stored = list[0].type->stored, .encode = encode, .decode = decode};
};

} // namespace monotable::detail
