// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/evolution/compare_types.hpp>

namespace monotable::detail {

MONOTABLE_INLINE void type_comparison::run(std::string const& place, type_shape const& before, type_shape const& after,
                                           std::size_t depth) {
    if (depth == max_compared_depth) return;
    if (before.optional && !after.optional)
        add(place, "it was optional and is not", "items that lack it are bad_item",
            "keep it optional, or add defaulted<>", false);
    if (before.what == kind::enumeration && after.what == kind::enumeration)
        return compare_enumerators(place, before, after);
    if (before.what == kind::structure && after.what == kind::structure)
        return compare_members(place, before, after, depth);
    bool const same_container = before.what == after.what || (is_list(before) && is_list(after));
    if (same_container && before.parts.size() == 1 && after.parts.size() == 1)
        return run(place + "[]", *before.parts[0], *after.parts[0], depth + 1);
    compare_scalars(place, before, after);
}

MONOTABLE_INLINE void type_comparison::compare_enumerators(std::string const& place, type_shape const& before,
                                                           type_shape const& after) {
    for (std::string_view const name : before.names)
        if (position_in(after.names, name) == after.names.size())
            add(place, "the enumerator " + std::string(name) + " is gone", "items that have it are bad_item",
                "keep it, or read the former enumeration by converted<>", false);
    for (std::string_view const name : after.names)
        if (position_in(before.names, name) == before.names.size())
            add(place, "the enumerator " + std::string(name) + " is new",
                "programs of the earlier version cannot read items that have it", "write it only when they are gone",
                true);
}

MONOTABLE_INLINE void type_comparison::compare_members(std::string const& place, type_shape const& before,
                                                       type_shape const& after, std::size_t depth) {
    for (std::size_t i = 0; i != after.names.size(); ++i) {
        std::string const member = place + "." + std::string(after.names[i]);
        std::size_t const old = position_in(before.names, after.names[i]);
        if (old != before.names.size()) {
            run(member, *before.parts[old], *after.parts[i], depth + 1);
        } else if (after.parts[i]->optional) {
            add(member, "the member is new", "items that lack it have none", "", true);
        } else {
            add(member, "the member is new", "items that lack it are bad_item",
                "make it std::optional, or read the former struct by converted<> of the field", false);
        }
    }
    for (std::string_view const name : before.names)
        if (position_in(after.names, name) == after.names.size())
            add(place + "." + std::string(name), "the member is gone",
                "it is not read, and lost when the field is next written", "keep it as long as it is needed", true);
}

MONOTABLE_INLINE void type_comparison::compare_scalars(std::string const& place, type_shape const& before,
                                                       type_shape const& after) {
    field_type const &old = *before.type, &now = *after.type;
    bool const same =
        before.what == after.what && old.stored == now.stored && old.form == now.form && old.digits == now.digits;
    if (same && before.what != kind::variant) return;
    if (same) return; // reading distinguishes the alternatives
    std::string const change = "it was " + with_article(before) + " and is " + with_article(after);
    if (old.stored != now.stored)
        return add(place, change, "items that have the former type are bad_item", "read it by converted<>", false);
    if (is_number(before) && is_number(after)) return compare_numbers(place, change, before, after);
    if (after.what == kind::string) return add(place, change, "every former value is read", "", true);
    add(place, change, "items whose value is not one of the present type are bad_item", "read it by converted<>",
        false);
}

MONOTABLE_INLINE void type_comparison::compare_numbers(std::string const& place, std::string const& change,
                                                       type_shape const& before, type_shape const& after) {
    bool const wider =
        after.what == kind::decimal || (after.what == kind::floating && before.what != kind::decimal) ||
        (before.what == kind::integer && after.what == kind::integer && before.type->digits <= after.type->digits &&
         (before.type->form == after.type->form || before.type->form == key_form::unsigned_integer) &&
         (before.type->form == after.type->form || before.type->digits < after.type->digits));
    if (wider)
        add(place, change,
            "every former value is read; programs of the earlier version cannot read values beyond their "
            "type",
            "", true);
    else
        add(place, change, "items whose value is beyond the present type are bad_item",
            "keep the wider type, or store it under another name with formerly<> and converted<>", false);
}

MONOTABLE_INLINE std::string type_comparison::with_article(type_shape const& shape) {
    std::string const text = spoken(shape);
    if (text.starts_with("an ")) return text;
    bool const vowel = std::string_view("aeio").find(text[0]) != std::string_view::npos;
    return (vowel ? "an " : "a ") + text;
}

} // namespace monotable::detail
