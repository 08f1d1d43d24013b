// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/derived/copies/rewrite.hpp>
#include <monotable/derived/copies/writes.hpp>
#include <monotable/error.hpp>
#include <monotable/store/primary_key.hpp>
#include <monotable/store/write/rewrite.hpp>

namespace monotable::detail {

MONOTABLE_INLINE derived_field_writes::derived_field_writes(write_set& set, entity_change const& change,
                                                            derived_data const& relation)
    : set_(set), change_(change), relation_(relation), revision_(std::string("copied#").append(relation.name)) {}

MONOTABLE_INLINE void derived_field_writes::source_changed() {
    if (change_.after == nullptr) return; // copies of an erased source are left unchanged
    source_values const now(relation_, *change_.after);
    bool const same =
        change_.before != nullptr && !source_fields_differ() && source_values(relation_, *change_.before) == now;
    if (same && set_.is_derived(change_.write)) return;
    for (derived_field const& field : relation_.fields) guard(*relation_.one, field.from);
    if (same) return;
    set_.guard(change_, revision_);
    for (item const& key : keys_of_many()) rewrite_copy(key, now.values());
}

MONOTABLE_INLINE void derived_field_writes::copy_changed() {
    if (change_.after == nullptr) return;
    for (field_pair const& pair : relation_.matches) guard(*relation_.many, pair.many);
    for (derived_field const& field : relation_.fields) guard(*relation_.many, field.to);
    bool const joins = change_.before == nullptr || moved();
    if (!has_match(relation_, *change_.after) || (!joins && !derived_fields_differ())) return;
    std::optional<item> const key = key_of_one(relation_, *change_.after);
    item const* const source = key ? read_one(*key) : nullptr;
    if (joins && source == nullptr) return refuse();
    if (source == nullptr) return amend(stored_values(*change_.before).values());
    source_values const wanted(relation_, *source);
    bool const counts = joins && !is_joined(*key);
    planned_write write = write_of_one(*key, counts ? write_kind::update : write_kind::check);
    if (counts) add_to(write.update, revision_, decimal(1));
    std::size_t const place = set_.add(std::move(write));
    for (derived_field const& field : relation_.fields)
        if (!relation_.one->fields[field.from].key_only) set_.guard(place, relation_.one->fields[field.from].attribute);
    amend(wanted.values());
}

MONOTABLE_INLINE void derived_field_writes::child_changed() {
    bool const joins = change_.after != nullptr && (change_.before == nullptr || moved());
    bool const leaves = change_.before != nullptr && (change_.after == nullptr || moved());
    child_totals changed(relation_);
    if (!joins && !leaves) {
        changed.add(*change_.after);
        changed.add(*change_.before, true);
        if (changed.all_zero() && set_.is_derived(change_.write)) return;
    }
    for (field_pair const& pair : relation_.matches) guard(*relation_.many, pair.many);
    for (derived_field const& field : relation_.fields)
        if (field.kind == derived_kind::sum) guard(*relation_.many, field.from);
    if (!joins && !leaves) {
        if (!changed.all_zero()) shift(key_of_one(relation_, *change_.after), changed);
        return;
    }
    if (leaves) {
        child_totals difference(relation_);
        difference.add(*change_.before, true);
        shift(key_of_one(relation_, *change_.before), difference);
    }
    if (!joins || !has_match(relation_, *change_.after)) return;
    std::optional<item> const key = key_of_one(relation_, *change_.after);
    if (!key || read_one(*key) == nullptr) return refuse();
    child_totals difference(relation_);
    difference.add(*change_.after);
    set_.add(write_of_one(*key, write_kind::check));
    shift(key, difference);
}

MONOTABLE_INLINE void derived_field_writes::parent_changed() {
    if (change_.after == nullptr) return; // children of an erased parent are left unchanged
    child_totals difference(relation_);
    bool missing = false;
    if (change_.before == nullptr) {
        for (derived_field const& field : relation_.fields)
            missing = missing || !change_.after->contains(relation_.one->fields[field.to].attribute);
        for (item const& key : keys_of_many()) add_orphan(difference, key);
    } else {
        if (set_[change_.write].kind != write_kind::put && !assigns_totals(set_[change_.write])) return;
        for (derived_field const& field : relation_.fields) guard(*relation_.one, field.to);
        difference.add_stored(*change_.before);
    }
    difference.add_stored(*change_.after, true);
    if (missing || !difference.all_zero())
        shift(primary_key_of(*relation_.one->table, *change_.after), difference, missing);
}

MONOTABLE_INLINE derived_field_writes::stored_fields derived_field_writes::stored_values(item_view copy) const {
    return stored_fields(relation_, copy);
}

MONOTABLE_INLINE void derived_field_writes::guard(entity_data const& entity, std::size_t field) {
    if (!entity.fields[field].key_only) set_.guard(change_, entity.fields[field].attribute);
}

MONOTABLE_INLINE bool derived_field_writes::moved() const {
    return !same_fields_matched(*change_.before, *change_.after);
}

MONOTABLE_INLINE bool derived_field_writes::same_fields_matched(item_view a, item_view b) const {
    for (field_pair const& pair : relation_.matches)
        if (encoding_in(*relation_.many, a, pair.many) != encoding_in(*relation_.many, b, pair.many)) return false;
    return true;
}

MONOTABLE_INLINE bool derived_field_writes::derived_fields_differ() const {
    for (derived_field const& field : relation_.fields)
        if (encoding_in(*relation_.many, *change_.before, field.to) !=
            encoding_in(*relation_.many, *change_.after, field.to))
            return true;
    return false;
}

MONOTABLE_INLINE bool derived_field_writes::source_fields_differ() const {
    for (derived_field const& field : relation_.fields)
        if (encoding_in(*relation_.one, *change_.before, field.from) !=
            encoding_in(*relation_.one, *change_.after, field.from))
            return true;
    return false;
}

MONOTABLE_INLINE bool derived_field_writes::is_joined(item_view source_key) {
    planned_write const* const write = set_.find(*relation_.one, source_key);
    if (write == nullptr) return false;
    if (write->kind == write_kind::update && !write->update.empty())
        for (expression_view const action : write->update.view())
            if (action[0].path().attribute() == revision_) return true;
    return write->kind == write_kind::put && write->attributes.contains(revision_);
}

MONOTABLE_INLINE item const* derived_field_writes::read_one(item_view key) {
    item const* const found = set_.read_pending(*relation_.one, key);
    return found != nullptr && belongs_to(*relation_.one, *found) ? found : nullptr;
}

MONOTABLE_INLINE void derived_field_writes::refuse() {
    set_.refuse({write_error::missing_reference, relation_.name, change_.action, {}});
}

MONOTABLE_INLINE planned_write derived_field_writes::write_of_one(item_view key, write_kind kind) const {
    planned_write write;
    write.entity = relation_.one;
    write.kind = kind;
    write.attributes = item(key);
    write.expected = precondition::must_exist;
    write.if_failed = write_error::none; // it existed when it was read
    write.action = change_.action;
    if (kind == write_kind::update) write.update.begin(expression_kind::update);
    if (kind == write_kind::update) write.derived_writes = relation_.one_brings;
    return write;
}

MONOTABLE_INLINE void derived_field_writes::add_to(expression& update, std::string_view attribute,
                                                   decimal const& term) {
    update.add(expression::make(expression_kind::add,
                                {expression::path(document_path(attribute)), expression::constant(value(term))}));
}

MONOTABLE_INLINE std::vector<item> derived_field_writes::keys_of_many() {
    constexpr std::size_t most_counted = 1000;
    std::vector<item> keys;
    std::size_t more = 0; // the number of writes in addition to those of the set
    for (item const& found : find_many(set_, relation_, *change_.after, most_counted)) {
        keys.push_back(primary_key_of(*relation_.many->table, found));
        if (set_.find(*relation_.many, keys.back()) == nullptr) ++more;
        if (keys.size() > most_counted) break;
    }
    if (set_.size() + more > write_set::max_writes) refuse_too_many(keys.size(), most_counted);
    return keys;
}

MONOTABLE_INLINE void derived_field_writes::refuse_too_many(std::size_t count, std::size_t most_counted) const {
    std::string text("monotable: ");
    text.append(relation_.name).append(": ").append(relation_.one->name).append(" in ");
    text.append(relation_.one->table->name).append(" with ");
    text.append(primary_key_text(*relation_.one, *change_.after)).append(" has ");
    if (count > most_counted) text.append("more than ");
    text.append(std::to_string(count > most_counted ? most_counted : count)).append(" items of ");
    text.append(relation_.many->name).append(" that depend on the change, and one transaction takes at most ");
    text.append(std::to_string(write_set::max_writes));
    throw store_error(store_fault::validation, text.append(" writes; declare it by_stream"));
}

MONOTABLE_INLINE void derived_field_writes::rewrite_copy(item_view key, array_view<field_value> values) {
    item const* const copy = set_.read_pending(*relation_.many, key);
    if (copy == nullptr || !belongs_to(*relation_.many, *copy)) return;
    if (!are_matched(relation_, *change_.after, *copy)) return;
    item const after = with_fields(*relation_.many, relation_.encode_many(*copy, values).to_item(), values);
    auto const place = add_differences(set_, *relation_.many, relation_.many_brings, *copy, after, change_.action);
    if (!place) return; // copy_changed() guards that it still belongs to the source
    guard_computed(*place, *relation_.many);
    count_version(*place);
}

MONOTABLE_INLINE void derived_field_writes::amend(array_view<field_value> values) {
    item const key = primary_key_of(*relation_.many->table, *change_.after);
    item const* const pending = set_.read_pending(*relation_.many, key);
    if (pending == nullptr) return;
    item const after = with_fields(*relation_.many, relation_.encode_many(*pending, values).to_item(), values);
    if (auto const place =
            add_differences(set_, *relation_.many, relation_.many_brings, *pending, after, change_.action))
        guard_computed(*place, *relation_.many);
}

MONOTABLE_INLINE void derived_field_writes::count_version(std::size_t place) {
    planned_write const& counted = set_[place];
    if (counted.main || counted.kind != write_kind::update || counted.entity->managed == nullptr) return;
    if (counted.entity->managed->version == no_field) return;
    auto const version = static_cast<std::size_t>(counted.entity->managed->version);
    planned_write write;
    write.entity = counted.entity;
    write.kind = write_kind::update;
    write.attributes = counted.attributes;
    write.expected = precondition::must_exist;
    write.action = change_.action;
    write.update.begin(expression_kind::update);
    add_one(write.update, counted.entity->fields[version].attribute);
    set_.add(std::move(write));
}

MONOTABLE_INLINE void derived_field_writes::guard_computed(std::size_t place, entity_data const& entity) {
    each_computation(entity, [&](std::size_t, std::size_t source) {
        if (entity.fields[source].is_stored() && !entity.fields[source].key_only)
            set_.guard(place, entity.fields[source].attribute);
    });
}

MONOTABLE_INLINE void derived_field_writes::add_orphan(child_totals& sums, item_view key) {
    item const* const child = set_.read(*relation_.many, key);
    bool const belongs =
        child != nullptr && belongs_to(*relation_.many, *child) && are_matched(relation_, *change_.after, *child);
    if (!belongs) return;
    std::size_t const place = place_of_read(key);
    for (field_pair const& pair : relation_.matches)
        if (!relation_.many->fields[pair.many].key_only) set_.guard(place, relation_.many->fields[pair.many].attribute);
    for (derived_field const& field : relation_.fields)
        if (field.kind == derived_kind::sum && !relation_.many->fields[field.from].key_only)
            set_.guard(place, relation_.many->fields[field.from].attribute);
    sums.add(*child);
}

MONOTABLE_INLINE std::size_t derived_field_writes::place_of_read(item_view key) {
    if (planned_write const* const write = set_.find(*relation_.many, key)) {
        for (std::size_t i = 0; i != set_.size(); ++i)
            if (&set_[i] == write) return i;
    }
    planned_write check;
    check.entity = relation_.many;
    check.kind = write_kind::check;
    check.attributes = item(key);
    check.expected = precondition::must_exist;
    check.action = change_.action;
    return set_.add(std::move(check));
}

MONOTABLE_INLINE void derived_field_writes::shift(std::optional<item> const& key, child_totals const& difference,
                                                  bool whole) {
    item const* const parent = key ? read_one(*key) : nullptr;
    if (parent == nullptr) return;
    if (!whole && !needs_value(*key)) {
        planned_write write = write_of_one(*key, write_kind::update);
        for (std::size_t i = 0; i != relation_.fields.size(); ++i)
            if (!difference[i].is_zero())
                add_to(write.update, relation_.one->fields[relation_.fields[i].to].attribute, difference[i]);
        if (write.update.view().size() != 0) count_version(set_.add(std::move(write)));
        return;
    }
    child_totals totals(relation_);
    totals.add_stored(*parent);
    totals.add(difference);
    std::vector<field_value> const values = totals.values();
    array_view<field_value> const wanted{values.data(), values.size()};
    item const after = with_fields(*relation_.one, relation_.encode_one(*parent, wanted).to_item(), wanted);
    auto const place = add_differences(set_, *relation_.one, relation_.one_brings, *parent, after, change_.action);
    if (!place) return;
    guard_computed(*place, *relation_.one);
    count_version(*place);
}

MONOTABLE_INLINE bool derived_field_writes::needs_value(item_view key) {
    for (derived_field const& field : relation_.fields)
        if (is_in_index(*relation_.one, field.to) || is_source(*relation_.one, field.to)) return true;
    entity_data const& entity = *relation_.one;
    item present;
    item const* const parent = set_.read_pending(entity, key);
    if (parent != nullptr && entity.earlier != nullptr && entity.earlier->upgrade(entity, *parent, present))
        return true;
    planned_write const* const write = set_.find(entity, key);
    return write != nullptr && assigns_totals(*write);
}

MONOTABLE_INLINE bool derived_field_writes::assigns_totals(planned_write const& write) const {
    if (write.kind != write_kind::update || write.update.empty()) return false;
    for (expression_view const action : write.update.view())
        for (derived_field const& field : relation_.fields)
            if (!action.is(expression_kind::add) &&
                action[0].path().attribute() == relation_.one->fields[field.to].attribute)
                return true;
    return false;
}

MONOTABLE_INLINE bool derived_field_writes::is_source(entity_data const& entity, std::size_t field) {
    bool found = false;
    each_computation(entity, [&](std::size_t, std::size_t source) { found = found || source == field; });
    return found;
}

MONOTABLE_INLINE bool derived_field_writes::is_in_index(entity_data const& entity, std::size_t field) {
    for (std::size_t i = 1; i != entity.index_mappings.size(); ++i) {
        index_mapping const& place = entity.index_mappings[i];
        if (!place.member) continue;
        if (place.condition_field == static_cast<std::int16_t>(field)) return true;
        for (std::size_t k = 0; k != entity.table->indexes[i].key_count(); ++k)
            for (template_part const& part : entity.parts_of(entity.slots[place.first_slot + k]))
                if (part.placeholder && static_cast<std::size_t>(part.field) == field) return true;
    }
    return false;
}

} // namespace monotable::detail
