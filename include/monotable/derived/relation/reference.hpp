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
#include <monotable/store/write/derived_write.hpp>
#include <monotable/store/write/write_error.hpp>
#include <monotable/store/write/write_set.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// References by a relation whose sides count them, so that a side with references is not erased.
namespace monotable::detail {

/// The references to one side of a relation: those of children to their parent, of edges to their left or right side.
struct reference_data {
    std::string_view name;    ///< of the relation
    std::string_view subject; ///< in messages: the relation and the side
    std::string_view counter; ///< the attribute of the side with the number of references by this relation
    erase_policy policy = erase_policy::none;
    entity_data const* side = nullptr;
    entity_data const* reference = nullptr;
    match_list const* matches = nullptr;
    plan_data const* find_references = nullptr;
    plan_data const* find_side = nullptr; ///< null: the matched fields determine its primary key
    /// Erases a reference, with derived writes.
    bool (*erase)(write_set&, item_view key, std::size_t action) = nullptr;
};

/// The encoding of a field in an item, from its attribute or from the text of a key; empty if it is absent.
std::string stored_encoding(entity_data const& entity, item_view source, std::string_view name);

/// The keys of the references to a side, as the index that finds them has them.
std::vector<item> keys_of_references(write_set& set, reference_data const& relation, item_view side);

/// The key of the side that an item references, after the writes of the set: the new key of a side that is moved. std::nullopt if
/// a matched field is absent or cannot be part of a key.
std::optional<item> key_of_side(write_set& set, reference_data const& relation, item_view reference);

/// Plans the derived writes of a change of a reference or of a side.
class reference_writes {
  public:
    reference_writes(write_set& set, entity_change const& change) : set_(set), change_(change) {}

    void reference_changed(reference_data const& relation);

    /// The keys of all references to the side that changes. The counter is guarded, so that none is added or removed concurrently.
    std::vector<item> counted_references(reference_data const& relation);

    /// Plans the creation of a side. `relations`: one for each position of the side in the relation. A moved item takes the count
    /// of the old one if its matched fields are unchanged, and otherwise has no references yet. `recounts`: counts references that
    /// were created before the side.
    void side_begins(array_view<reference_data> relations, bool recounts);

    /// Plans the erasure of a side; other changes have no effect. `relations`: see side_begins(). Searches for references even if the
    /// count is zero, because items that are older than the policy are not counted.
    void side_changed(array_view<reference_data> relations);

  private:
    /// The number of writes after which a part of a large cascade ends; the last reference in it may exceed it.
    static constexpr std::size_t part_size = 60;

    static decimal count_in(item_view side, std::string_view counter) {
        auto const found = side.find(counter);
        return found && found->is(value_type::number) ? found->as_number() : decimal(0);
    }

    static bool refers(reference_data const& relation, item_view reference);
    static bool refer_alike(reference_data const& relation, item_view a, item_view b);

    static bool refers_to(reference_data const& relation, item_view reference, item_view side);

    /// True if another item replaces it in the same set, which its references then refer to.
    bool is_moved(reference_data const& relation);

    /// True if the item gets another key, to which its references do not refer.
    bool moves_away();

    /// True if the item takes the count of one with the same references that is erased in the same set.
    bool takes_count(reference_data const& relation);

    planned_write write_of_side(reference_data const& relation, item_view key) const;

    static bool are_alike(reference_data const& relation, item_view a, item_view b);

    void refuse(reference_data const& relation);

    void erase_reference(write_set& set, reference_data const& relation, item_view key) const;

    /// Guards the attributes that contain the field from which the change was computed.
    void guard_field(reference_data const& relation, std::string_view name);

    void count(reference_data const& relation, item_view key, int difference);

    /// The count of the side after the writes of the set.
    decimal pending_count(reference_data const& relation, item_view key);

    /// Plans a part of the cascade, with its derived writes, as a transaction of its own, so that the table is consistent if the
    /// cascade is interrupted. False if there is nothing left to erase.
    bool erase_part(array_view<reference_data> relations, std::vector<item> const* keys);

    write_set& set_;
    entity_change const& change_;
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/derived/relation/reference.ipp>
#endif
