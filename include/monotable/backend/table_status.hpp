// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/description.hpp>

#include <cstdint>
#include <vector>

namespace monotable {

struct collection_size {
    std::uint64_t items = 0;
    std::uint64_t bytes = 0; ///< as DynamoDB counts items; of an index: what it projects
};

struct table_status {
    table_description description = {};
    table_settings settings = {};
    std::uint64_t id = 0;     ///< another one for every table created, also of the same name
    std::int64_t created = 0; ///< milliseconds since 1970
    collection_size table = {};
    std::vector<collection_size> indexes; ///< as in the description
};

} // namespace monotable
