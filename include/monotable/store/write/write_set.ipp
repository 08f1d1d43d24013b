// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/error.hpp>
#include <monotable/expression/evaluate.hpp>
#include <monotable/expression/update.hpp>
#include <monotable/model/decode.hpp>
#include <monotable/model/field_error.hpp>
#include <monotable/query/predicate.hpp>
#include <monotable/store/for_entity.hpp>
#include <monotable/store/primary_key.hpp>
#include <monotable/store/write/merge_updates.hpp>
#include <monotable/store/write/updater.hpp>
#include <monotable/store/write/write_set.hpp>

namespace monotable::detail {

MONOTABLE_INLINE item const* write_set::read_pending(entity_data const& entity, item_view key) {
    planned_write const* const write = find(entity, key);
    item const* const there = read(entity, key);
    if (write == nullptr || write->kind == write_kind::check) return there;
    if (write->kind == write_kind::erase) return nullptr;
    pending_.push_back(std::make_unique<item>(
        write->kind == write_kind::put
            ? write->attributes
            : apply_update(usable_update(*write), there != nullptr ? there->view() : write->attributes.view())));
    return pending_.back().get();
}

MONOTABLE_INLINE planned_write* write_set::find(entity_data const& entity, item_view key) {
    for (planned_write& each : writes_)
        if (each.entity->table->name == entity.table->name && has_key(each, key)) return &each;
    return nullptr;
}

MONOTABLE_INLINE std::size_t write_set::add(planned_write write) {
    if (write.kind != write_kind::check) ++additions_;
    std::size_t const changed_at = write.kind != write_kind::check ? additions_ : 0;
    item const key = primary_key_of(*write.entity->table, write.attributes);
    planned_write* const other = find(*write.entity, key);
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

MONOTABLE_INLINE void write_set::guard(std::size_t write, std::string_view attribute) {
    planned_write& guarded = writes_[write];
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

MONOTABLE_INLINE void write_set::clear() {
    writes_.clear();
    failures_.clear();
    pending_.clear();
    part_.reset();
    is_stale_ = is_divisible_ = false;
}

MONOTABLE_INLINE procedure_step write_set::commit(std::string_view token) {
    if (writes_.size() > max_writes) refuse_too_many();
    conditions_.clear();
    requests_.clear();
    conditions_.reserve(writes_.size());
    for (planned_write const& each : writes_) {
        expression condition;
        for (requirement const& needed : each.requirements)
            condition = joined(expression_kind::all_of, condition, needed.condition);
        conditions_.push_back(std::move(condition));
        requests_.push_back(request_of(each, conditions_.back()));
        check_operators(each.entity->name, requests_.back());
    }
    call_ = {};
    if (!transaction_ && requests_.size() == 1 && token.empty() && requests_[0].kind != write_kind::check) {
        requests_[0].returns = writes_[0].returns;
        call_.what = {write_call::kind, requests_.data(), &single_};
    } else {
        transaction_request_ = {{requests_.data(), requests_.size()}, token};
        call_.what = {transact_write_call::kind, &transaction_request_, &outcome_};
    }
    return {&call_, 1, 0};
}

MONOTABLE_INLINE write_set::result write_set::take() {
    bool const is_single = call_.what.kind == write_call::kind;
    if (call_.failure) {
        try {
            std::rethrow_exception(call_.failure);
        } catch (bad_value const&) {
            if (!is_single) throw;
            rethrow_for_field(writes_[0].entity->name, {});
        }
    }
    if (is_single ? single_.done : outcome_.done) return result::done;
    if (is_single) {
        outcome_.actions.clear();
        outcome_.actions.push_back({cancellation::condition_failed, {}, std::move(single_.attributes)});
    }
    return classify_failures(outcome_);
}

MONOTABLE_INLINE bool write_set::has_key(planned_write const& write, item_view key) {
    for (auto const& [name, part] : key)
        if (auto const found = write.attributes.find(name); !found || *found != part) return false;
    return true;
}

MONOTABLE_INLINE void write_set::add_guard(planned_write& write, item_view before, path_view path) {
    expression condition = same(before, path);
    for (requirement const& each : write.requirements)
        if (each.reason == write_error::none && each.condition == condition) return;
    write.requirements.push_back({std::move(condition), write_error::none, {}});
}

MONOTABLE_INLINE write_request write_set::request_of(planned_write const& write, expression const& condition) {
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

MONOTABLE_INLINE write_set::result write_set::classify_failures(transaction_outcome& outcome) {
    bool stale = false;
    bool certain = false; // a requested write has failed, which does not depend on other reads
    std::size_t first = writes_.size();
    std::vector<write_failure> own, derived;
    std::vector<std::size_t> seen;
    for (std::size_t i = 0; i != writes_.size(); ++i) {
        action_outcome& each = outcome.actions[i];
        if (each.reason == cancellation::none) continue;
        if (first == writes_.size()) contended_ = writes_[first = i].action;
        if (each.reason == cancellation::invalid) refuse_invalid(writes_[i], each.message);
        if (each.reason == cancellation::item_collection_size)
            throw store_error(store_fault::limit_exceeded, place_text(writes_[i]) + each.message);
        if (each.reason != cancellation::condition_failed) continue; // a conflict with a concurrent write
        write_failure found = reason_of(writes_[i], each.attributes);
        if (found.reason == write_error::none) stale = true;
        else if (writes_[i].main) certain = true;
        seen.push_back(i);
        if (found.reason != write_error::none) (writes_[i].main ? own : derived).push_back(std::move(found));
    }
    if (stale) derived.clear();
    for (write_failure& each : derived) own.push_back(std::move(each));
    if (own.empty() || (stale && !certain)) {
        reads_.clear();
        for (std::size_t const i : seen)
            reads_.learn(writes_[i].entity->table->name,
                         primary_key_of(*writes_[i].entity->table, writes_[i].attributes),
                         std::move(outcome.actions[i].attributes));
        return result::changed;
    }
    for (write_failure& each : own) failures_.push_back(std::move(each));
    return result::refused;
}

MONOTABLE_INLINE write_failure write_set::reason_of(planned_write const& write, std::optional<item> const& there) {
    item const nothing;
    std::optional<item> const none;
    bool const shown = write.main && there && !is_of_another(*write.entity, *there);
    auto const failure = [&](write_error reason, std::string_view subject) {
        return write_failure{reason, subject, write.action, shown ? there : none,
                             write.main ? write.attributes : item()};
    };
    if ((there && write.expected == precondition::must_not_exist) ||
        (!there && write.expected == precondition::must_exist))
        return failure(write.if_failed, write.subject);
    for (requirement const& each : write.requirements)
        if (!holds(each.condition, there ? there->view() : nothing.view())) return failure(each.reason, each.subject);
    return failure(write_error::none, {});
}

MONOTABLE_INLINE void write_set::join(planned_write& to, planned_write&& write) {
    if (to.kind == write_kind::check) std::swap(to, write);
    if (write.kind == write_kind::check) return join_condition(to, write);
    if (to.derived_writes.empty()) to.derived_writes = write.derived_writes;
    bool const creates = write.expected == precondition::must_not_exist;
    if (creates && to.kind != write_kind::erase) return refuse({write.if_failed, write.subject, write.action, {}, {}});
    if (write.kind == write_kind::update && to.kind == write_kind::put) {
        keep_updated(to, write.update.view());
        to.attributes = apply_update(usable_update(write), to.attributes);
    } else if (write.kind == write_kind::update && to.kind == write_kind::update) {
        to.update = merged_updates(to.update, write.update);
        if (to.expected == precondition::any) take_expectation(to, write);
    } else if (write.kind == write_kind::put && to.kind == write_kind::erase) { // the key is erased and used again
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

MONOTABLE_INLINE void write_set::keep_updated(planned_write& put, expression_view update) {
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

MONOTABLE_INLINE void write_set::join_condition(planned_write& to, planned_write& condition) {
    if (to.kind == write_kind::update || to.kind == write_kind::check) {
        bool const creates = to.main && to.kind == write_kind::update; // the item of an upsert exists after it
        if (to.expected == precondition::any && !(creates && condition.expected == precondition::must_exist))
            take_expectation(to, condition);
        for (requirement& each : condition.requirements) to.requirements.push_back(std::move(each));
    } else {
        bool const exists = to.kind == write_kind::put;
        item const nothing;
        if (condition.expected == (exists ? precondition::must_not_exist : precondition::must_exist))
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

MONOTABLE_INLINE void write_set::take_expectation(planned_write& to, planned_write const& from) {
    to.expected = from.expected;
    to.if_failed = from.if_failed;
    to.subject = from.subject;
}

MONOTABLE_INLINE void write_set::refuse_too_many() const {
    std::size_t main = 0;
    for (planned_write const& each : writes_) main += each.main ? 1 : 0;
    refuse_count(writes_[0], writes_.size(), main);
}

} // namespace monotable::detail
