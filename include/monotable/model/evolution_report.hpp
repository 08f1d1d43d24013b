// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/model/model.hpp>
#include <monotable/model/report.hpp>

/// The text of every mistake in what a model says of its earlier versions, as model/report.hpp has the others.
namespace monotable::detail {

template <class E, fixed_string Name>
inline constexpr bool is_a_former_name_only = false;
template <class E, fixed_string Name>
inline constexpr bool is_no_longer_stored = false;
template <class E, fixed_string Field>
inline constexpr bool may_have_another_name = false;
template <class E, fixed_string Field>
inline constexpr bool may_have_another_type = false;
template <class E, fixed_string Field>
inline constexpr bool has_one_earlier_type = false;
template <class E, fixed_string Field>
inline constexpr bool tells_old_values_from_new = false;
template <class E, fixed_string Field, class Old, class FieldType>
inline constexpr bool converts_to_the_field = false;

template <class E, fixed_string S>
struct report<problem::former_name_in_use, E, S> {
    static constexpr bool fail() {
        static_assert(is_a_former_name_only<E, S>,
                      "monotable: also_stored_as<> names an attribute that is in use: of a field, a key, the "
                      "entity's type, or given twice; a former name cannot be used for anything else "
                      "while items have it");
        return false;
    }
};
template <class E, fixed_string S>
struct report<problem::former_name_of_key, E, S> {
    static constexpr bool fail() {
        static_assert(may_have_another_name<E, S>,
                      "monotable: also_stored_as<> is of a field that has no attribute of its own: it is kept in "
                      "the key only, or is the key attribute; drop the option, and move items with "
                      "another key by monotable::migration<>");
        return false;
    }
};
template <class E, fixed_string S>
struct report<problem::dropped_attribute_in_use, E, S> {
    static constexpr bool fail() {
        static_assert(is_no_longer_stored<E, S>,
                      "monotable: dropped<> names an attribute that the entity still stores; remove the field, or "
                      "drop the option (it takes names of attributes, not of fields)");
        return false;
    }
};
template <class E, fixed_string S>
struct report<problem::conversion_of_key, E, S> {
    static constexpr bool fail() {
        static_assert(may_have_another_type<E, S>,
                      "monotable: converted<> is of a field in the primary key, which would be another key; move "
                      "the items by monotable::migration<>");
        return false;
    }
};
template <class E, fixed_string S>
struct report<problem::converted_twice, E, S> {
    static constexpr bool fail() {
        static_assert(has_one_earlier_type<E, S>,
                      "monotable: a field has two converted<>; migrate the items of the older type first, or make "
                      "the old type a std::variant of both");
        return false;
    }
};
template <class E, fixed_string S>
struct report<problem::conversion_unseen, E, S> {
    static constexpr bool fail() {
        static_assert(tells_old_values_from_new<E, S>,
                      "monotable: converted<> cannot tell old values of this field from new ones, since both "
                      "types are stored alike; store the field under another name, and add "
                      "also_stored_as<> with the former one");
        return false;
    }
};
template <class E, fixed_string Field, class Old, class FieldType>
struct report_conversion {
    static constexpr bool fail() {
        static_assert(converts_to_the_field<E, Field, Old, FieldType>,
                      "monotable: the function of converted<> does not make the field's type of "
                      "the old type; give one that takes Old const& and returns the "
                      "field's type");
        return false;
    }
};

} // namespace monotable::detail
