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

/// Makes copies and totals true, from what the sources and children hold at that time.
namespace monotable::detail {

/// One attempt to write a rewrite of an item with its derived writes.
class rewrite_execution final : public execution {
  public:
    rewrite_execution(entity_data const& entity, array_view<consequence> brings, item_view before,
                      item_rewrite const& rewrite);

    /// Requires that the procedure is done. changed: others have changed what the rewrite was made from.
    write_set::result result() const noexcept { return result_; }
    /// Why it was refused. Requires that it was.
    write_failure const& failure() { return set().failures().front(); }

  private:
    void plan() override;
    void finish(write_set::result result) override { result_ = result; }
    void give_up(unsigned) override { result_ = write_set::result::changed; }

    entity_data const& entity_;
    array_view<consequence> brings_;
    item key_;
    item_rewrite const& rewrite_;
    write_set::result result_ = write_set::result::changed;
};

/// Each step can be repeated, by several at once and after having been interrupted anywhere: it reads the truth, changes what
/// differs from it on condition that this is as it was read, and looks at the truth again. So the last one to change something
/// has seen that it is true, whatever others did in between.
class reconciler {
  public:
    /// Of a copy that could not be made true.
    struct failure {
        item key;
        std::string message;
    };

    reconciler(backend& store, kept_data const& relation, retry_policy const& retry)
        : store_(store), relation_(relation), retry_(retry) {}

    /// Copies that settle_copies() passed over.
    std::vector<failure>& failures() noexcept { return failures_; }

    /// Of a source with this key, every copy. Those of a source that is gone keep what they have. A copy that cannot be made
    /// true is passed over, unless the store fails.
    void settle_copies(item_view source_key);

    /// The copy with this key.
    void settle_copy(item_view copy_key);

    /// The totals of the parent with this key, if there is one.
    void settle_total(item_view parent_key);

  private:
    std::optional<item> read_copy(item_view found);

    /// True if the copy was changed.
    bool settle(std::optional<item> copy, item_view source, source_values const& wanted);

    /// Does the rewrite with what it brings with it in turn. False: others have changed something that it was worked out from.
    bool write(entity_data const& entity, array_view<consequence> brings, item_view before,
               item_rewrite const& rewrite);

    [[noreturn]] void give_up(entity_data const& entity, item_view key, unsigned attempts) const;

    backend& store_;
    kept_data const& relation_;
    std::vector<failure> failures_;
    retry_policy const& retry_;
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/derived/copies/reconciler.ipp>
#endif
