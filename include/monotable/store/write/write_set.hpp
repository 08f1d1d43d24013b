// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/config.hpp>
#include <monotable/core/item.hpp>
#include <monotable/expression/tree.hpp>
#include <monotable/model/model.hpp>
#include <monotable/store/write/consequence.hpp>
#include <monotable/store/write/owned_write.hpp>
#include <monotable/store/write/prepared_write.hpp>
#include <monotable/store/write/write_error.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace monotable::detail {

/// The writes of one attempt: what was asked for and what that brings with it, one write per item. They are done at once.
template <class Backend>
class basic_write_set {
  public:
    explicit basic_write_set(Backend& store, bool transaction = false) : store_(store), transaction_(transaction) {}
    basic_write_set(basic_write_set const&) = delete;
    basic_write_set& operator=(basic_write_set const&) = delete;

    Backend& store() noexcept { return store_; }

    /// Gives the writes in it their time.
    clock_function clock = milliseconds_now<>;

    /// It is a transaction of the user's, even if it is one write.
    bool is_transaction() const noexcept { return transaction_; }

    /// What is there, read consistently and once in an attempt; nullptr: nothing. Good until the set is cleared.
    item const* read(entity_data const& entity, item_view key) {
        known_item& known = look_up(entity, key);
        return known.there ? &*known.there : nullptr;
    }

    /// What will be there after the writes that are in the set so far.
    item const* read_pending(entity_data const& entity, item_view key);

    /// nullptr: no write of that item is in the set.
    owned_write* find(entity_data const& entity, item_view key);

    owned_write& operator[](std::size_t write) { return writes_[write]; }
    std::size_t size() const noexcept { return writes_.size(); }

    /// How often a write that changes something was added or joined.
    std::size_t additions() const noexcept { return additions_; }

    /// Adds a write, or joins it with that of the same item which is in the set, as if it came after it. Returns its place.
    std::size_t add(owned_write write);

    /// It comes of another write, and changes single attributes of an item.
    bool is_derived(std::size_t write) const noexcept {
        return !writes_[write].main && writes_[write].kind == write_kind::update;
    }

    /// The write is done only if the attribute of the item is as it was read.
    void guard(std::size_t write, std::string_view attribute);
    /// The change takes place only if the attribute of its item is as it is in `before`.
    void guard(entity_change const& change, std::string_view attribute) { guard(change.write, attribute); }

    /// The action cannot be done: nothing is written.
    void refuse(write_failure why) { failures_.push_back(std::move(why)); }
    bool is_refused() const noexcept { return !failures_.empty(); }
    std::vector<write_failure>& failures() noexcept { return failures_; }

    /// For the next attempt. What failed writes have found is not read again.
    void clear();

    /// After a commit that was `changed`: the action of the first write that was in others' way.
    std::size_t contended() const noexcept { return contended_; }

    enum class result : std::uint8_t { done, refused, changed };

    /// Does the writes, all or none. changed: what they were planned from is not so any more. Throws store_error for more than
    /// a transaction takes, bad_value for what cannot be stored.
    result commit(std::string_view token = {});

    static constexpr std::size_t max_writes = 100;

  private:
    struct known_item {
        std::string_view table;
        item key;
        std::optional<item> there;
    };

    static expression_view usable_update(owned_write const& write) {
        return write.update.view().node_count() <= 1 ? expression_view() : write.update.view();
    }

    static bool has_key(owned_write const& write, item_view key);

    known_item& look_up(entity_data const& entity, item_view key);

    static void add_guard(owned_write& write, item_view before, path_view path);

    static write_request request_of(owned_write const& write, expression const& condition);

    result commit_one(write_request const& request);

    /// Which of the writes that failed say no, and which were only planned from something that has changed.
    result judge(transaction_outcome& outcome);

    static write_failure reason_of(owned_write const& write, std::optional<item> const& there);

    /// Makes `to` do what both do one after the other.
    void join(owned_write& to, owned_write&& write);

    /// The put has those attributes of the item there that it leaves alone and the update changes; they are to be as they were.
    void keep_updated(owned_write& put, expression_view update);

    /// The condition is to hold for what the write leaves.
    void join_condition(owned_write& to, owned_write& condition);

    static void take_expectation(owned_write& to, owned_write const& from);

    [[noreturn]] void refuse_too_many() const;

    Backend& store_;
    bool transaction_;
    std::vector<owned_write> writes_;
    std::vector<write_failure> failures_;
    std::size_t additions_ = 0;
    std::size_t contended_ = 0;
    std::vector<std::unique_ptr<known_item>> known_;
    std::vector<std::unique_ptr<known_item>> found_;
    std::vector<std::unique_ptr<item>> pending_;
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/store/write/write_set.ipp>
#endif
