// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/error.hpp>
#include <monotable/model/field_error.hpp>
#include <monotable/store/for_entity.hpp>
#include <monotable/store/write/verb_write.hpp>

#include <exception>
#include <utility>

namespace monotable::detail {

MONOTABLE_INLINE procedure_step verb_write::advance() {
    if (!std::exchange(started_, true)) {
        if (!what_.derived_writes.empty()) planned_.emplace(what_, retry_);
        else if (what_.kind == write_kind::update) update_.emplace(what_, retry_);
        else return write();
    }
    if (planned_) return planned_->advance();
    if (update_) return update_->advance();
    take_reply();
    return {};
}

MONOTABLE_INLINE typed_outcome verb_write::outcome() {
    if (planned_) return planned_->outcome();
    if (update_) return update_->outcome();
    return std::move(outcome_);
}

MONOTABLE_INLINE procedure_step verb_write::write() {
    condition_ = whole_condition(what_);
    request_ = request_of(what_, condition_);
    check_operators(what_.entity->name, request_.table, "ConditionExpression", request_.condition);
    call_ = {{calls::write::kind, &request_, &reply_}};
    return {&call_, 1};
}

MONOTABLE_INLINE void verb_write::take_reply() {
    if (call_.failure) {
        try {
            std::rethrow_exception(call_.failure);
        } catch (bad_value const&) {
            rethrow_for_field(what_.entity->name, {});
        }
    }
    outcome_ = outcome_of(what_, std::move(reply_));
}

} // namespace monotable::detail
