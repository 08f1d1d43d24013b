// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/type_of.hpp>
#include <monotable/meta/reflect.hpp>
#include <monotable/model/declaration.hpp>
#include <monotable/violation/codec.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

/// Detection of const members: structs are read by assigning their members.
namespace monotable::detail {

template <class T, std::size_t... I>
consteval violation<type_rule> first_const_member(std::index_sequence<I...>) {
    constexpr bool is_const[] = {reflect<T>::template is_const<I>...};
    for (std::size_t i = 0; i != sizeof...(I); ++i) {
        bool is_stored = true;
        if constexpr (declared_entity<T>) is_stored = !is_option_of<T>(option_kind::not_stored, i);
        if (is_const[i] && is_stored) return {type_rule::qualified, reflect<T>::names[i]};
    }
    return {};
}
/// The first const member of T that would be read. (T is checked for assignability first, which is cheaper to compile.)
template <class T>
consteval violation<type_rule> first_const_member() {
    if constexpr (std::is_move_assignable_v<T>) return {};
    else return first_const_member<T>(std::make_index_sequence<reflect<T>::size>{});
}

/// True if there is no const member; otherwise reports one error about the first.
template <class T>
consteval bool has_no_const_member() {
    constexpr violation<type_rule> wrong = first_const_member<T>();
    if constexpr (wrong.code == type_rule::none) return true;
    else return report<wrong.code, T, named<to_fixed<wrong.subject.size()>(wrong.subject)>>();
}

} // namespace monotable::detail
