// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/expression/tree.hpp>
#include <monotable/schema/encode.hpp>
#include <monotable/schema/model.hpp>
#include <monotable/table/write/prepared_write.hpp>
#include <monotable/value/item.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace monotable::detail {

/// The place is in the item as it is in `before`.
expression same(item_view before, path_view path);

/// An update such that the entity's index entries follow.
struct planned_update {
    expression update;    ///< without actions: none
    expression unchanged; ///< the parts of the item that it was worked out from are as they were
    item after;           ///< where it was worked out from an item: what it makes of it
};

/// Plans an update such that the entity's index entries follow. Composed key attributes that depend on a changed field are
/// written with it: in the same request where the arguments say all that they are made of; else the item is read, and
/// written on condition that those parts are as they were. (A template, so that only a program that updates compiles it.)
template <class Backend>
class update_planner {
  public:
    explicit update_planner(prepared_write const& what);

    /// The arguments do not say all that is to be written.
    bool needs_item() const;

    /// REQUIRES: !needs_item().
    planned_update plan() const;

    /// `old`: what there is; nullptr: an upsert creates the item. REQUIRES: the user's condition holds for it.
    planned_update plan(item const* old) const;

    /// An update without actions is none.
    static expression_view usable(expression const& update) {
        return update.view().node_count() == 1 ? expression_view() : update.view();
    }

  private:
    /// As plan, of an item that an earlier version wrote.
    planned_update plan_upgrade(item const& old, item const& present) const;

    bool creates_parents() const;

    /// What the arguments ask for, of an item.
    planned_update actions_for(item_view before) const;

    /// What is written depends on what the item has, so that it has to be in the form that the update is for.
    bool depends_on_item() const;

    struct knowledge {
        bool sure = false;
        char const* encoding = nullptr; ///< nullptr: absent
    };

    /// What the arguments say that a field will be.
    knowledge known(std::size_t field) const;

    bool is_assigned(std::size_t field) const;

    bool is_worked_out(std::size_t field) const { return !computed_.empty() && computed_[field] != '\0'; }

    /// The computed fields that something assigned may change, and those that they may change.
    void find_computed();

    /// Adds what makes computed fields those of the object.
    void add_computed(expression& update, encoded_object const& object, item const* old) const;

    /// The attribute is to be `wanted`, or absent (nullptr), where it was as in `old`.
    static void make_equal(expression& update, std::string_view attribute, char const* wanted, item const* old);

    /// Calls f(field) for each field that the index's key attributes are made of, until it returns true.
    template <class F>
    bool any_field(std::size_t index, F const& f) const;

    /// Whether an argument decides about the entry. An upsert may create the item, and with it every entry but those for
    /// which a field will be absent.
    bool is_affected(std::size_t index) const;

    void find_affected();

    bool shares_attribute(std::size_t index) const;

    /// The first slot with the same attribute.
    std::size_t owner_of(std::size_t slot) const;

    /// The attribute is composed, and not one of the primary key.
    bool is_written(std::size_t slot) const {
        return slot >= entity_.table->indexes[0].key_count() && entity_.slots[slot].native == no_field;
    }

    /// The index has key attributes of the entity that are no fields.
    bool is_composed(std::size_t index) const;

    bool all_known() const;

    static void set(expression& update, path_view path, expression_view operand) {
        update.add(expression::make(expression_kind::set, {expression::path(path), operand}));
    }
    static void set(expression& update, std::string_view attribute, value_view v) {
        set(update, document_path(attribute), expression::constant(v));
    }

    void add_actions();

    /// Adds what makes the key attributes of the affected indexes those of the object.
    void add_keys(expression& update, encoded_object const& object, item const* old) const;

    /// What the new key attributes and computed fields were worked out from is as it was.
    expression unchanged(item_view before) const;

    /// The key attributes that keep a field which no other attribute does.
    template <class Add>
    void add_places_of(std::size_t field, Add const& add) const;

    prepared_write const& what_;
    entity_data const& entity_;
    write_input const& input_;
    std::string affected_; ///< per index: its key attributes are worked out anew
    std::string computed_; ///< per field: it is worked out anew; empty: none
    expression update_;
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/table/write/updater.ipp>
#endif
