// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/model/model.hpp>
#include <monotable/model/report.hpp>

/// The text of every mistake in the roles of fields: see report.hpp.
namespace monotable::detail {

template <class E, fixed_string Field>
inline constexpr bool has_one_field_of_a_role = false;
template <class E, fixed_string Field>
inline constexpr bool has_roles_that_agree = false;
template <class E, fixed_string Field>
inline constexpr bool is_a_64_bit_integer = false;
template <class E, fixed_string Field>
inline constexpr bool is_a_time_point = false;
template <class E, fixed_string Field>
inline constexpr bool is_in_seconds = false;
template <class E, fixed_string Field>
inline constexpr bool is_a_scalar = false;
template <class E, fixed_string Field>
inline constexpr bool is_outside_of_keys = false;
template <class E, fixed_string Attribute>
inline constexpr bool shares_the_time_to_live = false;
template <class E, fixed_string Field>
inline constexpr bool has_room_for_marks = false;
template <class E, fixed_string Field, class FieldType, class Function>
inline constexpr bool is_worked_out_by = false;

template <class E, fixed_string S>
struct report<problem::role_twice, E, S> {
    static constexpr bool fail() {
        static_assert(has_one_field_of_a_role<E, S>,
                      "monotable: an entity has one version, one created, one updated and one time to live; "
                      "keep one field of each");
        return false;
    }
};
template <class E, fixed_string S>
struct report<problem::roles_conflict, E, S> {
    static constexpr bool fail() {
        static_assert(has_roles_that_agree<E, S>,
                      "monotable: a field has roles that exclude each other; of version, created, updated, "
                      "read_only, computed and not_stored it takes one, and only the others go with time_to_live "
                      "and unique");
        return false;
    }
};
template <class E, fixed_string S>
struct report<problem::version_type, E, S> {
    static constexpr bool fail() {
        static_assert(is_a_64_bit_integer<E, S>,
                      "monotable: a version counts every write of an item; make the field std::int64_t or "
                      "std::uint64_t");
        return false;
    }
};
template <class E, fixed_string S>
struct report<problem::moment_type, E, S> {
    static constexpr bool fail() {
        static_assert(is_a_time_point<E, S>,
                      "monotable: created and updated are moments; make the field monotable::timestamp, or another "
                      "std::chrono::sys_time of s, ms, us or ns");
        return false;
    }
};
template <class E, fixed_string S>
struct report<problem::time_to_live_type, E, S> {
    static constexpr bool fail() {
        static_assert(is_in_seconds<E, S>,
                      "monotable: a time to live is stored in whole seconds; make the field "
                      "std::chrono::sys_seconds, an "
                      "integer of seconds since 1970, or an optional of either, outside of in_key<>");
        return false;
    }
};
template <class E, fixed_string S>
struct report<problem::unique_type, E, S> {
    static constexpr bool fail() {
        static_assert(is_a_scalar<E, S>,
                      "monotable: unique<> is of fields that can be in a key: strings, numbers, bool, enums, times, "
                      "UUIDs "
                      "and bytes, or optionals of them; for each element of a list or set make an entity of its own");
        return false;
    }
};
template <class E, fixed_string S>
struct report<problem::set_by_store_in_key, E, S> {
    static constexpr bool fail() {
        static_assert(is_outside_of_keys<E, S>,
                      "monotable: the store sets this field, so that no key could be given beforehand; keep "
                      "created, updated and computed fields out of the primary key, a version out of all keys");
        return false;
    }
};
template <class E, fixed_string S>
struct report<problem::not_stored_in_key, E, S> {
    static constexpr bool fail() {
        static_assert(is_outside_of_keys<E, S>,
                      "monotable: a key is made of a field that is not stored; take it out of the template, or drop "
                      "its not_stored<>");
        return false;
    }
};
template <class E, fixed_string S>
struct report<problem::other_time_to_live, E, S> {
    static constexpr bool fail() {
        static_assert(shares_the_time_to_live<E, S>,
                      "monotable: a table has one attribute for the time to live, and here two entities "
                      "differ; store it under the same name with renamed<>, and other fields under other "
                      "names");
        return false;
    }
};
template <class E, fixed_string S>
struct report<problem::unique_in_table, E, S> {
    static constexpr bool fail() {
        static_assert(has_room_for_marks<E, S>,
                      "monotable: unique<> keeps a mark for each value in the table, under the key "
                      "\"UNIQUE#...\"; give the table a partition key of type S, and start the keys of its "
                      "entities with other literal text");
        return false;
    }
};
template <class E, fixed_string S>
struct report<problem::unique_by_one_name, E, S> {
    static constexpr bool fail() {
        static_assert(has_room_for_marks<E, S>,
                      "monotable: unique<> keeps values under the name of the entity, and two entities of the table "
                      "have this one; give one another name with using type = monotable::entity_type<\"...\">");
        return false;
    }
};
template <class E, fixed_string Field, class FieldType, class Function>
struct report_computed {
    static constexpr bool fail() {
        static_assert(is_worked_out_by<E, Field, FieldType, Function>,
                      "monotable: computed<> needs a function that takes the object, const, and returns a "
                      "value of the field's type; write a "
                      "lambda without captures, a static or a const member function");
        return false;
    }
};

} // namespace monotable::detail
