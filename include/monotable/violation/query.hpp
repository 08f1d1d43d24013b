// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/violation/violation.hpp>

/// Rules for queries, and for conditions on keys. A rule is named after its violation. If several indexes cannot serve
/// a query, the error is about the one whose violation is the last in this order: see planner.
namespace monotable::detail {

enum class query_rule {
    none,
    // conditions
    unknown_field,
    condition_twice,
    // an index
    partition_not_fixed,
    not_in_the_key,
    choice_beyond_partition,
    gap_in_sort_key,
    range_before_equality,
    range_not_ordered,
    prefix_on_non_string,
    named_without_format,
    leaves_items_out,
    // on<>, get
    unknown_index,
    not_in_index,
    incomplete_key,
    beyond_the_key,
    // collections
    no_common_partition,
    beyond_the_partition,
    // one argument
    other_type,
    two_fields,
    not_a_condition,
    assigned,
    joined,
    negated,
    not_equal,
    on_size,
    not_of_a_key,
    index_not_first,
};

template <query_rule Rule, class... Names>
constexpr bool report() {
    using enum query_rule;

    // conditions
    static_assert(holds_for<Names...>(Rule != unknown_field),
                  "monotable: a condition names a field that the struct does not have; spell it as the struct does");
    static_assert(holds_for<Names...>(Rule != condition_twice),
                  "monotable: a field has two conditions that do not make one range; use ==, or one lower and one "
                  "upper end, or between");

    // an index
    static_assert(
        holds_for<Names...>(Rule != partition_not_fixed),
        "monotable: no key or index serves this query, because no condition fixes this field of the partition key with "
        "==; give one of the sets of conditions listed, add an index, or say scan<E>() to read every item");
    static_assert(
        holds_for<Names...>(Rule != not_in_the_key),
        "monotable: no key or index serves this query, because this field is not in the key that the other conditions "
        "fill; give one of the sets of conditions listed, or add an index with the field in its sort key");
    static_assert(
        holds_for<Names...>(Rule != choice_beyond_partition),
        "monotable: in() of a query says which partitions to read, and this field is not in the partition key that the "
        "other conditions fill; put it into .filter(), or add an index with the field in its partition key");
    static_assert(holds_for<Names...>(Rule != gap_in_sort_key),
                  "monotable: the sort key is filled from the left, and a field before this one has no condition; add "
                  "an == condition on each field before it, or an index that puts it first");
    static_assert(holds_for<Names...>(Rule != range_before_equality),
                  "monotable: only the last field of the sort key that has a condition may have a range; use == on the "
                  "fields before this one, or an index that puts this one first");
    static_assert(holds_for<Names...>(Rule != range_not_ordered),
                  "monotable: text before this delimiter does not sort as its field does, so that a range has no "
                  "meaning; separate it with # (or any character up to the full stop), or put the field last");
    static_assert(holds_for<Names...>(Rule != prefix_on_non_string),
                  "monotable: begins_with applies to string fields; use between or >= for numbers and times");
    static_assert(holds_for<Names...>(Rule != named_without_format),
                  "monotable: the key that would serve this query holds only a part of the field; name the placeholder "
                  "with its format, as in \"name:lower\"_f == \"bob\"");
    static_assert(
        holds_for<Names...>(Rule != leaves_items_out),
        "monotable: the index that would serve this query leaves out items because of this field, so that the result "
        "would be incomplete; add a condition on the field, or accept that with monotable::on<\"index\">");

    // on<>, get
    static_assert(holds_for<Names...>(Rule != unknown_index),
                  "monotable: on<> names an index that the table does not have; use the name of a gsi<> or lsi<> of "
                  "the table, or the table's own name for the primary key");
    static_assert(
        holds_for<Names...>(Rule != not_in_index),
        "monotable: on<> names an index that this entity is not in; add index<> to the entity's indexes, or use "
        "another index");
    static_assert(holds_for<Names...>(Rule != incomplete_key),
                  "monotable: this needs the whole primary key, and a field of it has no == condition; add it, or use "
                  "query<E>() for several items");
    static_assert(holds_for<Names...>(Rule != beyond_the_key),
                  "monotable: get and erase take the primary key and nothing else, and this field is not in it; drop "
                  "the condition, or test the field of what get returns");

    // collections
    static_assert(holds_for<Names...>(Rule != no_common_partition),
                  "monotable: the members of a collection share no partition, since this entity's partition key is not "
                  "the first member's; give both the same partition key template in the primary key or in an index, or "
                  "query the entities one by one");
    static_assert(holds_for<Names...>(Rule != beyond_the_partition),
                  "monotable: a collection is a partition, or a range of what the sort keys of all its members begin "
                  "with alike, and this field is in neither; drop the condition, or query one entity with query<E>()");

    // one argument
    static_assert(
        holds_for<Names...>(Rule != other_type),
        "monotable: a condition compares a field with a value of another type; pass a value of the field's type");
    static_assert(holds_for<Names...>(Rule != two_fields),
                  "monotable: a condition compares two fields, but a key is looked up by values; pass a value, or put "
                  "the condition into .filter() of the query or when() of the write");
    static_assert(holds_for<Names...>(Rule != not_a_condition),
                  "monotable: this is not a condition; write \"field\"_f == value, with the literals from using "
                  "namespace monotable::literals");
    static_assert(holds_for<Names...>(Rule != assigned),
                  "monotable: = is not a comparison; write \"field\"_f == value");
    static_assert(holds_for<Names...>(Rule != joined),
                  "monotable: conditions on a key are not joined by && or ||; separate those that must all hold by "
                  "commas, and put others into .filter() of the query or when() of the write");
    static_assert(
        holds_for<Names...>(Rule != negated),
        "monotable: a key cannot serve a negated condition; put it into .filter() of the query or when() of the write");
    static_assert(holds_for<Names...>(Rule != not_equal),
                  "monotable: a key cannot serve !=, since all but one value is not a range; put it into .filter() of "
                  "the query or when() of the write");
    static_assert(holds_for<Names...>(Rule != on_size), "monotable: a key cannot serve a condition on a size; put it "
                                                        "into .filter() of the query or when() of the write");
    static_assert(holds_for<Names...>(Rule != not_of_a_key),
                  "monotable: a key cannot serve this condition, but only ==, <, <=, >, >=, between, begins_with and "
                  "in; put it into .filter() of the query or when() of the write");
    static_assert(holds_for<Names...>(Rule != index_not_first),
                  "monotable: on<\"index\"> is the first argument of query and collect, and of no other verb; move it "
                  "before the conditions, or drop it");
    return false;
}

} // namespace monotable::detail
