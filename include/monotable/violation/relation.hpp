// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/violation/violation.hpp>

/// Rules for relations between entities, and for the verbs that use them. A rule is named after its violation. The
/// first of the names is the relation's.
namespace monotable::detail {

enum class relationship_rule {
    none,
    // the relation
    twice,
    unknown_option,
    uncounted_policy,
    option_twice,
    no_match,
    not_an_entity,
    in_two_tables,
    table_not_defined,
    table_without_relations,
    table_of_no_relations,
    matched_field,
    matched_types,
    // where its items are
    children_not_found,
    not_in_the_index,
    not_in_collection,
    not_by_sort_key,
    nested_field,
    nested_type,
    no_links,
    side_not_listed,
    edge_key,
    no_way_back,
    partial_index,
    // verbs
    unknown_relation,
    other_part,
    direction,
    nested_condition,
    not_a_payload,
    payload_field,
    payload_of_a_side,
    payload_type,
};

template <relationship_rule Rule, class... Names>
constexpr bool report() {
    using enum relationship_rule;

    // the relation
    static_assert(holds_for<Names...>(Rule != twice), "monotable: two relations of a table have one name; rename one, "
                                                      "since verbs name the relation that they follow");
    static_assert(holds_for<Names...>(Rule != unknown_option),
                  "monotable: this is not an option of the relation; give a one_to_many match, in_collection, "
                  "by_sort_key, by_index, refuse_erase and cascade_erase, or nothing but nested, a many_to_many edge "
                  "or copies, refuse_erase and cascade_erase, or copies and by_stream");
    static_assert(
        holds_for<Names...>(Rule != uncounted_policy),
        "monotable: the sides of a relation whose copies are maintained by_stream do not count their links, so that an "
        "erase can neither be refused nor cascade; drop by_stream, or refuse_erase or cascade_erase");
    static_assert(holds_for<Names...>(Rule != option_twice),
                  "monotable: a relation says twice where its children are or what an erase does, or matches more than "
                  "eight fields; keep one of each");
    static_assert(
        holds_for<Names...>(Rule != no_match),
        "monotable: a relation does not say which fields refer to this struct; add match<\"field of the parent\", "
        "\"field of the child\"> to a one_to_many, left<> and right<> to the edge or copies of a many_to_many");
    static_assert(
        holds_for<Names...>(Rule != not_an_entity),
        "monotable: a relation is with a struct that is not an entity of its table; list it in the table's entities<>, "
        "or declare the relation in a relations<> with the table that lists it");
    static_assert(holds_for<Names...>(Rule != in_two_tables),
                  "monotable: two of the tables that are related by relations<> list this entity, so that it is not "
                  "determined which of them a relation means; list it in one");
    static_assert(holds_for<Names...>(Rule != table_not_defined),
                  "monotable: relations<> has an argument that is neither a relation nor a defined table; name tables "
                  "that are defined before the first use, then one_to_many, many_to_many, duplicated or total");
    static_assert(holds_for<Names...>(Rule != table_without_relations),
                  "monotable: a table that relations<> names does not have them among its options, so that a store of "
                  "it would not maintain them; add them to the options of each of their tables");
    static_assert(holds_for<Names...>(Rule != table_of_no_relations),
                  "monotable: a table has relations<> as an option that do not name it; add it to their tables, or "
                  "drop the option");
    static_assert(holds_for<Names...>(Rule != matched_field),
                  "monotable: a relation matches a field that the struct does not have; name a field of the parent or "
                  "side first in match<>, left<> and right<>, then one of the child, edge or copy");
    static_assert(holds_for<Names...>(Rule != matched_types),
                  "monotable: a relation matches fields of different types, whose values are never the same; give both "
                  "the same type, or the second an optional of it");

    // where its items are
    static_assert(
        holds_for<Names...>(Rule != children_not_found),
        "monotable: no key or index finds the children of this relation, because of this field; match the fields of "
        "one of the sets listed, or add an index with the matched fields in its partition key to the child");
    static_assert(holds_for<Names...>(Rule != not_in_the_index),
                  "monotable: the index that this relation names does not find its children, because of this index or "
                  "field; name an index of the table that the child is in, and match the fields of its partition key");
    static_assert(
        holds_for<Names...>(Rule != not_in_collection),
        "monotable: the children of this relation are not in_collection with their parent; give both the same "
        "partition key template over the matched fields, in the primary key or in one index of one table, or drop "
        "in_collection");
    static_assert(holds_for<Names...>(Rule != not_by_sort_key),
                  "monotable: no matched field is in the sort key that finds the children of this relation; match the "
                  "fields that the sort key template begins with, or drop by_sort_key");
    static_assert(
        holds_for<Names...>(Rule != nested_field),
        "monotable: a relation is nested in a field that the parent does not have; spell it as the struct does");
    static_assert(holds_for<Names...>(Rule != nested_type), "monotable: a relation is nested in a field that holds one "
                                                            "value; make it a vector, a set or a map of the children");
    static_assert(holds_for<Names...>(Rule != no_links),
                  "monotable: a many_to_many says exactly once how its pairs are stored; give it edge<Edge, ...>, one "
                  "item for each pair, or copies<OfLeft, OfRight, ...>, two of them");
    static_assert(holds_for<Names...>(Rule != side_not_listed),
                  "monotable: no key or index lists the pairs of one side of this relation, because of this field; let "
                  "one side's fields be the partition key, and add the inverted index, with the other side's fields as "
                  "its partition key");
    static_assert(holds_for<Names...>(Rule != edge_key),
                  "monotable: the primary key of the item for a pair has a field that neither side matches, so that a "
                  "pair could be linked twice; keep only matched fields in its key");
    static_assert(holds_for<Names...>(Rule != no_way_back),
                  "monotable: the matched fields of this relation do not find the parent or side; match every field of "
                  "its primary key, or those of an index of it");
    static_assert(
        holds_for<Names...>(Rule != partial_index),
        "monotable: the index by which this relation finds its children leaves some out because of this field, so that "
        "an erase would not see them; use an index that has all of them, or drop refuse_erase or cascade_erase");

    // verbs
    static_assert(holds_for<Names...>(Rule != unknown_relation),
                  "monotable: no table of the store has a relation of this name for this verb; use children and parent "
                  "for a one_to_many, linked, link, unlink, left_of and right_of for a many_to_many");
    static_assert(holds_for<Names...>(Rule != other_part),
                  "monotable: this struct does not have that part in the relation; give children its parent, parent "
                  "its child, linked either side, link and unlink the left side and then the right");
    static_assert(holds_for<Names...>(Rule != direction),
                  "monotable: only a relation of an entity with itself has an inverse direction; drop inverse, since "
                  "the argument's type says which side it is");
    static_assert(holds_for<Names...>(Rule != nested_condition),
                  "monotable: the children of a nested relation come with their parent, all of them, so that a "
                  "condition does not apply; drop it, and search what is returned");
    static_assert(holds_for<Names...>(Rule != not_a_payload),
                  "monotable: link takes, after the two sides, an object of the item that links them or assignments of "
                  "values to its fields; use update for anything else");
    static_assert(
        holds_for<Names...>(Rule != payload_field),
        "monotable: link assigns to a field that the item that links does not have; spell it as the struct does");
    static_assert(holds_for<Names...>(Rule != payload_of_a_side),
                  "monotable: link assigns to a field that says which sides are linked, or is a copy of theirs; drop "
                  "the assignment, since the sides that are given decide");
    static_assert(
        holds_for<Names...>(Rule != payload_type),
        "monotable: link assigns a value of another type to a field of the item that links; use the field's type");
    return false;
}

} // namespace monotable::detail
