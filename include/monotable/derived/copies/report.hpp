// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/fixed_string.hpp>

#include <cstdint>

/// The text of every mistake in a duplicated<> or total<>: the rule, then the remedy. As in violation/violation.hpp fail() is one
/// error, which shows the template arguments: the relation's name, the entity and the field; and false.
namespace monotable::detail {

enum class kept_problem : std::uint8_t {
    none,
    foreign_option,
    no_mode,
    two_modes,
    nothing_kept,
    not_an_entity,
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
    kept_twice,
    matched_and_kept,
    cycle,
    chain_in_transaction,
    name_twice,
    no_stream,
};

template <fixed_string Relation, class E, fixed_string Field>
inline constexpr bool is_true_of = false;

template <kept_problem Code, fixed_string Relation, class E, fixed_string Field>
struct report_kept;

template <fixed_string R, class E, fixed_string F>
struct report_kept<kept_problem::foreign_option, R, E, F> {
    static constexpr bool fail() {
        static_assert(is_true_of<R, E, F>, "monotable: a relation has an option that it does not take; "
                                           "duplicated<> takes match, where, copy, and "
                                           "in_transaction or by_stream, total<> takes match, where, sum, "
                                           "count, and in_transaction or by_stream");
        return false;
    }
};
template <fixed_string R, class E, fixed_string F>
struct report_kept<kept_problem::no_mode, R, E, F> {
    static constexpr bool fail() {
        static_assert(is_true_of<R, E, F>,
                      "monotable: a duplicated<> or total<> does not say when it becomes true; add in_transaction "
                      "(with each write, and bounded by what one transaction holds) or by_stream (a moment later, by "
                      "a worker)");
        return false;
    }
};
template <fixed_string R, class E, fixed_string F>
struct report_kept<kept_problem::two_modes, R, E, F> {
    static constexpr bool fail() {
        static_assert(is_true_of<R, E, F>, "monotable: a duplicated<> or total<> says twice when it becomes "
                                           "true; keep one of in_transaction "
                                           "and by_stream");
        return false;
    }
};
template <fixed_string R, class E, fixed_string F>
struct report_kept<kept_problem::nothing_kept, R, E, F> {
    static constexpr bool fail() {
        static_assert(is_true_of<R, E, F>,
                      "monotable: a relation keeps no field; name one with copy<\"of source\", \"of copy\">, or for "
                      "a total with sum<\"of child\", \"of parent\"> or count<\"of parent\">");
        return false;
    }
};
template <fixed_string R, class E, fixed_string F>
struct report_kept<kept_problem::not_an_entity, R, E, F> {
    static constexpr bool fail() {
        static_assert(is_true_of<R, E, F>, "monotable: a relation is between entities of its table, and this "
                                           "is none; list it in entities<>");
        return false;
    }
};
template <fixed_string R, class E, fixed_string F>
struct report_kept<kept_problem::unknown_field, R, E, F> {
    static constexpr bool fail() {
        static_assert(is_true_of<R, E, F>, "monotable: a relation names a field that the struct does not "
                                           "have; match and copy name the field of "
                                           "the source (parent) first, sum that of the child");
        return false;
    }
};
template <fixed_string R, class E, fixed_string F>
struct report_kept<kept_problem::match_types, R, E, F> {
    static constexpr bool fail() {
        static_assert(is_true_of<R, E, F>,
                      "monotable: the two fields of a match<> have different types, so that they could never "
                      "hold the same "
                      "value; give them one type (that of the copy or child may be an optional of it)");
        return false;
    }
};
template <fixed_string R, class E, fixed_string F>
struct report_kept<kept_problem::constant_type, R, E, F> {
    static constexpr bool fail() {
        static_assert(is_true_of<R, E, F>, "monotable: a where<> compares a field with a value of another type; "
                                           "give a value of the field's type");
        return false;
    }
};
template <fixed_string R, class E, fixed_string F>
struct report_kept<kept_problem::copy_types, R, E, F> {
    static constexpr bool fail() {
        static_assert(is_true_of<R, E, F>, "monotable: a field and its copy have different types; give them "
                                           "one type (that of the copy may be an "
                                           "optional of it)");
        return false;
    }
};
template <fixed_string R, class E, fixed_string F>
struct report_kept<kept_problem::absent_in_source, R, E, F> {
    static constexpr bool fail() {
        static_assert(is_true_of<R, E, F>, "monotable: a field may be absent in the source, but not in its "
                                           "copy; make the copy an optional as "
                                           "well");
        return false;
    }
};
template <fixed_string R, class E, fixed_string F>
struct report_kept<kept_problem::not_the_primary_key, R, E, F> {
    static constexpr bool fail() {
        static_assert(is_true_of<R, E, F>,
                      "monotable: the fields that a relation matches have to be those of the source's "
                      "(parent's) primary "
                      "key, so that each copy (child) has one; add a match<> for each of them and no other "
                      "(duplicated<> with by_stream: at least for those of the partition key)");
        return false;
    }
};
template <fixed_string R, class E, fixed_string F>
struct report_kept<kept_problem::where_not_in_key, R, E, F> {
    static constexpr bool fail() {
        static_assert(is_true_of<R, E, F>,
                      "monotable: the key or index that finds the copies (children) does not hold the field of this "
                      "where<>; put the field into that key as well, as in \"{kind}#{id}\"");
        return false;
    }
};
template <fixed_string R, class E, fixed_string F>
struct report_kept<kept_problem::not_found_by_match, R, E, F> {
    static constexpr bool fail() {
        static_assert(is_true_of<R, E, F>,
                      "monotable: no key or index of the table finds all copies (children) by the fields that are "
                      "matched; "
                      "let a partition key be made of them, in the entity's key or in an index that leaves none out");
        return false;
    }
};
template <fixed_string R, class E, fixed_string F>
struct report_kept<kept_problem::sum_of_no_number, R, E, F> {
    static constexpr bool fail() {
        static_assert(is_true_of<R, E, F>,
                      "monotable: a sum<> is of a number, in a number; use count<> to know how many there are");
        return false;
    }
};
template <fixed_string R, class E, fixed_string F>
struct report_kept<kept_problem::sum_into_integer, R, E, F> {
    static constexpr bool fail() {
        static_assert(is_true_of<R, E, F>, "monotable: a sum of numbers that need not be integers is kept in "
                                           "an integer; make the parent's field "
                                           "a decimal");
        return false;
    }
};
template <fixed_string R, class E, fixed_string F>
struct report_kept<kept_problem::no_stream, R, E, F> {
    static constexpr bool fail() {
        static_assert(is_true_of<R, E, F>,
                      "monotable: by_stream follows the table's stream, with both images, and the table has none; add "
                      "monotable::stream to the table, or use in_transaction");
        return false;
    }
};
template <fixed_string R, class E, fixed_string F>
struct report_kept<kept_problem::count_of_no_integer, R, E, F> {
    static constexpr bool fail() {
        static_assert(is_true_of<R, E, F>, "monotable: a count<> is kept in a number; make the field an integer");
        return false;
    }
};
template <fixed_string R, class E, fixed_string F>
struct report_kept<kept_problem::in_primary_key, R, E, F> {
    static constexpr bool fail() {
        static_assert(is_true_of<R, E, F>, "monotable: a field that is kept cannot be part of the primary "
                                           "key, since a change would be another "
                                           "item; use it in an index, which follows");
        return false;
    }
};
template <fixed_string R, class E, fixed_string F>
struct report_kept<kept_problem::not_projected, R, E, F> {
    static constexpr bool fail() {
        static_assert(is_true_of<R, E, F>, "monotable: the index that finds the children does not have the "
                                           "field that is summed; add it to the "
                                           "index with include<>");
        return false;
    }
};
template <fixed_string R, class E, fixed_string F>
struct report_kept<kept_problem::kept_twice, R, E, F> {
    static constexpr bool fail() {
        static_assert(is_true_of<R, E, F>, "monotable: a field is kept twice, and would have two values; "
                                           "keep it once, or give each a field of its "
                                           "own");
        return false;
    }
};
template <fixed_string R, class E, fixed_string F>
struct report_kept<kept_problem::matched_and_kept, R, E, F> {
    static constexpr bool fail() {
        static_assert(is_true_of<R, E, F>, "monotable: a field that is matched is also kept, so that a copy "
                                           "(child) would belong elsewhere when its "
                                           "value follows; match fields that only the program writes");
        return false;
    }
};
template <fixed_string R, class E, fixed_string F>
struct report_kept<kept_problem::cycle, R, E, F> {
    static constexpr bool fail() {
        static_assert(is_true_of<R, E, F>, "monotable: a field is kept from itself, by one relation or "
                                           "around several, so that it has no source; "
                                           "remove one of them");
        return false;
    }
};
template <fixed_string R, class E, fixed_string F>
struct report_kept<kept_problem::chain_in_transaction, R, E, F> {
    static constexpr bool fail() {
        static_assert(is_true_of<R, E, F>,
                      "monotable: in_transaction keeps no field from one that is itself kept, nor within one "
                      "entity, since one "
                      "write would lead to another; take it from where it begins, or use by_stream");
        return false;
    }
};
template <fixed_string R, class E, fixed_string F>
struct report_kept<kept_problem::name_twice, R, E, F> {
    static constexpr bool fail() {
        static_assert(is_true_of<R, E, F>, "monotable: two relations of a table have one name; give each its own");
        return false;
    }
};

/// A write that assigns a field which the library keeps.
template <class E, fixed_string Field>
inline constexpr bool is_for_the_program_to_write = false;
template <class E, fixed_string Field>
struct report_kept_assigned {
    static constexpr bool fail() {
        static_assert(is_for_the_program_to_write<E, Field>,
                      "monotable: a field that duplicated<> or total<> keeps is not assigned; change its "
                      "source, or the children, and it follows");
        return false;
    }
};

} // namespace monotable::detail
