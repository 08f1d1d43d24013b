// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/evolution/difference.hpp>
#include <monotable/evolution/type_shape.hpp>
#include <monotable/meta/array_view.hpp>

#include <cstddef>
#include <string>
#include <string_view>

/// Comparison of two versions of a field's type by the values that one can read from the other.
namespace monotable::detail {

inline constexpr std::size_t max_compared_depth = 8; // a struct can contain itself

constexpr std::size_t position_in(array_view<std::string_view> names, std::string_view name) {
    std::size_t i = 0;
    while (i != names.size() && names[i] != name) ++i;
    return i;
}

class type_comparison {
  public:
    explicit type_comparison(differences& out) : out_(out) {}

    void run(std::string const& place, type_shape const& before, type_shape const& after, std::size_t depth = 0);

  private:
    void add(std::string const& place, std::string change, char const* effect, char const* remedy, bool safe) {
        out_.add({place, std::move(change), effect, remedy, safe});
    }

    static bool is_list(type_shape const& shape) { return shape.what == kind::sequence || shape.what == kind::array; }
    static bool is_number(type_shape const& shape) {
        return shape.what == kind::integer || shape.what == kind::floating || shape.what == kind::decimal;
    }

    void compare_enumerators(std::string const& place, type_shape const& before, type_shape const& after);

    void compare_members(std::string const& place, type_shape const& before, type_shape const& after,
                         std::size_t depth);

    void compare_scalars(std::string const& place, type_shape const& before, type_shape const& after);

    void compare_numbers(std::string const& place, std::string const& change, type_shape const& before,
                         type_shape const& after);

    static std::string with_article(type_shape const& shape);

    differences& out_;
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/evolution/compare_types.ipp>
#endif
