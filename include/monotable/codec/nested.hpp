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
#include <cstdint>
#include <string>
#include <string_view>

/// Nested structs are stored as maps (M) of their fields. Absent fields are omitted. When reading, members without a
/// field are ignored; a field without a member becomes absent, or is an error if its type cannot represent absence.
namespace monotable::detail {

struct member_type {
    std::string_view name;
    field_type const* type;
    std::uint16_t position; // in the struct
};

template <class F>
struct address_of_type {
    static constexpr field_type const* value = &type_of<F>;
};

/// The fields, sorted by name as the members of a map are.
template <class T>
consteval auto make_members() {
    using fields = reflect<T>;
    std::array<member_type, fields::size> result{};
    for (std::size_t i = 0; i != fields::size; ++i) {
        std::size_t place = i;
        for (; place != 0 && fields::names[i] < result[place - 1].name; --place) result[place] = result[place - 1];
        result[place] = {fields::names[i], fields::template each<address_of_type, field_type const*>[i],
                         static_cast<std::uint16_t>(i)};
    }
    return result;
}

template <class T>
inline constexpr auto members_of = make_members<T>();

void encode_members(array_view<member_type> members, void const* const* fields, value_writer& w);

void decode_members(array_view<member_type> members, value_view v, void const* const* fields);

template <class T>
struct binding<T, kind::structure> {
    static constexpr value_type stored = value_type::map;

    static bool encode(void const* object, value_writer& w) {
        void const* fields[reflect<T>::size];
        reflect<T>::addresses(*static_cast<T const*>(object), fields);
        encode_members(members_of<T>, fields, w);
        return true;
    }

    static void decode(value_view v, void* object) {
        void const* fields[reflect<T>::size];
        reflect<T>::addresses(*static_cast<T const*>(object), fields);
        decode_members(members_of<T>, v, fields);
    }

    static constexpr field_type type{.stored = stored, .encode = encode, .decode = decode};
};

template <empty_aggregate T>
    requires(!reflectable<T>)
struct binding<T, kind::structure> {
    static constexpr value_type stored = value_type::map;

    static bool encode(void const*, value_writer& w) {
        w.begin_map();
        w.end_map();
        return true;
    }

    static void decode(value_view v, void*) { expect(value_type::map, v); }

    static constexpr field_type type{.stored = stored, .encode = encode, .decode = decode};
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/codec/nested.ipp>
#endif
