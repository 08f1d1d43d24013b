// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/query/condition.hpp>

#include <cstdint>

/// The text of every mistake in one condition of a filter or of when(): the rule, then the remedy. As in
/// violation/violation.hpp fail() is one error, which shows the template arguments, and false.
namespace monotable::detail {

enum class path_problem : std::uint8_t {
    none,
    unknown_field,
    with_format,
    malformed,
    unknown_member,
    not_a_list,
    no_members
};

template <class E, fixed_string Path>
inline constexpr bool has_the_path = false;
template <class E, fixed_string Path>
inline constexpr bool has_an_attribute = false;
template <class E, fixed_string Path>
inline constexpr bool is_stored_in_one_type = false;
template <class E, fixed_string Path, class Type>
inline constexpr bool is_ordered = false;
template <class E, fixed_string Path, class Type>
inline constexpr bool is_text_or_bytes = false;
template <class E, fixed_string Path, class Type>
inline constexpr bool can_contain = false;
template <class E, fixed_string Path, class Type>
inline constexpr bool has_a_size = false;
template <class E, fixed_string Path, class Type, class Value>
inline constexpr bool takes_value = false;
template <class E, fixed_string A, class TypeA, fixed_string B, class TypeB>
inline constexpr bool is_comparable_to_field = false;
template <class E, fixed_string Path>
inline constexpr bool is_another_field = false;
template <class E, class Argument>
inline constexpr bool is_a_predicate = false;

template <path_problem Problem, class E, fixed_string Path>
struct path_report;

template <class E, fixed_string P>
struct path_report<path_problem::unknown_field, E, P> {
    static constexpr bool fail() {
        static_assert(has_the_path<E, P>,
                      "monotable: a path begins with a field that the struct does not have; spell it as the struct "
                      "does");
        return false;
    }
};
template <class E, fixed_string P>
struct path_report<path_problem::with_format, E, P> {
    static constexpr bool fail() {
        static_assert(has_the_path<E, P>,
                      "monotable: formats are of keys, and this names an attribute; name the field without its format");
        return false;
    }
};
template <class E, fixed_string P>
struct path_report<path_problem::malformed, E, P> {
    static constexpr bool fail() {
        static_assert(has_the_path<E, P>,
                      "monotable: this is not a path; write field, field.member or field[0], and so on");
        return false;
    }
};
template <class E, fixed_string P>
struct path_report<path_problem::unknown_member, E, P> {
    static constexpr bool fail() {
        static_assert(has_the_path<E, P>,
                      "monotable: a path names a member that its struct does not have; spell it as the struct does");
        return false;
    }
};
template <class E, fixed_string P>
struct path_report<path_problem::not_a_list, E, P> {
    static constexpr bool fail() {
        static_assert(has_the_path<E, P>,
                      "monotable: [index] is of a vector or array, and the field before it is none; name a member with "
                      "a full stop, or the field alone");
        return false;
    }
};
template <class E, fixed_string P>
struct path_report<path_problem::no_members, E, P> {
    static constexpr bool fail() {
        static_assert(has_the_path<E, P>,
                      "monotable: a path leads into a field that has no members; only structs and maps have, and of a "
                      "list name the element first, as in lines[0].qty");
        return false;
    }
};

template <class E, fixed_string P>
struct report_not_stored {
    static constexpr bool fail() {
        static_assert(has_an_attribute<E, P>,
                      "monotable: this field is not stored, so that there is nothing to test or to assign; drop its "
                      "not_stored<>, or set it on the object");
        return false;
    }
};
template <class E, fixed_string P>
struct report_no_attribute {
    static constexpr bool fail() {
        static_assert(
            has_an_attribute<E, P>,
            "monotable: this field is kept in the key only, so that there is no attribute to test; give it as "
            "a condition on the key, or drop its in_key<>");
        return false;
    }
};
template <class E, fixed_string P>
struct report_converted {
    static constexpr bool fail() {
        static_assert(is_stored_in_one_type<E, P>,
                      "monotable: a condition tests a converted<> field, of which the store has values that only "
                      "your function can read; migrate the items and drop converted<>, or test the objects "
                      "that are read");
        return false;
    }
};
template <class E, fixed_string P, class Type>
struct report_unordered {
    static constexpr bool fail() {
        static_assert(is_ordered<E, P, Type>,
                      "monotable: <, <=, >, >= and between are of numbers, texts, times and bytes; use == or !=");
        return false;
    }
};
template <class E, fixed_string P, class Type>
struct report_no_text {
    static constexpr bool fail() {
        static_assert(is_text_or_bytes<E, P, Type>,
                      "monotable: begins_with is of strings and bytes; use between or >= for numbers and times");
        return false;
    }
};
template <class E, fixed_string P, class Type>
struct report_no_container {
    static constexpr bool fail() {
        static_assert(can_contain<E, P, Type>,
                      "monotable: contains is of strings, bytes, sets and lists; use == for one value, and a path "
                      "with exists() for a map's key");
        return false;
    }
};
template <class E, fixed_string P, class Type>
struct report_no_size {
    static constexpr bool fail() {
        static_assert(has_a_size<E, P, Type>,
                      "monotable: size is of strings, bytes, lists, maps and sets; compare the field itself");
        return false;
    }
};
template <class E, fixed_string P, class Type, class Value>
struct report_operand {
    static constexpr bool fail() {
        static_assert(takes_value<E, P, Type, Value>,
                      "monotable: a field is given a value of another type; pass a value of the field's type");
        return false;
    }
};
template <class E, fixed_string A, class TypeA, fixed_string B, class TypeB>
struct report_two_fields {
    static constexpr bool fail() {
        static_assert(is_comparable_to_field<E, A, TypeA, B, TypeB>,
                      "monotable: two fields of different types are stored differently, so that "
                      "they cannot be compared; use fields of one type");
        return false;
    }
};
template <class E, fixed_string P>
struct report_same_field {
    static constexpr bool fail() {
        static_assert(is_another_field<E, P>,
                      "monotable: a field is compared with itself; name another field, or a value");
        return false;
    }
};

template <class E, class Argument>
struct report_predicate {
    static constexpr bool fail() {
        static_assert(is_a_predicate<E, Argument>,
                      "monotable: this is not a condition; write \"field\"_f == value, and join conditions by &&, "
                      "|| and !");
        return false;
    }
};
template <class E, fixed_string F, action_kind K, class V>
struct report_predicate<E, assignment<F, K, V>> {
    static constexpr bool fail() {
        static_assert(is_a_predicate<E, assignment<F, K, V>>,
                      "monotable: = is not a comparison; write \"field\"_f == value");
        return false;
    }
};
template <class E, fixed_string F>
struct report_predicate<E, field<F>> {
    static constexpr bool fail() {
        static_assert(is_a_predicate<E, field<F>>,
                      "monotable: a field alone is not a condition; compare it, as in \"field\"_f == true, or ask "
                      "whether it exists()");
        return false;
    }
};
template <class E, fixed_string F>
struct report_predicate<E, field_size<F>> {
    static constexpr bool fail() {
        static_assert(is_a_predicate<E, field_size<F>>,
                      "monotable: a size alone is not a condition; compare it, as in \"field\"_f.size() > 0");
        return false;
    }
};

} // namespace monotable::detail
