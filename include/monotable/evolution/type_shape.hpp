// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/enumeration.hpp>
#include <monotable/codec/kind.hpp>
#include <monotable/codec/type_of.hpp>
#include <monotable/core/type.hpp>
#include <monotable/meta/array_view.hpp>
#include <monotable/meta/reflect.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

/// The stored form of a type as data, so that two versions of a type can be compared.
namespace monotable::detail {

struct type_shape {
    kind what = kind::unknown;
    field_type const* type = nullptr;
    bool optional = false;               ///< the type can represent absence
    array_view<std::string_view> names;  ///< names of enumerators, or of members
    array_view<type_shape const*> parts; ///< shapes of members, elements or alternatives
};

template <class T>
struct shape_of;

template <class T>
struct shape_pointer {
    static constexpr type_shape const* value = &shape_of<T>::value;
};

template <class T, std::size_t Count>
struct enumerator_names {
    static constexpr auto build() {
        struct {
            std::string_view list[Count + 1];
        } found{};
        for (std::size_t i = 0; i != Count; ++i) found.list[i] = enumerators<T>::list[i].name;
        return found;
    }
    static constexpr auto storage = build();
};

template <class T>
struct element_shape {
    static constexpr type_shape const* value[1] = {&shape_of<T>::value};
};

template <class T>
struct shape_of {
    static constexpr type_shape make() {
        type_shape result;
        constexpr kind k = kind_of<T>();
        result.what = k;
        result.type = &type_of<T>;
        if constexpr (k == kind::optional) {
            result = shape_of<typename T::value_type>::value;
            result.optional = true;
        } else if constexpr (k == kind::custom) {
            result = shape_of<typename codec<T>::stored>::value;
        } else if constexpr (k == kind::enumeration) {
            constexpr std::size_t count = enumerators<T>::list.size();
            result.names = {enumerator_names<T, count>::storage.list, count};
        } else if constexpr (k == kind::sequence || k == kind::array) {
            result.parts = element_shape<typename T::value_type>::value;
        } else if constexpr (k == kind::map) {
            result.parts = element_shape<typename T::mapped_type>::value;
        } else if constexpr (k == kind::set) {
            result.parts = element_shape<typename T::key_type>::value;
            result.optional = type_of<T>.empty_is_absent;
        } else if constexpr (k == kind::structure && reflectable<T>) {
            result.names = {reflect<T>::names, reflect<T>::size};
            result.parts = {reflect<T>::template each<shape_pointer, type_shape const*>, reflect<T>::size};
        }
        return result;
    }
    static constexpr type_shape value = make();
};

/// "an integer (N)"
inline std::string spoken(type_shape const& shape) {
    std::string out(shape.optional && shape.what != kind::set ? "an optional " : "");
    switch (shape.what) {
    case kind::boolean: out += "boolean"; break;
    case kind::integer: out += shape.type->form == key_form::unsigned_integer ? "unsigned integer" : "integer"; break;
    case kind::floating: out += "floating-point number"; break;
    case kind::decimal: out += "decimal"; break;
    case kind::string: out += "string"; break;
    case kind::bytes: out += "bytes"; break;
    case kind::enumeration: out += "enumeration"; break;
    case kind::time: out += "time"; break;
    case kind::calendar_date: out += "date"; break;
    case kind::sequence:
    case kind::array: out += "list"; break;
    case kind::map: out += "map"; break;
    case kind::set: out += "set"; break;
    case kind::variant: out += "variant"; break;
    default: out += "struct"; break;
    }
    if (shape.what == kind::integer) out.append(" of ").append(std::to_string(shape.type->digits)).append(" digits");
    return out.append(" (").append(type_name(shape.type->stored)).append(")");
}

} // namespace monotable::detail
