// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/query/condition.hpp>
#include <monotable/query/plan.hpp>

/// The text of every mistake in a query: the rule, then the remedy. E is the entity, Field what the mistake is about, Served
/// what the entity's keys and indexes could serve instead.
namespace monotable::detail {

template <plan_problem Code, class E, fixed_string Field, fixed_string... Served>
struct plan_report;

template <class E, fixed_string Field>
inline constexpr bool has_the_field = false;
template <class E, fixed_string Field>
inline constexpr bool has_one_condition = false;
template <class E, fixed_string Field, fixed_string... Served>
inline constexpr bool is_served = false;
template <class E, fixed_string Field>
inline constexpr bool is_a_string = false;
template <class E, fixed_string Index>
inline constexpr bool is_in_index = false;
template <class E, fixed_string Field, fixed_string... Served>
inline constexpr bool is_a_full_key_with = false;
template <class E, fixed_string Field>
inline constexpr bool is_in_the_primary_key = false;
template <class E, fixed_string Other>
inline constexpr bool shares_a_partition = false;
template <class E, fixed_string Field>
inline constexpr bool fixes_the_partition = false;
template <class E, fixed_string Field, class FieldType, class Value>
inline constexpr bool is_comparable_to = false;
template <class E, class Argument>
inline constexpr bool is_a_condition = false;

template <class E, fixed_string F, fixed_string... S>
struct plan_report<plan_problem::unknown_field, E, F, S...> {
    static constexpr bool fail() {
        static_assert(has_the_field<E, F>,
                      "monotable: a condition names a field that the struct does not have; spell it as the struct "
                      "does");
        return false;
    }
};
template <class E, fixed_string F, fixed_string... S>
struct plan_report<plan_problem::condition_twice, E, F, S...> {
    static constexpr bool fail() {
        static_assert(has_one_condition<E, F>,
                      "monotable: a field has two conditions that do not make one range; use ==, or one lower and "
                      "one upper end, or between");
        return false;
    }
};
template <class E, fixed_string F, fixed_string... S>
struct plan_report<plan_problem::partition_not_fixed, E, F, S...> {
    static constexpr bool fail() {
        static_assert(is_served<E, F, S...>,
                      "monotable: no key or index serves this query, because no condition fixes this field of the "
                      "partition key with ==; give one of the sets of conditions listed, add an index, or say "
                      "scan<E>() if every item is to be read");
        return false;
    }
};
template <class E, fixed_string F, fixed_string... S>
struct plan_report<plan_problem::leaves_items_out, E, F, S...> {
    static constexpr bool fail() {
        static_assert(is_served<E, F, S...>,
                      "monotable: the index that would serve this query leaves out items because of this field, so "
                      "that the result would be incomplete; add a condition on the field, or accept that with "
                      "monotable::on<\"index\">");
        return false;
    }
};
template <class E, fixed_string F, fixed_string... S>
struct plan_report<plan_problem::not_in_the_key, E, F, S...> {
    static constexpr bool fail() {
        static_assert(is_served<E, F, S...>,
                      "monotable: no key or index serves this query, because this field is not in the key that the "
                      "other conditions fill; give one of the sets of conditions listed, or add an index with the "
                      "field in its sort key");
        return false;
    }
};
template <class E, fixed_string F, fixed_string... S>
struct plan_report<plan_problem::choice_beyond_partition, E, F, S...> {
    static constexpr bool fail() {
        static_assert(is_served<E, F, S...>,
                      "monotable: in() of a query says which partitions to read, and this field is not in the "
                      "partition key that the other conditions fill; put it into .filter(), or add an index with "
                      "the field in its partition key");
        return false;
    }
};
template <class E, fixed_string F, fixed_string... S>
struct plan_report<plan_problem::gap_in_sort_key, E, F, S...> {
    static constexpr bool fail() {
        static_assert(is_served<E, F, S...>,
                      "monotable: the sort key is filled from the left, and a field before this one has no condition; "
                      "add an == condition on each field before it, or an index that puts it first");
        return false;
    }
};
template <class E, fixed_string F, fixed_string... S>
struct plan_report<plan_problem::range_before_equality, E, F, S...> {
    static constexpr bool fail() {
        static_assert(is_served<E, F, S...>,
                      "monotable: only the last field of the sort key that has a condition may have a range; use == on "
                      "the fields before this one, or an index that puts this one first");
        return false;
    }
};
template <class E, fixed_string F, fixed_string... S>
struct plan_report<plan_problem::range_not_ordered, E, F, S...> {
    static constexpr bool fail() {
        static_assert(is_served<E, F, S...>,
                      "monotable: text before this delimiter does not sort as its field does, so that a range has no "
                      "meaning; separate it with # (or any character up to the full stop), or put the field last");
        return false;
    }
};
template <class E, fixed_string F, fixed_string... S>
struct plan_report<plan_problem::prefix_on_non_string, E, F, S...> {
    static constexpr bool fail() {
        static_assert(is_a_string<E, F>,
                      "monotable: begins_with is for string fields; use between or >= for numbers and times");
        return false;
    }
};
template <class E, fixed_string F, fixed_string... S>
struct plan_report<plan_problem::named_without_format, E, F, S...> {
    static constexpr bool fail() {
        static_assert(is_served<E, F, S...>,
                      "monotable: the key that would serve this query keeps only a part of the field; name the "
                      "placeholder with its format, as in \"name:lower\"_f == \"bob\"");
        return false;
    }
};
template <class E, fixed_string F, fixed_string... S>
struct plan_report<plan_problem::unknown_index, E, F, S...> {
    static constexpr bool fail() {
        static_assert(is_in_index<E, F>,
                      "monotable: on<> names an index that the table does not have; use the name of a gsi<> or lsi<> "
                      "of the table, or the table's own name for the primary key");
        return false;
    }
};
template <class E, fixed_string F, fixed_string... S>
struct plan_report<plan_problem::not_in_index, E, F, S...> {
    static constexpr bool fail() {
        static_assert(is_in_index<E, F>,
                      "monotable: on<> names an index that this entity is not in; add in<> to the entity's indexes, or "
                      "use another index");
        return false;
    }
};
template <class E, fixed_string F, fixed_string... S>
struct plan_report<plan_problem::incomplete_key, E, F, S...> {
    static constexpr bool fail() {
        static_assert(is_a_full_key_with<E, F, S...>,
                      "monotable: this needs the whole primary key, and a field of it has no == condition; add "
                      "it, or use query<E>() for several items");
        return false;
    }
};
template <class E, fixed_string F, fixed_string... S>
struct plan_report<plan_problem::beyond_the_key, E, F, S...> {
    static constexpr bool fail() {
        static_assert(is_in_the_primary_key<E, F>,
                      "monotable: get and erase take the primary key and nothing else, and this field is "
                      "not in it; drop the condition, or test the field of what get returns");
        return false;
    }
};
template <class E, fixed_string F, fixed_string... S>
struct plan_report<plan_problem::no_common_partition, E, F, S...> {
    static constexpr bool fail() {
        static_assert(shares_a_partition<E, F>,
                      "monotable: the members of a collection share no partition, since this entity's "
                      "partition key is not the first member's; give both the same partition key template in "
                      "the primary key or in an index, or query the entities one by one");
        return false;
    }
};
template <class E, fixed_string F, fixed_string... S>
struct plan_report<plan_problem::beyond_the_partition, E, F, S...> {
    static constexpr bool fail() {
        static_assert(
            fixes_the_partition<E, F>,
            "monotable: a collection is a partition, or a range of what the sort keys of all its members begin with "
            "alike, and this field is in neither; drop the condition, or query one entity with query<E>()");
        return false;
    }
};

// Mistakes in one argument, found before there is a plan.

template <class E, fixed_string Field, class FieldType, class Value>
struct report_value_type {
    static constexpr bool fail() {
        static_assert(is_comparable_to<E, Field, FieldType, Value>,
                      "monotable: a condition compares a field with a value of another type; "
                      "pass a value of the field's type");
        return false;
    }
};
template <class E, fixed_string Field, class FieldType, fixed_string Other>
struct report_value_type<E, Field, FieldType, field<Other>> {
    static constexpr bool fail() {
        static_assert(is_comparable_to<E, Field, FieldType, field<Other>>,
                      "monotable: a condition compares two fields, but a key is looked up by values; pass a value, or "
                      "put the condition "
                      "into .filter() of the query or when() of the write");
        return false;
    }
};

template <class E, class Argument>
struct report_argument {
    static constexpr bool fail() {
        static_assert(is_a_condition<E, Argument>,
                      "monotable: this is not a condition; write \"field\"_f == value, with the literals from "
                      "using namespace monotable::literals");
        return false;
    }
};
template <class E, fixed_string Field, action_kind K, class V>
struct report_argument<E, assignment<Field, K, V>> {
    static constexpr bool fail() {
        static_assert(is_a_condition<E, assignment<Field, K, V>>,
                      "monotable: = is not a comparison; write \"field\"_f == value");
        return false;
    }
};
template <class E, bool Any, class A, class B>
struct report_argument<E, junction<Any, A, B>> {
    static constexpr bool fail() {
        static_assert(is_a_condition<E, junction<Any, A, B>>,
                      "monotable: conditions on a key are not joined by && or ||; separate those that "
                      "all have to hold by commas, and put others into .filter() of the query or "
                      "when() of the write");
        return false;
    }
};
template <class E, class A>
struct report_argument<E, negation<A>> {
    static constexpr bool fail() {
        static_assert(is_a_condition<E, negation<A>>,
                      "monotable: a key cannot serve a negated condition; put it into .filter() of the query or "
                      "when() of the write");
        return false;
    }
};
template <class E, fixed_string F, comparison Op, class A, class B>
struct report_argument<E, condition<F, Op, A, B>> {
    static constexpr bool fail() {
        static_assert(is_a_condition<E, condition<F, Op, A, B>>,
                      "monotable: a key cannot serve this condition, but only ==, <, <=, >, >=, "
                      "between, begins_with and in; put it into .filter() of the query or when() of "
                      "the write");
        return false;
    }
};
template <class E, fixed_string F, comparison Op, class V>
struct report_argument<E, size_condition<F, Op, V>> {
    static constexpr bool fail() {
        static_assert(is_a_condition<E, size_condition<F, Op, V>>,
                      "monotable: a key cannot serve a condition on a size; put it into .filter() of "
                      "the query or when() of the write");
        return false;
    }
};
template <class E, fixed_string F, class A>
struct report_argument<E, condition<F, comparison::not_equal, A>> {
    static constexpr bool fail() {
        static_assert(is_a_condition<E, condition<F, comparison::not_equal, A>>,
                      "monotable: a key cannot serve !=, since all but one value is no range; put it into .filter() of "
                      "the query or when() "
                      "of the write");
        return false;
    }
};
template <class E, fixed_string Index>
struct report_argument<E, on_index<Index>> {
    static constexpr bool fail() {
        static_assert(is_a_condition<E, on_index<Index>>,
                      "monotable: on<\"index\"> is the first argument of query and collect, and of no "
                      "other verb; move it before the conditions, or drop it");
        return false;
    }
};

} // namespace monotable::detail
