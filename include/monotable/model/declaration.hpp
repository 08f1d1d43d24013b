// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/epoch_time.hpp>
#include <monotable/codec/type_of.hpp>
#include <monotable/meta/array_view.hpp>
#include <monotable/meta/reflect.hpp>
#include <monotable/model/build.hpp>
#include <monotable/model/entity.hpp>
#include <monotable/model/model.hpp>
#include <monotable/violation/model.hpp>

#include <cstddef>
#include <string_view>
#include <type_traits>

/// The declarations of entity<E> as constant data, and the stored types of its fields.
namespace monotable::detail {

template <class T>
concept declared_entity = requires { typename entity<T>::key; };

template <class List>
struct declarations;

template <fixed_string... T>
struct declarations<key<T...>> {
    static constexpr array_view<std::string_view> templates{name_list<T...>, sizeof...(T)};
};

template <class... M>
struct declarations<indexes<M...>> {
    static constexpr index_mapping_declaration list[sizeof...(M) + 1] = {M::declaration..., {}};
    static constexpr array_view<index_mapping_declaration> all{list, sizeof...(M)};
};

template <class... O>
struct declarations<attributes<O...>> {
    static constexpr attribute_option list[sizeof...(O) + 1] = {O::option..., {}};
    static constexpr array_view<attribute_option> all{list, sizeof...(O)};
};

template <fixed_string Name>
struct declarations<entity_type<Name>> {
    static constexpr std::string_view name = name_list<Name>[0];
};

template <class E>
constexpr entity_declaration declare() {
    entity_declaration result{unqualified_name<E>(), declarations<typename entity<E>::key>::templates, {}, {}};
    if constexpr (requires { typename entity<E>::indexes; })
        result.indexes = declarations<typename entity<E>::indexes>::all;
    if constexpr (requires { typename entity<E>::attributes; })
        result.options = declarations<typename entity<E>::attributes>::all;
    if constexpr (requires { typename entity<E>::type; }) result.name = declarations<typename entity<E>::type>::name;
    return result;
}

template <class E>
inline constexpr entity_declaration declaration_of = declare<E>();

template <class E>
constexpr bool declares(option_kind kind) {
    for (attribute_option const& option : declaration_of<E>.options)
        if (option.kind == kind) return true;
    return false;
}

/// True if the I-th field of E has an option of this kind. For a unique<> of several fields, the first one has it.
template <class E>
constexpr bool is_option_of(option_kind kind, std::size_t field) {
    for (attribute_option const& option : declaration_of<E>.options)
        if (option.kind == kind)
            for (std::string_view const name : option.subjects())
                if (name == reflect<E>::names[field]) return true;
    return false;
}

constexpr bool is_set_by_writes(option_kind kind) {
    using enum option_kind;
    return kind == version || kind == created || kind == updated || kind == read_only || kind == computed;
}

template <class T>
inline constexpr bool is_key_list = false;
template <fixed_string... T>
inline constexpr bool is_key_list<key<T...>> = true;
template <class T>
inline constexpr bool is_index_list = false;
template <class... M>
inline constexpr bool is_index_list<indexes<M...>> = (requires { M::declaration; } && ...);
template <class T>
inline constexpr bool is_attribute_list = false;
template <class... O>
inline constexpr bool is_attribute_list<attributes<O...>> = (requires { O::option; } && ...);
template <class T>
inline constexpr bool is_type_name = false;
template <fixed_string Name>
inline constexpr bool is_type_name<entity_type<Name>> = true;

/// A misspelled declaration of entity<E>, such as `index`; empty if there is none.
template <class E>
constexpr std::string_view misnamed_list() {
    if constexpr (requires { typename entity<E>::index; }) return "index";
    else if constexpr (requires { typename entity<E>::attribute; }) return "attribute";
    else if constexpr (requires { typename entity<E>::keys; }) return "keys";
    else if constexpr (requires { typename entity<E>::types; }) return "types";
    else return {};
}

/// The first declaration of entity<E> that has the wrong type.
template <class E>
constexpr model_rule misused_list() {
    if constexpr (!is_key_list<typename entity<E>::key>) return model_rule::key_not_a_list;
    if constexpr (requires { typename entity<E>::indexes; })
        if constexpr (!is_index_list<typename entity<E>::indexes>) return model_rule::indexes_not_a_list;
    if constexpr (requires { typename entity<E>::attributes; })
        if constexpr (!is_attribute_list<typename entity<E>::attributes>) return model_rule::attributes_not_a_list;
    if constexpr (requires { typename entity<E>::type; })
        if constexpr (!is_type_name<typename entity<E>::type>) return model_rule::type_not_a_name;
    return misnamed_list<E>().empty() ? model_rule::none : model_rule::misnamed_list;
}

template <class E>
constexpr bool valid_lists() {
    constexpr model_rule wrong = misused_list<E>();
    if constexpr (wrong == model_rule::none) return true;
    else if constexpr (wrong == model_rule::key_not_a_list) return report<wrong, E, typename entity<E>::key>();
    else if constexpr (wrong == model_rule::indexes_not_a_list) return report<wrong, E, typename entity<E>::indexes>();
    else if constexpr (wrong == model_rule::attributes_not_a_list)
        return report<wrong, E, typename entity<E>::attributes>();
    else if constexpr (wrong == model_rule::type_not_a_name) return report<wrong, E, typename entity<E>::type>();
    else return report<wrong, E, named<to_fixed<misnamed_list<E>().size()>(misnamed_list<E>())>>();
}

/// The attributes<> of E; empty if the declaration of E is invalid.
template <class E>
constexpr array_view<attribute_option> options_of() {
    if constexpr (declared_entity<E>)
        if constexpr (misused_list<E>() == model_rule::none) return declaration_of<E>.options;
    return {};
}

/// True if writes of the entity do more than storing its fields.
template <class E>
constexpr bool has_written_managed_fields() {
    for (attribute_option const& option : options_of<E>())
        if (is_set_by_writes(option.kind)) return true;
    return false;
}
template <class E>
constexpr bool has_version() {
    for (attribute_option const& option : options_of<E>())
        if (option.kind == option_kind::version) return true;
    return false;
}
template <class E>
constexpr bool has_unique() {
    for (attribute_option const& option : options_of<E>())
        if (option.kind == option_kind::unique) return true;
    return false;
}

/// The type as which a field is stored: its own, except for time points that are a time to live.
template <class E, std::size_t Field, bool = declares<E>(option_kind::time_to_live)>
struct stored_field {
    using type = typename reflect<E>::template type<Field>;
};
template <class E, std::size_t Field>
struct stored_field<E, Field, true> {
    using own = typename reflect<E>::template type<Field>;
    using type =
        std::conditional_t<is_option_of<E>(option_kind::time_to_live, Field), typename epoch_stored<own>::type, own>;
};
template <class E, std::size_t Field>
using stored_field_t = typename stored_field<E, Field>::type;

template <class F>
struct type_pointer {
    static constexpr field_type const* value = &type_of<F>;
};

/// The codec of a field; null if it cannot be stored.
template <class F>
struct type_pointer_if_storable {
    static constexpr field_type const* get() {
        if constexpr (storable<F>) return &type_of<F>;
        else return nullptr;
    }
    static constexpr field_type const* value = get();
};

template <class T>
constexpr std::size_t field_index(std::string_view name) {
    for (std::size_t i = 0; i != reflect<T>::size; ++i)
        if (reflect<T>::names[i] == name) return i;
    return reflect<T>::size;
}

} // namespace monotable::detail
