// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/core/decimal.hpp>
#include <monotable/core/item.hpp>
#include <monotable/derived/copies/data.hpp>
#include <monotable/meta/array_view.hpp>
#include <monotable/store/write/derived_write.hpp>
#include <monotable/store/write/write_set.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// The derived writes of duplicated<> and total<> with in_transaction.
namespace monotable::detail {

/// Adding a copy to a source, or a child to a parent, also writes the latter in the same transaction. Therefore a plan
/// that involves all copies or children of an item has a guard that fails if another one is added concurrently. Those
/// of an item that does not exist can only be removed.
class derived_field_writes {
  public:
    derived_field_writes(write_set& set, entity_change const& change, derived_data const& relation);

    void source_changed();

    void copy_changed();

    void child_changed();

    void parent_changed();

  private:
    /// The stored values of a copy, for one whose source does not exist.
    class stored_fields {
      public:
        stored_fields(derived_data const& relation, item_view copy) : encodings_(relation.fields.size()) {
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
    bool derived_fields_differ() const;

    /// True if the write changes fields that have copies.
    bool source_fields_differ() const;

    /// True if this set adds a copy to the source.
    bool is_joined(item_view source_key);

    item const* read_one(item_view key);

    void refuse();

    planned_write write_of_one(item_view key, write_kind kind) const;

    static void add_to(expression& update, std::string_view attribute, decimal const& term);

    /// The keys of all copies or children in the index. Throws if they are more than a transaction can write.
    std::vector<item> keys_of_many();

    [[noreturn]] void refuse_too_many(std::size_t count, std::size_t most_counted) const;

    void rewrite_copy(item_view key, array_view<field_value> values);

    /// Sets these fields of the copy that is written.
    void amend(array_view<field_value> values);

    /// Increments the version, once, of an item that is only written as a derived write.
    void count_version(std::size_t place);

    /// Makes the write conditional on the dependencies of computed fields.
    void guard_computed(std::size_t place, entity_data const& entity);

    /// Adds a child that existed before its parent; changes of it by the transaction are added separately.
    void add_orphan(child_totals& sums, item_view key);

    /// The write, in the set, of an existing item that was read; adds a check if there is none.
    std::size_t place_of_read(item_view key);

    /// Adds the differences to the totals of the parent, if it exists. With `whole`, all totals are written even if
    /// unchanged.
    void shift(std::optional<item> const& key, child_totals const& difference, bool whole = false);

    /// True if the new totals must be known and adding is not sufficient: index keys or computed fields depend on them,
    /// an earlier version of the program has written them, or the same transaction assigns them.
    bool needs_value(item_view key);

    /// True if the write is an update that assigns the totals. (Puts of objects with managed fields are such updates.)
    bool assigns_totals(planned_write const& write) const;

    static bool is_source(entity_data const& entity, std::size_t field);
    static bool is_in_index(entity_data const& entity, std::size_t field);

    write_set& set_;
    entity_change const& change_;
    derived_data const& relation_;
    std::string revision_; ///< the attribute of a source that counts the copies that were added to it
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/derived/copies/writes.ipp>
#endif
