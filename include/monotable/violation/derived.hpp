// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/violation/violation.hpp>

/// Rules for duplicated<> and total<>. A rule is named after its violation. The names are the relation's name, the
/// entity and the field.
namespace monotable::detail {

enum class derived_rule {
    none,
    unknown_option,
    no_mode,
    two_modes,
    without_fields,
    not_an_entity,
    in_two_tables,
    unknown_field,
    match_types,
    constant_type,
    copy_types,
    absent_in_source,
    not_the_primary_key,
    not_found_by_match,
    where_not_in_key,
    sum_of_no_number,
    sum_into_integer,
    count_of_no_integer,
    in_primary_key,
    not_projected,
    derived_twice,
    matched_and_derived,
    cycle,
    chain_in_transaction,
    name_twice,
    no_stream,
};

template <derived_rule Rule, class... Names>
constexpr bool report() {
    using enum derived_rule;
    static_assert(holds_for<Names...>(Rule != unknown_option),
                  "monotable: a relation has an option that it does not take; give duplicated<> match, where, copy, "
                  "and in_transaction or by_stream, total<> match, where, sum, count, and in_transaction or by_stream");
    static_assert(holds_for<Names...>(Rule != no_mode),
                  "monotable: a duplicated<> or total<> does not say when it is updated; add in_transaction (with each "
                  "write, and bounded by what one transaction holds) or by_stream (a moment later, by a worker)");
    static_assert(
        holds_for<Names...>(Rule != two_modes),
        "monotable: a duplicated<> or total<> says twice when it is updated; keep one of in_transaction and by_stream");
    static_assert(holds_for<Names...>(Rule != without_fields),
                  "monotable: a relation derives no field; name one with copy<\"of source\", \"of copy\">, or for a "
                  "total with sum<\"of child\", \"of parent\"> or count<\"of parent\">");
    static_assert(holds_for<Names...>(Rule != not_an_entity),
                  "monotable: a relation is between entities of its table, and this is not one; list it in entities<>, "
                  "or declare the relation in a relations<> with the table that lists it");
    static_assert(holds_for<Names...>(Rule != in_two_tables),
                  "monotable: two of the tables that are related by relations<> list this entity, so that it is not "
                  "determined which of them a relation means; list it in one");
    static_assert(holds_for<Names...>(Rule != unknown_field),
                  "monotable: a relation names a field that the struct does not have; name the field of the source "
                  "(parent) first in match and copy, that of the child in sum");
    static_assert(holds_for<Names...>(Rule != match_types),
                  "monotable: the two fields of a match<> have different types, so that they could never hold the same "
                  "value; give them one type (that of the copy or child may be an optional of it)");
    static_assert(
        holds_for<Names...>(Rule != constant_type),
        "monotable: a where<> compares a field with a value of another type; give a value of the field's type");
    static_assert(holds_for<Names...>(Rule != copy_types), "monotable: a field and its copy have different types; give "
                                                           "them one type (that of the copy may be an optional of it)");
    static_assert(
        holds_for<Names...>(Rule != absent_in_source),
        "monotable: a field may be absent in the source, but not in its copy; make the copy an optional as well");
    static_assert(holds_for<Names...>(Rule != not_the_primary_key),
                  "monotable: the fields that a relation matches must be those of the source's (parent's) primary key, "
                  "so that each copy (child) has one; add a match<> for each of them and no other (duplicated<> with "
                  "by_stream: at least for those of the partition key)");
    static_assert(holds_for<Names...>(Rule != not_found_by_match),
                  "monotable: no key or index of the table finds all copies (children) by the fields that are matched; "
                  "let a partition key be made of them, in the entity's key or in an index that leaves none out");
    static_assert(holds_for<Names...>(Rule != where_not_in_key),
                  "monotable: the key or index that finds the copies (children) does not hold the field of this "
                  "where<>; put the field into that key as well, as in \"{kind}#{id}\"");
    static_assert(
        holds_for<Names...>(Rule != sum_of_no_number),
        "monotable: a sum<> applies to a number, and is stored in a number; use count<> to know how many there are");
    static_assert(holds_for<Names...>(Rule != sum_into_integer),
                  "monotable: a sum of numbers that need not be integers is stored in an integer; make the parent's "
                  "field a decimal");
    static_assert(holds_for<Names...>(Rule != count_of_no_integer),
                  "monotable: a count<> is stored in an integer; make the field one");
    static_assert(holds_for<Names...>(Rule != in_primary_key),
                  "monotable: a derived field cannot be part of the primary key, since a change would be another item; "
                  "use it in an index, which follows");
    static_assert(holds_for<Names...>(Rule != not_projected),
                  "monotable: the index that finds the children does not have the field that is summed; add it to the "
                  "index with include<>");
    static_assert(holds_for<Names...>(Rule != derived_twice),
                  "monotable: a field is derived twice, and would have two values; derive it once, or give each a "
                  "field of its own");
    static_assert(holds_for<Names...>(Rule != matched_and_derived),
                  "monotable: a field that is matched is also derived, so that a copy (child) would belong elsewhere "
                  "when its value follows; match fields that only the program writes");
    static_assert(holds_for<Names...>(Rule != cycle), "monotable: a field is derived from itself, by one relation or "
                                                      "around several, so that it has no source; remove one of them");
    static_assert(holds_for<Names...>(Rule != chain_in_transaction),
                  "monotable: in_transaction derives no field from one that is itself derived, nor within one entity, "
                  "since one write would lead to another; take it from its source, or use by_stream");
    static_assert(holds_for<Names...>(Rule != name_twice),
                  "monotable: two relations of a table have one name; give each its own");
    static_assert(
        holds_for<Names...>(Rule != no_stream),
        "monotable: by_stream follows the streams, with both images, of the tables of both entities, and the table of "
        "this one has none; add monotable::stream to it, or use in_transaction");
    return false;
}

} // namespace monotable::detail
