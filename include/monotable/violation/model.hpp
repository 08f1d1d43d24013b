// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/violation/violation.hpp>

/// Rules for entities. A rule is named after its violation.
namespace monotable::detail {

enum class model_rule {
    none,
    // entity<E>
    undeclared,
    unreadable,
    key_not_a_list,
    indexes_not_a_list,
    attributes_not_a_list,
    type_not_a_name,
    misnamed_list,
    indistinguishable,
    // key templates
    empty_template,
    unbalanced_brace,
    empty_placeholder,
    unknown_format,
    unknown_field,
    member_in_template,
    number_in_text_attribute,
    not_a_key_type,
    bytes_in_text,
    number_without_width,
    format_does_not_fit,
    unit_too_fine,
    adjacent_placeholders,
    // key<>
    key_part_count,
    optional_in_primary_key,
    key_attribute_type,
    attribute_conflict,
    duplicate_attribute,
    // attributes<>
    option_unknown_field,
    key_only_not_recoverable,
    reserved_attribute,
    managed_field_twice,
    managed_fields_conflict,
    version_type,
    moment_type,
    time_to_live_type,
    unique_type,
    set_by_store_in_key,
    not_stored_in_key,
    other_time_to_live,
    unique_in_table,
    unique_by_one_name,
    computed_function,
    // earlier versions
    evolution_header,
    empty_attribute_name,
    former_name_in_use,
    former_name_of_key,
    dropped_attribute_in_use,
    conversion_of_key,
    converted_twice,
    conversion_unseen,
    conversion_function,
    migration_to_itself,
    migration_function,
    // indexes<>
    unknown_index,
    index_listed_twice,
    two_conditions,
    index_part_count,
    index_attribute_type,
    condition_unknown_field,
    condition_on_native_index,
    condition_type,
};

template <model_rule Rule, class... Names>
constexpr bool report() {
    using enum model_rule;

    // entity<E>
    static_assert(holds_for<Names...>(Rule != undeclared), "monotable: an entity of a table has no key; specialize "
                                                           "monotable::entity<E> with using key = monotable::key<...>");
    static_assert(holds_for<Names...>(Rule != unreadable),
                  "monotable: the fields of an entity cannot be read, since it is not an aggregate or has no fields; "
                  "adapt it with BOOST_HANA_ADAPT_STRUCT or BOOST_HANA_DEFINE_STRUCT");
    static_assert(
        holds_for<Names...>(Rule != key_not_a_list),
        "monotable: an entity's key is not a list of templates; write using key = monotable::key<\"...\", ...>");
    static_assert(holds_for<Names...>(Rule != indexes_not_a_list),
                  "monotable: an entity's indexes is not a list; write using indexes = "
                  "monotable::indexes<monotable::in<\"index\", \"...\">, ...>");
    static_assert(
        holds_for<Names...>(Rule != attributes_not_a_list),
        "monotable: an entity's attributes is not a list; write using attributes = "
        "monotable::attributes<monotable::renamed<...>, ...> of key_only, renamed, defaulted, version and so on");
    static_assert(holds_for<Names...>(Rule != type_not_a_name),
                  "monotable: an entity's type is not a name; write using type = monotable::entity_type<\"...\">");
    static_assert(holds_for<Names...>(Rule != misnamed_list),
                  "monotable: an entity declares something under a name that is not read; use the names key, indexes, "
                  "attributes and type");
    static_assert(
        holds_for<Names...>(Rule != indistinguishable),
        "monotable: two entities of a table can have the same key, and the second put would destroy the first; start "
        "one key with other literal text, as in \"ORDER#{id}\", or require a prefix, as in {id:ord_*}");

    // key templates
    static_assert(
        holds_for<Names...>(Rule != empty_template),
        "monotable: a key template is empty, but every key attribute needs a value; write literal text or a {field}");
    static_assert(
        holds_for<Names...>(Rule != unbalanced_brace),
        "monotable: a key template has an unbalanced brace; close each {field}, and write {{ or }} for a brace itself");
    static_assert(holds_for<Names...>(Rule != empty_placeholder),
                  "monotable: a placeholder of a key template names no field; write {field}");
    static_assert(holds_for<Names...>(Rule != unknown_format),
                  "monotable: a placeholder has an unknown format; use a width such as 6 or 8.2, lower, desc, epoch, "
                  "epoch_ms, year, month, day, hour, minute, second, ms, us, ns, shard N, first..last, or prefix*");
    static_assert(holds_for<Names...>(Rule != unknown_field),
                  "monotable: a key template names a field that the struct does not have; spell it as the struct does");
    static_assert(holds_for<Names...>(Rule != member_in_template),
                  "monotable: a key template names a member of a field, but keys are made of whole fields; make the "
                  "member a field of the entity");
    static_assert(holds_for<Names...>(Rule != number_in_text_attribute),
                  "monotable: a number is the whole of a key attribute of type S, which holds text; declare the "
                  "attribute as \"name:N\", or store the field under another name with renamed<>");
    static_assert(holds_for<Names...>(Rule != not_a_key_type),
                  "monotable: a field of this type cannot be part of a key; use a string, integer, decimal, bool, "
                  "enum, time, date, UUID or bytes field");
    static_assert(holds_for<Names...>(Rule != bytes_in_text),
                  "monotable: bytes cannot be part of key text; make them the whole key of an attribute of type B, as "
                  "in partition_key<\"hash:B\">");
    static_assert(holds_for<Names...>(Rule != number_without_width),
                  "monotable: a decimal or floating-point field needs a fixed width in key text, or it would not sort; "
                  "write {field:8.2}, or use a key attribute of type N");
    static_assert(
        holds_for<Names...>(Rule != format_does_not_fit),
        "monotable: a placeholder's format does not suit its field; use lower and prefix* for strings, widths and "
        "first..last for integers, 8.2 for decimals, units and epoch for times, desc for numbers and times");
    static_assert(holds_for<Names...>(Rule != unit_too_fine),
                  "monotable: a placeholder requires more time precision than its field has; use the field's own "
                  "precision or a coarser one");
    static_assert(holds_for<Names...>(Rule != adjacent_placeholders),
                  "monotable: nothing separates a placeholder of variable length from the next, so that two values "
                  "could make one key; put a delimiter such as # between them");

    // key<>
    static_assert(holds_for<Names...>(Rule != key_part_count),
                  "monotable: key<> needs one template for each key attribute of the table; give the partition key's, "
                  "then the sort key's if the table has one");
    static_assert(holds_for<Names...>(Rule != optional_in_primary_key),
                  "monotable: an optional field cannot be part of the primary key, which every item has; make the "
                  "field required, or use it in an index");
    static_assert(holds_for<Names...>(Rule != key_attribute_type),
                  "monotable: a key attribute of type N or B takes one plain {field} of a number or of bytes; give it "
                  "such a field, or declare the attribute without :N or :B");
    static_assert(holds_for<Names...>(Rule != attribute_conflict),
                  "monotable: a key template and a field, or two templates, are stored in the same attribute; rename "
                  "the key attribute, or the field with renamed<>");
    static_assert(holds_for<Names...>(Rule != duplicate_attribute),
                  "monotable: two fields are stored as the same attribute; give them different names with renamed<>");

    // attributes<>
    static_assert(holds_for<Names...>(Rule != option_unknown_field),
                  "monotable: attributes<> names a field that the struct does not have; spell it as the struct does");
    static_assert(holds_for<Names...>(Rule != key_only_not_recoverable),
                  "monotable: key_only<> needs a field that the primary key holds in full; add it to key<> without "
                  "lower, shard or a coarser time unit, or drop key_only<>");
    static_assert(holds_for<Names...>(Rule != reserved_attribute),
                  "monotable: the table's type_attribute<> is reserved for the entity's type; store the field under "
                  "another name with renamed<>");
    static_assert(
        holds_for<Names...>(Rule != managed_field_twice),
        "monotable: an entity has one version, one created, one updated and one time to live; keep one field of each");
    static_assert(holds_for<Names...>(Rule != managed_fields_conflict),
                  "monotable: a field has at most one of version, created, updated, read_only, computed and "
                  "not_stored, and only the others also take time_to_live and unique; drop one of them");
    static_assert(holds_for<Names...>(Rule != version_type),
                  "monotable: a version counts every write of an item; make the field std::int64_t or std::uint64_t");
    static_assert(holds_for<Names...>(Rule != moment_type),
                  "monotable: created and updated are moments; make the field monotable::timestamp, or another "
                  "std::chrono::sys_time of s, ms, us or ns");
    static_assert(holds_for<Names...>(Rule != time_to_live_type),
                  "monotable: a time to live is stored in whole seconds; make the field std::chrono::sys_seconds, an "
                  "integer of seconds since 1970, or an optional of either, outside of key_only<>");
    static_assert(holds_for<Names...>(Rule != unique_type),
                  "monotable: unique<> applies to fields that can be in a key (strings, numbers, bool, enums, times, "
                  "UUIDs and bytes, or optionals of them); make an entity for each element of a list or set");
    static_assert(holds_for<Names...>(Rule != set_by_store_in_key),
                  "monotable: the store sets this field, so that no key could be given beforehand; keep created, "
                  "updated and computed fields out of the primary key, a version out of all keys");
    static_assert(holds_for<Names...>(Rule != not_stored_in_key),
                  "monotable: a key is made of a field that is not stored; take it out of the template, or drop its "
                  "not_stored<>");
    static_assert(holds_for<Names...>(Rule != other_time_to_live),
                  "monotable: a table has one attribute for the time to live, and here two entities differ; store it "
                  "under the same name with renamed<>, and other fields under other names");
    static_assert(holds_for<Names...>(Rule != unique_in_table),
                  "monotable: unique<> stores a guard for each value in the table, under the key \"UNIQUE#...\"; give "
                  "the table a partition key of type S, and start the keys of its entities with other literal text");
    static_assert(holds_for<Names...>(Rule != unique_by_one_name),
                  "monotable: unique<> stores its guards under the name of the entity, and two entities of the table "
                  "have this one; give one another name with using type = monotable::entity_type<\"...\">");
    static_assert(holds_for<Names...>(Rule != computed_function),
                  "monotable: computed<> needs a function that takes the object, const, and returns a value of the "
                  "field's type; write a lambda without captures, a static or a const member function");

    // earlier versions
    static_assert(holds_for<Names...>(Rule != evolution_header),
                  "monotable: an entity has formerly<>, converted<> or dropped<>; include "
                  "<monotable/evolution.hpp> wherever a store of it is used");
    static_assert(holds_for<Names...>(Rule != empty_attribute_name),
                  "monotable: an attribute has no name; give it one, in renamed<>, formerly<> or dropped<>");
    static_assert(holds_for<Names...>(Rule != former_name_in_use),
                  "monotable: formerly<> names an attribute that is already used by a field, a key, the entity's "
                  "type or another formerly<>; choose a name that only earlier items have");
    static_assert(
        holds_for<Names...>(Rule != former_name_of_key),
        "monotable: formerly<> applies to a field that has no attribute of its own, since it is stored in the "
        "key only or is the key attribute; drop the option, and move items with another key by monotable::migration<>");
    static_assert(holds_for<Names...>(Rule != dropped_attribute_in_use),
                  "monotable: dropped<> names an attribute that the entity still stores; remove the field, or drop the "
                  "option (it takes names of attributes, not of fields)");
    static_assert(holds_for<Names...>(Rule != conversion_of_key),
                  "monotable: converted<> applies to a field in the primary key, which would be another key; move the "
                  "items by monotable::migration<>");
    static_assert(holds_for<Names...>(Rule != converted_twice),
                  "monotable: a field has two converted<>; migrate the items of the older type first, or make the old "
                  "type a std::variant of both");
    static_assert(holds_for<Names...>(Rule != conversion_unseen),
                  "monotable: converted<> cannot distinguish old values of this field from new ones, since both types "
                  "are stored alike; store the field under another name, and add formerly<> with the former one");
    static_assert(holds_for<Names...>(Rule != conversion_function),
                  "monotable: the function of converted<> does not make the field's type of the old type; give one "
                  "that takes Old const& and returns the field's type");
    static_assert(holds_for<Names...>(Rule != migration_to_itself),
                  "monotable: a migration<> is from one entity to another, and this is one entity; write migrate<E>(), "
                  "or describe what the table has by a struct of its own");
    static_assert(holds_for<Names...>(Rule != migration_function),
                  "monotable: the function of a migration<> does not make the new entity of the old one; give one that "
                  "takes Old const& and returns New, or std::optional<New>");

    // indexes<>
    static_assert(holds_for<Names...>(Rule != unknown_index),
                  "monotable: index<> names an index that the table does not have; add gsi<> or lsi<> to the table, or "
                  "correct the name");
    static_assert(holds_for<Names...>(Rule != index_listed_twice),
                  "monotable: an entity is in an index at most once; keep one index<> per index, and add another index "
                  "for another order");
    static_assert(
        holds_for<Names...>(Rule != two_conditions),
        "monotable: an index has one when<>; compute a field from the others with computed<>, and name it in when<>");
    static_assert(
        holds_for<Names...>(Rule != index_part_count),
        "monotable: index<> needs one template for each key attribute of the index; give those of its partition "
        "key first");
    static_assert(holds_for<Names...>(Rule != index_attribute_type),
                  "monotable: a field is stored in a key attribute of another type, so that the store would refuse the "
                  "item; declare the attribute as \"name:N\" or \"name:B\", or rename the field");
    static_assert(holds_for<Names...>(Rule != condition_unknown_field),
                  "monotable: when<> names a field that the struct does not have; spell it as the struct does");
    static_assert(holds_for<Names...>(Rule != condition_on_native_index),
                  "monotable: an index over plain attributes holds every item that has them, whatever when<> requires; "
                  "give it a composed key attribute, or make a field optional");
    static_assert(
        holds_for<Names...>(Rule != condition_type),
        "monotable: when<> compares a field with a constant of another type; use a constant of the field's own type");
    return false;
}

} // namespace monotable::detail
