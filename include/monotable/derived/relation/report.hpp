// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/fixed_string.hpp>

/// The text of every mistake about relations: the rule, then the remedy. As in violation/violation.hpp fail() is one error, which
/// shows the template arguments, and false. Name is the relation's.
namespace monotable::detail {

template <fixed_string Name, class Table>
inline constexpr bool is_declared_once = false;
template <fixed_string Name, class Table>
inline constexpr bool has_known_options = false;
template <fixed_string Name, class Table>
inline constexpr bool has_one_of_each_option = false;
template <fixed_string Name, class E>
inline constexpr bool has_a_match_for = false;
template <fixed_string Name, class E, class Table>
inline constexpr bool relates_an_entity_of = false;
template <fixed_string Name, class E, fixed_string Field>
inline constexpr bool matches_a_field_of = false;
template <fixed_string Name, class A, fixed_string F, class TypeOfF, class B, fixed_string G, class TypeOfG>
inline constexpr bool matches_the_same_type = false;
template <fixed_string Name, class Child, fixed_string Field, fixed_string... Served>
inline constexpr bool finds_its_children = false;
template <fixed_string Name, class Parent, class Child>
inline constexpr bool has_children_in_the_partition_of = false;
template <fixed_string Name, class Child>
inline constexpr bool has_children_by_sort_key = false;
template <fixed_string Name, class E, fixed_string Field>
inline constexpr bool has_the_nested_field = false;
template <fixed_string Name, class E, fixed_string Field, class Type>
inline constexpr bool has_a_nested_list = false;
template <fixed_string Name, class Left, class Right>
inline constexpr bool says_how_pairs_are_stored = false;
template <fixed_string Name, class Edge, fixed_string Field, fixed_string... Served>
inline constexpr bool lists_the_edges_of_a_side = false;
template <fixed_string Name, class Edge, fixed_string Field>
inline constexpr bool has_one_edge_for_a_pair = false;
template <fixed_string Name, class E, fixed_string... Served>
inline constexpr bool finds_the_other_side = false;
template <fixed_string Name, class Reference, fixed_string Field>
inline constexpr bool reaches_all_by_its_index = false;
template <fixed_string Name, class... Tables>
inline constexpr bool is_a_relation_of = false;
template <fixed_string Name, class E>
inline constexpr bool is_a_relation_with = false;
template <fixed_string Name>
inline constexpr bool has_one_direction = false;
template <fixed_string Name, class E>
inline constexpr bool takes_no_conditions = false;
template <class Collection, class E>
inline constexpr bool has_as_its_first_member = false;
template <fixed_string Name, class Link, class A>
inline constexpr bool is_payload_of = false;
template <fixed_string Name, class Link, fixed_string Field>
inline constexpr bool has_payload_field = false;
template <fixed_string Name, class Link, fixed_string Field>
inline constexpr bool is_free_to_assign = false;
template <fixed_string Name, class Link, fixed_string Field, class Type, class Value>
inline constexpr bool is_payload_for = false;

template <fixed_string Name, class Table>
struct report_relation_twice {
    static constexpr bool fail() {
        static_assert(is_declared_once<Name, Table>,
                      "monotable: two relations of a table have one name; rename one, since verbs name the "
                      "relation that they follow");
        return false;
    }
};
template <fixed_string Name, class Table>
struct report_relation_option {
    static constexpr bool fail() {
        static_assert(has_known_options<Name, Table>,
                      "monotable: this is not an option of the relation; a one_to_many takes match, "
                      "in_collection, by_sort_key, by_index, refuse_erase and cascade_erase, or nothing but "
                      "nested; a many_to_many takes edge or copies, refuse_erase and cascade_erase, or "
                      "copies and by_stream");
        return false;
    }
};
template <fixed_string Name, class Table>
inline constexpr bool counts_its_links = false;
template <fixed_string Name, class Table>
struct report_uncounted_policy {
    static constexpr bool fail() {
        static_assert(counts_its_links<Name, Table>,
                      "monotable: the sides of a relation whose copies are kept by_stream do not count "
                      "their links, so that an erase can neither be refused nor cascade; drop by_stream, or "
                      "refuse_erase or cascade_erase");
        return false;
    }
};
template <fixed_string Name, class Table>
struct report_relation_option_twice {
    static constexpr bool fail() {
        static_assert(has_one_of_each_option<Name, Table>,
                      "monotable: a relation says twice where its children are or what an erase does, or "
                      "matches more than eight fields; keep one of each");
        return false;
    }
};
template <fixed_string Name, class E>
struct report_no_match {
    static constexpr bool fail() {
        static_assert(has_a_match_for<Name, E>,
                      "monotable: a relation does not say which fields refer to this struct; a one_to_many needs "
                      "match<\"field of the parent\", \"field of the child\">, a many_to_many left<> and right<> "
                      "in its edge or copies");
        return false;
    }
};
template <fixed_string Name, class E, class Table>
struct report_no_related_entity {
    static constexpr bool fail() {
        static_assert(relates_an_entity_of<Name, E, Table>,
                      "monotable: a relation is with a struct that is not an entity of its table; list "
                      "it in the table's entities<>");
        return false;
    }
};
template <fixed_string Name, class E, fixed_string Field>
struct report_matched_field {
    static constexpr bool fail() {
        static_assert(matches_a_field_of<Name, E, Field>,
                      "monotable: a relation matches a field that the struct does not have; the first of "
                      "match<>, left<> and right<> is a field of the parent or side, the second one of "
                      "the child, edge or copy");
        return false;
    }
};
template <fixed_string Name, class A, fixed_string F, class TypeOfF, class B, fixed_string G, class TypeOfG>
struct report_matched_types {
    static constexpr bool fail() {
        static_assert(matches_the_same_type<Name, A, F, TypeOfF, B, G, TypeOfG>,
                      "monotable: a relation matches fields of different types, whose "
                      "values are never the same; give both the same type, or "
                      "the second an optional of it");
        return false;
    }
};
template <fixed_string Name, class Child, fixed_string Field, fixed_string... Served>
struct report_no_children {
    static constexpr bool fail() {
        static_assert(finds_its_children<Name, Child, Field, Served...>,
                      "monotable: no key or index finds the children of this relation, because of "
                      "this field; match the fields of one of the sets listed, or add an "
                      "index with the matched fields in its partition key to the child");
        return false;
    }
};
template <fixed_string Name, class Child, fixed_string Field, fixed_string... Served>
struct report_not_in_the_index {
    static constexpr bool fail() {
        static_assert(finds_its_children<Name, Child, Field, Served...>,
                      "monotable: the index that this relation names does not find its children, "
                      "because of this index or field; name an index of the table that the "
                      "child is in, and match the fields of its partition key");
        return false;
    }
};
template <fixed_string Name, class Parent, class Child>
struct report_no_shared_partition {
    static constexpr bool fail() {
        static_assert(has_children_in_the_partition_of<Name, Parent, Child>,
                      "monotable: the children of this relation are not in_collection with their parent; give both the "
                      "same partition key "
                      "template over the matched fields, in the primary key or in one index, or drop in_collection");
        return false;
    }
};
template <fixed_string Name, class Child>
struct report_no_sort_key_level {
    static constexpr bool fail() {
        static_assert(has_children_by_sort_key<Name, Child>,
                      "monotable: no matched field is in the sort key that finds the children of this "
                      "relation; match the fields that the sort key template begins with, or drop "
                      "by_sort_key");
        return false;
    }
};
template <fixed_string Name, class E, fixed_string Field>
struct report_nested_field {
    static constexpr bool fail() {
        static_assert(has_the_nested_field<Name, E, Field>,
                      "monotable: a relation is nested in a field that the parent does not have; spell it as "
                      "the struct does");
        return false;
    }
};
template <fixed_string Name, class E, fixed_string Field, class Type>
struct report_nested_type {
    static constexpr bool fail() {
        static_assert(has_a_nested_list<Name, E, Field, Type>,
                      "monotable: a relation is nested in a field that holds one value; make it a vector, "
                      "a set or a map of the children");
        return false;
    }
};
template <fixed_string Name, class Left, class Right>
struct report_no_links {
    static constexpr bool fail() {
        static_assert(says_how_pairs_are_stored<Name, Left, Right>,
                      "monotable: a many_to_many says exactly once how its pairs are stored; give it "
                      "edge<Edge, ...>, one item for each pair, or copies<OfLeft, OfRight, ...>, "
                      "two of them");
        return false;
    }
};
template <fixed_string Name, class Edge, fixed_string Field, fixed_string... Served>
struct report_unlisted_side {
    static constexpr bool fail() {
        static_assert(
            lists_the_edges_of_a_side<Name, Edge, Field, Served...>,
            "monotable: no key or index lists the pairs of one side of this relation, because of this field; let one "
            "side's fields be "
            "the partition key, and add the inverted index, with the other side's fields as its partition key");
        return false;
    }
};
template <fixed_string Name, class Edge, fixed_string Field>
struct report_edge_key {
    static constexpr bool fail() {
        static_assert(has_one_edge_for_a_pair<Name, Edge, Field>,
                      "monotable: the primary key of the item for a pair has a field that neither side "
                      "matches, so that a pair could be linked twice; keep only matched fields in "
                      "its key");
        return false;
    }
};
template <fixed_string Name, class E, fixed_string... Served>
struct report_no_way_back {
    static constexpr bool fail() {
        static_assert(finds_the_other_side<Name, E, Served...>,
                      "monotable: the matched fields of this relation do not find the parent or side; match "
                      "every field of its primary key, or those of an index of it");
        return false;
    }
};
template <fixed_string Name, class Reference, fixed_string Field>
struct report_partial_list {
    static constexpr bool fail() {
        static_assert(reaches_all_by_its_index<Name, Reference, Field>,
                      "monotable: the index by which this relation finds its children leaves some out because of this "
                      "field, so that an erase "
                      "would not see them; use an index that has all of them, or drop refuse_erase or cascade_erase");
        return false;
    }
};
template <fixed_string Name, class... Tables>
struct report_no_relation {
    static constexpr bool fail() {
        static_assert(is_a_relation_of<Name, Tables...>,
                      "monotable: no table of the store has a relation of this name for this verb; children and parent "
                      "follow a one_to_many, linked, link, unlink, left_of and right_of a many_to_many");
        return false;
    }
};
template <fixed_string Name, class E>
struct report_wrong_side {
    static constexpr bool fail() {
        static_assert(is_a_relation_with<Name, E>,
                      "monotable: this struct has not that part in the relation; children takes its parent and parent "
                      "its child, linked takes either side, link and unlink the left side and then the right");
        return false;
    }
};
template <fixed_string Name>
struct report_direction {
    static constexpr bool fail() {
        static_assert(has_one_direction<Name>,
                      "monotable: only a relation of an entity with itself has an inverse direction; drop inverse, the "
                      "argument's type says which side it is");
        return false;
    }
};
template <fixed_string Name, class E>
struct report_nested_condition {
    static constexpr bool fail() {
        static_assert(takes_no_conditions<Name, E>,
                      "monotable: the children of a nested relation come with their parent, all of them, so that no "
                      "condition serves; look among what is returned");
        return false;
    }
};
template <class Collection, class E>
struct report_not_first_member {
    static constexpr bool fail() {
        static_assert(has_as_its_first_member<Collection, E>,
                      "monotable: an object stands for the first member of a collection, and this one is of "
                      "another type; put the member of its type first, or give conditions");
        return false;
    }
};
template <fixed_string Name, class Link, class A>
struct report_payload {
    static constexpr bool fail() {
        static_assert(is_payload_of<Name, Link, A>,
                      "monotable: link takes, behind the two sides, an object of the item that links them or "
                      "assignments of values to its fields; use update for anything else");
        return false;
    }
};
template <fixed_string Name, class Link, fixed_string Field>
struct report_payload_field {
    static constexpr bool fail() {
        static_assert(has_payload_field<Name, Link, Field>,
                      "monotable: link assigns to a field that the item that links does not have; spell it "
                      "as the struct does");
        return false;
    }
};
template <fixed_string Name, class Link, fixed_string Field>
struct report_payload_of_a_side {
    static constexpr bool fail() {
        static_assert(is_free_to_assign<Name, Link, Field>,
                      "monotable: link assigns to a field that says which sides are linked, or is a "
                      "copy of theirs; drop the assignment, the sides that are given decide");
        return false;
    }
};
template <fixed_string Name, class Link, fixed_string Field, class Type, class Value>
struct report_payload_type {
    static constexpr bool fail() {
        static_assert(is_payload_for<Name, Link, Field, Type, Value>,
                      "monotable: link assigns a value of another type to a field of the item that "
                      "links; use the field's type");
        return false;
    }
};

} // namespace monotable::detail
