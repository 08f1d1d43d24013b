// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/error.hpp>
#include <monotable/expression/lexer.hpp>
#include <monotable/value/size.hpp>
#include <monotable/value/value.hpp>
#include <monotable/value/view.hpp>

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace monotable {

inline constexpr std::size_t max_placeholder_size = 255;
inline constexpr std::size_t max_substitution_size = 2 * 1024 * 1024; ///< of all names and values together

/// ExpressionAttributeNames and ExpressionAttributeValues of a request, and which of them its expressions used. Errors are
/// store_error with DynamoDB's words.
class substitutions {
  public:
    /// `#n` stands for an attribute name.
    void add_name(std::string placeholder, std::string name) {
        check(placeholder, '#', "ExpressionAttributeNames", name.size());
        names_[std::move(placeholder)].meaning = std::move(name);
    }
    /// `:v` stands for a value.
    void add_value(std::string placeholder, value meaning) {
        check(placeholder, ':', "ExpressionAttributeValues", value_size(meaning));
        values_[std::move(placeholder)].meaning = std::move(meaning);
    }

    /// Null if there is none. Counts as a use.
    std::string const* use_name(std::string_view placeholder) { return use(names_, placeholder); }
    value const* use_value(std::string_view placeholder) { return use(values_, placeholder); }

    /// After all expressions of the request were parsed.
    void check_all_used() const {
        check_used(names_, "ExpressionAttributeNames");
        check_used(values_, "ExpressionAttributeValues");
    }

    bool has_names() const noexcept { return !names_.empty(); }
    bool has_values() const noexcept { return !values_.empty(); }

  private:
    template <class T>
    struct entry {
        T meaning;
        bool used = false;
    };
    template <class T>
    using table = std::map<std::string, entry<T>, std::less<>>;

    [[noreturn]] static void refuse(std::string const& text) {
        throw store_error(store_fault::validation, {}, text, {});
    }

    void check(std::string_view placeholder, char sign, std::string_view parameter, std::size_t meaning) {
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

    template <class T>
    static T const* use(table<T>& all, std::string_view placeholder) {
        auto const found = all.find(placeholder);
        if (found == all.end()) return nullptr;
        found->second.used = true;
        return &found->second.meaning;
    }

    template <class T>
    static void check_used(table<T> const& all, std::string_view parameter) {
        std::string unused;
        for (auto const& [placeholder, entry] : all)
            if (!entry.used) unused += (unused.empty() ? "" : ", ") + placeholder;
        if (!unused.empty())
            refuse("Value provided in " + std::string(parameter) + " unused in expressions: keys: {" + unused + '}');
    }

    table<std::string> names_;
    table<value> values_;
    std::size_t size_ = 0;
};

} // namespace monotable
