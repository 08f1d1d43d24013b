// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/expression/evaluate.hpp>
#include <monotable/model/decode.hpp>
#include <monotable/model/field_error.hpp>
#include <monotable/query/predicate.hpp>
#include <monotable/store/for_entity.hpp>
#include <monotable/store/write/write_intent.hpp>

namespace monotable::detail {

/// `there`: the item, or an empty one if it does not exist. A requirement without a condition is met.
MONOTABLE_INLINE bool is_met(requirement const& needed, item_view there) {
    return needed.condition.empty() || holds(needed.condition, there);
}

MONOTABLE_INLINE bool passes_over_others(write_intent const& what) {
    bool const whatever = what.expected == precondition::any && (what.kind == write_kind::put || what.whole);
    return !what.entity->table->type_attribute.empty() && !whatever;
}

MONOTABLE_INLINE failure_cause failure_cause_of(write_intent const& what, std::optional<item> const& there) {
    if (there && passes_over_others(what) && is_of_another(*what.entity, *there)) {
        bool const creates = what.expected == precondition::must_not_exist || what.is_upsert();
        return creates ? failure_cause{write_error::already_exists} : failure_cause_of(what, std::optional<item>());
    }
    item const nothing;
    item_view const found = there ? there->view() : nothing.view();
    if (there && what.expected == precondition::must_not_exist) return {write_error::already_exists};
    if (!there && what.expected == precondition::must_exist) return {write_error::not_found};
    if (!what.condition.empty() && !holds(what.condition, found)) return {write_error::condition_failed};
    if (!is_met(what.managed, found)) return {what.managed.reason, what.managed.subject};
    for (std::size_t i = 0; what.input != nullptr && i != what.input->action_count; ++i) {
        update_action const& action = what.input->actions[i];
        if ((!action.fits.empty() && !holds(action.fits, found)) || !is_in_range(action, found))
            return {write_error::out_of_range, what.entity->fields[action.field].name};
    }
    return {};
}

MONOTABLE_INLINE std::string failure_text(entity_data const& entity, item_view key, failure_cause const& why,
                                          bool exists) {
    std::string text("monotable: ");
    text.append(entity.name).append(" in ").append(entity.table->name).append(": ");
    auto const subject = [&](char const* before, char const* behind) {
        text.append(before).append(why.subject).append(behind);
    };
    switch (why.reason) {
    case write_error::already_exists: text += "an item exists with "; break;
    case write_error::not_found: text += "no item exists with "; break;
    case write_error::version_mismatch: text += "the object is not the version that is stored of the item with "; break;
    case write_error::not_unique: subject("another item has the same ", " as the one with "); break;
    case write_error::referenced: subject("others refer by ", " to the item with "); break;
    case write_error::missing_reference: subject("nothing is there that ", " can refer to from the item with "); break;
    case write_error::out_of_range: subject("", " would leave the range of its type in the item with "); break;
    case write_error::contention: text += "others kept changing what is to be written with "; break;
    default:
        text += exists ? "the condition does not hold for the item with "
                       : "the condition does not hold, and no item exists with ";
        break;
    }
    return text.append(primary_key_text(entity, key));
}

/// Both versions, if they differ.
MONOTABLE_INLINE std::string version_text(write_intent const& what, item_view there) {
    if (what.version.empty()) return {};
    auto const found =
        there.find(what.entity->fields[static_cast<std::size_t>(what.entity->managed->version)].attribute);
    std::string text(", which has ");
    text.append(found ? "version " + shown(*found) : std::string("no version"));
    return text.append(", and the object version ").append(what.version);
}

/// The values of fields, "a, b", in the write: `: a = "x", b = "y"`.
MONOTABLE_INLINE std::string values_text(write_intent const& what, std::string_view names) {
    std::string text;
    for (field_data const& field : what.entity->fields) {
        std::size_t const at = (std::string(", ").append(names) + ",").find(std::string(" ").append(field.name) + ",");
        if (at == std::string::npos) continue;
        std::optional<value_view> found = what.attributes.find(field.attribute);
        for (std::size_t i = 0; what.input != nullptr && i != what.input->action_count; ++i) {
            update_action const& action = what.input->actions[i];
            if (&what.entity->fields[action.field] == &field && action.is_constant() && action.constant() != nullptr)
                found = value_view(action.constant());
        }
        if (found) text.append(text.empty() ? ": " : ", ").append(field.name).append(" = ").append(shown(*found));
    }
    return text;
}

MONOTABLE_INLINE std::string more_text(write_intent const& what, failure_cause const& why,
                                       std::optional<item> const& there) {
    if (why.reason == write_error::version_mismatch && there) return version_text(what, *there);
    if (why.reason == write_error::not_unique) return values_text(what, why.subject);
    return {};
}

MONOTABLE_INLINE typed_outcome refused(write_intent const& what, failure_cause const& why, std::optional<item> there) {
    if (there && passes_over_others(what) && is_of_another(*what.entity, *there)) there.reset();
    std::string text = failure_text(*what.entity, what.attributes, why, there.has_value());
    text += more_text(what, why, there);
    return {why.reason, there.has_value(), std::move(text), std::move(there)};
}

MONOTABLE_INLINE expression whole_condition(write_intent const& what) {
    expression result = joined(expression_kind::all_of, what.condition, what.managed.condition);
    for (std::size_t i = 0; what.input != nullptr && i != what.input->action_count; ++i)
        result = joined(expression_kind::all_of, result, what.input->actions[i].fits);
    if (passes_over_others(what) && what.expected != precondition::must_not_exist)
        result = joined(expression_kind::all_of, result, is_of_none_other(*what.entity));
    return result;
}

MONOTABLE_INLINE write_request request_of(write_intent const& what, expression const& condition) {
    write_request request;
    request.table = what.entity->table->name;
    request.item = what.attributes;
    request.kind = what.kind;
    request.expected = what.expected;
    request.condition = condition;
    request.known_attributes = what.known_attributes;
    request.returns = what.returns;
    request.return_failed = what.return_failed;
    return request;
}

MONOTABLE_INLINE typed_outcome outcome_of(write_intent const& what, write_outcome&& reply) {
    if (reply.done) return {write_error::none, reply.existed, {}, std::move(reply.attributes)};
    failure_cause const found = failure_cause_of(what, reply.attributes); // before the attributes are moved
    return refused(what, found, std::move(reply.attributes));
}

MONOTABLE_INLINE typed_outcome perform_directly(backend& store, write_intent const& what) {
    expression const condition = whole_condition(what);
    return outcome_of(what, write_for(what.entity->name, store, request_of(what, condition)));
}

} // namespace monotable::detail
