// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/backend/stream.hpp>
#include <monotable/config.hpp>
#include <monotable/core/item.hpp>
#include <monotable/derived/copies/data.hpp>
#include <monotable/derived/copies/failure.hpp>
#include <monotable/store/write/backoff.hpp>
#include <monotable/meta/array_view.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// The reconciliation that follows changes in a table.
namespace monotable::detail {

/// Collects the sources, copies and parents that records of changes affect, each once, and then reconciles them. Has no state that
/// cannot be collected again from the same records.
class derived_changes {
  public:
    explicit derived_changes(array_view<derived_data const*> relations) : relations_(relations) {}

    /// A record of a change in this table.
    void add(std::string_view table, stream_record const& record);

    /// Adds every source and parent.
    void add_all(backend& store);

    bool empty() const { return steps_.empty(); }

    /// Reconciles all of them; those that cannot be reconciled are in failures() afterwards. After a store_error the rest remains,
    /// and the call can be repeated.
    void settle(backend& store, retry_policy const& retry);

    std::vector<worker_failure> const& failures() const noexcept { return failures_; }
    /// Adds the failures of `before`, to retry them.
    void add_failed(derived_changes const& before);
    /// True if it had failed before, too.
    bool is_repeated(worker_failure const& failure) const;
    /// Throws bad_item if there are failures that are not repeated.
    void or_throw() const;

  private:
    enum class step_kind : char { all_of_one, one_of_many };

    struct step {
        std::size_t relation;
        step_kind kind;
        item key;
    };

    /// The images of a record that belong to an entity.
    struct sides {
        item const* before = nullptr;
        item const* after = nullptr;
    };

    static sides images_of(entity_data const& entity, std::string_view table, stream_record const& record);

    static bool differ(entity_data const& entity, sides const& images, std::size_t field);

    void add_copies(std::size_t r, derived_data const& relation, sides const& one, sides const& many, item const& key);

    void add_total(std::size_t r, derived_data const& relation, sides const& one, sides const& many, item const& key);

    static bool moved(derived_data const& relation, sides const& many);

    void add_parent(std::size_t r, derived_data const& relation, item const* child);

    void add_step(std::size_t relation, step_kind kind, item key);

    array_view<derived_data const*> relations_;
    static constexpr std::size_t max_failed = 1000; // the maximum number of failures that are retried

    void fail(std::size_t relation, step_kind kind, item key, std::string message);

    std::vector<step> steps_;
    std::vector<step> failed_; ///< the steps of failures_
    std::vector<worker_failure> failures_;
    std::set<std::string> repeated_; ///< failed before
    std::set<std::string> seen_;     ///< all steps that were added
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/derived/copies/changes.ipp>
#endif
