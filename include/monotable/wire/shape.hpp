// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/array_view.hpp>

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <cstdint>
#include <limits>
#include <string_view>

/// What a request must look like, as constant data: types of members and the constraints on them. check_types and
/// check_constraints compare a request's JSON with it.
namespace monotable::wire {

namespace json = boost::json;

enum class shape_kind : std::uint8_t {
    string,
    integer,
    long_integer,
    floating, // Double
    boolean,
    blob,
    structure,
    list,
    map,
    attribute_value
};

enum class text_pattern : std::uint8_t {
    any,
    name,      ///< [a-zA-Z0-9_.-]+
    table_name ///< the same, or the ARN of a table, whose name must match
};

struct shape_member;

struct shape {
    static constexpr std::int64_t no_least = std::numeric_limits<std::int64_t>::min();
    static constexpr std::int64_t no_most = std::numeric_limits<std::int64_t>::max();

    shape_kind kind = shape_kind::string;
    std::string_view name = {}; ///< of a structure
    monotable::detail::array_view<shape_member> members =
        {};                         ///< of a structure, in the order in which they are checked
    shape const* element = nullptr; ///< of a list or map
    shape const* key = nullptr;     ///< of a map, if there are constraints
    std::int64_t least = no_least;  ///< of an integer its value, of a string, list or map its length
    std::int64_t most = no_most;
    text_pattern pattern = text_pattern::any;
    std::string_view choices = {}; ///< of an enumeration: "FIRST, SECOND"
};

struct shape_member {
    std::string_view name;
    shape const* of;
    bool required = false;
};

inline constexpr shape any_text{};
inline constexpr shape any_boolean{.kind = shape_kind::boolean};
inline constexpr shape any_integer{.kind = shape_kind::integer};
inline constexpr shape any_long{.kind = shape_kind::long_integer};
inline constexpr shape any_double{.kind = shape_kind::floating};
inline constexpr shape attribute_value{.kind = shape_kind::attribute_value, .name = "AttributeValue"};

/// The member of an object, unless it is missing or null.
inline json::value const* member_of(json::object const& in, std::string_view name) noexcept {
    auto const* const found = in.if_contains(name);
    return found == nullptr || found->is_null() ? nullptr : found;
}

inline std::string_view text_of(json::value const& v) noexcept {
    auto const& text = v.get_string();
    return {text.data(), text.size()};
}

} // namespace monotable::wire
