// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/requirements.hpp>

#include <cstdint>
#include <string_view>

namespace monotable {

/// The types of DynamoDB's data model. The enumerators' values are the tag bytes of the encoding.
enum class value_type : std::uint8_t {
    null,
    boolean,
    number,
    string,
    binary,
    list,
    map,
    string_set,
    number_set,
    binary_set
};

/// The type descriptor of DynamoDB's JSON: "S", "N", "NULL", ...
constexpr std::string_view type_name(value_type type) noexcept {
    constexpr std::string_view names[] = {"NULL", "BOOL", "N", "S", "B", "L", "M", "SS", "NS", "BS"};
    return names[static_cast<std::uint8_t>(type)];
}

constexpr bool is_set(value_type type) noexcept { return type >= value_type::string_set; }
constexpr bool is_container(value_type type) noexcept { return type >= value_type::list; }

/// True if attributes of this type can be keys. The order of keys is the memcmp order of the payloads.
constexpr bool is_key_type(value_type type) noexcept {
    return type >= value_type::number && type <= value_type::binary;
}

/// The type of a set's elements. REQUIRES: is_set(set).
constexpr value_type element_type(value_type set) noexcept {
    return set == value_type::string_set   ? value_type::string
           : set == value_type::number_set ? value_type::number
                                           : value_type::binary;
}

} // namespace monotable
