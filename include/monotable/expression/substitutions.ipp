// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/core/size.hpp>
#include <monotable/core/value.hpp>
#include <monotable/error.hpp>
#include <monotable/expression/lexer.hpp>
#include <monotable/expression/substitutions.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace monotable {

template <class T>
T const* substitutions::use(table<T>& all, std::string_view placeholder) {
    auto const found = all.find(placeholder);
    if (found == all.end()) return nullptr;
    found->second.used = true;
    return &found->second.meaning;
}

template <class T>
void substitutions::check_used(table<T> const& all, std::string_view parameter) {
    std::string unused;
    for (auto const& [placeholder, entry] : all)
        if (!entry.used) unused += (unused.empty() ? "" : ", ") + placeholder;
    if (!unused.empty())
        refuse("Value provided in " + std::string(parameter) + " unused in expressions: keys: {" + unused + '}');
}

MONOTABLE_INLINE void substitutions::add_name(std::string placeholder, std::string name) {
    check(placeholder, '#', "ExpressionAttributeNames", name.size());
    names_[std::move(placeholder)].meaning = std::move(name);
}

MONOTABLE_INLINE void substitutions::add_value(std::string placeholder, value meaning) {
    check(placeholder, ':', "ExpressionAttributeValues", detail::value_size(meaning));
    values_[std::move(placeholder)].meaning = std::move(meaning);
}

MONOTABLE_INLINE std::string const* substitutions::use_name(std::string_view placeholder) {
    return use(names_, placeholder);
}

MONOTABLE_INLINE value const* substitutions::use_value(std::string_view placeholder) {
    return use(values_, placeholder);
}

MONOTABLE_INLINE void substitutions::check_all_used() const {
    check_used(names_, "ExpressionAttributeNames");
    check_used(values_, "ExpressionAttributeValues");
}

MONOTABLE_INLINE void substitutions::refuse(std::string const& text) {
    throw store_error(store_fault::validation, {}, text, {});
}

MONOTABLE_INLINE void substitutions::check(std::string_view placeholder, char sign, std::string_view parameter,
                                           std::size_t meaning) {
    bool fine = placeholder.size() > 1 && placeholder[0] == sign;
    for (std::size_t i = 1; i < placeholder.size(); ++i) fine = fine && detail::is_name_character(placeholder[i]);
    std::string const where = std::string(parameter) + " contains invalid key: ";
    if (!fine) refuse(where + "Syntax error; key: \"" + std::string(placeholder) + '"');
    if (placeholder.size() > max_placeholder_size)
        refuse(where + "The key exceeds the maximum length of 255; length: " + std::to_string(placeholder.size()));
    size_ += placeholder.size() + meaning;
    if (size_ > max_substitution_size)
        refuse("The total size of expression attribute names and values exceeds the maximum of 2 MB");
}

} // namespace monotable
