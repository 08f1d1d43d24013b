// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/config.hpp>
#include <monotable/core/item.hpp>
#include <monotable/model/model.hpp>
#include <monotable/store/write/backoff.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace monotable {

/// How much of a migration a call does, and where it goes on.
struct migrate_options {
    std::size_t limit = 1000; ///< items of the table that are read at most, of whatever entity; 0: all
    std::string after = {};   ///< the cursor of the call before; empty: the beginning
    bool dry_run = false;     ///< nothing is written: what would be is counted
    /// If not empty: the place is kept under this name in the table `kept_in` of the same backend, after every `step` items, so
    /// that a program that was ended goes on where it was. It is gone when the migration is done.
    std::string name = {};
    std::string kept_in = "monotable-migrations";
    std::size_t step = 100;
};

/// An item that a migration has left as it is.
struct unmigrated_item {
    item key;
    std::string reason;
};

/// What a call of migrate did. Items of other entities do not count.
struct migration_report {
    std::size_t read = 0;
    std::size_t rewritten = 0;
    std::size_t skipped = 0; ///< were as the present version stores them, or others were faster
    std::vector<unmigrated_item> left;
    std::string cursor; ///< where the next call goes on; empty: there is nothing left to read

    bool done() const noexcept { return cursor.empty(); }
};

namespace detail {

/// What is to become of items.
struct item_migration {
    entity_data const* entity = nullptr; ///< the items that are read
    std::string_view into = {};          ///< the entity that they become
    /// Does one; counts it. Throws store_error where the store fails.
    void (*perform)(backend& store, item_view stored, bool dry_run, migration_report& report,
                    retry_policy const& retry) = nullptr;
};

/// The place of a migration, in a table for such.
class kept_place {
  public:
    kept_place(backend& store, migrate_options const& options, std::string_view table);

    /// Empty: none is kept.
    std::string find();

    void keep(std::string_view cursor);

  private:
    backend& store_;
    std::string name_;
    item key_;
    bool used_;
};

/// Reads the table in steps, whatever else writes to it, and migrates each item of the entity.
migration_report migrate_items(backend& store, item_migration const& what, migrate_options const& options,
                               retry_policy const& retry);

} // namespace detail
} // namespace monotable

#ifndef MONOTABLE_COMPILED
#include <monotable/evolution/migrate_items.ipp>
#endif
