// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/array_view.hpp>

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <cstdint>
#include <limits>
#include <string_view>

/// The schema of requests as constant data: types of members and constraints on them. check_types and check_constraints
/// validate the JSON of a request against it.
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
    table_name ///< as `name`, or the ARN of a table with such a name
};

struct shape_member;

struct shape {
    static constexpr std::int64_t no_least = std::numeric_limits<std::int64_t>::min();
    static constexpr std::int64_t no_most = std::numeric_limits<std::int64_t>::max();

    shape_kind kind = shape_kind::string;
    std::string_view name = {}; ///< structures only
    monotable::detail::array_view<shape_member> members =
        {};                         ///< structures only, in the order in which they are checked
    shape const* element = nullptr; ///< lists and maps only
    shape const* key = nullptr;     ///< maps with constraints on their keys only
    std::int64_t least = no_least;  ///< bounds the value of an integer, the length of a string, list or map
    std::int64_t most = no_most;
    text_pattern pattern = text_pattern::any;
    std::string_view choices = {}; ///< enumerations only: "FIRST, SECOND"
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

/// The member of an object; null if it is missing or a JSON null.
inline json::value const* member_of(json::object const& in, std::string_view name) noexcept {
    auto const* const found = in.if_contains(name);
    return found == nullptr || found->is_null() ? nullptr : found;
}

inline std::string_view text_of(json::value const& v) noexcept {
    auto const& text = v.get_string();
    return {text.data(), text.size()};
}

} // namespace monotable::wire
