// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/description.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace monotable {

/// The state of a table or an index. A table can be used while it is active or updating, an index while it is active.
enum class table_state : std::uint8_t {
    creating, ///< cannot be used yet; for an index, this includes backfilling existing items
    active,
    updating, ///< settings or indexes are being changed
    deleting  ///< can no longer be used
};

/// The name of the enumerator.
constexpr std::string_view name_of(table_state state) noexcept {
    constexpr std::string_view names[] = {"creating", "active", "updating", "deleting"};
    return names[static_cast<std::size_t>(state)];
}

namespace detail {

struct collection_size {
    std::uint64_t items = 0;
    std::uint64_t bytes = 0; ///< as DynamoDB counts them; for an index, of the projected attributes
};

} // namespace detail

struct index_status : detail::collection_size {
    table_state state = table_state::active;
};

struct table_status {
    table_description description = {};
    table_settings settings = {};
    std::uint64_t id = 0;     ///< unique for every created table, even if names are reused
    std::int64_t created = 0; ///< milliseconds since 1970
    detail::collection_size table = {};
    std::vector<index_status> indexes = {}; ///< in the order of the description
    table_state state = table_state::active;
};

} // namespace monotable
