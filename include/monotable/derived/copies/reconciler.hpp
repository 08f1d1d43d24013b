// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/config.hpp>
#include <monotable/core/item.hpp>
#include <monotable/derived/copies/data.hpp>
#include <monotable/store/write/execution.hpp>

#include <optional>
#include <string>
#include <vector>

/// The reconciliation of copies and totals with the current sources and children.
namespace monotable::detail {

/// One attempt to write a rewrite of an item with its derived writes.
class rewrite_execution final : public execution {
  public:
    rewrite_execution(entity_data const& entity, array_view<derived_write> brings, item_view before,
                      item_rewrite const& rewrite);

    /// `changed`: the data that the rewrite was computed from has changed. REQUIRES: the procedure has ended.
    write_set::result result() const noexcept { return result_; }
    /// The reason of a rejection. REQUIRES: the result is `refused`.
    write_failure const& failure() { return set().failures().front(); }

  private:
    MONOTABLE_INLINE void plan() override;
    void finish(write_set::result result) override { result_ = result; }
    void give_up(unsigned) override { result_ = write_set::result::changed; }

    entity_data const& entity_;
    array_view<derived_write> brings_;
    item key_;
    item_rewrite const& rewrite_;
    write_set::result result_ = write_set::result::changed;
};

/// Each step can be repeated, performed concurrently, and interrupted at any point: it reads the sources, corrects items that differ
/// from them on condition that they are unchanged, and reads the sources again. Therefore the last step that changes an item has
/// verified it against the sources, whatever concurrent writes did.
class reconciler {
  public:
    /// The failure of a copy that could not be reconciled.
    struct failure {
        item key;
        std::string message;
    };

    reconciler(backend& store, derived_data const& relation, retry_policy const& retry)
        : store_(store), relation_(relation), retry_(retry) {}

    /// The copies that settle_copies() skipped.
    std::vector<failure>& failures() noexcept { return failures_; }

    /// Reconciles all copies of the source with this key. If the source does not exist, its copies are left unchanged. A copy that
    /// cannot be reconciled is skipped, unless the store fails.
    void settle_copies(item_view source_key);

    /// Reconciles the copy with this key.
    void settle_copy(item_view copy_key);

    /// Reconciles the totals of the parent with this key, if it exists.
    void settle_total(item_view parent_key);

  private:
    std::optional<item> read_copy(item_view found);

    /// True if the copy was changed.
    bool settle(std::optional<item> copy, item_view source, source_values const& wanted);

    /// Performs the rewrite with its derived writes. False if data that it was computed from has changed.
    bool write(entity_data const& entity, array_view<derived_write> brings, item_view before,
               item_rewrite const& rewrite);

    [[noreturn]] void give_up(entity_data const& entity, item_view key, unsigned attempts) const;

    backend& store_;
    derived_data const& relation_;
    std::vector<failure> failures_;
    retry_policy const& retry_;
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/derived/copies/reconciler.ipp>
#endif
