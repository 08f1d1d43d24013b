// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/store/primary_key.hpp>
#include <monotable/store/write/execution.hpp>

#include <string>
#include <utility>

namespace monotable::detail {

MONOTABLE_INLINE execution::execution(retry_policy const& retry, bool transaction)
    : set_(reads_, transaction), backoff_(retry), throttled_(retry) {}

MONOTABLE_INLINE procedure_step execution::advance() {
    switch (state_) {
    case state::planning: return plan_attempt();
    case state::reading: return take_reads();
    case state::committing: return take_commit();
    case state::probing:
        is_repeated_ = was_done();
        return take_result(is_repeated_ ? write_set::result::done : write_set::result::refused);
    case state::finishing: return end();
    default: return {};
    }
}

/// The innermost part of a divided plan, or the whole plan.
MONOTABLE_INLINE write_set& part_of(write_set& set) noexcept {
    write_set* result = &set;
    while (result->part() != nullptr) result = result->part();
    return *result;
}

MONOTABLE_INLINE procedure_step execution::plan_attempt() {
    state_ = state::planning;
    set_.clear();
    try {
        plan();
    } catch (...) {
        if (!reads_.is_incomplete()) throw; // the assumptions of an incomplete plan may be wrong
    }
    if (reads_.is_incomplete()) return read_missing(state::planning);
    if (set_.is_refused()) {
        state_ = state::probing;
        if (pending_call* const call = probe()) return {call, 1, 0};
        return take_result(write_set::result::refused);
    }
    if (set_.is_stale()) {
        reads_.clear();
        return fail_attempt();
    }
    if (set_.part() == nullptr && set_.size() > write_set::max_writes && set_.is_divisible() && !set_.is_divided()) {
        set_.divide();
        return plan_attempt();
    }
    write_set& committed = part_of(set_);
    if (committed.size() == 0) return take_result(write_set::result::done);
    state_ = state::committing;
    return committed.commit(token());
}

MONOTABLE_INLINE procedure_step execution::read_missing(state next) {
    state_ = state::reading;
    after_reading_ = next;
    return reads_.step();
}

MONOTABLE_INLINE procedure_step execution::take_reads() {
    if (pausing_) {
        pausing_ = false;
        return reads_.step();
    }
    bool const any = reads_.take();
    if (any) throttled_.start_over();
    if (reads_.is_incomplete()) {
        if (any) return reads_.step();
        if (!throttled_.goes_on())
            throw store_error(store_fault::unavailable, "monotable: the store has read nothing in each of " +
                                                            std::to_string(throttled_.attempts()) + " attempts");
        pausing_ = true;
        return {nullptr, 0, throttled_.next_pause() + 1};
    }
    return after_reading_ == state::finishing ? end() : plan_attempt();
}

MONOTABLE_INLINE procedure_step execution::take_commit() {
    write_set& part = part_of(set_);
    write_set::result result{};
    try {
        result = part.take();
    } catch (store_error const& e) {
        is_repeated_ = is_repetition(e);
        if (is_repeated_) return take_result(write_set::result::done);
        if (e.classification() != error_class::conflict) throw;
        reads_.clear();
        result = write_set::result::changed;
    }
    if (result == write_set::result::changed) return fail_attempt();
    if (&part == &set_) return take_result(result);
    if (result == write_set::result::refused) {
        set_.refuse(std::move(part.failures().front()));
        return take_result(result);
    }
    for (std::size_t i = 0; i != part.size(); ++i) { // the rest is planned from the items after this commit
        item key = primary_key_of(*part[i].entity->table, part[i].attributes);
        item const* const now = part.read_pending(*part[i].entity, key);
        std::optional<item> there;
        if (now != nullptr) there = *now;
        reads_.learn(part[i].entity->table->name, std::move(key), std::move(there));
    }
    backoff_.start_over(); // a committed part is progress
    return plan_attempt();
}

MONOTABLE_INLINE procedure_step execution::fail_attempt() {
    if (!backoff_.goes_on()) {
        state_ = state::over;
        give_up(backoff_.attempts());
        return {};
    }
    state_ = state::planning;
    if (backoff_.attempts() == 1) return plan_attempt();
    return {nullptr, 0, backoff_.next_pause() + 1};
}

MONOTABLE_INLINE procedure_step execution::take_result(write_set::result result) {
    result_ = result;
    if (result == write_set::result::done) set_.failures().clear();
    return end();
}

MONOTABLE_INLINE procedure_step execution::end() {
    state_ = state::over;
    finish(result_);
    if (reads_.is_incomplete()) return read_missing(state::finishing);
    return {};
}

} // namespace monotable::detail
