// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/violation/violation.hpp>

/// Rules for tables and their indexes. A rule is named after its violation.
namespace monotable::detail {

enum class table_rule {
    none,
    not_a_table,
    unknown_option,
    stream_view,
    option_twice,
    no_partition_key,
    local_index_partition_key,
    bad_table_name,
    bad_index_name,
    empty_attribute_name,
    duplicate_index,
    too_many_global_indexes,
    too_many_local_indexes,
    too_many_key_attributes,
    too_many_primary_key_attributes,
    local_index_without_sort_key,
    duplicate_key_attribute,
    key_attribute_two_types,
};

template <table_rule Rule, class... Names>
constexpr bool report() {
    using enum table_rule;
    static_assert(holds_for<Names...>(Rule != not_a_table),
                  "monotable: this is not a table; derive a struct from monotable::table<...>, as in struct shop : "
                  "monotable::table<\"shop\", ...> {}, and name that");
    static_assert(holds_for<Names...>(Rule != unknown_option),
                  "monotable: this is not an option of a table (partition_key, sort_key, gsi, lsi, type_attribute, "
                  "entities, stream, one_to_many, many_to_many, ...) or of an index (partition_key, sort_key, all, "
                  "keys_only, include); use one of these, and list entity types in entities<>");
    static_assert(holds_for<Names...>(Rule != stream_view),
                  "monotable: records of a stream hold both images, or what stream_of<> says, which is new_image, "
                  "old_image or keys_only; use stream for both images");
    static_assert(
        holds_for<Names...>(Rule != option_twice),
        "monotable: an option of a table or an index is given twice; keep one, with everything that it must contain");
    static_assert(holds_for<Names...>(Rule != no_partition_key),
                  "monotable: a key needs at least one partition key attribute; name one, as in partition_key<\"PK\">, "
                  "or drop the option for the default");
    static_assert(
        holds_for<Names...>(Rule != local_index_partition_key),
        "monotable: a local secondary index has the table's partition key; give it only a sort_key<>, or use gsi<>");
    static_assert(holds_for<Names...>(Rule != bad_table_name),
                  "monotable: a table's name has 3 to 255 of the characters a-z A-Z 0-9 _ . -; rename it");
    static_assert(holds_for<Names...>(Rule != bad_index_name),
                  "monotable: an index's name has 3 to 255 of the characters a-z A-Z 0-9 _ . -; rename it");
    static_assert(holds_for<Names...>(Rule != empty_attribute_name),
                  "monotable: an attribute has no name; give it one");
    static_assert(holds_for<Names...>(Rule != duplicate_index),
                  "monotable: two indexes of a table have the same name; rename one, or remove it");
    static_assert(holds_for<Names...>(Rule != too_many_global_indexes),
                  "monotable: a table has at most 20 global secondary indexes; let entities share them");
    static_assert(holds_for<Names...>(Rule != too_many_local_indexes),
                  "monotable: a table has at most 5 local secondary indexes; use gsi<>");
    static_assert(holds_for<Names...>(Rule != too_many_key_attributes),
                  "monotable: an index has at most 4 partition key and 4 sort key attributes; compose several fields "
                  "in one template");
    static_assert(
        holds_for<Names...>(Rule != too_many_primary_key_attributes),
        "monotable: only global secondary indexes have keys of several attributes; compose the fields in one template");
    static_assert(
        holds_for<Names...>(Rule != local_index_without_sort_key),
        "monotable: a local secondary index needs a table with a sort key; add sort_key<> to the table, or use gsi<>");
    static_assert(holds_for<Names...>(Rule != duplicate_key_attribute),
                  "monotable: a key names the same attribute twice; give each key attribute a name of its own");
    static_assert(holds_for<Names...>(Rule != key_attribute_two_types),
                  "monotable: two keys declare one attribute with different types; use one type, or two names");
    return false;
}

} // namespace monotable::detail
