// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/append_value.hpp>
#include <monotable/codec/type_of.hpp>
#include <monotable/codec/value_for.hpp>
#include <monotable/model/field_error.hpp>
#include <monotable/model/model_of.hpp>
#include <monotable/query/condition.hpp>
#include <monotable/query/key_range.hpp>
#include <monotable/query/plan.hpp>
#include <monotable/violation/query.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

/// The plan for one type of query, and the conversion of its conditions' values to stored values.
namespace monotable::detail {

template <class... C>
inline constexpr condition_data condition_list[sizeof...(C) + 1] = {{name_list<C::field>[0], C::op}..., {}};

template <class Table, class E, fixed_string Forced, class... C>
inline constexpr plan_data query_plan =
    planner(entity_model<Table, E>::data, {condition_list<C...>, sizeof...(C)}).query(Forced.view());

template <class Table, class E, class... C>
inline constexpr plan_data get_plan = planner(entity_model<Table, E>::data, {condition_list<C...>, sizeof...(C)}).get();

template <class E, fixed_string Name>
constexpr std::size_t condition_field() {
    return field_index<E>(field_part(name_list<Name>[0]));
}

template <class E, fixed_string Field, class Type, class V>
constexpr bool valid_value() {
    if constexpr (comparable_value<Type, V>) return true;
    else return report<is_field<V> ? query_rule::two_fields : query_rule::other_type, E, named<Field>, Type, V>();
}
template <class E, fixed_string Field, class Type, class List>
inline constexpr bool are_valid_values = valid_value<E, Field, Type, typename List::value_type>();
template <class E, fixed_string Field, class Type, class... V>
inline constexpr bool are_valid_values<E, Field, Type, value_list<V...>> = (valid_value<E, Field, Type, V>() && ...);

/// The rule that an argument violates which no key can serve.
template <class Argument>
inline constexpr query_rule rule_against_argument = query_rule::not_a_condition;
template <fixed_string F, action_kind K, class V>
inline constexpr query_rule rule_against_argument<assignment<F, K, V>> = query_rule::assigned;
template <bool Any, class A, class B>
inline constexpr query_rule rule_against_argument<junction<Any, A, B>> = query_rule::joined;
template <class A>
inline constexpr query_rule rule_against_argument<negation<A>> = query_rule::negated;
template <fixed_string F, comparison Op, class A, class B>
inline constexpr query_rule rule_against_argument<condition<F, Op, A, B>> =
    Op == comparison::not_equal ? query_rule::not_equal : query_rule::not_of_a_key;
template <fixed_string F, comparison Op, class V>
inline constexpr query_rule rule_against_argument<size_condition<F, Op, V>> = query_rule::on_size;
template <fixed_string Index>
inline constexpr query_rule rule_against_argument<on_index<Index>> = query_rule::index_not_first;

/// True if C is a condition that compares its field with values of a suitable type; otherwise reports one error. True
/// for unknown fields, which the planner reports.
template <class E, class C>
constexpr bool valid_condition() {
    if constexpr (!is_field_condition<C>) {
        return report<rule_against_argument<C>, E, C>();
    } else if constexpr (C::op >= comparison::not_equal && C::op != comparison::in) {
        return report<rule_against_argument<C>, E, C>();
    } else if constexpr (constexpr std::size_t field = condition_field<E, C::field>(); field != reflect<E>::size) {
        using type = stored_field_t<E, field>;
        using first = decltype(C::first);
        using second = decltype(C::second);
        if constexpr (C::op == comparison::in) return are_valid_values<E, C::field, type, first>;
        else if constexpr (!valid_value<E, C::field, type, first>()) return false;
        else if constexpr (C::op == comparison::between) return valid_value<E, C::field, type, second>();
        else return true;
    } else {
        return true;
    }
}

/// The conditions that the n-th index of E would serve.
template <class Table, class E, std::size_t N>
inline constexpr served_text served =
    what_is_served(entity_model<Table, E>::data, nth_index_mapping(entity_model<Table, E>::data, N));

template <class Table, class E, plan_data const& Plan, std::size_t... N>
constexpr bool report_plan(std::index_sequence<N...>) {
    constexpr std::string_view subject = Plan.subject;
    return report<Plan.code, E, named<to_fixed<subject.size()>(subject)>,
                  named<to_fixed<served<Table, E, N>.size>(served<Table, E, N>.view())>...>();
}

template <class Table, class E, plan_data const& Plan>
constexpr bool valid_plan() {
    if constexpr (Plan.code == query_rule::none) {
        return true;
    } else if constexpr (Plan.code == query_rule::leaves_items_out) { // of one index, which could serve
        constexpr std::string_view subject = Plan.subject;
        constexpr served_text only = what_is_served(entity_model<Table, E>::data, Plan.index);
        return report<Plan.code, E, named<to_fixed<subject.size()>(subject)>,
                      named<to_fixed<only.size>(only.view())>>();
    } else
        return report_plan<Table, E, Plan>(
            std::make_index_sequence<count_index_mappings(entity_model<Table, E>::data)>{});
}

/// Encodes `v` as the field is stored.
template <class E, fixed_string Name, class V>
void encode_value(V const& v, byte_buffer& out) {
    try {
        if (!append_value<stored_field_t<E, condition_field<E, Name>()>>(out, v))
            throw bad_value("an absent value cannot be compared with a key");
    } catch (error const&) {
        rethrow_for_field(declaration_of<E>.name, name_list<Name>[0]);
    }
}
template <class E, fixed_string Name, class V>
void encode_value(V const& v, std::string& out) {
    byte_buffer encoding;
    encode_value<E, Name>(v, encoding);
    out.append(encoding.view());
}

template <class E, fixed_string Name, class... V>
void encode_choice(condition_values& out, value_list<V...> const& values) {
    if constexpr (sizeof...(V) != 0) {
        std::string encoding;
        encode_value<E, Name>(values.first, encoding);
        add_choice(out, encoding, declaration_of<E>.name, name_list<Name>[0]);
        encode_choice<E, Name>(out, values.rest);
    }
}
template <class E, fixed_string Name, class Range>
void encode_choice(condition_values& out, Range const& values) {
    for (typename Range::value_type const& each : values) {
        std::string encoding;
        encode_value<E, Name>(each, encoding);
        add_choice(out, encoding, declaration_of<E>.name, name_list<Name>[0]);
    }
}

template <class E, fixed_string Name, comparison Op, class A, class B>
condition_values encode_condition(condition<Name, Op, A, B> const& c) {
    condition_values result;
    result.op = Op;
    if constexpr (Op == comparison::in) encode_choice<E, Name>(result, c.first);
    else encode_value<E, Name>(c.first, result.first);
    if constexpr (Op == comparison::between) encode_value<E, Name>(c.second, result.second);
    return result;
}

} // namespace monotable::detail
