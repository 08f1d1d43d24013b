// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/error.hpp>
#include <monotable/model/field_error.hpp>
#include <monotable/store/for_entity.hpp>
#include <monotable/store/write/update_execution.hpp>

#include <string>
#include <utility>

namespace monotable::detail {

MONOTABLE_INLINE typed_outcome refused_by_contention(write_intent const& what, unsigned attempts) {
    typed_outcome result = refused(what, {write_error::contention}, {});
    result.text.append(", before each of ").append(std::to_string(attempts)).append(" attempts");
    return result;
}

/// The request of a planned update. Borrows all of its arguments.
MONOTABLE_INLINE write_request update_request(write_intent const& what, planned_update const& planned,
                                              expression const& condition) {
    write_request request = request_of(what, condition);
    request.update = update_planner::usable(planned.update);
    request.returns = what.returns;
    request.return_failed = true;
    return request;
}

MONOTABLE_INLINE procedure_step update_execution::advance() {
    if (state_ == state::begin) return read();
    if (state_ == state::writing) return take();
    if (state_ == state::reading && call_.failure) {
        try {
            std::rethrow_exception(call_.failure);
        } catch (bad_value const&) {
            rethrow_for_field(what_.entity->name, {});
        }
    }
    return write();
}

MONOTABLE_INLINE procedure_step update_execution::read() {
    if (!planner_.needs_item()) return write();
    state_ = state::reading;
    get_.table = what_.entity->table->name;
    get_.key = what_.attributes;
    get_.consistent = true;
    call_ = {{get_call::kind, &get_, &old_}};
    return {&call_, 1, 0};
}

MONOTABLE_INLINE procedure_step update_execution::write() {
    if (planner_.needs_item()) {
        failure_cause const found = failure_cause_of(what_, old_);
        if (found.reason != write_error::none) {
            outcome_ = refused(what_, found, std::move(old_));
            return {};
        }
        planned_ = planner_.plan(old_ ? &*old_ : nullptr);
        condition_ = joined(expression_kind::all_of, whole_condition(what_), planned_.unchanged);
    } else {
        planned_ = planner_.plan();
        condition_ = whole_condition(what_);
    }
    request_ = update_request(what_, planned_, condition_);
    if (planner_.needs_item()) request_.expected = old_ ? precondition::must_exist : precondition::must_not_exist;
    check_operators(what_.entity->name, request_);
    state_ = state::writing;
    call_ = {{write_call::kind, &request_, &reply_}};
    return {&call_, 1, 0};
}

MONOTABLE_INLINE procedure_step update_execution::take() {
    if (call_.failure) {
        try {
            std::rethrow_exception(call_.failure);
        } catch (bad_value const&) {
            rethrow_for_field(what_.entity->name, {});
        }
    }
    if (reply_.done || !planner_.needs_item()) {
        outcome_ = outcome_of(what_, std::move(reply_));
        return {};
    }
    old_ = std::move(reply_.attributes);
    if (!backoff_.goes_on()) {
        outcome_ = refused_by_contention(what_, backoff_.attempts());
        return {};
    }
    if (backoff_.attempts() == 1) return write();
    state_ = state::planning;
    return {nullptr, 0, backoff_.next_pause() + 1};
}

MONOTABLE_INLINE typed_outcome perform_update(backend& store, write_intent const& what, retry_policy const& retry) {
    update_planner const planner(what);
    if (planner.needs_item()) {
        update_execution execution(what, retry);
        run(store, execution);
        return execution.outcome();
    }
    planned_update const planned = planner.plan();
    expression const condition = whole_condition(what);
    return outcome_of(what, write_for(what.entity->name, store, update_request(what, planned, condition)));
}

} // namespace monotable::detail
