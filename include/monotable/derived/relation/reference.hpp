// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/config.hpp>
#include <monotable/core/item.hpp>
#include <monotable/derived/relation/model.hpp>
#include <monotable/meta/array_view.hpp>
#include <monotable/model/model.hpp>
#include <monotable/query/key_range.hpp>
#include <monotable/query/plan.hpp>
#include <monotable/store/write/consequence.hpp>
#include <monotable/store/write/write_error.hpp>
#include <monotable/store/write/write_set.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// References by a relation whose sides count them, so that a side is not erased while there are any.
namespace monotable::detail {

/// What refers to one side of a relation: children to their parent, edges to their left or right side.
struct reference_data {
    std::string_view name;    ///< of the relation
    std::string_view subject; ///< in messages: the relation and the side
    std::string_view counter; ///< the attribute of the side that says how many refer to it by this relation
    erase_policy policy = erase_policy::none;
    entity_data const* side = nullptr;
    entity_data const* reference = nullptr;
    match_list const* matches = nullptr;
    plan_data const* find_references = nullptr;
    plan_data const* find_side = nullptr; ///< nullptr: the matched fields make its primary key
    /// Erases a reference with what that brings with it.
    bool (*erase)(write_set&, item_view key, std::size_t action) = nullptr;
};

/// What an item holds of a field, in an attribute or in the text of a key; empty when it is absent.
std::string stored_encoding(entity_data const& entity, item_view source, std::string_view name);

/// The keys of what refers to a side, as the index that finds them has them.
std::vector<item> keys_of_references(write_set& set, reference_data const& relation, item_view side);

/// The key of the side that an item refers to, after the writes of the set: of a side that it gives another key, the new one.
/// Nothing where a matched field is absent, or no side can have such a key.
std::optional<item> key_of_side(write_set& set, reference_data const& relation, item_view reference);

/// Plans what a change of a reference or of a side brings with it.
class reference_writes {
  public:
    reference_writes(write_set& set, entity_change const& change) : set_(set), change_(change) {}

    void reference_changed(reference_data const& relation);

    /// The keys of what refers to the side that changes, all of it: none comes or goes before this is written.
    std::vector<item> counted_references(reference_data const& relation);

    /// A side is created. relations: one for each place in which it may stand. An item that was moved has the count of the one
    /// that it was; nothing refers to it yet, unless that is said by fields which are the same. recounts: what refers to it was
    /// there before it, and is counted.
    void side_begins(array_view<reference_data> relations, bool recounts);

    /// relations: as of side_begins. What refers to it is looked for whatever the count says: items
    /// that are older than the policy are not counted.
    void side_changed(array_view<reference_data> relations);

  private:
    /// The writes of a part of a large cascade, but for what the last reference in it adds.
    static constexpr std::size_t part_size = 60;

    static decimal count_in(item_view side, std::string_view counter) {
        auto const found = side.find(counter);
        return found && found->is(value_type::number) ? found->as_number() : decimal(0);
    }

    static bool refers(reference_data const& relation, item_view reference);
    static bool refer_alike(reference_data const& relation, item_view a, item_view b);

    static bool refers_to(reference_data const& relation, item_view reference, item_view side);

    /// Another item takes its place, which those that refer to it then mean.
    bool is_moved(reference_data const& relation);

    /// The item gets another key, by which nothing refers to it.
    bool moves_away();

    /// The item has the count of one that is erased in the same set, and to which the same refers.
    bool takes_count(reference_data const& relation);

    owned_write write_of_side(reference_data const& relation, item_view key) const;

    static bool are_alike(reference_data const& relation, item_view a, item_view b);

    void refuse(reference_data const& relation);

    void erase_reference(write_set& set, reference_data const& relation, item_view key) const;

    /// What the change was worked out from is as it was, wherever it is kept.
    void guard_field(reference_data const& relation, std::string_view name);

    void count(reference_data const& relation, item_view key, int difference);

    /// What the side will count after the writes of the set.
    decimal pending_count(reference_data const& relation, item_view key);

    /// Part of the cascade, with its derived writes, as a transaction of its own, so that what is left is consistent wherever
    /// this ends. False if there is nothing left to erase.
    bool erase_part(array_view<reference_data> relations, std::vector<item> const* keys);

    write_set& set_;
    entity_change const& change_;
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/derived/relation/reference.ipp>
#endif
