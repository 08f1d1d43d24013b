// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/kind.hpp>
#include <monotable/meta/array_view.hpp>
#include <monotable/model/model.hpp>
#include <monotable/model/managed_field_rules.hpp>
#include <monotable/query/assignment.hpp>
#include <monotable/query/predicate_rules.hpp>
#include <monotable/query/typed_path.hpp>
#include <monotable/violation/condition.hpp>
#include <monotable/violation/write.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>

/// The rules for the arguments of a write, separately and together.
namespace monotable::detail {

template <class T>
inline constexpr bool is_numeric =
    kind_of<T>() == kind::integer || kind_of<T>() == kind::floating || kind_of<T>() == kind::decimal;

template <class T>
inline constexpr bool is_stored_set = false;
template <class T>
    requires(kind_of<T>() == kind::set)
inline constexpr bool is_stored_set<T> = may_be_absent<T>;

/// True if V can be an operand at a path of type Type; otherwise reports one error. Operands of sums are numbers.
template <class E, fixed_string Name, class Type, class V>
struct operand_rules {
    static constexpr bool valid() { return valid_operand<E, Name, Type, V>(); }
};
template <class E, fixed_string Name, class Type, fixed_string Other>
struct operand_rules<E, Name, Type, field<Other>> {
    static constexpr bool valid() {
        if constexpr (!valid_path<E, Other>()) return false;
        else {
            using source = present_t<typename typed_path<E, Other>::type>;
            if constexpr (stored_alike<present_t<Type>, source>) return true;
            else return report<condition_rule::two_types, E, named<Name>, present_t<Type>, named<Other>, source>();
        }
    }
};
template <class E, fixed_string Name, class Type, fixed_string Other, class V>
struct operand_rules<E, Name, Type, absent_or<Other, V>> {
    static constexpr bool valid() {
        if constexpr (!operand_rules<E, Name, Type, field<Other>>::valid()) return false;
        else return operand_rules<E, Name, Type, V>::valid();
    }
};
template <class E, fixed_string Name, class Type, bool Minus, class A, class B>
struct operand_rules<E, Name, Type, sum<Minus, A, B>> {
    static constexpr bool valid() {
        if constexpr (!is_numeric<present_t<Type>>) return report<write_rule::not_a_number, E, named<Name>, Type>();
        else if constexpr (!operand_rules<E, Name, Type, A>::valid()) return false;
        else return operand_rules<E, Name, Type, B>::valid();
    }
};

template <class Type>
inline constexpr bool takes_absence = may_be_absent<Type>;

/// True if V reads a stored value, so that the write fails if it is absent.
template <class V>
inline constexpr bool reads_stored = is_field<V>;
template <bool Minus, class A, class B>
inline constexpr bool reads_stored<sum<Minus, A, B>> = reads_stored<A> || reads_stored<B>;

template <class E, fixed_string Name, class Element, class List>
inline constexpr bool are_valid_elements = false;
template <class E, fixed_string Name, class Element, class... V>
inline constexpr bool are_valid_elements<E, Name, Element, value_list<V...>> =
    (valid_operand<E, Name, Element, V>() && ...);

template <class Argument>
inline constexpr write_rule rule_against_write_argument = write_rule::not_an_argument;
template <bool Any, class A, class B>
inline constexpr write_rule rule_against_write_argument<junction<Any, A, B>> = write_rule::joined;

/// The rules for one argument. valid() is true, or reports one error.
template <class E, class Argument>
struct argument_rules {
    static constexpr bool valid() { return report<rule_against_write_argument<Argument>, E, Argument>(); }
};
template <class E>
struct argument_rules<E, returning_old_t> {
    static constexpr bool valid() { return true; }
};
template <class E>
struct argument_rules<E, returning_new_t> {
    static constexpr bool valid() { return true; }
};
template <class E, class C>
struct argument_rules<E, write_condition<C>> : predicate_rules<E, C> {};

/// A condition on the key. The rules for all arguments check that the field is part of the key.
template <class E, fixed_string Name, comparison Op, class A, class B>
struct argument_rules<E, condition<Name, Op, A, B>> {
    static constexpr bool valid() {
        if constexpr (typed_path<E, Name>::end::wrong != condition_rule::none)
            return report<typed_path<E, Name>::end::wrong, E, named<Name>>();
        else if constexpr (Op != comparison::equal || is_field<A>)
            return true; // reported by the rules for all arguments
        else return valid_operand<E, Name, typename typed_path<E, Name>::type, A>();
    }
};

template <class E, fixed_string Name, action_kind Kind, class V>
struct argument_rules<E, assignment<Name, Kind, V>> {
    static constexpr bool valid() {
        using path = typed_path<E, Name>;
        if constexpr (path::end::wrong != condition_rule::none) {
            return report<path::end::wrong, E, named<Name>>();
        } else if constexpr (is_option_of<E>(option_kind::not_stored, path::field)) {
            return report<condition_rule::not_stored, E, named<Name>>();
        } else if constexpr (is_option_of<E>(option_kind::key_only, path::field) &&
                             !(Kind == action_kind::assign && path::whole &&
                               comparable_value<typename path::type, V>)) {
            return report<write_rule::key_only_field, E, named<Name>>();
        } else {
            using type = typename path::type;
            using inner = present_t<type>;
            if constexpr (Kind == action_kind::assign) {
                if constexpr (std::same_as<V, std::nullopt_t> && takes_absence<type>) return true;
                else return operand_rules<E, Name, type, V>::valid();
            } else if constexpr (Kind == action_kind::add || Kind == action_kind::subtract) {
                return operand_rules<E, Name, type, sum<false, field<Name>, V>>::valid();
            } else if constexpr (Kind == action_kind::append || Kind == action_kind::prepend) {
                if constexpr (kind_of<inner>() != kind::sequence)
                    return report<write_rule::not_a_list, E, named<Name>, type>();
                else return are_valid_elements<E, Name, typename inner::value_type, V>;
            } else if constexpr (Kind == action_kind::insert || Kind == action_kind::erase) {
                if constexpr (!is_stored_set<inner>) return report<write_rule::not_a_set, E, named<Name>, type>();
                else return are_valid_elements<E, Name, typename inner::value_type, V>;
            } else {
                constexpr bool defaulted = path::whole && is_option_of<E>(option_kind::defaulted, path::field);
                if constexpr (takes_absence<type> || defaulted || path::end::element) return true;
                else return report<write_rule::required, E, named<Name>>();
            }
        }
    }
};

/// One argument as data for the rules about all of them.
struct argument_data {
    enum class role : std::uint8_t { key, other_condition, action, condition, returning_old, returning_new };
    role what;
    std::string_view name = {};
    std::size_t field = 0;
    bool reads = false;    ///< the write fails if the value that it reads is absent
    bool provides = false; ///< the field exists afterwards
    bool whole = false;    ///< assigns the whole field
};

template <class E, class Argument>
struct data_of_argument {
    static constexpr argument_data value{is_write_condition<Argument> ? argument_data::role::condition
                                         : std::is_same_v<Argument, returning_old_t>
                                             ? argument_data::role::returning_old
                                             : argument_data::role::returning_new};
};
template <class E, fixed_string Name, comparison Op, class A, class B>
struct data_of_argument<E, condition<Name, Op, A, B>> {
    static constexpr argument_data value{Op == comparison::equal && !is_field<A> ? argument_data::role::key
                                                                                 : argument_data::role::other_condition,
                                         name_list<Name>[0], typed_path<E, Name>::field};
};
template <class E, fixed_string Name, action_kind Kind, class V>
struct data_of_argument<E, assignment<Name, Kind, V>> {
    using path = typed_path<E, Name>;
    static constexpr bool arithmetic = Kind == action_kind::add || Kind == action_kind::subtract;
    static constexpr argument_data value{argument_data::role::action,
                                         name_list<Name>[0],
                                         path::field,
                                         !path::whole || arithmetic || reads_stored<V>,
                                         Kind != action_kind::remove && !std::is_same_v<V, std::nullopt_t>,
                                         path::whole&& Kind == action_kind::assign};
};

constexpr bool is_in_primary_key(entity_data const& entity, std::size_t field) {
    for (std::size_t s = 0; s != entity.table->indexes[0].key_count(); ++s)
        for (template_part const& part : entity.parts_of(entity.slots[s]))
            if (part.placeholder && static_cast<std::size_t>(part.field) == field) return true;
    return false;
}

/// True if one path is the other, or a prefix of it.
constexpr bool places_overlap(std::string_view a, std::string_view b) {
    if (a.size() > b.size()) return places_overlap(b, a);
    return b.starts_with(a) && (a.size() == b.size() || b[a.size()] == '.' || b[a.size()] == '[');
}

enum class write_verb : std::uint8_t { update, upsert, erase };

/// Checks that the role of a field permits assigning it. An upsert can set read-only fields, for an item that it
/// creates.
constexpr write_rule check_assigned(field_data const& field, write_verb verb, argument_data const& argument) {
    using enum option_kind;
    if (field.has(version) || field.has(created) || field.has(updated)) return write_rule::set_by_store;
    if (field.has(computed)) return write_rule::computed;
    if (field.has(read_only) && !(verb == write_verb::upsert && argument.whole)) return write_rule::read_only;
    return write_rule::none;
}

constexpr violation<write_rule> check_upsert(entity_data const& entity, array_view<argument_data> arguments) {
    for (argument_data const& a : arguments)
        if (a.what == argument_data::role::action && a.reads) return {write_rule::reads_in_upsert, a.name};
    for (std::size_t f = 0; f != entity.fields.size(); ++f) {
        field_data const& field = entity.fields[f];
        bool there = field.defaulted || is_set_by_store(field) || field.type->optional || field.type->empty_is_absent ||
                     is_in_primary_key(entity, f);
        for (argument_data const& a : arguments)
            there = there || (a.what == argument_data::role::action && a.field == f && a.provides);
        if (!there) return {write_rule::missing_for_upsert, field.name};
    }
    return {};
}

/// `with_object` is true if the key comes from an object instead of conditions.
constexpr violation<write_rule> check_arguments(entity_data const& entity, write_verb verb, bool with_object,
                                                array_view<argument_data> arguments) {
    using role = argument_data::role;
    bool assigns = false, conditional = false, returns = false;
    for (std::size_t i = 0; i != arguments.size(); ++i) {
        argument_data const& a = arguments[i];
        bool const key_only = (a.what == role::key || a.what == role::action || a.what == role::other_condition) &&
                              is_in_primary_key(entity, a.field);
        if (a.what == role::condition) {
            if (conditional) return {write_rule::two_conditions};
            conditional = true;
        } else if (a.what == role::action) {
            if (verb == write_verb::erase) return {write_rule::no_update, a.name};
            if (key_only) return {write_rule::primary_key, a.name};
            if (write_rule const wrong = check_assigned(entity.fields[a.field], verb, a); wrong != write_rule::none)
                return {wrong, a.name};
            assigns = true;
        } else if (a.what == role::returning_old || a.what == role::returning_new) {
            if (returns || (verb == write_verb::erase && a.what == role::returning_new))
                return {write_rule::two_versions};
            returns = true;
        } else {
            if (!key_only || with_object) return {write_rule::beyond_the_key, a.name};
            if (a.what != role::key) return {write_rule::no_equality, a.name};
        }
        for (std::size_t k = 0; k != i; ++k) {
            if (a.what == role::action && arguments[k].what == role::action &&
                places_overlap(a.name, arguments[k].name))
                return {write_rule::twice, a.name};
            if (a.what == role::key && arguments[k].what == role::key && a.field == arguments[k].field)
                return {write_rule::key_twice, a.name};
        }
    }
    for (std::size_t f = 0; f != entity.fields.size() && !with_object; ++f) {
        bool given = !is_in_primary_key(entity, f);
        for (argument_data const& a : arguments) given = given || (a.what == role::key && a.field == f);
        if (!given) return {write_rule::incomplete_key, entity.fields[f].name};
    }
    if (verb == write_verb::erase) return {};
    if (!assigns) return {write_rule::no_assignment};
    return verb == write_verb::upsert ? check_upsert(entity, arguments) : violation<write_rule>{};
}

template <class Table, class E, write_verb Verb, bool WithObject, class... A>
struct write_check {
    static constexpr argument_data arguments[sizeof...(A) + 1] = {data_of_argument<E, A>::value...,
                                                                  {argument_data::role::returning_old}};
    static constexpr violation<write_rule> wrong =
        check_arguments(entity_model<Table, E>::data, Verb, WithObject, {arguments, sizeof...(A)});
};

/// True if the arguments fit the verb and E; otherwise reports one error.
template <class Table, class E, write_verb Verb, bool WithObject, class... A>
constexpr bool valid_arguments() {
    if constexpr (!(argument_rules<E, A>::valid() && ...)) {
        return false;
    } else {
        constexpr violation<write_rule> wrong = write_check<Table, E, Verb, WithObject, A...>::wrong;
        if constexpr (wrong.code == write_rule::none) return true;
        else return report<wrong.code, E, named<to_fixed<wrong.subject.size()>(wrong.subject)>>();
    }
}

template <class Argument>
inline constexpr write_rule rule_against_put_argument = write_rule::not_a_when;
template <fixed_string F, action_kind K, class V>
inline constexpr write_rule rule_against_put_argument<assignment<F, K, V>> = write_rule::not_an_argument;

template <class E, class Argument>
constexpr bool valid_put_argument() {
    if constexpr (is_write_option<Argument>) return argument_rules<E, Argument>::valid();
    else return report<rule_against_put_argument<Argument>, E, Argument>();
}

/// True if the arguments after the object of a put, create or replace fit E; otherwise reports one error.
template <class E, class... A>
constexpr bool valid_put_arguments() {
    if constexpr ((std::size_t{0} + ... + (is_write_condition<A> ? 1 : 0)) > 1)
        return report<write_rule::two_conditions, E>();
    else if constexpr ((std::size_t{0} + ... + (is_returning<A> ? 1 : 0)) > 1)
        return report<write_rule::two_versions, E>();
    else return (valid_put_argument<E, A>() && ...);
}

} // namespace monotable::detail
