// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/reflect.hpp>
#include <monotable/model/model.hpp>

/// The text of every descriptor mistake: the rule, then the remedy. report<problem, E, subject>::fail() is one error and
/// false; E is the entity (or table), subject the field, template, index or attribute. The condition carries both, so that
/// compilers print them beside the text. (In a function, since clang takes the user of a class with a failed assertion for
/// wrong as well, which would be a second error.)
namespace monotable::detail {

template <problem Code, class Where, fixed_string Subject>
struct report;

// One rule each, named as the property that does not hold.
template <class E, fixed_string Template>
inline constexpr bool has_text = false;
template <class E, fixed_string Template>
inline constexpr bool has_balanced_braces = false;
template <class E, fixed_string Template>
inline constexpr bool names_its_placeholders = false;
template <class E, fixed_string Placeholder>
inline constexpr bool has_a_known_format = false;
template <class E, fixed_string Field>
inline constexpr bool has_field = false;
template <class E, fixed_string Field>
inline constexpr bool can_be_a_key = false;
template <class E, fixed_string Field>
inline constexpr bool suits_its_format = false;
template <class E, fixed_string Field>
inline constexpr bool is_delimited_in_its_key = false;
template <class E, fixed_string Name>
inline constexpr bool fills_every_key_attribute = false;
template <class E, fixed_string Field>
inline constexpr bool is_always_present = false;
template <class E, fixed_string Name>
inline constexpr bool suits_the_key_attribute = false;
template <class E, fixed_string Attribute>
inline constexpr bool is_written_once = false;
template <class E, fixed_string Field>
inline constexpr bool is_readable_from_the_key = false;
template <class E, fixed_string Name>
inline constexpr bool is_free_to_use = false;
template <class E, fixed_string Index>
inline constexpr bool is_an_index_of_its_table = false;
template <class E, fixed_string Index>
inline constexpr bool is_listed_once = false;
template <class E, fixed_string Index>
inline constexpr bool can_be_sparse = false;
template <class E, fixed_string Other>
inline constexpr bool has_keys_unlike = false;
template <class E, fixed_string Field, class FieldType, class Constant>
inline constexpr bool is_comparable_with = false;
template <class E, class Table>
inline constexpr bool is_declared = false;
template <class E, class Table>
inline constexpr bool has_readable_fields = false;
template <class E, class Found>
inline constexpr bool has_a_list = false;
template <class E, fixed_string Name>
inline constexpr bool has_a_meaning = false;
template <class E>
inline constexpr bool has_evolution_header = false;

template <class E, fixed_string S>
struct report<problem::empty_template, E, S> {
    static constexpr bool fail() {
        static_assert(has_text<E, S>,
                      "monotable: a key template is empty, but every key attribute needs a value; write literal "
                      "text or a {field}");
        return false;
    }
};
template <class E, fixed_string S>
struct report<problem::unbalanced_brace, E, S> {
    static constexpr bool fail() {
        static_assert(has_balanced_braces<E, S>,
                      "monotable: a key template has an unbalanced brace; close each {field}, and write "
                      "{{ or }} for a brace itself");
        return false;
    }
};
template <class E, fixed_string S>
struct report<problem::empty_placeholder, E, S> {
    static constexpr bool fail() {
        static_assert(names_its_placeholders<E, S>,
                      "monotable: a placeholder of a key template names no field; write {field}");
        return false;
    }
};
template <class E, fixed_string S>
struct report<problem::unknown_format, E, S> {
    static constexpr bool fail() {
        static_assert(has_a_known_format<E, S>,
                      "monotable: a placeholder has an unknown format; use a width such as 6 or 8.2, lower, desc, "
                      "epoch, epoch_ms, "
                      "year, month, day, hour, minute, second, ms, us, ns, shard N, first..last, or prefix*");
        return false;
    }
};
template <class E, fixed_string S>
struct report<problem::unknown_field, E, S> {
    static constexpr bool fail() {
        static_assert(has_field<E, S>,
                      "monotable: a key template names a field that the struct does not have; spell it as the "
                      "struct does");
        return false;
    }
};
template <class E, fixed_string S>
struct report<problem::member_in_template, E, S> {
    static constexpr bool fail() {
        static_assert(
            can_be_a_key<E, S>,
            "monotable: a key template names a member of a field, but keys are made of whole fields; make the "
            "member a field of the entity");
        return false;
    }
};
template <class E, fixed_string S>
struct report<problem::number_in_text_attribute, E, S> {
    static constexpr bool fail() {
        static_assert(suits_the_key_attribute<E, S>,
                      "monotable: a number is the whole of a key attribute of type S, which holds text; declare the "
                      "attribute as \"name:N\", or store the field under another name with renamed<>");
        return false;
    }
};
template <class E, fixed_string S>
struct report<problem::not_a_key_type, E, S> {
    static constexpr bool fail() {
        static_assert(can_be_a_key<E, S>,
                      "monotable: a field of this type cannot be part of a key; use a string, integer, decimal, "
                      "bool, enum, time, date, UUID or bytes field");
        return false;
    }
};
template <class E, fixed_string S>
struct report<problem::bytes_in_text, E, S> {
    static constexpr bool fail() {
        static_assert(can_be_a_key<E, S>,
                      "monotable: bytes cannot be part of key text; make them the whole key of an attribute "
                      "of type B, as in partition_key<\"hash:B\">");
        return false;
    }
};
template <class E, fixed_string S>
struct report<problem::number_without_width, E, S> {
    static constexpr bool fail() {
        static_assert(can_be_a_key<E, S>,
                      "monotable: a decimal or floating-point field needs a fixed width in key text, or it would "
                      "not sort; write {field:8.2}, or use a key attribute of type N");
        return false;
    }
};
template <class E, fixed_string S>
struct report<problem::format_does_not_fit, E, S> {
    static constexpr bool fail() {
        static_assert(
            suits_its_format<E, S>,
            "monotable: a placeholder's format does not suit its field; lower and prefix* are for strings, widths and "
            "first..last for integers, 8.2 for decimals, units and epoch for times, desc for numbers and times");
        return false;
    }
};
template <class E, fixed_string S>
struct report<problem::unit_too_fine, E, S> {
    static constexpr bool fail() {
        static_assert(suits_its_format<E, S>,
                      "monotable: a placeholder asks for more time precision than its field has; use the "
                      "field's own precision or a coarser one");
        return false;
    }
};
template <class E, fixed_string S>
struct report<problem::adjacent_placeholders, E, S> {
    static constexpr bool fail() {
        static_assert(is_delimited_in_its_key<E, S>,
                      "monotable: nothing separates a placeholder of variable length from the next, so "
                      "that two values could make one key; put a delimiter such as # between them");
        return false;
    }
};
template <class E, fixed_string S>
struct report<problem::key_part_count, E, S> {
    static constexpr bool fail() {
        static_assert(fills_every_key_attribute<E, S>,
                      "monotable: key<> needs one template for each key attribute of the table: the "
                      "partition key, then the sort key if the table has one");
        return false;
    }
};
template <class E, fixed_string S>
struct report<problem::optional_in_primary_key, E, S> {
    static constexpr bool fail() {
        static_assert(is_always_present<E, S>,
                      "monotable: an optional field cannot be part of the primary key, which every item has; "
                      "make the field required, or use it in an index");
        return false;
    }
};
template <class E, fixed_string S>
struct report<problem::key_attribute_type, E, S> {
    static constexpr bool fail() {
        static_assert(suits_the_key_attribute<E, S>,
                      "monotable: a key attribute of type N or B takes one plain {field} of a number or "
                      "of bytes; give it such a field, or declare the attribute without :N or :B");
        return false;
    }
};
template <class E, fixed_string S>
struct report<problem::attribute_conflict, E, S> {
    static constexpr bool fail() {
        static_assert(is_written_once<E, S>,
                      "monotable: two contents compete for one attribute: a key template and a field, or two "
                      "templates; rename the key attribute, or the field with renamed<>");
        return false;
    }
};
template <class E, fixed_string S>
struct report<problem::duplicate_attribute, E, S> {
    static constexpr bool fail() {
        static_assert(is_written_once<E, S>,
                      "monotable: two fields are stored as the same attribute; give them different names with "
                      "renamed<>");
        return false;
    }
};
template <class E, fixed_string S>
struct report<problem::option_unknown_field, E, S> {
    static constexpr bool fail() {
        static_assert(has_field<E, S>,
                      "monotable: attributes<> names a field that the struct does not have; spell it as the struct "
                      "does");
        return false;
    }
};
template <class E, fixed_string S>
struct report<problem::in_key_not_recoverable, E, S> {
    static constexpr bool fail() {
        static_assert(is_readable_from_the_key<E, S>,
                      "monotable: in_key<> needs a field that the primary key holds in full; add it to "
                      "key<> without lower, shard or a coarser time unit, or drop in_key<>");
        return false;
    }
};
template <class E, fixed_string S>
struct report<problem::reserved_attribute, E, S> {
    static constexpr bool fail() {
        static_assert(is_free_to_use<E, S>,
                      "monotable: the table's type_attribute<> is reserved for the entity's type; store the field "
                      "under another name with renamed<>");
        return false;
    }
};
template <class E, fixed_string S>
struct report<problem::unknown_index, E, S> {
    static constexpr bool fail() {
        static_assert(is_an_index_of_its_table<E, S>,
                      "monotable: in<> names an index that the table does not have; add gsi<> or lsi<> "
                      "to the table, or correct the name");
        return false;
    }
};
template <class E, fixed_string S>
struct report<problem::index_listed_twice, E, S> {
    static constexpr bool fail() {
        static_assert(is_listed_once<E, S>,
                      "monotable: an entity is in an index at most once; keep one in<> per index, and add another "
                      "index for another order");
        return false;
    }
};
template <class E, fixed_string S>
struct report<problem::two_conditions, E, S> {
    static constexpr bool fail() {
        static_assert(
            can_be_sparse<E, S>,
            "monotable: an index has one when<>; compute a field from the others with computed<>, and name it "
            "in when<>");
        return false;
    }
};
template <class E, fixed_string S>
struct report<problem::index_part_count, E, S> {
    static constexpr bool fail() {
        static_assert(fills_every_key_attribute<E, S>,
                      "monotable: in<> needs one template for each key attribute of the index, partition "
                      "key attributes first");
        return false;
    }
};
template <class E, fixed_string S>
struct report<problem::index_attribute_type, E, S> {
    static constexpr bool fail() {
        static_assert(suits_the_key_attribute<E, S>,
                      "monotable: a field is stored in a key attribute of another type, so that the store "
                      "would refuse the item; declare the attribute as \"name:N\" or \"name:B\", or "
                      "rename the field");
        return false;
    }
};
template <class E, fixed_string S>
struct report<problem::condition_unknown_field, E, S> {
    static constexpr bool fail() {
        static_assert(has_field<E, S>,
                      "monotable: when<> names a field that the struct does not have; spell it as the struct does");
        return false;
    }
};
template <class E, fixed_string S>
struct report<problem::condition_on_native_index, E, S> {
    static constexpr bool fail() {
        static_assert(can_be_sparse<E, S>,
                      "monotable: an index over plain attributes holds every item that has them, whatever when<> "
                      "says; give it a composed key attribute, or make a field optional");
        return false;
    }
};

// Mistakes that are found before there is a model to look at.

template <class E, class Table>
struct report_undeclared {
    static constexpr bool fail() {
        static_assert(is_declared<E, Table>,
                      "monotable: an entity of a table has no key; specialize monotable::entity<E> with "
                      "using key = monotable::key<...>");
        return false;
    }
};
template <class E, class Table>
struct report_unreadable {
    static constexpr bool fail() {
        static_assert(has_readable_fields<E, Table>, "monotable: the fields of an entity cannot be read, since it is "
                                                     "not an aggregate or has no fields; adapt it with "
                                                     "BOOST_HANA_ADAPT_STRUCT or BOOST_HANA_DEFINE_STRUCT");
        return false;
    }
};
template <class E, class Found>
struct report_key_list {
    static constexpr bool fail() {
        static_assert(has_a_list<E, Found>, "monotable: an entity's key is not a list of templates; write using key = "
                                            "monotable::key<\"...\", ...>");
        return false;
    }
};
template <class E, class Found>
struct report_index_list {
    static constexpr bool fail() {
        static_assert(has_a_list<E, Found>, "monotable: an entity's indexes is not a list; write using indexes = "
                                            "monotable::indexes<monotable::in<\"index\", \"...\">, ...>");
        return false;
    }
};
template <class E, class Found>
struct report_attribute_list {
    static constexpr bool fail() {
        static_assert(
            has_a_list<E, Found>,
            "monotable: an entity's attributes is not a list; write using attributes = "
            "monotable::attributes<monotable::renamed<...>, ...> of in_key, renamed, defaulted, version and so on");
        return false;
    }
};
template <class E, class Found>
struct report_type_name {
    static constexpr bool fail() {
        static_assert(has_a_list<E, Found>, "monotable: an entity's type is not a name; write using type = "
                                            "monotable::entity_type<\"...\">");
        return false;
    }
};
template <class E, fixed_string Name>
struct report_misnamed_list {
    static constexpr bool fail() {
        static_assert(has_a_meaning<E, Name>,
                      "monotable: an entity declares something under a name that is not read; use the names key, "
                      "indexes, attributes and type");
        return false;
    }
};
template <class E, fixed_string Field, class FieldType, class Constant>
struct report_condition_type {
    static constexpr bool fail() {
        static_assert(is_comparable_with<E, Field, FieldType, Constant>,
                      "monotable: when<> compares a field with a constant of another type; use a constant of the "
                      "field's own type");
        return false;
    }
};
template <class E>
struct report_evolution_header {
    static constexpr bool fail() {
        static_assert(has_evolution_header<E>,
                      "monotable: an entity has also_stored_as<>, converted<> or dropped<>; include "
                      "<monotable/evolution.hpp> wherever a store of it is used");
        return false;
    }
};
template <class E, class Other>
struct report_indistinguishable {
    static constexpr bool fail() {
        static_assert(has_keys_unlike<E, to_fixed<unqualified_name<Other>().size()>(unqualified_name<Other>())>,
                      "monotable: two entities of a table can have the same key, and the second put would destroy the "
                      "first; start one "
                      "key with other literal text, as in \"ORDER#{id}\", or demand a prefix, as in {id:ord_*}");
        return false;
    }
};

} // namespace monotable::detail
