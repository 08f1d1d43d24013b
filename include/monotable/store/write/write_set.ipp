// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/error.hpp>
#include <monotable/expression/evaluate.hpp>
#include <monotable/expression/update.hpp>
#include <monotable/model/decode.hpp>
#include <monotable/query/predicate.hpp>
#include <monotable/store/for_entity.hpp>
#include <monotable/store/primary_key.hpp>
#include <monotable/store/write/merge_updates.hpp>
#include <monotable/store/write/perform_update.hpp>
#include <monotable/store/write/updater.hpp>
#include <monotable/store/write/write_set.hpp>

namespace monotable::detail {

template <class Backend>
item const* basic_write_set<Backend>::read_pending(entity_data const& entity, item_view key) {
    owned_write const* const write = find(entity, key);
    item const* const there = read(entity, key);
    if (write == nullptr || write->kind == write_kind::check) return there;
    if (write->kind == write_kind::erase) return nullptr;
    pending_.push_back(std::make_unique<item>(
        write->kind == write_kind::put
            ? write->attributes
            : apply_update(usable_update(*write), there != nullptr ? there->view() : write->attributes.view())));
    return pending_.back().get();
}

template <class Backend>
owned_write* basic_write_set<Backend>::find(entity_data const& entity, item_view key) {
    for (owned_write& each : writes_)
        if (each.entity->table->name == entity.table->name && has_key(each, key)) return &each;
    return nullptr;
}

template <class Backend>
std::size_t basic_write_set<Backend>::add(owned_write write) {
    if (write.kind != write_kind::check) ++additions_;
    std::size_t const changed_at = write.kind != write_kind::check ? additions_ : 0;
    item const key = primary_key_of(*write.entity->table, write.attributes);
    owned_write* const other = find(*write.entity, key);
    if (other == nullptr) {
        write.progress.changed_at = changed_at;
        writes_.push_back(std::move(write));
        return writes_.size() - 1;
    }
    if (other->main && write.main) refuse_twice(*other, write);
    derivation_progress progress = std::move(other->progress);
    join(*other, std::move(write));
    other->progress = std::move(progress);
    if (changed_at != 0) other->progress.changed_at = changed_at;
    return static_cast<std::size_t>(other - writes_.data());
}

template <class Backend>
void basic_write_set<Backend>::guard(std::size_t write, std::string_view attribute) {
    owned_write& guarded = writes_[write];
    item const nothing;
    item const* const there = read(*guarded.entity, primary_key_of(*guarded.entity->table, guarded.attributes));
    item_view const before = there != nullptr ? there->view() : nothing.view();
    add_guard(guarded, before, document_path(attribute));
    if (guarded.kind != write_kind::update || guarded.update.empty()) return;
    for (expression_view const action : guarded.update.view()) {
        if (action[0].path().attribute() != attribute || action.size() != 2) continue;
        expression_view const operand = action[1];
        for (std::size_t n = 0; n != operand.node_count(); ++n)
            if (operand.nodes()[n].kind == expression_kind::path)
                add_guard(guarded, before, expression_view(operand.nodes() + n).path());
    }
}

template <class Backend>
void basic_write_set<Backend>::clear() {
    writes_.clear();
    failures_.clear();
    pending_.clear();
    known_ = std::move(found_);
    found_.clear();
}

template <class Backend>
typename basic_write_set<Backend>::result basic_write_set<Backend>::commit(std::string_view token) {
    if (writes_.empty()) return result::done;
    if (writes_.size() > max_writes) refuse_too_many();
    std::vector<expression> conditions;
    std::vector<write_request> requests;
    conditions.reserve(writes_.size());
    for (owned_write const& each : writes_) {
        expression condition;
        for (requirement const& needed : each.requirements)
            condition = joined(expression_kind::all_of, condition, needed.condition);
        conditions.push_back(std::move(condition));
        requests.push_back(request_of(each, conditions.back()));
    }
    if (!transaction_ && requests.size() == 1 && token.empty() && requests[0].kind != write_kind::check)
        return commit_one(requests[0]);
    for (std::size_t i = 0; i != requests.size(); ++i) {
        std::string_view const entity = writes_[i].entity->name;
        check_operators(entity, requests[i].table, "ConditionExpression", requests[i].condition);
        check_operators(entity, requests[i].table, "UpdateExpression", requests[i].update);
    }
    auto outcome = store_.transact_write({requests.data(), requests.size()}, token);
    if (outcome.done) return result::done;
    return judge(outcome);
}

template <class Backend>
bool basic_write_set<Backend>::has_key(owned_write const& write, item_view key) {
    for (auto const& [name, part] : key)
        if (auto const found = write.attributes.find(name); !found || *found != part) return false;
    return true;
}

template <class Backend>
typename basic_write_set<Backend>::known_item& basic_write_set<Backend>::look_up(entity_data const& entity,
                                                                                 item_view key) {
    for (auto const& each : known_)
        if (each->table == entity.table->name && each->key == key) return *each;
    known_.push_back(
        std::make_unique<known_item>(known_item{entity.table->name, item(key), read_for(store_, entity, key)}));
    return *known_.back();
}

template <class Backend>
void basic_write_set<Backend>::add_guard(owned_write& write, item_view before, path_view path) {
    expression condition = same(before, path);
    for (requirement const& each : write.requirements)
        if (each.reason == write_error::none && each.condition == condition) return;
    write.requirements.push_back({std::move(condition), write_error::none, {}});
}

template <class Backend>
write_request basic_write_set<Backend>::request_of(owned_write const& write, expression const& condition) {
    write_request request;
    request.table = write.entity->table->name;
    request.item = write.attributes;
    request.kind = write.kind;
    request.expected = write.expected;
    request.condition = condition;
    if (write.kind == write_kind::update) request.update = usable_update(write);
    request.known_attributes = write.known_attributes;
    request.return_failed = true;
    return request;
}

template <class Backend>
typename basic_write_set<Backend>::result basic_write_set<Backend>::commit_one(write_request const& request) {
    auto done = write_for(writes_[0].entity->name, store_, request);
    if (done.done) return result::done;
    transaction_outcome outcome;
    outcome.actions.push_back({cancellation::condition_failed, {}, std::move(done.attributes)});
    return judge(outcome);
}

template <class Backend>
typename basic_write_set<Backend>::result basic_write_set<Backend>::judge(transaction_outcome& outcome) {
    bool stale = false;
    bool certain = false; // what was asked for says no, whatever the rest was planned from
    std::size_t first = writes_.size();
    std::vector<write_failure> no, brought; // by others that an action brings with it
    for (std::size_t i = 0; i != writes_.size(); ++i) {
        action_outcome& each = outcome.actions[i];
        if (each.reason == cancellation::none) continue;
        if (first == writes_.size()) contended_ = writes_[first = i].action;
        if (each.reason == cancellation::invalid) refuse_invalid(writes_[i], each.message);
        if (each.reason == cancellation::item_collection_size)
            throw store_error(store_fault::limit_exceeded, place_text(writes_[i]) + each.message);
        if (each.reason != cancellation::condition_failed) continue; // others were writing
        write_failure found = reason_of(writes_[i], each.attributes);
        if (found.reason == write_error::none) stale = true;
        else if (writes_[i].main) certain = true;
        found_.push_back(std::make_unique<known_item>(
            known_item{writes_[i].entity->table->name, primary_key_of(*writes_[i].entity->table, writes_[i].attributes),
                       std::move(each.attributes)}));
        if (found.reason != write_error::none) (writes_[i].main ? no : brought).push_back(std::move(found));
    }
    if (stale) brought.clear();
    for (write_failure& each : brought) no.push_back(std::move(each));
    if (no.empty() || (stale && !certain)) return result::changed;
    for (write_failure& each : no) failures_.push_back(std::move(each));
    return result::refused;
}

template <class Backend>
write_failure basic_write_set<Backend>::reason_of(owned_write const& write, std::optional<item> const& there) {
    item const nothing;
    std::optional<item> const none;
    bool const shown = write.main && there && !is_of_another(*write.entity, *there);
    auto const failure = [&](write_error reason, std::string_view subject) {
        return write_failure{reason, subject, write.action, shown ? there : none,
                             write.main ? write.attributes : item()};
    };
    if ((there && write.expected == existence::must_not_exist) || (!there && write.expected == existence::must_exist))
        return failure(write.if_failed, write.subject);
    for (requirement const& each : write.requirements)
        if (!holds(each.condition, there ? there->view() : nothing.view())) return failure(each.reason, each.subject);
    return failure(write_error::none, {});
}

template <class Backend>
void basic_write_set<Backend>::join(owned_write& to, owned_write&& write) {
    if (to.kind == write_kind::check) std::swap(to, write);
    if (write.kind == write_kind::check) return join_condition(to, write);
    if (to.consequences.empty()) to.consequences = write.consequences;
    bool const creates = write.expected == existence::must_not_exist;
    if (creates && to.kind != write_kind::erase) return refuse({write.if_failed, write.subject, write.action, {}, {}});
    if (write.kind == write_kind::update && to.kind == write_kind::put) {
        keep_updated(to, write.update.view());
        to.attributes = apply_update(usable_update(write), to.attributes);
    } else if (write.kind == write_kind::update && to.kind == write_kind::update) {
        to.update = merged_updates(to.update, write.update);
        if (to.expected == existence::any) take_expectation(to, write);
    } else if (write.kind == write_kind::put && to.kind == write_kind::erase) { // what one leaves another takes
        to.kind = write_kind::put;
        to.attributes = std::move(write.attributes);
        to.known_attributes = write.known_attributes;
    } else if (to.kind != write_kind::erase) {
        to.kind = write.kind;
        to.attributes = std::move(write.attributes);
        to.known_attributes = write.known_attributes;
        to.update = {};
    }
    for (requirement& each : write.requirements) to.requirements.push_back(std::move(each));
    if (!write.main) return;
    to.main = true;
    to.action = write.action;
}

template <class Backend>
void basic_write_set<Backend>::keep_updated(owned_write& put, expression_view update) {
    if (put.known_attributes.empty() || update.empty()) return;
    item const* const there = read(*put.entity, primary_key_of(*put.entity->table, put.attributes));
    if (there == nullptr) return;
    for (expression_view const action : update) {
        std::string_view const name = action[0].path().attribute();
        auto const found = there->find(name);
        if (put.attributes.contains(name) || !found) continue;
        bool known = false;
        for (std::string_view const each : put.known_attributes) known = known || each == name;
        if (known) continue;
        add_guard(put, *there, document_path(name));
        auto const place = expression::path(document_path(name));
        expression kept;
        kept.begin(expression_kind::update);
        kept.add(expression::make(expression_kind::set, {place, expression::constant(*found)}));
        put.attributes = apply_update(kept.view(), put.attributes);
    }
}

template <class Backend>
void basic_write_set<Backend>::join_condition(owned_write& to, owned_write& condition) {
    if (to.kind == write_kind::update || to.kind == write_kind::check) {
        if (to.expected == existence::any) take_expectation(to, condition);
        for (requirement& each : condition.requirements) to.requirements.push_back(std::move(each));
    } else {
        bool const exists = to.kind == write_kind::put;
        item const nothing;
        if (condition.expected == (exists ? existence::must_not_exist : existence::must_exist))
            return refuse({condition.if_failed, condition.subject, condition.action, {}, {}});
        for (requirement& each : condition.requirements) {
            if (each.reason == write_error::none) to.requirements.push_back(std::move(each));
            else if (!holds(each.condition, exists ? to.attributes.view() : nothing.view()))
                return refuse({each.reason, each.subject, condition.action, {}, {}});
        }
    }
    if (!condition.main) return;
    to.main = true;
    to.action = condition.action;
}

template <class Backend>
void basic_write_set<Backend>::take_expectation(owned_write& to, owned_write const& from) {
    to.expected = from.expected;
    to.if_failed = from.if_failed;
    to.subject = from.subject;
}

template <class Backend>
void basic_write_set<Backend>::refuse_too_many() const {
    std::size_t main = 0;
    for (owned_write const& each : writes_) main += each.main ? 1 : 0;
    refuse_count(writes_[0], writes_.size(), main);
}

#ifdef MONOTABLE_COMPILED
template class basic_write_set<backend>;
#endif

} // namespace monotable::detail
