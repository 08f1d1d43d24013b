// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/type.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace monotable {

struct key_attribute {
    std::string name = {};
    value_type type = value_type::string; ///< string, number or binary

    friend bool operator==(key_attribute const&, key_attribute const&) = default;
};

enum class projection_type : std::uint8_t { all, keys_only, include };

struct index_description {
    std::string name = {};
    bool local = false;                        ///< partitioned as the table is
    std::vector<key_attribute> partition = {}; ///< one to four; of a local index: the table's
    std::vector<key_attribute> sort = {};      ///< none to four; of a local index: one
    projection_type projection = projection_type::all;
    std::vector<std::string> included = {}; ///< beside the keys

    friend bool operator==(index_description const&, index_description const&) = default;
};

struct table_description {
    std::string name = {};
    key_attribute partition = {};
    std::optional<key_attribute> sort = {};
    std::vector<index_description> indexes = {};

    friend bool operator==(table_description const&, table_description const&) = default;
};

/// What records of a stream hold of an item.
enum class stream_view : std::uint8_t { none, keys_only, new_image, old_image, new_and_old_images };

/// What may change while a table exists.
struct table_settings {
    stream_view stream = stream_view::none; ///< none: changes are not recorded
    std::string time_to_live = {}; ///< an attribute with the second, since 1970, at which an item ends; empty: none
    std::string annotations = {};  ///< kept for whoever created the table, and not looked into

    friend bool operator==(table_settings const&, table_settings const&) = default;
};

} // namespace monotable
