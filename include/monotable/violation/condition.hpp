// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/violation/violation.hpp>

/// Rules for paths, and for the conditions of filter() and when(). A rule is named after its violation.
namespace monotable::detail {

enum class condition_rule {
    none,
    // paths
    unknown_field,
    with_format,
    malformed,
    unknown_member,
    not_a_list,
    no_members,
    // fields
    not_stored,
    key_only_field,
    converted,
    // operators
    unordered,
    not_text,
    not_a_container,
    without_size,
    // operands
    other_type,
    two_types,
    same_field,
    // conditions
    not_a_condition,
    assigned,
    field_alone,
    size_alone,
};

template <condition_rule Rule, class... Names>
constexpr bool report() {
    using enum condition_rule;

    // paths
    static_assert(holds_for<Names...>(Rule != unknown_field),
                  "monotable: a path begins with a field that the struct does not have; spell it as the struct does");
    static_assert(holds_for<Names...>(Rule != with_format),
                  "monotable: formats apply to keys, and this names an attribute; name the field without its format");
    static_assert(holds_for<Names...>(Rule != malformed),
                  "monotable: this is not a path; write field, field.member or field[0], and so on");
    static_assert(holds_for<Names...>(Rule != unknown_member),
                  "monotable: a path names a member that its struct does not have; spell it as the struct does");
    static_assert(holds_for<Names...>(Rule != not_a_list),
                  "monotable: [index] applies to a vector or array, and the field before it is neither; name a member "
                  "with a full stop, or the field alone");
    static_assert(holds_for<Names...>(Rule != no_members),
                  "monotable: a path leads into a field that has no members; name a member of a struct or map only, "
                  "and an element of a list first, as in lines[0].qty");

    // fields
    static_assert(holds_for<Names...>(Rule != not_stored),
                  "monotable: this field is not stored, so that there is nothing to test or to assign; drop its "
                  "not_stored<>, or set it on the object");
    static_assert(holds_for<Names...>(Rule != key_only_field),
                  "monotable: this field is stored in the key only, so that there is no attribute to test; give it as "
                  "a condition on the key, or drop its key_only<>");
    static_assert(holds_for<Names...>(Rule != converted),
                  "monotable: a condition tests a converted<> field, of which the store has values that only your "
                  "function can read; migrate the items and drop converted<>, or test the objects that are read");

    // operators
    static_assert(holds_for<Names...>(Rule != unordered),
                  "monotable: <, <=, >, >= and between apply to numbers, texts, times and bytes; use == or !=");
    static_assert(holds_for<Names...>(Rule != not_text),
                  "monotable: begins_with applies to strings and bytes; use between or >= for numbers and times");
    static_assert(holds_for<Names...>(Rule != not_a_container),
                  "monotable: contains applies to strings, bytes, sets and lists; use == for one value, and a path "
                  "with exists() for a map's key");
    static_assert(holds_for<Names...>(Rule != without_size),
                  "monotable: size applies to strings, bytes, lists, maps and sets; compare the field itself");

    // operands
    static_assert(holds_for<Names...>(Rule != other_type),
                  "monotable: a field is given a value of another type; pass a value of the field's type");
    static_assert(holds_for<Names...>(Rule != two_types),
                  "monotable: two fields of different types are stored differently, so that they cannot be compared; "
                  "use fields of one type");
    static_assert(holds_for<Names...>(Rule != same_field),
                  "monotable: a field is compared with itself; name another field, or a value");

    // conditions
    static_assert(
        holds_for<Names...>(Rule != not_a_condition),
        "monotable: this is not a condition; write \"field\"_f == value, and join conditions by &&, || and !");
    static_assert(holds_for<Names...>(Rule != assigned),
                  "monotable: = is not a comparison; write \"field\"_f == value");
    static_assert(holds_for<Names...>(Rule != field_alone), "monotable: a field alone is not a condition; compare it, "
                                                            "as in \"field\"_f == true, or test whether it exists()");
    static_assert(holds_for<Names...>(Rule != size_alone),
                  "monotable: a size alone is not a condition; compare it, as in \"field\"_f.size() > 0");
    return false;
}

} // namespace monotable::detail
