// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/derived/copies/reconciler.hpp>
#include <monotable/error.hpp>
#include <monotable/store/primary_key.hpp>
#include <monotable/store/write/derivation.hpp>

#include <string>
#include <utility>

namespace monotable::detail {

MONOTABLE_INLINE rewrite_execution::rewrite_execution(entity_data const& entity, array_view<derived_write> brings,
                                                      item_view before, item_rewrite const& rewrite)
    : execution({.attempts = 1}),
      entity_(entity),
      brings_(brings),
      key_(primary_key_of(*entity.table, before)),
      rewrite_(rewrite) {}

MONOTABLE_INLINE void rewrite_execution::plan() {
    planned_write change;
    change.entity = &entity_;
    change.kind = write_kind::update;
    change.attributes = key_;
    change.expected = precondition::must_exist;
    change.requirements.push_back({rewrite_.unchanged(), write_error::none, {}});
    change.update = rewrite_.update();
    change.derived_writes = brings_;
    set().add(std::move(change));
    derive(set());
}

/// Counts an attempt, and pauses. False if there must not be another one.
MONOTABLE_INLINE bool try_again(backoff& attempts) {
    if (!attempts.goes_on()) return false;
    if (attempts.attempts() > 1) sleep_for(attempts.next_pause());
    return true;
}

MONOTABLE_INLINE void reconciler::settle_copies(item_view source_key) {
    backoff attempts(retry_);
    do {
        std::optional<item> const source = read_item(store_, *relation_.one, source_key);
        if (!source) return;
        source_values const wanted(relation_, *source);
        auto copies = read_many(store_, relation_, *source);
        failures_.clear();
        while (item_view const* const found = copies.next()) {
            try {
                settle(relation_.finds_whole_items() ? std::optional<item>(*found) : read_copy(*found), *source,
                       wanted);
            } catch (store_error const&) {
                throw;
            } catch (error const& e) {
                failures_.push_back({primary_key_of(*relation_.many->table, *found), e.what()});
            }
        }
        std::optional<item> const now = read_item(store_, *relation_.one, source_key);
        if (!now || source_values(relation_, *now) == wanted) return;
    } while (try_again(attempts));
    give_up(*relation_.one, source_key, attempts.attempts());
}

MONOTABLE_INLINE void reconciler::settle_copy(item_view copy_key) {
    backoff attempts(retry_);
    do {
        std::optional<item> copy = read_item(store_, *relation_.many, copy_key);
        if (!copy) return;
        std::optional<item> const source = read_one_of(store_, relation_, *copy);
        if (!source) return;
        if (!settle(std::move(copy), *source, source_values(relation_, *source))) return;
    } while (try_again(attempts));
    give_up(*relation_.many, copy_key, attempts.attempts());
}

MONOTABLE_INLINE void reconciler::settle_total(item_view parent_key) {
    backoff attempts(retry_);
    do {
        std::optional<item> const parent = read_item(store_, *relation_.one, parent_key);
        if (!parent) return;
        child_totals totals(relation_);
        auto children = read_many(store_, relation_, *parent);
        while (item_view const* const child = children.next()) totals.add(*child);
        std::vector<field_value> const wanted = totals.values();
        item_rewrite const rewrite(*relation_.one, relation_.encode_one, *parent, {wanted.data(), wanted.size()});
        if (rewrite.empty()) return;
        (void)write(*relation_.one, relation_.one_brings, *parent, rewrite);
    } while (try_again(attempts));
    give_up(*relation_.one, parent_key, attempts.attempts());
}

MONOTABLE_INLINE std::optional<item> reconciler::read_copy(item_view found) {
    return read_item(store_, *relation_.many, primary_key_of(*relation_.many->table, found));
}

MONOTABLE_INLINE bool reconciler::settle(std::optional<item> copy, item_view source, source_values const& wanted) {
    if (!copy) return false;
    item const key = primary_key_of(*relation_.many->table, *copy);
    backoff attempts(retry_);
    do {
        if (!copy || !belongs_to(*relation_.many, *copy) || !are_matched(relation_, source, *copy)) return false;
        item_rewrite rewrite(*relation_.many, relation_.encode_many, *copy, wanted.values());
        if (rewrite.empty()) return false;
        for (field_pair const& pair : relation_.matches)
            if (!relation_.many->fields[pair.many].key_only) rewrite.keep(relation_.many->fields[pair.many].attribute);
        if (write(*relation_.many, relation_.many_brings, *copy, rewrite)) return true;
        copy = read_item(store_, *relation_.many, key);
    } while (try_again(attempts));
    give_up(*relation_.many, key, attempts.attempts());
}

MONOTABLE_INLINE bool reconciler::write(entity_data const& entity, array_view<derived_write> brings, item_view before,
                                        item_rewrite const& rewrite) {
    rewrite_execution execution(entity, brings, before, rewrite);
    run(store_, execution);
    if (execution.result() != write_set::result::refused) return execution.result() == write_set::result::done;
    write_failure const& why = execution.failure();
    throw bad_item(failure_text(entity, primary_key_of(*entity.table, before), {why.reason, why.subject}, true) +
                   ", so that " + std::string(relation_.name) + " cannot be made true");
}

MONOTABLE_INLINE void reconciler::give_up(entity_data const& entity, item_view key, unsigned attempts) const {
    std::string message("monotable: ");
    message.append(relation_.name)
        .append(": ")
        .append(entity.name)
        .append(" with ")
        .append(primary_key_text(entity, key));
    throw store_error(store_fault::unavailable, message.append(" was changed by others in each of ")
                                                    .append(std::to_string(attempts))
                                                    .append(" attempts to make it true"));
}

} // namespace monotable::detail
