// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/enumeration.hpp>
#include <monotable/codec/field_type.hpp>
#include <monotable/codec/kind.hpp>
#include <monotable/codec/mismatch.hpp>
#include <monotable/codec/sequence.hpp>
#include <monotable/core/view.hpp>
#include <monotable/core/writer.hpp>

#include <charconv>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace monotable::detail {

/// True if K can be the key of a map: it is stored as an attribute name, which is the string, the enumerator's name or
/// the integer in decimal.
template <class K>
inline constexpr bool is_map_key =
    kind_of<K>() == kind::string || kind_of<K>() == kind::enumeration || kind_of<K>() == kind::integer;

struct integer_text {
    template <class K>
    explicit integer_text(K key) noexcept
        : size(static_cast<std::size_t>(std::to_chars(text, text + sizeof text, key).ptr - text)) {}

    std::string_view view() const noexcept { return {text, size}; }

    char text[24];
    std::size_t size;
};

template <class K>
void read_integer_key(std::string_view name, K& key) {
    auto const [end, fault] = std::from_chars(name.data(), name.data() + name.size(), key);
    if (fault != std::errc() || end != name.data() + name.size() || integer_text(key).view() != name) {
        using limits = std::numeric_limits<K>;
        std::string expected("a key that is an integer of ");
        throw_expected(
            expected.append(std::to_string(limits::min())).append(" to ").append(std::to_string(limits::max())),
            detail::quoted(name));
    }
}

/// Encode and decode the value of one key; the messages of errors begin with the key.
void encode_mapped(field_type const& type, std::string_view key, void const* mapped, value_writer& w);

void decode_mapped(field_type const& type, item_view::member const& member, void* mapped);

/// Maps, ordered or not, are stored as M.
template <class T>
struct binding<T, kind::map> {
    using key = typename T::key_type;
    using mapped = typename T::mapped_type;

    static constexpr value_type stored = value_type::map;

    static bool encode(void const* object, value_writer& w) {
        w.begin_map();
        for (auto const& [k, m] : *static_cast<T const*>(object)) {
            if constexpr (kind_of<key>() == kind::string) encode_mapped(type_of<mapped>, k, &m, w);
            else if constexpr (kind_of<key>() == kind::enumeration)
                encode_mapped(type_of<mapped>, stored_name(k), &m, w);
            else encode_mapped(type_of<mapped>, integer_text(k).view(), &m, w);
        }
        w.end_map();
        return true;
    }

    static void decode(value_view v, void* object) {
        expect(value_type::map, v);
        auto& map = *static_cast<T*>(object);
        map.clear();
        for (auto const member : v.as_map()) decode_mapped(type_of<mapped>, member, &map[read_key(member.name)]);
    }

    static key read_key(std::string_view name) {
        key result{};
        if constexpr (kind_of<key>() == kind::string) result.assign(name);
        else if constexpr (kind_of<key>() == kind::enumeration)
            result = static_cast<key>(read_enumerator(enumerators<key>::list, name));
        else read_integer_key(name, result);
        return result;
    }

    static constexpr field_type type{.stored = stored, .encode = encode, .decode = decode};
};

/// The type that stores a set of elements of type `element`; `list` if DynamoDB has no such set.
constexpr value_type set_of(value_type element) noexcept {
    switch (element) {
    case value_type::string: return value_type::string_set;
    case value_type::number: return value_type::number_set;
    case value_type::binary: return value_type::binary_set;
    default: return value_type::list;
    }
}

/// An element of a set as a value of its own; `out` holds its encoding.
value_view copy_element(value_type set, std::string_view element, std::string& out);

/// Sets of elements stored as S, N or B are stored as SS, NS or BS; an empty one is not stored at all, because DynamoDB
/// has no empty sets. Other sets are stored as lists.
template <class T>
struct binding<T, kind::set> {
    using element = typename T::key_type;

    static constexpr value_type stored =
        detail::may_be_absent<element> || has_many_forms<element> ? value_type::list : set_of(binding<element>::stored);
    static constexpr bool may_be_absent = stored != value_type::list;

    static bool encode(void const* object, value_writer& w) {
        if constexpr (!may_be_absent) {
            return encode_list<T>(object, w);
        } else {
            auto const& set = *static_cast<T const*>(object);
            if (absent(object)) return false;
            w.begin_set(stored);
            for (element const& each : set) type_of<element>.encode(&each, w);
            w.end_set();
            return true;
        }
    }

    static void decode(value_view v, void* object) {
        auto& set = *static_cast<T*>(object);
        if constexpr (!may_be_absent) {
            expect(value_type::list, v);
            set.clear();
            std::size_t index = 0;
            for (value_view const each : v.as_list()) insert(set, each, index++);
        } else {
            set.clear();
            if (v.is(value_type::null)) return;
            expect(stored, v);
            std::string copy;
            std::size_t index = 0;
            for (std::string_view const each : v.as_set()) insert(set, copy_element(stored, each, copy), index++);
        }
    }

    static void insert(T& set, value_view v, std::size_t index) {
        element each{};
        decode_element(type_of<element>, index, v, &each);
        set.insert(std::move(each));
    }

    static bool absent(void const* object) { return static_cast<T const*>(object)->size() == 0; }

    static void reset(void* object) { static_cast<T*>(object)->clear(); }

    static constexpr field_type type{
        .stored = stored,
        .empty_is_absent = may_be_absent,
        .encode = encode,
        .decode = decode,
        .absent = may_be_absent ? absent : nullptr,
        .reset = may_be_absent ? reset : nullptr,
    };
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/codec/associative.ipp>
#endif
