// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/derived/copies/keeper.hpp>
#include <monotable/error.hpp>
#include <monotable/store/primary_key.hpp>
#include <monotable/store/write/derivation.hpp>

#include <string>
#include <utility>

namespace monotable::detail {

MONOTABLE_INLINE void keeper::settle_copies(item_view source_key) {
    for (int attempt = 0; attempt != max_attempts; ++attempt) {
        std::optional<item> const source = read_item(store_, *relation_.one, source_key);
        if (!source) return;
        source_values const wanted(relation_, *source);
        auto copies = read_many(store_, relation_, *source);
        failures_.clear();
        while (item const* const found = copies.next()) {
            try {
                settle(relation_.finds_whole_items() ? std::optional(*found) : read_copy(*found), *source, wanted);
            } catch (store_error const&) {
                throw;
            } catch (error const& e) {
                failures_.push_back({primary_key_of(*relation_.many->table, *found), e.what()});
            }
        }
        std::optional<item> const now = read_item(store_, *relation_.one, source_key);
        if (!now || source_values(relation_, *now) == wanted) return;
    }
    give_up(*relation_.one, source_key);
}

MONOTABLE_INLINE void keeper::settle_copy(item_view copy_key) {
    for (int attempt = 0; attempt != max_attempts; ++attempt) {
        std::optional<item> copy = read_item(store_, *relation_.many, copy_key);
        if (!copy) return;
        std::optional<item> const source = read_one_of(store_, relation_, *copy);
        if (!source) return;
        if (!settle(std::move(copy), *source, source_values(relation_, *source))) return;
    }
    give_up(*relation_.many, copy_key);
}

MONOTABLE_INLINE void keeper::settle_total(item_view parent_key) {
    for (int attempt = 0; attempt != max_attempts; ++attempt) {
        std::optional<item> const parent = read_item(store_, *relation_.one, parent_key);
        if (!parent) return;
        child_totals totals(relation_);
        auto children = read_many(store_, relation_, *parent);
        while (item const* const child = children.next()) totals.add(*child);
        std::vector<field_value> const wanted = totals.values();
        item_rewrite const rewrite(*relation_.one, relation_.encode_one, *parent, {wanted.data(), wanted.size()});
        if (rewrite.empty()) return;
        (void)write(*relation_.one, relation_.one_brings, *parent, rewrite);
    }
    give_up(*relation_.one, parent_key);
}

MONOTABLE_INLINE std::optional<item> keeper::read_copy(item_view found) {
    return read_item(store_, *relation_.many, primary_key_of(*relation_.many->table, found));
}

MONOTABLE_INLINE bool keeper::settle(std::optional<item> copy, item_view source, source_values const& wanted) {
    if (!copy) return false;
    item const key = primary_key_of(*relation_.many->table, *copy);
    for (int attempt = 0; attempt != max_attempts; ++attempt) {
        if (!copy || !belongs_to(*relation_.many, *copy) || !are_matched(relation_, source, *copy)) return false;
        item_rewrite rewrite(*relation_.many, relation_.encode_many, *copy, wanted.values());
        if (rewrite.empty()) return false;
        for (field_pair const& pair : relation_.matches)
            if (!relation_.many->fields[pair.many].in_key) rewrite.keep(relation_.many->fields[pair.many].attribute);
        if (write(*relation_.many, relation_.many_brings, *copy, rewrite)) return true;
        copy = read_item(store_, *relation_.many, key);
    }
    give_up(*relation_.many, key);
}

MONOTABLE_INLINE bool keeper::write(entity_data const& entity, array_view<consequence> brings, item_view before,
                                    item_rewrite const& rewrite) {
    owned_write change;
    change.entity = &entity;
    change.kind = write_kind::update;
    change.attributes = primary_key_of(*entity.table, before);
    change.expected = existence::must_exist;
    change.requirements.push_back({rewrite.unchanged(), write_error::none, {}});
    change.update = rewrite.update();
    change.consequences = brings;
    write_set set(store_);
    set.add(std::move(change));
    derive(set);
    auto const result = set.is_refused() ? write_set::result::refused : set.commit();
    if (result != write_set::result::refused) return result == write_set::result::done;
    write_failure const& why = set.failures().front();
    throw bad_item(refusal_text(entity, primary_key_of(*entity.table, before), {why.reason, why.subject}, true) +
                   ", so that " + std::string(relation_.name) + " cannot be made true");
}

MONOTABLE_INLINE void keeper::give_up(entity_data const& entity, item_view key) const {
    std::string message("monotable: ");
    message.append(relation_.name)
        .append(": ")
        .append(entity.name)
        .append(" with ")
        .append(primary_key_text(entity, key));
    throw store_error(store_fault::unavailable,
                      message.append(" was changed by others in each of 100 attempts to make it true"));
}

} // namespace monotable::detail
