// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/fixed_string.hpp>

#include <string_view>

/// Compile-time reports of violations in models, queries and writes. Each subject has one header in this folder, with
/// an enumeration of its rules and a function template report<Rule, Names...>(), which contains one static_assert for
/// each rule, with the rule and the remedy. report() is false, so that callers can stop. To add a message, add an
/// enumerator and its static_assert in the subject's header, and return report<my_rule::new_one, E>() where the rule is
/// checked.
///
/// Compilers print the arguments of report() and of holds_for() with the text. Therefore the names are the struct, the
/// field (`named<"field">`) and other subjects of the violation. Assertions fail in function templates only: clang also
/// rejects uses of a class with a failed assertion, which would be a second error. Public headers include these headers
/// first, because g++ prints the path of inclusion before the error, and the first three lines must contain the names.
namespace monotable::detail {

/// The condition of every message.
template <class... Names>
constexpr bool holds_for(bool kept) {
    return kept;
}

/// A text as one of the names of a message.
template <fixed_string Text>
struct named;

/// The first violation in constant data; `subject` names the field, template, index or attribute.
template <class Rule>
struct violation {
    Rule code = Rule::none;
    std::string_view subject = {};
};

} // namespace monotable::detail
