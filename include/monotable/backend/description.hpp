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
    bool local = false;                        ///< a local index has the table's partition key
    std::vector<key_attribute> partition = {}; ///< one to four; the table's for a local index
    std::vector<key_attribute> sort = {};      ///< at most four; one for a local index
    projection_type projection = projection_type::all;
    std::vector<std::string> included = {}; ///< in addition to the keys; `include` only

    friend bool operator==(index_description const&, index_description const&) = default;
};

struct table_description {
    std::string name = {};
    key_attribute partition = {};
    std::optional<key_attribute> sort = {};
    std::vector<index_description> indexes = {};

    friend bool operator==(table_description const&, table_description const&) = default;
};

/// The parts of an item that records of a stream contain.
enum class stream_view : std::uint8_t { none, keys_only, new_image, old_image, new_and_old_images };

/// The settings of a table that can be changed.
struct table_settings {
    stream_view stream = stream_view::none; ///< none: changes are not recorded
    std::string time_to_live = {}; ///< the attribute with the expiration time in seconds since 1970; empty if disabled
    std::string annotations = {};  ///< stored for the table's creator and not interpreted

    friend bool operator==(table_settings const&, table_settings const&) = default;
};

} // namespace monotable
