// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/description.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace monotable {

/// What may be done with a table or an index. A table is usable while it is active or updating, an index while it is active.
enum class table_state : std::uint8_t {
    creating, ///< not usable yet; of an index, also while it is filled with the items that exist
    active,
    updating, ///< settings or indexes are changing
    deleting  ///< not usable any more
};

/// The name of the enumerator.
constexpr std::string_view name_of(table_state state) noexcept {
    constexpr std::string_view names[] = {"creating", "active", "updating", "deleting"};
    return names[static_cast<std::size_t>(state)];
}

struct collection_size {
    std::uint64_t items = 0;
    std::uint64_t bytes = 0; ///< as DynamoDB counts items; of an index: what it projects
};

struct index_status : collection_size {
    table_state state = table_state::active;
};

struct table_status {
    table_description description = {};
    table_settings settings = {};
    std::uint64_t id = 0;     ///< another one for every table created, also of the same name
    std::int64_t created = 0; ///< milliseconds since 1970
    collection_size table = {};
    std::vector<index_status> indexes = {}; ///< as in the description
    table_state state = table_state::active;
};

} // namespace monotable
