// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/field_type.hpp>
#include <monotable/codec/kind.hpp>
#include <monotable/codec/mismatch.hpp>
#include <monotable/core/view.hpp>
#include <monotable/core/writer.hpp>
#include <monotable/error.hpp>

#include <concepts>
#include <cstddef>
#include <string>

/// Vectors and similar containers are stored as lists (L), arrays as lists of exactly their size.
namespace monotable::detail {

void encode_element(field_type const& type, std::size_t index, void const* element, value_writer& w);

void decode_element(field_type const& type, std::size_t index, value_view v, void* element);

template <class T>
bool encode_list(void const* object, value_writer& w) {
    using element = typename T::value_type;
    w.begin_list();
    std::size_t index = 0;
    for (element const& each : *static_cast<T const*>(object)) encode_element(type_of<element>, index++, &each, w);
    w.end_list();
    return true;
}

template <class T>
struct binding<T, kind::sequence> {
    using element = typename T::value_type;

    static constexpr value_type stored = value_type::list;

    static void decode(value_view v, void* object) {
        expect(value_type::list, v);
        auto& elements = *static_cast<T*>(object);
        auto const list = v.as_list();
        elements.resize(list.size());
        auto place = elements.begin();
        std::size_t index = 0;
        try {
            for (auto next = list.begin(); index != elements.size(); ++next, ++index, ++place) {
                if constexpr (std::same_as<element, bool>) { // elements of vector<bool> have no addresses
                    bool value = false;
                    type_of<element>.decode(*next, &value);
                    *place = value;
                } else {
                    type_of<element>.decode(*next, &*place);
                }
            }
        } catch (error const&) {
            rethrow_within(index);
        }
    }

    static constexpr field_type type{.stored = stored, .encode = encode_list<T>, .decode = decode};
};

template <class T>
struct binding<T, kind::array> {
    static constexpr value_type stored = value_type::list;

    static void decode(value_view v, void* object) {
        expect(value_type::list, v);
        auto& elements = *static_cast<T*>(object);
        auto const list = v.as_list();
        if (list.size() != elements.size())
            throw_expected("a list of " + std::to_string(elements.size()) + " elements", std::to_string(list.size()));
        auto* place = elements.data();
        std::size_t index = 0;
        for (value_view const each : list) decode_element(type_of<typename T::value_type>, index++, each, place++);
    }

    static constexpr field_type type{.stored = stored, .encode = encode_list<T>, .decode = decode};
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/codec/sequence.ipp>
#endif
