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

/// The extent of one call of migrate, and where it starts.
struct migrate_options {
    std::size_t limit = 1000; ///< the maximum number of items that are read, of all entities; 0: unlimited
    std::string after = {};   ///< the cursor of the previous call; empty: the beginning
    bool dry_run = false;     ///< nothing is written: the writes that would be performed are counted
    /// If not empty: the position is stored under this name in the table `position_table` of the same backend, after every `step` items,
    /// so that a program that was ended continues where it was. It is removed when the migration is complete.
    std::string name = {};
    std::string position_table = "monotable-migrations";
    std::size_t step = 100;
};

namespace detail {

/// An item that a migration has left unchanged.
struct unmigrated_item {
    item key;
    std::string reason;
};

} // namespace detail

/// The result of a call of migrate. Items of other entities are not counted.
struct migration_report {
    std::size_t read = 0;
    std::size_t rewritten = 0;
    std::size_t skipped = 0; ///< already in the form of the current version, or changed concurrently
    std::vector<detail::unmigrated_item> left;
    std::string cursor; ///< where the next call continues; empty at the end of the table

    bool done() const noexcept { return cursor.empty(); }
};

namespace detail {

/// The migration of the items of one entity.
struct item_migration {
    entity_data const* entity = nullptr; ///< the items that are read
    std::string_view into = {};          ///< the entity that they become
    /// Migrates one item and counts it in the report. Throws store_error if the store fails.
    void (*perform)(backend& store, item_view stored, bool dry_run, migration_report& report,
                    retry_policy const& retry) = nullptr;
};

/// The stored position of a migration.
class migration_position {
  public:
    migration_position(backend& store, migrate_options const& options, std::string_view table);

    /// Empty if none is stored.
    std::string find();

    void keep(std::string_view cursor);

  private:
    backend& store_;
    std::string name_;
    item key_;
    bool used_;
};

/// Reads the table in steps, and migrates each item of the entity. Other programs may write to the table meanwhile.
migration_report migrate_items(backend& store, item_migration const& what, migrate_options const& options,
                               retry_policy const& retry);

} // namespace detail

} // namespace monotable

#ifndef MONOTABLE_COMPILED
#include <monotable/evolution/migrate_items.ipp>
#endif
