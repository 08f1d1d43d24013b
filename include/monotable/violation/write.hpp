// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/violation/violation.hpp>

/// The rules about the arguments of writes. A rule is named after its violation.
namespace monotable::detail {

enum class write_rule {
    none,
    // one assignment
    not_a_number,
    not_a_list,
    not_a_set,
    required,
    key_only_field,
    without_parent,
    without_members,
    // fields that the library writes
    set_by_store,
    computed,
    read_only,
    derived,
    // all arguments together
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
    // one argument
    not_an_argument,
    joined,
    not_a_when,
};

template <write_rule Rule, class... Names>
constexpr bool report() {
    using enum write_rule;

    // one assignment
    static_assert(holds_for<Names...>(Rule != not_a_number),
                  "monotable: +=, -=, + and - apply to numbers; assign another value with =, or append() to a list");
    static_assert(holds_for<Names...>(Rule != not_a_list),
                  "monotable: append and prepend apply to vectors; use insert() for a set, = for anything else");
    static_assert(holds_for<Names...>(Rule != not_a_set),
                  "monotable: insert and erase apply to sets of strings, numbers or bytes; use append() for a vector, "
                  "remove() or = for anything else");
    static_assert(holds_for<Names...>(Rule != required),
                  "monotable: remove() would leave items that cannot be read, since this field is required; assign a "
                  "value, or make the field std::optional or defaulted<>");
    static_assert(holds_for<Names...>(Rule != key_only_field),
                  "monotable: this field is stored in keys only, so that there is no attribute to calculate with; "
                  "assign a value with =, or drop its key_only<>");
    static_assert(holds_for<Names...>(Rule != without_parent),
                  "monotable: this field is in no struct or map that could be created; assign it as it is");
    static_assert(
        holds_for<Names...>(Rule != without_members),
        "monotable: merging applies to structs and maps, from a value of the same type; use = for anything else");

    // fields that the library writes
    static_assert(holds_for<Names...>(Rule != set_by_store),
                  "monotable: the store itself sets a version and the times created and updated with each write; drop "
                  "the assignment, or the option in attributes<>");
    static_assert(holds_for<Names...>(Rule != computed),
                  "monotable: this field is computed<> from others; assign those, or remove the option");
    static_assert(holds_for<Names...>(Rule != read_only),
                  "monotable: this field is read_only<>, so that it keeps the value that it was created with; erase "
                  "the item and create another, or remove the option");
    static_assert(holds_for<Names...>(Rule != derived),
                  "monotable: a field that duplicated<> or total<> derives is not assigned; change its source, or the "
                  "children, and it follows");

    // all arguments together
    static_assert(holds_for<Names...>(Rule != no_assignment),
                  "monotable: an update changes something; give assignments, as in \"field\"_f = value, or use put() "
                  "for a whole object");
    static_assert(holds_for<Names...>(Rule != primary_key),
                  "monotable: this field is part of the primary key, which does not change; give the item another key "
                  "by move(), in <monotable/transactions.hpp>");
    static_assert(holds_for<Names...>(Rule != twice),
                  "monotable: an update assigns the same place twice, or a place and a part of it; assign each once");
    static_assert(holds_for<Names...>(Rule != beyond_the_key),
                  "monotable: the item to write is found by its primary key, and this field is not in it; put the "
                  "condition into when(), or write = to assign");
    static_assert(holds_for<Names...>(Rule != no_equality),
                  "monotable: the item to write is found by its whole primary key; give == for each of its fields, and "
                  "put other conditions into when()");
    static_assert(holds_for<Names...>(Rule != incomplete_key),
                  "monotable: this needs the whole primary key, and a field of it has no == condition; add it");
    static_assert(holds_for<Names...>(Rule != key_twice),
                  "monotable: a field of the primary key has two conditions; give one ==");
    static_assert(holds_for<Names...>(Rule != two_conditions),
                  "monotable: a write has one when(); join its conditions by && or ||");
    static_assert(holds_for<Names...>(Rule != two_versions),
                  "monotable: a write returns one version of the item; give returning_old or returning_new, and "
                  "only returning_old to an erase, which leaves none");
    static_assert(holds_for<Names...>(Rule != missing_for_upsert),
                  "monotable: an upsert may create the item, and then this field would be missing; assign it, or make "
                  "it std::optional or defaulted<>, or use update() for an item that exists");
    static_assert(holds_for<Names...>(Rule != reads_in_upsert),
                  "monotable: an upsert may create the item, and then there is nothing to read here; say what to begin "
                  "with, as in \"n\"_f = mt::if_absent(\"n\"_f, 0) + 1");
    static_assert(holds_for<Names...>(Rule != no_update),
                  "monotable: assignments belong to update and upsert; give this write the key and when()");

    // one argument
    static_assert(holds_for<Names...>(Rule != not_an_argument),
                  "monotable: this is not an argument of a write; give == conditions on the primary key, assignments "
                  "such as \"field\"_f = value, and other conditions in when()");
    static_assert(holds_for<Names...>(Rule != joined),
                  "monotable: the conditions on the key of a write are separated by commas; put others into when()");
    static_assert(holds_for<Names...>(Rule != not_a_when),
                  "monotable: what follows the object of put, create, replace or erase is a condition in when(); write "
                  "put(object, monotable::when(\"field\"_f == value))");
    return false;
}

} // namespace monotable::detail
