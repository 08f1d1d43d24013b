// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/value.hpp>
#include <monotable/core/view.hpp>
#include <monotable/error.hpp>

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace monotable {

inline constexpr std::size_t max_expression_size = 4096;
inline constexpr std::size_t max_placeholder_size = 255;
inline constexpr std::size_t max_substitution_size = 2 * 1024 * 1024; ///< in bytes, of all names and values

/// The ExpressionAttributeNames and ExpressionAttributeValues of a request, and which of them its expressions have
/// used. Errors throw store_error with DynamoDB's message.
class substitutions {
  public:
    /// Defines a placeholder `#n` for an attribute name. Throws if it is malformed or a limit is exceeded.
    void add_name(std::string placeholder, std::string name);
    /// Defines a placeholder `:v` for a value. Throws if it is malformed or a limit is exceeded.
    void add_value(std::string placeholder, value meaning);

    /// The meaning of a placeholder, which is then marked as used; null if it is not defined. Valid as long as this
    /// object.
    std::string const* use_name(std::string_view placeholder);
    value const* use_value(std::string_view placeholder);

    /// Throws unless all placeholders were used. Call it after parsing all expressions of the request.
    void check_all_used() const;

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

    [[noreturn]] static void refuse(std::string const& text);

    void check(std::string_view placeholder, char sign, std::string_view parameter, std::size_t meaning);

    template <class T>
    static T const* use(table<T>& all, std::string_view placeholder);

    template <class T>
    static void check_used(table<T> const& all, std::string_view parameter);

    table<std::string> names_;
    table<value> values_;
    std::size_t size_ = 0;
};

} // namespace monotable

#ifndef MONOTABLE_COMPILED
#include <monotable/expression/substitutions.ipp>
#endif
