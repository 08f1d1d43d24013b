// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/fixed_string.hpp>
#include <monotable/query/assignment.hpp>

#include <cstdint>

/// The text of every mistake in the arguments of a write: the rule, then the remedy. As in model/report.hpp fail() is one
/// error, which shows the template arguments, and false.
namespace monotable::detail {

template <class E, fixed_string Path, class Type>
inline constexpr bool is_a_number = false;
template <class E, fixed_string Path, class Type>
inline constexpr bool is_a_list = false;
template <class E, fixed_string Path, class Type>
inline constexpr bool is_a_stored_set = false;
template <class E, fixed_string Path>
inline constexpr bool may_be_removed = false;
template <class E, fixed_string Path>
inline constexpr bool is_assigned_a_value = false;
template <class E, fixed_string Path>
inline constexpr bool is_outside_of_the_key = false;
template <class E, fixed_string Path>
inline constexpr bool is_assigned_once = false;
template <class E, fixed_string Path>
inline constexpr bool is_given_by_an_upsert = false;
template <class E, fixed_string Path>
inline constexpr bool is_there_for_an_upsert = false;
template <class E, fixed_string Field>
inline constexpr bool is_a_key_condition = false;
template <class E, fixed_string Field>
inline constexpr bool fixes_the_key = false;
template <class E, fixed_string Field>
inline constexpr bool is_assigned_by_users = false;
template <class E, fixed_string Path>
inline constexpr bool is_inside_of_something = false;
template <class E, fixed_string Path, class Type>
inline constexpr bool has_members = false;
template <class E>
inline constexpr bool assigns_something = false;
template <class E>
inline constexpr bool has_one_when = false;
template <class E>
inline constexpr bool returns_one_version = false;
template <class E, class Argument>
inline constexpr bool is_an_argument = false;

template <class E, fixed_string P, class Type>
struct report_no_number {
    static constexpr bool fail() {
        static_assert(is_a_number<E, P, Type>,
                      "monotable: +=, -=, + and - are of numbers; assign another value with =, or append() to a list");
        return false;
    }
};
template <class E, fixed_string P, class Type>
struct report_no_list {
    static constexpr bool fail() {
        static_assert(is_a_list<E, P, Type>,
                      "monotable: append and prepend are of vectors; use insert() for a set, = for anything else");
        return false;
    }
};
template <class E, fixed_string P, class Type>
struct report_no_set {
    static constexpr bool fail() {
        static_assert(is_a_stored_set<E, P, Type>,
                      "monotable: insert and erase are of sets of strings, numbers or bytes; use append() for a "
                      "vector, remove() or = for anything else");
        return false;
    }
};
template <class E, fixed_string P>
struct report_required {
    static constexpr bool fail() {
        static_assert(
            may_be_removed<E, P>,
            "monotable: remove() would leave items that cannot be read, since this field is required; assign a "
            "value, or make the field std::optional or defaulted<>");
        return false;
    }
};
template <class E, fixed_string P>
struct report_in_key_action {
    static constexpr bool fail() {
        static_assert(is_assigned_a_value<E, P>,
                      "monotable: this field is kept in keys only, so that there is no attribute to calculate with; "
                      "assign a value with =, or drop its in_key<>");
        return false;
    }
};

/// What is wrong with the arguments taken together.
template <class E, fixed_string P>
struct report_no_parent {
    static constexpr bool fail() {
        static_assert(is_inside_of_something<E, P>,
                      "monotable: this field is in no struct or map that could be created; assign it as it is");
        return false;
    }
};
template <class E, fixed_string P, class Type>
struct report_no_members {
    static constexpr bool fail() {
        static_assert(
            has_members<E, P, Type>,
            "monotable: merging is of structs and maps, from a value of the same type; use = for anything else");
        return false;
    }
};

enum class write_problem : std::uint8_t {
    none,
    no_assignment,
    primary_key,
    twice,
    beyond_the_key,
    no_equality,
    incomplete_key,
    key_twice,
    two_conditions,
    two_versions,
    missing_for_upsert,
    reads_in_upsert,
    no_update,
    set_by_store,
    computed,
    read_only,
};

template <write_problem Problem, class E, fixed_string Subject>
struct write_report;

template <class E, fixed_string S>
struct write_report<write_problem::set_by_store, E, S> {
    static constexpr bool fail() {
        static_assert(is_assigned_by_users<E, S>,
                      "monotable: the store itself sets a version and the times created and updated with each "
                      "write; drop the assignment, or the role in attributes<>");
        return false;
    }
};
template <class E, fixed_string S>
struct write_report<write_problem::computed, E, S> {
    static constexpr bool fail() {
        static_assert(is_assigned_by_users<E, S>,
                      "monotable: this field is computed<> from others; assign those, or drop the role");
        return false;
    }
};
template <class E, fixed_string S>
struct write_report<write_problem::read_only, E, S> {
    static constexpr bool fail() {
        static_assert(is_assigned_by_users<E, S>,
                      "monotable: this field is read_only<>: the value that it was created with stays; erase the "
                      "item and create another, or drop the role");
        return false;
    }
};
template <class E, fixed_string S>
struct write_report<write_problem::no_assignment, E, S> {
    static constexpr bool fail() {
        static_assert(
            assigns_something<E>,
            "monotable: an update changes something; give assignments, as in \"field\"_f = value, or use put() "
            "for a whole object");
        return false;
    }
};
template <class E, fixed_string S>
struct write_report<write_problem::primary_key, E, S> {
    static constexpr bool fail() {
        static_assert(is_outside_of_the_key<E, S>,
                      "monotable: this field is part of the primary key, which does not change; give the item "
                      "another key by move(), in <monotable/transactions.hpp>");
        return false;
    }
};
template <class E, fixed_string S>
struct write_report<write_problem::twice, E, S> {
    static constexpr bool fail() {
        static_assert(
            is_assigned_once<E, S>,
            "monotable: an update assigns the same place twice, or a place and a part of it; assign each once");
        return false;
    }
};
template <class E, fixed_string S>
struct write_report<write_problem::beyond_the_key, E, S> {
    static constexpr bool fail() {
        static_assert(is_a_key_condition<E, S>,
                      "monotable: the item to write is found by its primary key, and this field is not in it; put the "
                      "condition into when(), or write = to assign");
        return false;
    }
};
template <class E, fixed_string S>
struct write_report<write_problem::no_equality, E, S> {
    static constexpr bool fail() {
        static_assert(is_a_key_condition<E, S>,
                      "monotable: the item to write is found by its whole primary key; give == for each of its fields, "
                      "and put other conditions into when()");
        return false;
    }
};
template <class E, fixed_string S>
struct write_report<write_problem::incomplete_key, E, S> {
    static constexpr bool fail() {
        static_assert(fixes_the_key<E, S>,
                      "monotable: this needs the whole primary key, and a field of it has no == condition; add it");
        return false;
    }
};
template <class E, fixed_string S>
struct write_report<write_problem::key_twice, E, S> {
    static constexpr bool fail() {
        static_assert(fixes_the_key<E, S>, "monotable: a field of the primary key has two conditions; give one ==");
        return false;
    }
};
template <class E, fixed_string S>
struct write_report<write_problem::two_conditions, E, S> {
    static constexpr bool fail() {
        static_assert(has_one_when<E>, "monotable: a write has one when(); join its conditions by && or ||");
        return false;
    }
};
template <class E, fixed_string S>
struct write_report<write_problem::two_versions, E, S> {
    static constexpr bool fail() {
        static_assert(returns_one_version<E>,
                      "monotable: a write returns one version of the item; give returning_old or returning_new, and "
                      "only returning_old to an erase, which leaves none");
        return false;
    }
};
template <class E, fixed_string S>
struct write_report<write_problem::missing_for_upsert, E, S> {
    static constexpr bool fail() {
        static_assert(
            is_given_by_an_upsert<E, S>,
            "monotable: an upsert may create the item, and then this field would be missing; assign it, or make "
            "it std::optional or defaulted<>, or use update() if the item is there");
        return false;
    }
};
template <class E, fixed_string S>
struct write_report<write_problem::reads_in_upsert, E, S> {
    static constexpr bool fail() {
        static_assert(
            is_there_for_an_upsert<E, S>,
            "monotable: an upsert may create the item, and then there is nothing to read here; say what to begin "
            "with, as in \"n\"_f = mt::if_absent(\"n\"_f, 0) + 1");
        return false;
    }
};
template <class E, fixed_string S>
struct write_report<write_problem::no_update, E, S> {
    static constexpr bool fail() {
        static_assert(is_an_argument<E, fixed_string<0>>,
                      "monotable: an assignment is of update and upsert; this write takes the key and when()");
        return false;
    }
};

template <class E, class Argument>
struct report_write_argument {
    static constexpr bool fail() {
        static_assert(is_an_argument<E, Argument>,
                      "monotable: this is no argument of a write; give == conditions on the primary key, "
                      "assignments such as \"field\"_f = value, and other conditions in when()");
        return false;
    }
};
template <class E, bool Any, class A, class B>
struct report_write_argument<E, junction<Any, A, B>> {
    static constexpr bool fail() {
        static_assert(is_an_argument<E, junction<Any, A, B>>,
                      "monotable: the conditions on the key of a write are separated by commas; put others into "
                      "when()");
        return false;
    }
};
template <class E, class Argument>
struct report_put_argument {
    static constexpr bool fail() {
        static_assert(is_an_argument<E, Argument>,
                      "monotable: what follows the object of put, create, replace or erase is a condition in when(); "
                      "write put(object, monotable::when(\"field\"_f == value))");
        return false;
    }
};
template <class E, fixed_string Name, action_kind Kind, class V>
struct report_put_argument<E, assignment<Name, Kind, V>> : report_write_argument<E, assignment<Name, Kind, V>> {};

} // namespace monotable::detail
