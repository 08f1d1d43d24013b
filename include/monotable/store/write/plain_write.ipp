// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/error.hpp>
#include <monotable/expression/path.hpp>
#include <monotable/model/encode.hpp>
#include <monotable/model/field_error.hpp>
#include <monotable/store/write/key_assignments.hpp>
#include <monotable/store/write/plain_write.hpp>
#include <monotable/store/write/write_intent.hpp>
#include <monotable/store/write/update_execution.hpp>

#include <string>
#include <utility>
#include <vector>

namespace monotable::detail {

/// The outcome of a write that failed. `written`: the item of a put; the key of other writes.
MONOTABLE_INLINE typed_outcome failed_plainly(entity_data const& entity, write_request const& request,
                                              write_outcome&& reply) {
    write_intent what;
    what.entity = &entity;
    what.kind = request.kind;
    what.expected = request.expected;
    what.attributes = item(request.item);
    return outcome_of(what, std::move(reply));
}

MONOTABLE_INLINE typed_outcome put_plainly(backend& store, entity_data const& entity,
                                           array_view<std::string_view> known, precondition expected,
                                           void const* const* addresses) {
    encoded_object const object(entity, addresses);
    attribute_places places;
    places.names = known.part(0, entity.stored_attributes.size());
    places.encoding = object.view().bytes().data();
    places.offsets = object.offsets();
    places.size = object.size();
    write_request request;
    request.table = entity.table->name;
    request.item = object.view();
    request.expected = expected;
    request.known_attributes = known;
    request.return_failed = expected == precondition::must_not_exist;
    request.places = &places;
    write_outcome reply;
    try {
        reply = store.write(request);
    } catch (bad_value const&) {
        rethrow_for_field(entity.name, {});
    }
    if (reply.done) return {write_error::none, reply.existed, {}, object.to_item()};
    return failed_plainly(entity, request, std::move(reply));
}

MONOTABLE_INLINE typed_outcome erase_plainly(backend& store, plain_arguments const& arguments, return_values returns) {
    entity_data const& entity = arguments.entity();
    key_item key;
    arguments.fill_key(key);
    write_request request;
    request.table = entity.table->name;
    request.item = key.view();
    request.kind = write_kind::erase;
    request.returns = returns;
    request.return_failed = true;
    write_outcome reply;
    try {
        reply = store.write(request);
    } catch (bad_value const&) {
        rethrow_for_field(entity.name, {});
    }
    if (reply.done) return {write_error::none, reply.existed, {}, std::move(reply.attributes)};
    return failed_plainly(entity, request, std::move(reply));
}

/// The same update by an expression.
MONOTABLE_INLINE typed_outcome update_by_expression(backend& store, plain_arguments const& arguments,
                                                    return_values returns, update_context const& context) {
    entity_data const& entity = arguments.entity();
    std::vector<std::string> keys(entity.fields.size());
    std::vector<document_path> paths;
    std::vector<update_action> actions(arguments.assigned().size());
    paths.reserve(actions.size());
    write_input input{keys.data(), actions.data()};
    for (std::size_t field = 0; field != entity.fields.size(); ++field)
        if (arguments.is_key(field)) keys[field] = value_view(arguments.value(field)).bytes();
    for (std::size_t const field : arguments.assigned()) {
        update_action& action = actions[input.action_count++];
        char const* const value = arguments.value(field);
        action.field = field;
        action.path = paths.emplace_back(entity.fields[field].attribute);
        if (value != nullptr) action.operand = expression::constant(value_view(value));
        else action.kind = expression_kind::remove;
    }
    key_item key;
    arguments.fill_key(key);
    write_intent what;
    what.clock = context.clock;
    what.entity = &entity;
    what.kind = write_kind::update;
    what.expected = precondition::must_exist;
    what.attributes = item(key.view());
    what.return_failed = true;
    what.returns = returns;
    what.input = &input;
    what.encode = context.encode;
    return perform_update(store, what, context.retry);
}

MONOTABLE_INLINE typed_outcome update_plainly(backend& store, plain_arguments const& arguments, return_values returns,
                                              update_context const& context) {
    if (!store.takes_assignments()) return update_by_expression(store, arguments, returns, context);
    key_assignments made(arguments);
    if (!made.are_possible()) return update_by_expression(store, arguments, returns, context);
    entity_data const& entity = arguments.entity();
    key_item key;
    arguments.fill_key(key);
    attribute_assignments const assignments{&key_assignments::make, &made};
    write_request request;
    request.table = entity.table->name;
    request.item = key.view();
    request.kind = write_kind::update;
    request.expected = precondition::must_exist;
    request.returns = returns;
    request.return_failed = true;
    request.assignments = &assignments;
    write_outcome reply;
    try {
        reply = store.write(request);
    } catch (bad_value const&) {
        if (made.have_failed()) throw;
        rethrow_for_field(entity.name, {});
    }
    if (reply.done) return {write_error::none, reply.existed, {}, std::move(reply.attributes)};
    return failed_plainly(entity, request, std::move(reply));
}

} // namespace monotable::detail
