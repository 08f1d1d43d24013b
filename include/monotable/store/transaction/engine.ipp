// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/error.hpp>
#include <monotable/local/transaction_tokens.hpp>
#include <monotable/store/primary_key.hpp>
#include <monotable/store/transaction/engine.hpp>
#include <monotable/store/write/pause.hpp>
#include <monotable/store/write/perform_update.hpp>
#include <monotable/store/write/updater.hpp>

namespace monotable::detail {

MONOTABLE_INLINE std::string transaction_report::text() const {
    std::string result("monotable: the transaction was not done");
    std::string_view const prefix = "monotable: ";
    for (std::size_t i = 0; i != actions.size(); ++i) {
        if (actions[i].reason == write_error::none) continue;
        std::string_view said = actions[i].text;
        if (said.starts_with(prefix)) said.remove_prefix(prefix.size());
        result.append("; action ").append(std::to_string(i)).append(": ").append(said);
    }
    return result;
}

MONOTABLE_INLINE void transaction_report::or_throw() const {
    if (!done) throw condition_failed(text());
}

MONOTABLE_INLINE typed_outcome transaction_report::outcome(std::size_t action) const {
    typed_outcome result = actions[action];
    result.others_failed = !done && result.reason == write_error::none;
    if (result.others_failed) result.text = text();
    return result;
}

MONOTABLE_INLINE void refuse_second_commit() {
    throw store_error(store_fault::validation, "monotable: the transaction was committed before, and was done; put "
                                               "together another, or repeat it under the token that it was done under");
}

MONOTABLE_INLINE transaction_engine::transaction_engine(backend& store, array_view<write_action> actions,
                                                        std::string_view token)
    : store_(store), actions_(actions), token_(token) {
    if (actions.size() > write_set::max_writes)
        throw store_error(store_fault::validation, "monotable: a transaction has " + std::to_string(actions.size()) +
                                                       " actions, and takes at most 100");
    if (token.size() > 36)
        throw store_error(store_fault::validation, {}, "Member must have length less than or equal to 36",
                          ": token " + quoted(token));
    if (!token_.empty() && varies()) token_ = token_of_arguments();
}

MONOTABLE_INLINE transaction_report transaction_engine::run() {
    transaction_report report;
    report.actions.resize(actions_.size());
    write_set set(store_, true);
    if (actions_.size() != 0) set.clock = actions_[0].write.clock;
    pauses pause;
    for (int attempt = 0; attempt != max_write_attempts; ++attempt) {
        if (attempt > 1) pause.wait();
        set.clear();
        write_plan plan(set, actions_.size());
        auto const result = attempt_with(set, plan);
        if (result == write_set::result::changed) continue;
        report.done = result == write_set::result::done;
        for (std::size_t i = 0; report.done && i != actions_.size(); ++i)
            take_images(report.actions[i], plan.images()[i], i);
        for (write_failure& each : set.failures()) take(report.actions[each.action], each);
        if (!report.done) find_others(set, report);
        return report;
    }
    write_failure endless{write_error::contention, {}, set.contended(), {}, {}};
    take(report.actions[endless.action], endless);
    return report;
}

MONOTABLE_INLINE write_set::result transaction_engine::attempt_with(write_set& set, write_plan& plan) {
    for (std::size_t i = 0; i != actions_.size(); ++i)
        if (actions_[i].plan == nullptr) plan.add(actions_[i].write, i);
    for (std::size_t i = 0; i != actions_.size(); ++i)
        if (actions_[i].plan != nullptr && !set.is_refused()) actions_[i].plan(set, actions_[i], i);
    plan.derive();
    if (set.is_refused()) return was_done() ? done_before(set) : write_set::result::refused;
    if (token_.empty() || !varies()) return set.commit(token_);
    try {
        return set.commit(token_);
    } catch (store_error const& e) {
        if (e.fault() != store_fault::token_reused) throw;
        return done_before(set); // planned from another state then
    }
}

MONOTABLE_INLINE bool transaction_engine::varies() const {
    for (write_action const& each : actions_) {
        prepared_write const& what = each.write;
        if (each.plan != nullptr || !what.clocked.empty() || what.returns != return_values::none) return true;
        if (!what.consequences.empty() && what.kind != write_kind::check) return true;
        if (what.kind == write_kind::update && update_planner<backend>(what).needs_item()) return true;
    }
    return false;
}

MONOTABLE_INLINE bool transaction_engine::was_done() {
    if (token_.empty()) return false;
    prepared_write const& first = actions_[0].write;
    item const key = primary_key_of(*first.entity->table, first.attributes);
    auto const attribute = expression::path(document_path(first.entity->table->indexes[0].attributes[0].name));
    auto const never = expression::make(expression_kind::all_of,
                                        {expression::make(expression_kind::attribute_exists, {attribute}),
                                         expression::make(expression_kind::attribute_not_exists, {attribute})});
    write_request probe;
    probe.table = first.entity->table->name;
    probe.item = key;
    probe.kind = write_kind::check;
    probe.condition = never;
    try {
        return store_.transact_write({&probe, 1}, token_).done;
    } catch (store_error const& e) {
        if (e.fault() != store_fault::token_reused) throw;
        return true;
    }
}

MONOTABLE_INLINE std::string transaction_engine::token_of_arguments() const {
    digest all = digest_of(token_);
    auto const add_tree = [&](expression_view tree) {
        all.add(tree.node_count());
        for (std::size_t i = 0; i != tree.node_count(); ++i) {
            all.add(static_cast<std::uint64_t>(tree.nodes()[i].kind));
            all.add(tree.nodes()[i].payload);
        }
    };
    for (write_action const& each : actions_) {
        prepared_write const& what = each.write;
        all.add(what.entity->table->name);
        all.add(what.entity->name);
        all.add(static_cast<std::uint64_t>(what.kind));
        all.add(static_cast<std::uint64_t>(what.expected));
        for (auto const& [name, stored] : what.attributes)
            if (is_given(what, name)) all.add(stored.bytes());
        add_tree(what.condition);
        for (std::size_t i = 0; what.input != nullptr && i != what.input->action_count; ++i) {
            update_action const& action = what.input->actions[i];
            if (!is_given(what, action.path.attribute())) continue;
            all.add(static_cast<std::uint64_t>(action.kind));
            all.add(action.path.bytes());
            add_tree(action.operand);
        }
    }
    std::string text;
    for (std::uint64_t word : all.words)
        for (int i = 0; i != 16; ++i, word >>= 4) text += "0123456789abcdef"[word & 15];
    return text;
}

MONOTABLE_INLINE bool transaction_engine::is_given(prepared_write const& what, std::string_view attribute) {
    for (std::string_view const each : what.clocked)
        if (each == attribute) return false;
    if (what.kind != write_kind::put) return true;
    for (key_attribute_data const& each : what.entity->table->indexes[0].partition())
        if (each.name == attribute) return true;
    for (key_attribute_data const& each : what.entity->table->indexes[0].sort())
        if (each.name == attribute) return true;
    for (emission const& each : what.entity->emissions)
        if (each.name == attribute) return each.from == emission::source::field;
    return false;
}

MONOTABLE_INLINE void transaction_engine::find_others(write_set& set, transaction_report& report) {
    for (std::size_t i = 0; i != actions_.size(); ++i) {
        prepared_write const& what = actions_[i].write;
        bool const any = what.expected == existence::any && what.condition.empty() && what.role.condition.empty();
        if (actions_[i].plan != nullptr || any || report.actions[i].reason != write_error::none) continue;
        item const* const found = set.read(*what.entity, primary_key_of(*what.entity->table, what.attributes));
        std::optional<item> there;
        if (found != nullptr) there = *found;
        obstacle const why = obstacle_for(what, there);
        if (why.reason != write_error::none) report.actions[i] = refused(what, why, std::move(there));
    }
}

MONOTABLE_INLINE void transaction_engine::take(typed_outcome& to, write_failure& why) {
    if (to.reason != write_error::none) return;
    prepared_write const& what = actions_[why.action].write;
    bool const exists = why.existing.has_value();
    item_view const key = why.key.empty() ? what.attributes.view() : why.key.view();
    std::string text = refusal_text(*what.entity, key, {why.reason, why.subject}, exists);
    text += more_text(what, {why.reason, why.subject}, why.existing);
    to = {why.reason, exists, std::move(text), std::move(why.existing)};
}

MONOTABLE_INLINE void transaction_engine::take_images(typed_outcome& to, action_images& images,
                                                      std::size_t action) const {
    to.existed = images.before.has_value();
    auto const returns = actions_[action].write.returns;
    if (returns == return_values::all_old) to.attributes = std::move(images.before);
    if (returns == return_values::all_new) to.attributes = std::move(images.after);
}

} // namespace monotable::detail
