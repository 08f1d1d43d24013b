// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/core/decimal.hpp>
#include <monotable/core/item.hpp>
#include <monotable/derived/copies/data.hpp>
#include <monotable/meta/array_view.hpp>
#include <monotable/store/write/consequence.hpp>
#include <monotable/store/write/write_set.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// What a write brings with it where duplicated<> and total<> are kept in_transaction.
namespace monotable::detail {

/// A copy joins a source, and a child a parent, only in a transaction that writes to that one as well; so whatever is planned
/// from all copies or children of one item meets a guard there when another is added at the same time. Those of an item that
/// is not there can only become fewer.
class kept_writes {
  public:
    kept_writes(write_set& set, entity_change const& change, kept_data const& relation);

    void source_changed();

    void copy_changed();

    void child_changed();

    void parent_changed();

  private:
    /// Copies of what a copy had before, for one whose source is gone.
    class stored_fields {
      public:
        stored_fields(kept_data const& relation, item_view copy) : encodings_(relation.fields.size()) {
            for (std::size_t i = 0; i != encodings_.size(); ++i) {
                encodings_[i] = encoding_in(*relation.many, copy, relation.fields[i].to);
                values_.push_back({relation.fields[i].to, encoding_or_null(encodings_[i])});
            }
        }
        stored_fields(stored_fields const&) = delete;
        stored_fields& operator=(stored_fields const&) = delete;

        array_view<field_value> values() const { return {values_.data(), values_.size()}; }

      private:
        std::vector<std::string> encodings_;
        std::vector<field_value> values_;
    };

    stored_fields stored_values(item_view copy) const;

    void guard(entity_data const& entity, std::size_t field);

    bool moved() const;
    bool same_fields_matched(item_view a, item_view b) const;
    bool kept_fields_differ() const;

    /// What is stored of the fields that copies repeat is not the same before and after.
    bool source_fields_differ() const;

    /// A copy that is written in this set has joined the source.
    bool is_joined(item_view source_key);

    item const* read_one(item_view key);

    void refuse();

    owned_write write_of_one(item_view key, write_kind kind) const;

    static void add_to(expression& update, std::string_view attribute, decimal const& term);

    /// Of all copies or children that the index has; more than a transaction takes are an error.
    std::vector<item> keys_of_many();

    [[noreturn]] void refuse_too_many(std::size_t count, std::size_t most_counted) const;

    void rewrite_copy(item_view key, array_view<field_value> values);

    /// Gives the copy that is written these fields.
    void amend(array_view<field_value> values);

    /// The version moves on, once, of an item that is written for this alone.
    void count_version(std::size_t place);

    /// What computed fields are worked out from is as it was.
    void guard_computed(std::size_t place, entity_data const& entity);

    /// A child that was there before its parent; what the transaction itself does to it comes on top.
    void add_orphan(child_totals& sums, item_view key);

    /// The write of an item that has been read and is there: one that is in the set, or a check.
    std::size_t place_of_read(item_view key);

    /// Adds the differences to the totals of the parent, if there is one. whole: all totals are written, be they the same.
    void shift(std::optional<item> const& key, child_totals const& difference, bool whole = false);

    /// Keys of indexes or computed fields are made of the totals, an earlier version of the program has written them, or they are
    /// assigned in the same transaction: then it is not enough to add.
    bool needs_value(item_view key);

    /// The write is an update that says what the totals are. (Puts of objects with roles are such updates.)
    bool assigns_totals(owned_write const& write) const;

    static bool is_source(entity_data const& entity, std::size_t field);
    static bool is_in_index(entity_data const& entity, std::size_t field);

    write_set& set_;
    entity_change const& change_;
    kept_data const& relation_;
    std::string revision_; ///< counts the copies that have joined a source: an attribute of the source
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/derived/copies/writes.ipp>
#endif
