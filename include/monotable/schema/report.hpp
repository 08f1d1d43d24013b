// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/reflect.hpp>
#include <monotable/schema/model.hpp>

/// The text of every descriptor mistake: the rule, then the remedy. An instantiation report<problem, E, subject> is one
/// error; E is the entity (or table), subject the field, template, index or attribute. The condition carries both, so
/// that compilers print them beside the text.
namespace monotable::detail {

template <problem Code, class Where, fixed_string Subject>
struct report;

// One rule each, named as the property that does not hold.
template <class E, fixed_string Template> inline constexpr bool has_text = false;
template <class E, fixed_string Template> inline constexpr bool has_balanced_braces = false;
template <class E, fixed_string Template> inline constexpr bool names_its_placeholders = false;
template <class E, fixed_string Placeholder> inline constexpr bool has_a_known_format = false;
template <class E, fixed_string Field> inline constexpr bool has_field = false;
template <class E, fixed_string Field> inline constexpr bool can_be_a_key = false;
template <class E, fixed_string Field> inline constexpr bool suits_its_format = false;
template <class E, fixed_string Field> inline constexpr bool is_delimited_in_its_key = false;
template <class E, fixed_string Name> inline constexpr bool fills_every_key_attribute = false;
template <class E, fixed_string Field> inline constexpr bool is_always_present = false;
template <class E, fixed_string Name> inline constexpr bool suits_the_key_attribute = false;
template <class E, fixed_string Attribute> inline constexpr bool is_written_once = false;
template <class E, fixed_string Field> inline constexpr bool is_readable_from_the_key = false;
template <class E, fixed_string Name> inline constexpr bool is_free_to_use = false;
template <class E, fixed_string Index> inline constexpr bool is_an_index_of_its_table = false;
template <class E, fixed_string Index> inline constexpr bool is_listed_once = false;
template <class E, fixed_string Index> inline constexpr bool can_be_sparse = false;
template <class E, fixed_string Name> inline constexpr bool is_a_valid_name = false;
template <class E, fixed_string Name> inline constexpr bool is_within_the_limits = false;
template <class E, fixed_string Name> inline constexpr bool has_a_sort_key = false;
template <class E, fixed_string Attribute> inline constexpr bool has_one_type = false;
template <class E, fixed_string Other> inline constexpr bool has_keys_unlike = false;

template <class E, fixed_string S>
struct report<problem::empty_template, E, S> {
    static_assert(has_text<E, S>, "monotable: a key template is empty, but every key attribute needs a value; write literal "
                                  "text or a {field}");
};
template <class E, fixed_string S>
struct report<problem::unbalanced_brace, E, S> {
    static_assert(has_balanced_braces<E, S>, "monotable: a key template has an unbalanced brace; close each {field}, and write "
                                             "{{ or }} for a brace itself");
};
template <class E, fixed_string S>
struct report<problem::empty_placeholder, E, S> {
    static_assert(names_its_placeholders<E, S>, "monotable: a placeholder of a key template names no field; write {field}");
};
template <class E, fixed_string S>
struct report<problem::unknown_format, E, S> {
    static_assert(has_a_known_format<E, S>,
                  "monotable: a placeholder has an unknown format; use a width such as 6 or 8.2, lower, desc, epoch, epoch_ms, "
                  "year, month, day, hour, minute, second, ms, us, ns, shard N, first..last, or prefix*");
};
template <class E, fixed_string S>
struct report<problem::unknown_field, E, S> {
    static_assert(has_field<E, S>, "monotable: a key template names a field that the struct does not have; spell it as the "
                                   "struct does");
};
template <class E, fixed_string S>
struct report<problem::not_a_key_type, E, S> {
    static_assert(can_be_a_key<E, S>, "monotable: a field of this type cannot be part of a key; use a string, integer, decimal, "
                                      "bool, enum, time, date, UUID or bytes field");
};
template <class E, fixed_string S>
struct report<problem::bytes_in_text, E, S> {
    static_assert(can_be_a_key<E, S>, "monotable: bytes cannot be part of key text; make them the whole key of an attribute "
                                      "of type B, as in partition_key<\"hash:B\">");
};
template <class E, fixed_string S>
struct report<problem::number_without_width, E, S> {
    static_assert(can_be_a_key<E, S>, "monotable: a decimal or floating-point field needs a fixed width in key text, or it would "
                                      "not sort; write {field:8.2}, or use a key attribute of type N");
};
template <class E, fixed_string S>
struct report<problem::format_does_not_fit, E, S> {
    static_assert(suits_its_format<E, S>,
                  "monotable: a placeholder's format does not suit its field; lower and prefix* are for strings, widths and "
                  "first..last for integers, 8.2 for decimals, units and epoch for times, desc for numbers and times");
};
template <class E, fixed_string S>
struct report<problem::unit_too_fine, E, S> {
    static_assert(suits_its_format<E, S>, "monotable: a placeholder asks for more time precision than its field has; use the "
                                          "field's own precision or a coarser one");
};
template <class E, fixed_string S>
struct report<problem::adjacent_placeholders, E, S> {
    static_assert(is_delimited_in_its_key<E, S>, "monotable: nothing separates a placeholder of variable length from the next, so "
                                                 "that two values could make one key; put a delimiter such as # between them");
};
template <class E, fixed_string S>
struct report<problem::key_part_count, E, S> {
    static_assert(fills_every_key_attribute<E, S>, "monotable: key<> needs one template for each key attribute of the table: the "
                                                   "partition key, then the sort key if the table has one");
};
template <class E, fixed_string S>
struct report<problem::optional_in_primary_key, E, S> {
    static_assert(is_always_present<E, S>, "monotable: an optional field cannot be part of the primary key, which every item has; "
                                           "make the field required, or use it in an index");
};
template <class E, fixed_string S>
struct report<problem::key_attribute_type, E, S> {
    static_assert(suits_the_key_attribute<E, S>, "monotable: a key attribute of type N or B takes one plain {field} of a number or "
                                                 "of bytes; give it such a field, or declare the attribute without :N or :B");
};
template <class E, fixed_string S>
struct report<problem::attribute_conflict, E, S> {
    static_assert(is_written_once<E, S>, "monotable: two contents compete for one attribute: a key template and a field, or two "
                                         "templates; rename the key attribute, or the field with renamed<>");
};
template <class E, fixed_string S>
struct report<problem::duplicate_attribute, E, S> {
    static_assert(is_written_once<E, S>, "monotable: two fields are stored as the same attribute; give them different names with "
                                         "renamed<>");
};
template <class E, fixed_string S>
struct report<problem::option_unknown_field, E, S> {
    static_assert(has_field<E, S>, "monotable: attributes<> names a field that the struct does not have; spell it as the struct "
                                   "does");
};
template <class E, fixed_string S>
struct report<problem::in_key_not_recoverable, E, S> {
    static_assert(is_readable_from_the_key<E, S>, "monotable: in_key<> needs a field that the primary key holds in full; add it to "
                                                  "key<> without lower, shard or a coarser time unit, or drop in_key<>");
};
template <class E, fixed_string S>
struct report<problem::reserved_attribute, E, S> {
    static_assert(is_free_to_use<E, S>, "monotable: the table's type_attribute<> is reserved for the entity's type; store the field "
                                        "under another name with renamed<>");
};
template <class E, fixed_string S>
struct report<problem::unknown_index, E, S> {
    static_assert(is_an_index_of_its_table<E, S>, "monotable: in<> names an index that the table does not have; add gsi<> or lsi<> "
                                                  "to the table, or correct the name");
};
template <class E, fixed_string S>
struct report<problem::index_listed_twice, E, S> {
    static_assert(is_listed_once<E, S>, "monotable: an entity is in an index at most once; keep one in<> per index, and add another "
                                        "index for another order");
};
template <class E, fixed_string S>
struct report<problem::index_part_count, E, S> {
    static_assert(fills_every_key_attribute<E, S>, "monotable: in<> needs one template for each key attribute of the index, partition "
                                                   "key attributes first");
};
template <class E, fixed_string S>
struct report<problem::index_attribute_type, E, S> {
    static_assert(suits_the_key_attribute<E, S>, "monotable: a field is stored in a key attribute of another type, so that the store "
                                                 "would refuse the item; declare the attribute as \"name:N\" or \"name:B\", or "
                                                 "rename the field");
};
template <class E, fixed_string S>
struct report<problem::condition_unknown_field, E, S> {
    static_assert(has_field<E, S>, "monotable: when<> names a field that the struct does not have; spell it as the struct does");
};
template <class E, fixed_string S>
struct report<problem::condition_on_native_index, E, S> {
    static_assert(can_be_sparse<E, S>, "monotable: an index over plain attributes holds every item that has them, whatever when<> "
                                       "says; give it a composed key attribute, or make a field optional");
};
template <class E, fixed_string S>
struct report<problem::bad_table_name, E, S> {
    static_assert(is_a_valid_name<E, S>, "monotable: a table's name has 3 to 255 of the characters a-z A-Z 0-9 _ . -; rename it");
};
template <class E, fixed_string S>
struct report<problem::bad_index_name, E, S> {
    static_assert(is_a_valid_name<E, S>, "monotable: an index's name has 3 to 255 of the characters a-z A-Z 0-9 _ . -; rename it");
};
template <class E, fixed_string S>
struct report<problem::empty_attribute_name, E, S> {
    static_assert(is_a_valid_name<E, S>, "monotable: an attribute has no name; give it one");
};
template <class E, fixed_string S>
struct report<problem::duplicate_index, E, S> {
    static_assert(is_listed_once<E, S>, "monotable: two indexes of a table have the same name; rename one, or remove it");
};
template <class E, fixed_string S>
struct report<problem::too_many_global_indexes, E, S> {
    static_assert(is_within_the_limits<E, S>, "monotable: a table has at most 20 global secondary indexes; let entities share them");
};
template <class E, fixed_string S>
struct report<problem::too_many_local_indexes, E, S> {
    static_assert(is_within_the_limits<E, S>, "monotable: a table has at most 5 local secondary indexes; use gsi<>");
};
template <class E, fixed_string S>
struct report<problem::too_many_key_attributes, E, S> {
    static_assert(is_within_the_limits<E, S>, "monotable: an index has at most 4 partition key and 4 sort key attributes; compose "
                                              "several fields in one template");
};
template <class E, fixed_string S>
struct report<problem::too_many_primary_key_attributes, E, S> {
    static_assert(is_within_the_limits<E, S>, "monotable: only global secondary indexes have keys of several attributes; compose the "
                                              "fields in one template");
};
template <class E, fixed_string S>
struct report<problem::local_index_without_sort_key, E, S> {
    static_assert(has_a_sort_key<E, S>, "monotable: a local secondary index needs a table with a sort key; add sort_key<> to the "
                                        "table, or use gsi<>");
};
template <class E, fixed_string S>
struct report<problem::duplicate_key_attribute, E, S> {
    static_assert(is_listed_once<E, S>, "monotable: a key names the same attribute twice; each key attribute needs a name of its own");
};
template <class E, fixed_string S>
struct report<problem::key_attribute_two_types, E, S> {
    static_assert(has_one_type<E, S>, "monotable: two keys declare one attribute with different types; use one type, or two names");
};
template <class E, class Other>
struct report_indistinguishable {
    static_assert(has_keys_unlike<E, to_fixed<unqualified_name<Other>().size()>(unqualified_name<Other>())>,
                  "monotable: two entities of a table can have the same key, and the second put would destroy the first; start one "
                  "key with other literal text, as in \"ORDER#{id}\", or demand a prefix, as in {id:ord_*}");
};

} // namespace monotable::detail
