// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/error.hpp>
#include <monotable/expression/tree.hpp>
#include <monotable/model/field_error.hpp>
#include <monotable/store/for_entity.hpp>
#include <monotable/store/write/perform_update.hpp>
#include <monotable/store/write/updater.hpp>

#include <string>
#include <utility>

namespace monotable::detail {

MONOTABLE_INLINE void refuse_endless(entity_data const& entity, item_view key) {
    throw store_error(store_fault::unavailable,
                      std::string("monotable: ")
                          .append(entity.name)
                          .append(": the item with ")
                          .append(primary_key_text(entity, key))
                          .append(" was changed by others before each of 100 attempts to update it"));
}

template <class Backend>
write_outcome write_update(Backend& store, prepared_write const& what, planned_update const& planned,
                           existence expected) {
    expression const condition = joined(expression_kind::all_of, whole_condition(what), planned.unchanged);
    write_request request;
    request.table = what.entity->table->name;
    request.item = what.attributes;
    request.kind = write_kind::update;
    request.expected = expected;
    request.condition = condition;
    request.update = update_planner<Backend>::usable(planned.update);
    request.returns = what.returns;
    request.return_failed = true;
    return write_for(what.entity->name, store, request);
}

template <class Backend>
std::optional<item> read_for(Backend& store, entity_data const& entity, item_view key) {
    get_request request;
    request.table = entity.table->name;
    request.key = key;
    request.consistent = true;
    return get_for(entity.name, store, request);
}

template <class Backend>
typed_outcome perform_update(Backend& store, prepared_write const& what) {
    update_planner<Backend> const planner(what);
    if (!planner.needs_item()) {
        auto result = write_update(store, what, planner.plan(), what.expected);
        if (result.done) return {write_error::none, result.existed, {}, std::move(result.attributes)};
        obstacle const found = obstacle_for(what, result.attributes); // before that is moved
        return refused(what, found, std::move(result.attributes));
    }
    auto old = read_for(store, *what.entity, what.attributes);
    for (int attempt = 0; attempt != max_write_attempts; ++attempt) {
        obstacle const found = obstacle_for(what, old);
        if (found.reason != write_error::none) return refused(what, found, std::move(old));
        auto result = write_update(store, what, planner.plan(old ? &*old : nullptr),
                                   old ? existence::must_exist : existence::must_not_exist);
        if (result.done) return {write_error::none, result.existed, {}, std::move(result.attributes)};
        old = std::move(result.attributes); // something has changed since it was read
    }
    refuse_endless(*what.entity, what.attributes);
}

#ifdef MONOTABLE_COMPILED
template std::optional<item> read_for(backend&, entity_data const&, item_view);
template typed_outcome perform_update(backend&, prepared_write const&);
#endif

} // namespace monotable::detail
