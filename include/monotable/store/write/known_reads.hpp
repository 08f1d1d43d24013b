// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/backend/procedure.hpp>
#include <monotable/config.hpp>
#include <monotable/core/item.hpp>
#include <monotable/model/model.hpp>
#include <monotable/query/condition_values.hpp>
#include <monotable/query/plan.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace monotable::detail {

/// What an execution has read of the store, and what its plan needed and did not find: planning reads nothing, but records what
/// is missing here. All that is missing is then read at once, and planned again. What is returned is good until clear().
class known_reads {
  public:
    known_reads() = default;
    known_reads(known_reads const&) = delete;
    known_reads& operator=(known_reads const&) = delete;

    /// The item with this key, as a consistent read found it; nullptr if there is none, or if it is not known, which is recorded.
    item const* find(entity_data const& entity, item_view key);
    /// True if the item has been read. Records nothing.
    bool knows(entity_data const& entity, item_view key) const;

    /// The items of the entity that a plan with these values for its conditions finds, as the index has them; none if they are
    /// not known, which is recorded. With `most`, no more pages are read once there are more items than that. Throws bad_value if
    /// a value cannot be part of a key.
    array_view<item> find_all(entity_data const& entity, plan_data const& plan,
                              std::vector<condition_values> const& values, bool consistent, std::size_t most = 0);

    /// Some of what was asked for is not known: what was planned from it is not to be done.
    bool is_incomplete() const noexcept { return missing_ != 0; }

    /// Takes note of an item that was found in another way.
    void learn(std::string_view table, item key, std::optional<item> there);

    /// The calls that read what is missing. REQUIRES: is_incomplete().
    procedure_step step();
    /// Takes the replies of step(). Throws what a call has failed with. There may be more to read. False if the store has done
    /// nothing of what it was asked for.
    bool take();

    void clear();

  private:
    struct known_item {
        entity_data const* entity; ///< in whose name errors are reported
        std::string_view table;
        item key;
        std::size_t hash;
        std::optional<item> there = {};
        bool read = false;
    };

    /// One partition of a query, read page by page.
    struct partition {
        query_request request;
        item_page page = {};
        bool done = false;
    };
    struct known_query {
        entity_data const* entity;
        plan_data const* plan;
        std::vector<condition_values> values;
        bool consistent;
        std::size_t most;
        std::vector<partition> partitions = {};
        std::vector<item> found = {};
        bool read = false;
    };

    /// A batch of up to 100 items, or a single one.
    struct item_call {
        std::vector<known_item*> items = {};
        std::vector<get_request> requests = {};
        array_view<get_request> request = {}; ///< of the batch
        batch_get_result batch = {};
        std::optional<item> single = {};
        bool is_single = false;
    };

    static constexpr std::size_t max_batch = 100;

    known_item* look_up(std::string_view table, item_view key, std::size_t hash) const;
    static void split(known_query& query);
    void add_item_calls();
    void add_query_calls();
    bool take_items(item_call& call, std::exception_ptr const& failure);
    void take_page(known_query& query, partition& part, std::exception_ptr const& failure);

    std::vector<std::unique_ptr<known_item>> items_;
    std::vector<std::unique_ptr<known_query>> queries_;
    std::size_t missing_ = 0; ///< items and queries
    bool singly_ = false;     ///< a batch was refused, which of its items is to be found out
    std::vector<std::unique_ptr<item_call>> item_calls_;
    std::vector<pending_call> calls_;
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/store/write/known_reads.ipp>
#endif
