// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/table_status.hpp>
#include <monotable/config.hpp>
#include <monotable/local/collection_engine.hpp>

#include <string>
#include <string_view>

/// The descriptions of tables and streams in a file, encoded as items.
namespace monotable::detail {

/// The description and settings, without the sizes.
std::string encoded(table_status const& status);
std::string encoded(stored_stream const& stream);

/// Throw bad_item or store_error for bytes that the functions above cannot have written.
table_status decoded_table(std::string_view bytes);
stored_stream decoded_stream(std::string_view bytes);

/// Throws bad_item unless the bytes encode an item. The view borrows them.
item_view checked_item(std::string_view bytes);

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/sqlite/catalog.ipp>
#endif
