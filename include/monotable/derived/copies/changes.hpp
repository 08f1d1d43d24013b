// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/backend/stream.hpp>
#include <monotable/config.hpp>
#include <monotable/core/item.hpp>
#include <monotable/derived/copies/data.hpp>
#include <monotable/store/write/backoff.hpp>
#include <monotable/meta/array_view.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

/// What changes in a table have to be followed by.
namespace monotable::detail {

/// Collects from records of changes which sources, copies and parents to look at, each once, and then makes them true.
/// Forgotten in between, it can be collected again from the same records.
class kept_changes {
  public:
    explicit kept_changes(array_view<kept_data const*> relations) : relations_(relations) {}

    void add(stream_record const& record);

    /// Every source and parent there is, as if all had been written anew.
    void add_all(backend& store);

    bool empty() const { return steps_.empty(); }

    /// Throws store_error, and bad_item where an item does not fit its struct; then what is left stays, and can be settled again.
    void settle(backend& store, retry_policy const& retry);

  private:
    enum class step_kind : char { all_of_one, one_of_many };

    struct step {
        std::size_t relation;
        step_kind kind;
        item key;
    };

    /// The images that are of an entity.
    struct sides {
        item const* before = nullptr;
        item const* after = nullptr;
    };

    static sides images_of(entity_data const& entity, stream_record const& record);

    static bool differ(entity_data const& entity, sides const& images, std::size_t field);

    void add_copies(std::size_t r, kept_data const& relation, sides const& one, sides const& many, item const& key);

    void add_total(std::size_t r, kept_data const& relation, sides const& one, sides const& many, item const& key);

    static bool moved(kept_data const& relation, sides const& many);

    void add_parent(std::size_t r, kept_data const& relation, item const* child);

    void add_step(std::size_t relation, step_kind kind, item key);

    array_view<kept_data const*> relations_;
    std::vector<step> steps_;
    std::set<std::string> seen_; ///< what steps_ has or has had
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/derived/copies/changes.ipp>
#endif
