// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/core/item.hpp>
#include <monotable/model/encode.hpp>
#include <monotable/model/model_of.hpp>
#include <monotable/store/primary_key.hpp>
#include <monotable/store/read/projection.hpp>
#include <monotable/store/write/typed_write.hpp>
#include <monotable/store/write/write_set.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

/// Derived writes of items of entities.
namespace monotable::detail {

/// Calls f with each attribute that the field may be read from.
template <class F>
void each_attribute_of(entity_data const& entity, std::size_t field, F const& f) {
    if (!entity.fields[field].key_only) f(entity.fields[field].attribute);
    for (former_attribute const& former : entity.former_attributes())
        if (former.field == static_cast<std::int16_t>(field)) f(former.name);
}

/// Calls f with the attributes of each field that a key attribute is computed from.
template <class F>
void each_source_of(entity_data const& entity, std::string_view key_attribute, F const& f) {
    for (std::size_t index = 1; index != entity.index_mappings.size(); ++index) {
        index_mapping const& place = entity.index_mappings[index];
        bool concerned = false;
        for (std::size_t k = 0; place.member && k != entity.table->indexes[index].key_count(); ++k)
            concerned = concerned || entity.slots[place.first_slot + k].attribute.name == key_attribute;
        if (!concerned) continue;
        auto const give = [&](std::size_t field) { each_attribute_of(entity, field, f); };
        if (place.condition_field != no_field) give(static_cast<std::size_t>(place.condition_field));
        for (std::size_t k = 0; k != entity.table->indexes[index].key_count(); ++k)
            for (template_part const& part : entity.parts_of(entity.slots[place.first_slot + k]))
                if (part.placeholder) give(static_cast<std::size_t>(part.field));
    }
}

/// True if an attribute that the entity declares differs.
bool differ(entity_data const& entity, item const& before, item const& after);

/// Adds a write that changes the attributes that the entity declares to those of `after`. The attributes that differ, and the
/// sources of changed key attributes, are guarded. Returns the position of the write; std::nullopt if no attribute differs.
std::optional<std::size_t> add_differences(write_set& set, entity_data const& entity,
                                           array_view<derived_write> derived_writes, item const& before,
                                           item const& after, std::size_t action);

/// Guards the stored values that a write continues or preserves.
void guard_derived(write_set& set, entity_data const& entity, std::size_t write);

/// Adds the condition that the item exists when the set is committed. Returns the position of the check.
std::size_t add_check(write_set& set, entity_data const& entity, item_view key, std::size_t action);

/// Like erase_with().
bool erase_item(write_set& set, entity_data const& entity, array_view<derived_write> derived_writes, item_view key,
                std::size_t action);

/// Like put_with(), for an encoded item.
void add_put(write_set& set, planned_write write, array_view<derived_write> derived_writes);

/// The item of an object, whose computed fields are computed first.
template <class Table, class E>
item worked_out(E& object) {
    if constexpr (declares<E>(option_kind::computed)) managed_field_writer<Table, E>::compute(object);
    void const* addresses[reflect<E>::size];
    reflect<E>::addresses(object, addresses);
    return encoded_object(entity_model<Table, E>::data, addresses).to_item();
}

/// Changes an item of E: modify(E&) is passed the object after the writes of the set, and may change all fields except those of
/// the primary key. Exactly the attributes that differ afterwards are written, including index keys, on condition that they and
/// their sources are unchanged; derived writes follow. False, having changed nothing, if the item does not exist.
template <class Table, class E, class Modify>
bool rewrite(write_set& set, item_view key, std::size_t action, Modify const& modify) {
    entity_data const& entity = entity_model<Table, E>::data;
    item const* const before = set.read_pending(entity, key);
    if (before == nullptr) return false;
    E object = decode_as<Table, E, E>(*before);
    modify(object);
    item after = worked_out<Table>(object);
    if constexpr (has_written_managed_fields<E>())
        if (differ(entity, *before, after))
            after = managed_field_writer<Table, E>::continued(object, before, set.clock(), false);
    (void)add_differences(set, entity, derived_writes_of<Table, E>, *before, after, action);
    return true;
}

/// Erases an item of E, with derived writes. False if it does not exist.
template <class Table, class E>
bool erase_with(write_set& set, item_view key, std::size_t action) {
    return erase_item(set, entity_model<Table, E>::data, derived_writes_of<Table, E>, key, action);
}

/// Puts an object, with derived writes. The error is used if `expected` does not hold; with `none`, the write is planned again.
template <class Table, class E>
void put_with(write_set& set, E const& object, precondition expected, write_error if_failed, std::string_view subject,
              std::size_t action) {
    entity_data const& entity = entity_model<Table, E>::data;
    planned_write write;
    write.entity = &entity;
    write.expected = expected;
    write.if_failed = if_failed;
    write.subject = subject;
    write.known_attributes = known_names<Table, E>::value;
    write.action = action;
    void const* addresses[reflect<E>::size];
    reflect<E>::addresses(object, addresses);
    if constexpr (!has_written_managed_fields<E>()) write.attributes = put_item<Table, E>(addresses);
    if (derived_writes_of<Table, E>.empty() && !has_written_managed_fields<E>()) {
        set.add(std::move(write));
        return;
    }
    std::string encodings[reflect<E>::size];
    encode_key(entity, addresses, encodings);
    item const* const before = set.read_pending(entity, key_of(entity, encodings));
    if (expected == precondition::any)
        write.expected = before != nullptr ? precondition::must_exist : precondition::must_not_exist;
    if constexpr (has_written_managed_fields<E>())
        write.attributes = managed_field_writer<Table, E>::continued(object, before, set.clock(), true);
    add_put(set, std::move(write), derived_writes_of<Table, E>);
}

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/store/write/rewrite.ipp>
#endif
