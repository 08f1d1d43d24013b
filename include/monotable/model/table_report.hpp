// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/model/model.hpp>
#include <monotable/model/report.hpp>

/// The text of every mistake in what is said of a table: see report.hpp.
namespace monotable::detail {

template <class E, fixed_string Name>
inline constexpr bool is_a_valid_name = false;
template <class E, fixed_string Name>
inline constexpr bool is_within_the_limits = false;
template <class E, fixed_string Name>
inline constexpr bool has_a_sort_key = false;
template <class E, fixed_string Attribute>
inline constexpr bool has_one_type = false;
template <class Table, fixed_string Name>
inline constexpr bool is_given_once = false;
template <class Table, fixed_string Name>
inline constexpr bool has_a_partition_key = false;
template <class Table, fixed_string Name>
inline constexpr bool shares_the_partition_key = false;
template <class T>
inline constexpr bool is_a_table_type = false;

template <class T>
struct report_no_table {
    static constexpr bool fail() {
        static_assert(is_a_table_type<T>,
                      "monotable: this is not a table; derive a struct from monotable::table<...>, as in struct shop : "
                      "monotable::table<\"shop\", ...> {}, and name that");
        return false;
    }
};
template <class E, fixed_string S>
struct report<problem::unknown_option, E, S> { // reported where the option is: report_option
    static constexpr bool fail() { return false; }
};
template <class E, fixed_string S>
struct report<problem::option_twice, E, S> {
    static constexpr bool fail() {
        static_assert(is_given_once<E, S>,
                      "monotable: an option of a table or an index is given twice; keep one, with everything that "
                      "it is to contain");
        return false;
    }
};
template <class E, fixed_string S>
struct report<problem::no_partition_key, E, S> {
    static constexpr bool fail() {
        static_assert(has_a_partition_key<E, S>,
                      "monotable: a key needs at least one partition key attribute; name one, as in "
                      "partition_key<\"PK\">, or drop the option for the default");
        return false;
    }
};
template <class E, fixed_string S>
struct report<problem::local_index_partition_key, E, S> {
    static constexpr bool fail() {
        static_assert(shares_the_partition_key<E, S>,
                      "monotable: a local secondary index has the table's partition key; give it only a "
                      "sort_key<>, or use gsi<>");
        return false;
    }
};
template <class E, fixed_string S>
struct report<problem::bad_table_name, E, S> {
    static constexpr bool fail() {
        static_assert(is_a_valid_name<E, S>,
                      "monotable: a table's name has 3 to 255 of the characters a-z A-Z 0-9 _ . -; rename it");
        return false;
    }
};
template <class E, fixed_string S>
struct report<problem::bad_index_name, E, S> {
    static constexpr bool fail() {
        static_assert(is_a_valid_name<E, S>,
                      "monotable: an index's name has 3 to 255 of the characters a-z A-Z 0-9 _ . -; rename it");
        return false;
    }
};
template <class E, fixed_string S>
struct report<problem::empty_attribute_name, E, S> {
    static constexpr bool fail() {
        static_assert(is_a_valid_name<E, S>, "monotable: an attribute has no name; give it one");
        return false;
    }
};
template <class E, fixed_string S>
struct report<problem::duplicate_index, E, S> {
    static constexpr bool fail() {
        static_assert(is_listed_once<E, S>,
                      "monotable: two indexes of a table have the same name; rename one, or remove it");
        return false;
    }
};
template <class E, fixed_string S>
struct report<problem::too_many_global_indexes, E, S> {
    static constexpr bool fail() {
        static_assert(is_within_the_limits<E, S>,
                      "monotable: a table has at most 20 global secondary indexes; let entities share them");
        return false;
    }
};
template <class E, fixed_string S>
struct report<problem::too_many_local_indexes, E, S> {
    static constexpr bool fail() {
        static_assert(is_within_the_limits<E, S>,
                      "monotable: a table has at most 5 local secondary indexes; use gsi<>");
        return false;
    }
};
template <class E, fixed_string S>
struct report<problem::too_many_key_attributes, E, S> {
    static constexpr bool fail() {
        static_assert(is_within_the_limits<E, S>,
                      "monotable: an index has at most 4 partition key and 4 sort key attributes; compose "
                      "several fields in one template");
        return false;
    }
};
template <class E, fixed_string S>
struct report<problem::too_many_primary_key_attributes, E, S> {
    static constexpr bool fail() {
        static_assert(is_within_the_limits<E, S>,
                      "monotable: only global secondary indexes have keys of several attributes; compose the "
                      "fields in one template");
        return false;
    }
};
template <class E, fixed_string S>
struct report<problem::local_index_without_sort_key, E, S> {
    static constexpr bool fail() {
        static_assert(has_a_sort_key<E, S>,
                      "monotable: a local secondary index needs a table with a sort key; add sort_key<> to the "
                      "table, or use gsi<>");
        return false;
    }
};
template <class E, fixed_string S>
struct report<problem::duplicate_key_attribute, E, S> {
    static constexpr bool fail() {
        static_assert(is_listed_once<E, S>,
                      "monotable: a key names the same attribute twice; each key attribute needs a name of its own");
        return false;
    }
};
template <class E, fixed_string S>
struct report<problem::key_attribute_two_types, E, S> {
    static constexpr bool fail() {
        static_assert(has_one_type<E, S>,
                      "monotable: two keys declare one attribute with different types; use one type, or two names");
        return false;
    }
};

} // namespace monotable::detail
