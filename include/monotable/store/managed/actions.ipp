// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/query/predicate.hpp>
#include <monotable/store/managed/actions.hpp>
#include <monotable/store/primary_key.hpp>

namespace monotable::detail {

template <class Entity>
managed_actions<Entity>::managed_actions(Entity const& entity, std::string* keys, std::size_t count)
    : input{keys, nullptr}, entity_(entity) {
    paths_.reserve(count);
    actions_.reserve(count);
}

template <class Entity>
void managed_actions<Entity>::set(std::size_t field, expression operand) {
    update_action& action = add(field);
    action.operand = std::move(operand);
}

template <class Entity>
void managed_actions<Entity>::set(std::size_t field, std::string const& encoding) {
    if (encoding.empty()) add(field).kind = expression_kind::remove;
    else set(field, constant_of(encoding));
}

template <class Entity>
void managed_actions<Entity>::set_once(std::size_t field, expression_view value) {
    auto const path = expression::path(document_path(entity_.fields[field].attribute));
    set(field, expression::make(expression_kind::if_not_exists, {path, value}));
}

template <class Entity>
void managed_actions<Entity>::count(std::size_t field) {
    auto const path = expression::path(document_path(entity_.fields[field].attribute));
    auto const zero = constant_of(managed_source<Entity>::number(0)),
               one = constant_of(managed_source<Entity>::number(1));
    set(field,
        expression::make(expression_kind::plus, {expression::make(expression_kind::if_not_exists, {path, zero}), one}));
}

template <class Entity>
write_input const& managed_actions<Entity>::finish() {
    input.actions = actions_.data();
    input.action_count = actions_.size();
    return input;
}

template <class Entity>
requirement version_requirement(Entity const& entity, std::uint64_t version) {
    auto const field = static_cast<std::size_t>(entity.managed->version);
    auto const is_same = [&](document_path const& path) {
        if (version == 0) return never(path);
        return expression::make(expression_kind::equal,
                                {expression::path(path), constant_of(managed_source<Entity>::number(version))});
    };
    expression condition = is_same(document_path(entity.fields[field].attribute));
    for (former_attribute const& former :
         entity.former_attributes()) { // an earlier version of the program may have written last
        if (former.field != entity.managed->version) continue;
        document_path const path(former.name);
        auto const there = expression::make(expression_kind::attribute_exists, {expression::path(path)});
        auto const absent = expression::make(expression_kind::attribute_not_exists, {expression::path(path)});
        condition = expression::make(expression_kind::any_of,
                                     {expression::make(expression_kind::all_of, {there, is_same(path)}),
                                      expression::make(expression_kind::all_of, {absent, condition})});
    }
    return {condition, write_error::version_mismatch,
            entity.fields[static_cast<std::size_t>(entity.managed->version)].name};
}

template <class Entity>
void require_version(write_intent& what, Entity const& entity, std::uint64_t version) {
    what.managed = version_requirement(entity, version);
    what.version = std::to_string(version);
    what.return_failed = true;
}

template <class Entity>
void continue_put(write_intent& what, Entity const& entity, managed_values<Entity>& values, std::int64_t now) {
    using enum option_kind;
    managed_source<Entity> const source(entity, now);
    auto owned = std::make_unique<managed_actions<Entity>>(entity, nullptr, entity.fields.size());
    owned->encodings.resize(entity.fields.size());
    for (std::size_t i = 0; i != entity.fields.size(); ++i) {
        field_data const& field = entity.fields[i];
        if (!field.is_stored()) continue;
        if (is_in_primary_key(entity, i)) {
            owned->encodings[i] = values[i];
        } else if (field.has(version)) {
            if (what.expected == precondition::must_exist) {
                require_version(what, entity, values.version());
                if (values.version() != 0) owned->set(i, source.number(source.following(values.version())));
            } else {
                owned->count(i);
            }
        } else if (field.has(created)) {
            owned->set_once(i, constant_of(source.moment(i)));
        } else if (field.has(read_only)) {
            if (!values[i].empty()) owned->set_once(i, constant_of(values[i]));
        } else if (!field.has(computed)) {
            owned->set(i, values[i]);
        }
    }
    for (attribute_option const& option : entity.managed->options) { // others are computed from the item
        if (option.kind != computed || reads_managed_values(entity, option)) continue;
        auto const field = static_cast<std::size_t>(entity.field_named(option.field));
        owned->set(field, values[field]);
    }
    owned->input.key = owned->encodings.data();
    what.kind = write_kind::update;
    what.whole = true;
    what.attributes = key_of(entity, owned->encodings.data());
    what.known_attributes = {};
    what.input = &owned->finish();
    what.owned = holder(owned.release());
}

template <class Entity>
void add_managed_actions(write_intent& what, Entity const& entity, std::string const& version, std::int64_t now) {
    managed_data const& managed = *entity.managed;
    managed_source<Entity> const source(entity, now);
    bool const upsert = what.expected == precondition::any;
    auto owned = std::make_unique<managed_actions<Entity>>(entity, what.input->key, what.input->action_count + 3);
    for (std::size_t i = 0; i != what.input->action_count; ++i) {
        update_action const& action = what.input->actions[i];
        if (!entity.fields[action.field].has(option_kind::read_only)) owned->add(action);
        else if (action.kind == expression_kind::set) owned->set_once(action.field, action.operand);
    }
    if (managed.version != no_field) {
        auto const field = static_cast<std::size_t>(managed.version);
        if (version.empty()) {
            owned->count(field);
        } else {
            std::uint64_t const number = source.version_in(version);
            require_version(what, entity, number);
            if (number == 0 && upsert) { // it can only create the item
                auto const key = expression::path(document_path(entity.table->indexes[0].attributes[0].name));
                what.managed.condition = expression::make(expression_kind::attribute_not_exists, {key});
            }
            owned->set(field, source.number(source.following(number)));
        }
    }
    if (managed.updated != no_field)
        owned->set(static_cast<std::size_t>(managed.updated), source.moment(static_cast<std::size_t>(managed.updated)));
    if (managed.created != no_field && upsert)
        owned->set_once(static_cast<std::size_t>(managed.created),
                        constant_of(source.moment(static_cast<std::size_t>(managed.created))));
    what.input = &owned->finish();
    what.owned = holder(owned.release());
}

#ifdef MONOTABLE_COMPILED
template class managed_actions<entity_data>;
template requirement version_requirement(entity_data const&, std::uint64_t);
template void require_version(write_intent&, entity_data const&, std::uint64_t);
template void continue_put(write_intent&, entity_data const&, managed_values<entity_data>&, std::int64_t);
template void add_managed_actions(write_intent&, entity_data const&, std::string const&, std::int64_t);
#endif

} // namespace monotable::detail
