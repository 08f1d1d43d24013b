// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/schema/model.hpp>
#include <monotable/table/planned_writes.hpp>
#include <monotable/table/rewrite.hpp>
#include <monotable/table/transaction_engine.hpp>
#include <monotable/table/write_set.hpp>
#include <monotable/value/item.hpp>
#include <monotable/value/writer.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace monotable::detail {

/// The new item, with those attributes of the old one that the entity does not know. They are guarded in the old one.
inline item carried_over(write_set& set, std::size_t erasure, prepared_write const& created,
                         item const& old) {
    auto const is_known = [&](std::string_view name) {
        for (std::string_view const each : created.known_attributes)
            if (each == name) return true;
        return created.attributes.contains(name);
    };
    std::string out;
    value_writer writer(out);
    writer.begin_map();
    for (auto const& [name, stored] : created.attributes) {
        writer.name(name);
        writer.raw(stored);
    }
    for (auto const& [name, stored] : old) {
        if (is_known(name)) continue;
        set.guard(erasure, name);
        writer.name(name);
        writer.raw(stored);
    }
    writer.end_map();
    return item::from_encoding(std::move(out));
}

/// The plan of a move: `self` erases, and owns what creates.
inline void plan_move(write_set& set, write_action const& self, std::size_t action) {
    prepared_write const& erased = self.write;
    prepared_write const& created = *static_cast<prepared_write const*>(self.owner.get());
    table_data const& table = *erased.entity->table;
    item const old_key = primary_key_of(table, erased.attributes),
               new_key = primary_key_of(table, created.attributes);
    item const* const before = set.read(*erased.entity, old_key);
    std::optional<item> there;
    if (before != nullptr) there = *before;
    obstacle const found = before == nullptr ? obstacle{refusal::absent} : obstacle_for(erased, there);
    if (found.reason != refusal::none)
        return set.refuse({found.reason, found.subject, action, std::move(there), {}});

    owned_write erase = write_plan::main_write(erased, action);
    erase.expected = existence::must_exist;
    erase.if_failed = refusal::absent;
    owned_write create = write_plan::main_write(created, action);
    if (old_key == new_key) { // the key stays: it replaces
        for (requirement& each : erase.requirements) create.requirements.push_back(std::move(each));
        create.expected = existence::must_exist;
        create.if_failed = refusal::absent;
        std::size_t const place = set.add(std::move(create));
        return add_consequences(set, erased.consequences,
                                {erased.entity, before, &created.attributes, action, place});
    }
    std::size_t const erasure = set.add(std::move(erase));
    create.attributes = carried_over(set, erasure, created, *before);
    std::size_t const creation = set.add(std::move(create));
    add_consequences(set, erased.consequences, {erased.entity, before, nullptr, action, erasure});
    add_consequences(set, created.consequences,
                     {created.entity, nullptr, &created.attributes, action, creation});
}

} // namespace monotable::detail
