// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/core/item.hpp>
#include <monotable/evolution/migrate_items.hpp>
#include <monotable/model/model.hpp>
#include <monotable/store/write/execution.hpp>

#include <optional>
#include <string>

namespace monotable::detail {

/// Migrates one item: plans its writes from the stored item, and counts the result in the report of the migration.
class migration_execution : public execution {
  public:
    /// `entity` is named by errors of reading. `stored` is the item that the migration has found.
    migration_execution(entity_data const& entity, item_view stored, bool dry_run, migration_report& report,
                        retry_policy const& retry);

    /// Performs the migration. An item that cannot be decoded or written is left unchanged and added to the report.
    void run(backend& store);

  protected:
    /// Adds the writes that migrate the item; for an item that is not migrated, calls skip() or leave() instead.
    virtual void migrate(item_view found) = 0;
    /// The text of an error of the write.
    virtual std::string text_of(write_failure const& why) = 0;

    item const& key() const noexcept { return key_; }
    bool is_dry_run() const noexcept { return dry_run_; }
    void count_read() noexcept { is_read_ = true; }
    void skip() noexcept { skipped_ = true; }
    void leave(std::string reason) { left_ = std::move(reason); }

  private:
    MONOTABLE_INLINE void plan() final;
    MONOTABLE_INLINE void finish(write_set::result result) final;
    MONOTABLE_INLINE void give_up(unsigned attempts) final;

    entity_data const& entity_;
    item key_;
    bool dry_run_;
    migration_report& report_;
    bool is_read_ = false, skipped_ = false;
    std::optional<std::string> left_;
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/evolution/migration_execution.ipp>
#endif
