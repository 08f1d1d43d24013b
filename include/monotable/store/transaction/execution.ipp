// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/error.hpp>
#include <monotable/local/transaction_tokens.hpp>
#include <monotable/store/primary_key.hpp>
#include <monotable/store/transaction/execution.hpp>
#include <monotable/store/write/write_execution.hpp>
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

MONOTABLE_INLINE transaction_execution::transaction_execution(array_view<write_action> actions, std::string_view token,
                                                              retry_policy const& retry)
    : execution(retry, true), actions_(actions), token_(token) {
    begin();
}

MONOTABLE_INLINE transaction_execution::transaction_execution(std::vector<write_action>&& actions,
                                                              std::string_view token, retry_policy const& retry)
    : execution(retry, true), owned_(std::move(actions)), actions_{owned_.data(), owned_.size()}, token_(token) {
    begin();
}

MONOTABLE_INLINE void transaction_execution::begin() {
    if (actions_.size() > write_set::max_writes)
        throw store_error(store_fault::validation, "monotable: a transaction has " + std::to_string(actions_.size()) +
                                                       " actions, and takes at most 100");
    if (token_.size() > 36)
        throw store_error(store_fault::validation, {}, "Member must have length less than or equal to 36",
                          ": token " + detail::quoted(token_));
    if (actions_.size() != 0) set().clock = actions_[0].write.clock;
    varies_ = !token_.empty() && varies();
    if (varies_) token_ = token_of_arguments();
}

MONOTABLE_INLINE void transaction_execution::plan() {
    planner_.emplace(set(), actions_.size());
    for (std::size_t i = 0; i != actions_.size(); ++i)
        if (actions_[i].plan == nullptr) planner_->add(actions_[i].write, i);
    for (std::size_t i = 0; i != actions_.size(); ++i)
        if (actions_[i].plan != nullptr && !set().is_refused()) actions_[i].plan(*planner_, actions_[i], i);
    planner_->derive();
}

MONOTABLE_INLINE void transaction_execution::finish(write_set::result result) {
    bool const done = result == write_set::result::done;
    if (!done) { // the first failure does not determine the errors of other actions
        each_other([&](write_intent const& what, item_view key, std::size_t) { (void)set().read(*what.entity, key); });
        if (set().is_incomplete()) return;
    }
    report_.done = done;
    report_.actions.resize(actions_.size());
    for (std::size_t i = 0; done && i != actions_.size(); ++i)
        take_images(report_.actions[i], planner_->images()[i], i);
    for (write_failure& each : set().failures()) take(report_.actions[each.action], each);
    if (done) return;
    each_other([&](write_intent const& what, item_view key, std::size_t i) {
        if (report_.actions[i].reason != write_error::none) return;
        item const* const found = set().read(*what.entity, key);
        std::optional<item> there;
        if (found != nullptr) there = *found;
        failure_cause const why = failure_cause_of(what, there);
        if (why.reason != write_error::none) report_.actions[i] = refused(what, why, std::move(there));
    });
}

MONOTABLE_INLINE void transaction_execution::give_up(unsigned attempts) {
    report_.actions.resize(actions_.size());
    write_failure endless{write_error::contention, {}, set().contended(), {}, {}};
    typed_outcome& refused = report_.actions[endless.action];
    take(refused, endless);
    refused.text.append(", before each of ").append(std::to_string(attempts)).append(" attempts");
}

template <class F>
void transaction_execution::each_other(F const& f) {
    auto const has_failed = [&](std::size_t action) {
        for (write_failure const& each : set().failures())
            if (each.action == action) return true;
        return false;
    };
    for (std::size_t i = 0; i != actions_.size(); ++i) {
        write_intent const& what = actions_[i].write;
        bool const any = what.expected == precondition::any && what.condition.empty() && what.managed.condition.empty();
        if (actions_[i].plan != nullptr || any || has_failed(i)) continue;
        item const key = primary_key_of(*what.entity->table, what.attributes);
        f(what, key, i);
    }
}

MONOTABLE_INLINE bool transaction_execution::varies() const {
    for (write_action const& each : actions_) {
        write_intent const& what = each.write;
        if (each.plan != nullptr || !what.time_dependent.empty() || what.returns != return_values::none) return true;
        if (!what.derived_writes.empty() && what.kind != write_kind::check) return true;
        if (what.kind == write_kind::update && update_planner(what).needs_item()) return true;
    }
    return false;
}

MONOTABLE_INLINE pending_call* transaction_execution::probe() {
    if (token_.empty()) return nullptr;
    write_intent const& first = actions_[0].write;
    probe_key_ = primary_key_of(*first.entity->table, first.attributes);
    auto const attribute = expression::path(document_path(first.entity->table->indexes[0].attributes[0].name));
    probe_condition_ = expression::make(expression_kind::all_of,
                                        {expression::make(expression_kind::attribute_exists, {attribute}),
                                         expression::make(expression_kind::attribute_not_exists, {attribute})});
    probe_.table = first.entity->table->name;
    probe_.item = probe_key_;
    probe_.kind = write_kind::check;
    probe_.condition = probe_condition_;
    probe_request_ = {{&probe_, 1}, token_};
    probe_call_ = {{transact_write_call::kind, &probe_request_, &probe_reply_}};
    return &probe_call_;
}

MONOTABLE_INLINE bool transaction_execution::was_done() {
    if (!probe_call_.failure) return probe_reply_.done;
    try {
        std::rethrow_exception(probe_call_.failure);
    } catch (store_error const& e) {
        if (e.fault() != store_fault::token_reused) throw;
        return true;
    }
}

MONOTABLE_INLINE bool transaction_execution::is_repetition(store_error const& failure) const {
    return varies_ && failure.fault() == store_fault::token_reused; // it was planned from another state
}

MONOTABLE_INLINE std::string transaction_execution::token_of_arguments() const {
    digest all = digest_of(token_);
    auto const add_tree = [&](expression_view tree) {
        all.add(tree.node_count());
        for (std::size_t i = 0; i != tree.node_count(); ++i) {
            all.add(static_cast<std::uint64_t>(tree.nodes()[i].kind));
            all.add(tree.nodes()[i].payload);
        }
    };
    for (write_action const& each : actions_) {
        write_intent const& what = each.write;
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

MONOTABLE_INLINE bool transaction_execution::is_given(write_intent const& what, std::string_view attribute) {
    for (std::string_view const each : what.time_dependent)
        if (each == attribute) return false;
    if (what.kind != write_kind::put) return true;
    for (key_attribute_data const& each : what.entity->table->indexes[0].partition())
        if (each.name == attribute) return true;
    for (key_attribute_data const& each : what.entity->table->indexes[0].sort())
        if (each.name == attribute) return true;
    for (stored_attribute const& each : what.entity->stored_attributes)
        if (each.name == attribute) return each.from == stored_attribute::source::field;
    return false;
}

MONOTABLE_INLINE void transaction_execution::take(typed_outcome& to, write_failure& why) {
    if (to.reason != write_error::none) return;
    write_intent const& what = actions_[why.action].write;
    bool const exists = why.existing.has_value();
    item_view const key = why.key.empty() ? what.attributes.view() : why.key.view();
    std::string text = failure_text(*what.entity, key, {why.reason, why.subject}, exists);
    text += more_text(what, {why.reason, why.subject}, why.existing);
    to = {why.reason, exists, std::move(text), std::move(why.existing)};
}

MONOTABLE_INLINE void transaction_execution::take_images(typed_outcome& to, action_images& images,
                                                         std::size_t action) const {
    to.existed = images.before.has_value();
    to.image_unknown = is_repeated();
    if (is_repeated()) return;
    auto const returns = actions_[action].write.returns;
    if (returns == return_values::all_old) to.attributes = std::move(images.before);
    if (returns == return_values::all_new) to.attributes = std::move(images.after);
}

MONOTABLE_INLINE transaction_report transact(backend& store, array_view<write_action> actions, std::string_view token,
                                             retry_policy const& retry) {
    transaction_execution execution(actions, token, retry);
    run(store, execution);
    return execution.outcome();
}

} // namespace monotable::detail
