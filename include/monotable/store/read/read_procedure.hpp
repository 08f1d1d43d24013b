// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/procedure.hpp>
#include <monotable/config.hpp>
#include <monotable/core/item.hpp>
#include <monotable/store/read/merge.hpp>
#include <monotable/store/read/read_source.hpp>

#include <cstddef>
#include <string>

/// Procedures that read a query or scan to its end, or to that of a page. One step requests the pages of all partitions
/// that are needed.
namespace monotable::detail {

/// The options, for a driver that performs requests concurrently.
read_options all_at_once(read_options options);

class read_procedure : public procedure {
  public:
    read_procedure(read_source source, read_options options);

    procedure_step advance() override;

    /// The cursors of a page, like those of item_merge. REQUIRES: the procedure has ended, and options.in_pages.
    std::string& ahead() noexcept { return ahead_; }
    std::string behind() { return merge_.behind(); }
    bool is_stopped() const noexcept { return merge_.is_stopped(); }

  protected:
    /// Called with each item, in order.
    virtual void take(item_view next) = 0;

  private:
    bool in_pages_ = false, has_limit_ = false;
    bool ended_ = false; // all items are consumed
    item_merge merge_;
    std::string ahead_;
};

/// Counts the items of a query or scan, like item_merge::count().
class count_procedure final : public procedure {
  public:
    count_procedure(read_source source, read_options options);

    procedure_step advance() override;

    /// REQUIRES: the procedure has ended.
    std::size_t count() const noexcept { return count_; }

  private:
    item_merge merge_;
    std::size_t count_ = 0;
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/store/read/read_procedure.ipp>
#endif
