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

/// The items and queries that an execution has read, and those that its plan lacked: planning performs no I/O, but records missing
/// reads here. All of them are then performed at once, and planning is repeated. Returned pointers and views are valid until
/// clear().
class known_reads {
  public:
    known_reads() = default;
    known_reads(known_reads const&) = delete;
    known_reads& operator=(known_reads const&) = delete;

    /// The item with this key, as read consistently; null if it does not exist, or if it is not known, which is recorded.
    item const* find(entity_data const& entity, item_view key);
    /// True if the item has been read. Does not record it.
    bool knows(entity_data const& entity, item_view key) const;

    /// The items of the entity that a query plan finds with these values for its conditions, as the index has them; empty if they
    /// are not known, which is recorded. Reading stops after the page with which there are more than `most` items. Throws
    /// bad_value if a value cannot be part of a key.
    array_view<item> find_all(entity_data const& entity, plan_data const& plan,
                              std::vector<condition_values> const& values, bool consistent, std::size_t most = 0);

    /// True if reads are missing: the plan must not be committed.
    bool is_incomplete() const noexcept { return missing_ != 0; }

    /// Adds an item that was read in another way.
    void learn(std::string_view table, item key, std::optional<item> there);

    /// The calls that perform the missing reads. REQUIRES: is_incomplete().
    procedure_step step();
    /// Takes the replies of step(). Throws the error of a failed call. Reads may still be missing. False if the store has
    /// processed none of the calls.
    bool take();

    void clear();

  private:
    struct known_item {
        entity_data const* entity; ///< named by errors
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
    bool singly_ = false;     ///< after the rejection of a batch, to identify the item that caused it
    std::vector<std::unique_ptr<item_call>> item_calls_;
    std::vector<pending_call> calls_;
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/store/write/known_reads.ipp>
#endif
