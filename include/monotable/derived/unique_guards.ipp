// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/derived/unique_guards.hpp>
#include <monotable/error.hpp>
#include <monotable/model/fill.hpp>
#include <monotable/query/predicate.hpp>
#include <monotable/store/primary_key.hpp>
#include <monotable/core/base64.hpp>
#include <monotable/core/writer.hpp>

namespace monotable::detail {

MONOTABLE_INLINE std::string field_in(entity_data const& entity, item_view source, std::size_t field) {
    field_data const& data = entity.fields[field];
    std::string result;
    if (!data.key_only) {
        if (auto const found = source.find(data.attribute)) result = found->bytes();
        return result;
    }
    for (key_slot const& slot : entity.slots) {
        auto const stored = source.find(slot.attribute.name);
        if (!stored || !result.empty()) continue;
        (void)read_slot(entity, slot, *stored, [&](template_part const& part, std::string_view encoding) {
            if (static_cast<std::size_t>(part.field) == field) result = encoding;
        });
    }
    return result;
}

MONOTABLE_INLINE void append_guard_text(std::string& out, value_view v) {
    std::string text;
    switch (v.type()) {
    case value_type::string: text = v.as_string(); break;
    case value_type::number: text = v.as_number().to_string(); break;
    case value_type::boolean: text = v.as_bool() ? "true" : "false"; break;
    default: append_base64(text, v.as_binary()); break;
    }
    for (char const c : text) {
        if (c == '%') out += "%25";
        else if (c == '#') out += "%23";
        else out += c;
    }
}

MONOTABLE_INLINE std::optional<item> guard_key(entity_data const& entity, attribute_option const& option,
                                               item const* source) {
    if (source == nullptr) return std::nullopt;
    std::string text(guard_prefix);
    append_guard_text(text, value(entity.name).view());
    char separator = '#';
    for (std::string_view const name : option.fields) {
        text.append(1, separator).append(name);
        separator = ',';
    }
    for (std::string_view const name : option.fields) {
        std::string const encoding = field_in(entity, *source, static_cast<std::size_t>(entity.field_named(name)));
        if (encoding.empty() || value_view(encoding.data()).is(value_type::null)) return std::nullopt;
        text += '#';
        append_guard_text(text, value_view(encoding.data()));
    }
    if (text.size() > 2048)
        throw bad_value(std::string("monotable: ")
                            .append(entity.name)
                            .append(".")
                            .append(option.field)
                            .append(": the key of its unique mark has ")
                            .append(std::to_string(text.size()))
                            .append(" bytes, and a partition key at most 2048"));
    index_data const& primary = entity.table->indexes[0];
    std::string out;
    value_writer writer(out);
    writer.begin_map();
    for (std::size_t i = 0; i != primary.key_count(); ++i) {
        writer.name(primary.attributes[i].name);
        if (i == 0) writer.string(text);
        else if (primary.attributes[i].type == 'S') writer.string(guard_sort_key);
        else if (primary.attributes[i].type == 'N') writer.number(0);
        else writer.binary(guard_sort_key);
    }
    writer.end_map();
    return item::from_encoding(std::move(out));
}

MONOTABLE_INLINE item make_guard(item const& key, item const& owner, std::optional<value_view> time_to_live,
                                 std::string_view time_to_live_name) {
    std::string out;
    value_writer writer(out);
    writer.begin_map();
    for (auto const& [name, part] : key) {
        writer.name(name);
        writer.raw(part);
    }
    writer.name(guard_owner);
    writer.raw(value_view(owner.bytes().data()));
    if (time_to_live) {
        writer.name(time_to_live_name);
        writer.raw(*time_to_live);
    }
    writer.end_map();
    return item::from_encoding(std::move(out));
}

MONOTABLE_INLINE expression is_owned_by(item const& owner) {
    return expression::make(expression_kind::equal, {expression::path(document_path(guard_owner)),
                                                     expression::constant(value_view(owner.bytes().data()))});
}

MONOTABLE_INLINE guard_plan::guard_plan(write_set& set, entity_change const& change, attribute_option const& option,
                                        std::string_view subject)
    : set_(set),
      change_(change),
      entity_(*change.entity),
      option_(option),
      subject_(subject),
      owner_(primary_key_of(*change.entity->table, change.after != nullptr ? *change.after : *change.before)),
      time_to_live_(time_to_live_of(change.entity->managed->options)) {}

MONOTABLE_INLINE void guard_plan::run() {
    auto const before = guard_key(entity_, option_, change_.before), after = guard_key(entity_, option_, change_.after);
    bool const moves_end = after && end_of(change_.before) != end_of(change_.after);
    if (before == after && !moves_end && set_.is_derived(change_.write))
        return; // unchanged fields need no guard: they may change concurrently
    for (std::string_view const name : option_.fields) guard(static_cast<std::size_t>(entity_.field_named(name)));
    if (!time_to_live_.empty()) set_.guard(change_, time_to_live_);
    if (before == after) {
        if (moves_end) move_end(*after);
        return;
    }
    if (before) release(*before);
    if (after) acquire(*after);
}

MONOTABLE_INLINE void guard_plan::guard(std::size_t field) {
    if (!entity_.fields[field].key_only) return set_.guard(change_, entity_.fields[field].attribute);
    for (std::size_t s = entity_.table->indexes[0].key_count(); s < entity_.slots.size(); ++s)
        for (template_part const& part : entity_.parts_of(entity_.slots[s]))
            if (part.placeholder && static_cast<std::size_t>(part.field) == field)
                set_.guard(change_, entity_.slots[s].attribute.name);
}

MONOTABLE_INLINE std::optional<value_view> guard_plan::end_of(item const* source) const {
    return source == nullptr || time_to_live_.empty() ? std::nullopt : source->find(time_to_live_);
}

MONOTABLE_INLINE item guard_plan::guard_item(item const& key) const {
    return make_guard(key, owner_, end_of(change_.after), time_to_live_);
}

MONOTABLE_INLINE planned_write guard_plan::write_of(item const& guard_or_key, write_kind kind) const {
    planned_write write;
    write.entity = &entity_;
    write.kind = kind;
    write.attributes = guard_or_key;
    write.subject = subject_;
    write.action = change_.action;
    return write;
}

MONOTABLE_INLINE bool guard_plan::is_owner(item_view guard_item) const {
    auto const owner = guard_item.find(guard_owner);
    return owner && *owner == value_view(owner_.bytes().data());
}

MONOTABLE_INLINE void guard_plan::acquire(item const& key) {
    planned_write* const other = set_.find(entity_, key);
    if (other == nullptr) {
        planned_write write = write_of(guard_item(key), write_kind::put);
        auto const first = expression::path(document_path(entity_.table->indexes[0].attributes[0].name));
        write.requirements.push_back(
            {expression::make(expression_kind::any_of,
                              {expression::make(expression_kind::attribute_not_exists, {first}), is_owned_by(owner_)}),
             write_error::not_unique, subject_});
        set_.add(std::move(write));
    } else if (other->kind == write_kind::erase) {
        other->kind = write_kind::put;
        other->attributes = guard_item(key);
    } else if (!is_owner(other->attributes)) {
        set_.refuse({write_error::not_unique, subject_, change_.action, {}, {}});
    }
}

MONOTABLE_INLINE void guard_plan::release(item const& key) {
    if (planned_write* const other = set_.find(entity_, key)) { // another item acquires it in this set
        if (other->kind != write_kind::put || is_owner(other->attributes)) return;
        other->requirements.clear();
        require_ownership(*other);
        return;
    }
    item const* const there = set_.read(entity_, key);
    if (there == nullptr || !is_owner(*there)) return; // written before the field was unique
    planned_write write = write_of(key, write_kind::erase);
    require_ownership(write);
    set_.add(std::move(write));
}

MONOTABLE_INLINE void guard_plan::move_end(item const& key) {
    planned_write write = write_of(guard_item(key), write_kind::put);
    require_ownership(write);
    set_.add(std::move(write));
}

MONOTABLE_INLINE void guard_plan::require_ownership(planned_write& write) const {
    write.expected = precondition::must_exist;
    write.if_failed = write_error::none;
    write.requirements.push_back({is_owned_by(owner_), write_error::none, {}});
}

} // namespace monotable::detail
