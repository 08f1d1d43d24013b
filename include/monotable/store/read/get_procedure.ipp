// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/error.hpp>
#include <monotable/model/decode.hpp>
#include <monotable/model/field_error.hpp>
#include <monotable/store/read/get_procedure.hpp>

namespace monotable::detail {

MONOTABLE_INLINE procedure_step get_procedure::advance() {
    if (!std::exchange(started_, true)) {
        request_.table = entity_.table->name;
        request_.key = key_;
        return {&call_, 1};
    }
    if (call_.failure) {
        try {
            std::rethrow_exception(std::exchange(call_.failure, nullptr));
        } catch (bad_value const&) {
            rethrow_for_field(entity_.name, {});
        }
    }
    if (found_ && is_of_another(entity_, *found_)) found_.reset(); // the key is one of the entity
    return {};
}

} // namespace monotable::detail
