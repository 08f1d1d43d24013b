// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/config.hpp>
#include <monotable/core/item.hpp>
#include <monotable/derived/copies/data.hpp>

#include <optional>
#include <string>
#include <vector>

/// Makes copies and totals true, from what the sources and children hold at that time.
namespace monotable::detail {

/// Each step can be repeated, by several at once and after having been interrupted anywhere: it reads the truth, changes what
/// differs from it on condition that this is as it was read, and looks at the truth again. So the last one to change something
/// has seen that it is true, whatever others did in between.
class keeper {
  public:
    /// Of a copy that could not be made true.
    struct failure {
        item key;
        std::string message;
    };

    keeper(backend& store, kept_data const& relation) : store_(store), relation_(relation) {}

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
    static constexpr int max_attempts = 100;

    std::optional<item> read_copy(item_view found);

    /// True if the copy was changed.
    bool settle(std::optional<item> copy, item_view source, source_values const& wanted);

    /// Does the rewrite with what it brings with it in turn. False: others have changed something that it was worked out from.
    bool write(entity_data const& entity, array_view<consequence> brings, item_view before,
               item_rewrite const& rewrite);

    [[noreturn]] void give_up(entity_data const& entity, item_view key) const;

    backend& store_;
    kept_data const& relation_;
    std::vector<failure> failures_;
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/derived/copies/keeper.ipp>
#endif
