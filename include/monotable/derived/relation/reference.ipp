// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/derived/relation/reference.hpp>
#include <monotable/error.hpp>
#include <monotable/model/decode.hpp>
#include <monotable/store/primary_key.hpp>
#include <monotable/store/write/derivation.hpp>

#include <cstdint>

namespace monotable::detail {

MONOTABLE_INLINE std::string stored_encoding(entity_data const& entity, item_view source, std::string_view name) {
    auto const index = static_cast<std::size_t>(entity.field_named(name));
    field_data const& data = entity.fields[index];
    if (!data.key_only)
        if (auto const found = source.find(data.attribute)) return std::string(found->bytes());
    std::string result;
    for (key_slot const& slot : entity.slots) {
        auto const stored = source.find(slot.attribute.name);
        if (!stored || !result.empty()) continue;
        (void)read_slot(entity, slot, *stored, [&](template_part const& part, std::string_view encoding) {
            if (static_cast<std::size_t>(part.field) == index) result = encoding;
        });
    }
    return result;
}

/// All items that a plan with these values finds.
MONOTABLE_INLINE array_view<item> find_all(write_set& set, entity_data const& entity, plan_data const& plan,
                                           std::vector<condition_values> const& values) {
    bool const consistent = entity.table->indexes[plan.index].kind != index_kind::global;
    return set.reads().find_all(entity, plan, values, consistent);
}

MONOTABLE_INLINE std::vector<item> keys_of_references(write_set& set, reference_data const& relation, item_view side) {
    std::vector<condition_values> values(relation.matches->count);
    for (std::size_t i = 0; i != values.size(); ++i) {
        values[i].first = stored_encoding(*relation.side, side, relation.matches->fields[i].side);
        if (values[i].first.empty()) return {};
    }
    std::vector<item> keys;
    for (item const& each : find_all(set, *relation.reference, *relation.find_references, values))
        keys.push_back(primary_key_of(*relation.reference->table, each));
    return keys;
}

MONOTABLE_INLINE std::optional<item> key_of_side(write_set& set, reference_data const& relation, item_view reference) {
    match_list const& matches = *relation.matches;
    for (std::size_t i = 0; relation.find_side != nullptr && i != set.size(); ++i) {
        if (set[i].kind != write_kind::put || set[i].entity != relation.side) continue;
        bool same = true;
        for (std::size_t m = 0; m != matches.count; ++m)
            same = same && stored_encoding(*relation.side, set[i].attributes, matches.fields[m].side) ==
                               stored_encoding(*relation.reference, reference, matches.fields[m].reference);
        if (same) return primary_key_of(*relation.side->table, set[i].attributes);
    }
    std::vector<std::string> encodings(relation.side->fields.size());
    std::vector<condition_values> values(matches.count);
    for (std::size_t i = 0; i != matches.count; ++i) {
        values[i].first = stored_encoding(*relation.reference, reference, matches.fields[i].reference);
        if (values[i].first.empty()) return std::nullopt;
        encodings[static_cast<std::size_t>(relation.side->field_named(matches.fields[i].side))] = values[i].first;
    }
    try {
        if (relation.find_side == nullptr) return key_of(*relation.side, encodings.data());
        for (item const& side : find_all(set, *relation.side, *relation.find_side, values))
            return primary_key_of(*relation.side->table, side);
    } catch (bad_value const&) {}
    return std::nullopt;
}

MONOTABLE_INLINE void reference_writes::reference_changed(reference_data const& relation) {
    bool const leaves = change_.before != nullptr, joins = change_.after != nullptr;
    bool const alike = leaves && joins && refer_alike(relation, *change_.before, *change_.after);
    if (alike && set_.is_derived(change_.write)) return;
    for (std::size_t i = 0; i != relation.matches->count; ++i)
        guard_field(relation, relation.matches->fields[i].reference);
    if (alike) return;
    if (leaves)
        if (auto const key = key_of_side(set_, relation, *change_.before);
            key && set_.read_pending(*relation.side, *key))
            count(relation, *key, -1);
    if (!joins || !refers(relation, *change_.after)) return;
    auto const key = key_of_side(set_, relation, *change_.after);
    if (!key || set_.read_pending(*relation.side, *key) == nullptr)
        return set_.refuse({write_error::missing_reference, relation.subject, change_.action, {}});
    count(relation, *key, 1);
}

MONOTABLE_INLINE std::vector<item> reference_writes::counted_references(reference_data const& relation) {
    set_.guard(change_, relation.counter);
    item_view const side = change_.before != nullptr ? *change_.before : *change_.after;
    std::vector<item> keys = keys_of_references(set_, relation, side);
    if (change_.before != nullptr && decimal(keys.size()) < count_in(side, relation.counter)) set_.plan_again();
    return keys;
}

MONOTABLE_INLINE void reference_writes::side_changed(array_view<reference_data> relations) {
    reference_data const& first = relations[0];
    if (change_.before == nullptr || change_.after != nullptr) return;
    if (first.policy == erase_policy::none || is_moved(first)) return;
    set_.guard(change_, first.counter);
    decimal const counted = count_in(*change_.before, first.counter);
    if (first.policy == erase_policy::refuse && counted > decimal(0) && !set_.is_transaction()) return refuse(first);
    std::vector<item> keys[2], remaining[2];
    std::size_t found = 0, listed = 0;
    for (std::size_t r = 0; r != relations.size(); ++r) {
        keys[r] = keys_of_references(set_, relations[r], *change_.before);
        listed += keys[r].size();
    }
    if (first.policy == erase_policy::cascade && !set_.is_transaction() && !moves_away()) {
        set_.mark_divisible();
        bool const divides = set_.is_divided() || set_.size() + listed > write_set::max_writes;
        if (divides && erase_part(relations, keys)) return;
    }
    for (std::size_t r = 0; r != relations.size(); ++r) {
        for (item& key : keys[r]) {
            item const* const pending = set_.read_pending(*relations[r].reference, key);
            if (pending != nullptr && !refers_to(relations[r], *pending, *change_.before)) continue; // not anymore
            ++found;
            if (pending != nullptr) remaining[r].push_back(std::move(key));
        }
    }
    bool const none = remaining[0].empty() && remaining[1].empty();
    if (!none && moves_away()) return refuse(first); // a cascade applies to erased items, not to moved ones
    if (first.policy == erase_policy::refuse) {
        if (!none || decimal(found) < counted) refuse(first);
        return;
    }
    if (decimal(found) < counted) return set_.plan_again(); // the index is not up to date
    for (std::size_t r = 0; r != relations.size(); ++r)
        for (item const& key : remaining[r]) erase_reference(set_, relations[r], key);
}

MONOTABLE_INLINE bool reference_writes::refers(reference_data const& relation, item_view reference) {
    for (std::size_t i = 0; i != relation.matches->count; ++i)
        if (stored_encoding(*relation.reference, reference, relation.matches->fields[i].reference).empty())
            return false;
    return true;
}

MONOTABLE_INLINE bool reference_writes::refer_alike(reference_data const& relation, item_view a, item_view b) {
    for (std::size_t i = 0; i != relation.matches->count; ++i) {
        std::string_view const field = relation.matches->fields[i].reference;
        if (stored_encoding(*relation.reference, a, field) != stored_encoding(*relation.reference, b, field))
            return false;
    }
    return true;
}

MONOTABLE_INLINE bool reference_writes::refers_to(reference_data const& relation, item_view reference, item_view side) {
    for (std::size_t i = 0; i != relation.matches->count; ++i) {
        matched_fields const& fields = relation.matches->fields[i];
        if (stored_encoding(*relation.reference, reference, fields.reference) !=
            stored_encoding(*relation.side, side, fields.side))
            return false;
    }
    return true;
}

MONOTABLE_INLINE bool reference_writes::is_moved(reference_data const& relation) {
    for (std::size_t i = 0; i != set_.size(); ++i) {
        if (set_[i].kind != write_kind::put || set_[i].entity != relation.side) continue;
        bool same = true;
        for (std::size_t m = 0; m != relation.matches->count; ++m) {
            std::string_view const field = relation.matches->fields[m].side;
            same = same && stored_encoding(*relation.side, set_[i].attributes, field) ==
                               stored_encoding(*relation.side, *change_.before, field);
        }
        if (same) return true;
    }
    return false;
}

MONOTABLE_INLINE bool reference_writes::moves_away() {
    for (std::size_t i = 0; i != set_.size(); ++i)
        if (set_[i].kind == write_kind::put && set_[i].main && set_[i].action == change_.action) return true;
    return false;
}

MONOTABLE_INLINE void reference_writes::side_begins(array_view<reference_data> relations, bool recounts) {
    if (change_.before != nullptr || change_.after == nullptr) return;
    reference_data const& first = relations[0];
    bool const has_count = change_.after->contains(first.counter);
    if (has_count && takes_count(first)) return;
    decimal counted(0);
    for (std::size_t r = 0; recounts && r != relations.size(); ++r)
        for (item const& key : keys_of_references(set_, relations[r], *change_.after))
            if (set_.read(*relations[r].reference, key) != nullptr) counted = counted + decimal(1);
    if (!has_count && counted.is_zero()) return;
    planned_write write = write_of_side(first, primary_key_of(*first.side->table, *change_.after));
    auto const place = expression::path(document_path(first.counter));
    write.update.add(counted.is_zero()
                         ? expression::make(expression_kind::remove, {place})
                         : expression::make(expression_kind::set, {place, expression::constant(value(counted))}));
    set_.add(std::move(write));
}

MONOTABLE_INLINE bool reference_writes::takes_count(reference_data const& relation) {
    table_data const& table = *relation.side->table;
    for (std::size_t i = 0; i != set_.size(); ++i) {
        if (set_[i].kind != write_kind::erase || set_[i].entity != relation.side) continue;
        item const* const gone = set_.read(*relation.side, primary_key_of(table, set_[i].attributes));
        if (gone != nullptr && are_alike(relation, *gone, *change_.after)) return true;
    }
    return false;
}

MONOTABLE_INLINE planned_write reference_writes::write_of_side(reference_data const& relation, item_view key) const {
    planned_write write;
    write.entity = relation.side;
    write.kind = write_kind::update;
    write.attributes = item(key);
    write.action = change_.action;
    write.update.begin(expression_kind::update);
    return write;
}

MONOTABLE_INLINE bool reference_writes::are_alike(reference_data const& relation, item_view a, item_view b) {
    for (std::size_t i = 0; i != relation.matches->count; ++i) {
        std::string_view const field = relation.matches->fields[i].side;
        if (stored_encoding(*relation.side, a, field) != stored_encoding(*relation.side, b, field)) return false;
    }
    return true;
}

MONOTABLE_INLINE void reference_writes::refuse(reference_data const& relation) {
    set_.refuse({write_error::referenced, relation.name, change_.action, {}});
}

MONOTABLE_INLINE void reference_writes::erase_reference(write_set& set, reference_data const& relation,
                                                        item_view key) const {
    item const* const pending = set.read_pending(*relation.reference, key);
    if (pending != nullptr && refers_to(relation, *pending, *change_.before)) relation.erase(set, key, change_.action);
}

MONOTABLE_INLINE void reference_writes::guard_field(reference_data const& relation, std::string_view name) {
    entity_data const& entity = *relation.reference;
    auto const index = static_cast<std::size_t>(entity.field_named(name));
    if (!entity.fields[index].key_only) return set_.guard(change_, entity.fields[index].attribute);
    for (std::size_t s = entity.table->indexes[0].key_count(); s != entity.slots.size(); ++s)
        for (template_part const& part : entity.parts_of(entity.slots[s]))
            if (part.placeholder && static_cast<std::size_t>(part.field) == index)
                set_.guard(change_, entity.slots[s].attribute.name);
}

MONOTABLE_INLINE void reference_writes::count(reference_data const& relation, item_view key, int difference) {
    planned_write write = write_of_side(relation, key);
    write.expected = precondition::must_exist; // a guard: it existed when it was read
    auto const place = expression::path(document_path(relation.counter));
    if (difference < 0) { // references that are older than the counter were never counted
        decimal const now = pending_count(relation, key);
        if (now <= decimal(0)) return;
        item const* const there = set_.read(*relation.side, key);
        if (there != nullptr) {
            decimal const before = count_in(*there, relation.counter);
            if (before >= now) // the set removes before - now references, which must still be counted
                write.requirements.push_back(
                    {expression::make(expression_kind::greater, {place, expression::constant(value(before - now))}),
                     write_error::none,
                     {}});
        }
    }
    write.update.add(expression::make(expression_kind::add, {place, expression::constant(value(decimal(difference)))}));
    set_.add(std::move(write));
}

MONOTABLE_INLINE decimal reference_writes::pending_count(reference_data const& relation, item_view key) {
    item const* const pending = set_.read_pending(*relation.side, key);
    item const* const there = set_.read(*relation.side, key);
    planned_write const* const write = set_.find(*relation.side, key);
    bool const keeps = write != nullptr && write->kind == write_kind::put; // a put preserves undeclared attributes
    if (keeps && there != nullptr && !pending->contains(relation.counter)) return count_in(*there, relation.counter);
    return pending != nullptr ? count_in(*pending, relation.counter) : decimal(0);
}

MONOTABLE_INLINE bool reference_writes::erase_part(array_view<reference_data> relations,
                                                   std::vector<item> const* keys) {
    constexpr std::size_t all = static_cast<std::size_t>(-1), most_unknown = 10 * part_size;
    for (std::size_t most = all;;) { // the maximum number of references in the part
        auto part = std::make_unique<write_set>(set_.reads());
        part->clock = set_.clock;
        if (most == 0) part->divide(); // the derived writes of a single one are too many
        std::size_t unknown = 0, taken = 0;
        auto const is_full = [&] {
            return part->size() >= part_size || unknown == most_unknown || (taken != 0 && taken >= most) ||
                   part->is_refused() || part->is_stale() || part->part() != nullptr;
        };
        for (std::size_t r = 0; r != relations.size(); ++r) {
            for (auto key = keys[r].begin(); key != keys[r].end() && !is_full(); ++key) {
                if (!part->knows(*relations[r].reference, *key)) ++unknown;
                std::size_t const before = part->size();
                erase_reference(*part, relations[r], *key);
                derive(*part);
                if (part->size() != before) ++taken;
            }
        }
        if (part->is_stale()) {
            set_.plan_again();
        } else if (part->is_refused()) {
            set_.refuse(part->failures().front());
        } else if (part->part() != nullptr || part->size() != 0) {
            if (part->part() == nullptr && part->size() > write_set::max_writes && most != 0 && unknown == 0) {
                most = taken - 1;
                continue;
            }
            set_.commit_first(std::move(part));
        } else {
            return unknown != 0;
        }
        return true;
    }
}

} // namespace monotable::detail
