// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/derived/copies/data.hpp>
#include <monotable/error.hpp>
#include <monotable/model/decode.hpp>
#include <monotable/store/for_entity.hpp>
#include <monotable/store/primary_key.hpp>
#include <monotable/store/write/write_set.hpp>

namespace monotable::detail {

MONOTABLE_INLINE std::string encoding_in(entity_data const& entity, item_view source, std::size_t field) {
    field_data const& data = entity.fields[field];
    item present;
    if (entity.earlier != nullptr && entity.earlier->upgrade(entity, source, present)) source = present;
    if (!data.key_only)
        if (auto const found = source.find(data.attribute)) return std::string(found->bytes());
    std::string result;
    for (std::size_t s = 0; s != entity.table->indexes[0].key_count() && result.empty(); ++s) {
        auto const stored = source.find(entity.slots[s].attribute.name);
        if (!stored) continue;
        (void)read_slot(entity, entity.slots[s], *stored, [&](template_part const& part, std::string_view encoding) {
            if (static_cast<std::size_t>(part.field) == field) result = encoding;
        });
    }
    return result;
}

MONOTABLE_INLINE std::optional<item> read_item(backend& store, entity_data const& entity, item_view key) {
    get_request request;
    request.table = entity.table->name;
    request.key = key;
    request.consistent = true;
    std::optional<item> found = get_for(entity.name, store, request);
    if (found && !belongs_to(entity, *found)) found.reset();
    return found;
}

MONOTABLE_INLINE bool has_match(derived_data const& relation, item_view of_many) {
    for (field_pair const& pair : relation.matches) {
        std::string const encoding = encoding_in(*relation.many, of_many, pair.many);
        if (encoding.empty() || (pair.constant != nullptr && encoding != pair.constant())) return false;
    }
    return true;
}

MONOTABLE_INLINE std::optional<item> key_of_one(derived_data const& relation, item_view of_many) {
    if (!has_match(relation, of_many)) return std::nullopt;
    std::vector<std::string> encodings(relation.one->fields.size());
    for (field_pair const& pair : relation.matches)
        if (pair.constant == nullptr) encodings[pair.one] = encoding_in(*relation.many, of_many, pair.many);
    try {
        return key_of(*relation.one, encodings.data());
    } catch (bad_value const&) {
        return std::nullopt; // no item has such a key
    }
}

MONOTABLE_INLINE std::string value_in_one(derived_data const& relation, item_view of_one, field_pair const& pair) {
    return pair.constant != nullptr ? pair.constant() : encoding_in(*relation.one, of_one, pair.one);
}

MONOTABLE_INLINE bool are_matched(derived_data const& relation, item_view of_one, item_view of_many) {
    for (field_pair const& pair : relation.matches)
        if (value_in_one(relation, of_one, pair) != encoding_in(*relation.many, of_many, pair.many)) return false;
    return true;
}

MONOTABLE_INLINE item_reader read_planned(backend& store, entity_data const& entity, plan_data const& plan,
                                          std::vector<condition_values> const& values, bool consistent) {
    read_source from;
    from.table = entity.table;
    from.index = plan.index;
    from.entity = &entity;
    from.ranges = range_builder(entity, plan, {values.data(), values.size()}).build();
    read_options options;
    options.consistent = consistent;
    return {std::shared_ptr<backend>(std::shared_ptr<backend>(), &store), std::move(from), std::move(options)};
}

MONOTABLE_INLINE item_reader read_many(backend& store, derived_data const& relation, item_view key_of_one) {
    std::vector<condition_values> values;
    for (field_pair const& pair : relation.matches)
        values.push_back({comparison::equal, value_in_one(relation, key_of_one, pair), {}});
    return read_planned(store, *relation.many, *relation.find_many, values, relation.reads_consistently());
}

MONOTABLE_INLINE array_view<item> find_many(write_set& set, derived_data const& relation, item_view key_of_one,
                                            std::size_t most) {
    std::vector<condition_values> values;
    for (field_pair const& pair : relation.matches)
        values.push_back({comparison::equal, value_in_one(relation, key_of_one, pair), {}});
    return set.reads().find_all(*relation.many, *relation.find_many, values, relation.reads_consistently(), most);
}

MONOTABLE_INLINE std::optional<item> read_one_of(backend& store, derived_data const& relation, item_view of_many) {
    if (relation.find_one == nullptr) {
        std::optional<item> const key = key_of_one(relation, of_many);
        return key ? read_item(store, *relation.one, *key) : std::nullopt;
    }
    if (!has_match(relation, of_many)) return std::nullopt;
    std::vector<condition_values> values;
    for (field_pair const& pair : relation.matches)
        if (pair.constant == nullptr)
            values.push_back({comparison::equal, encoding_in(*relation.many, of_many, pair.many), {}});
    std::optional<item> result;
    try {
        auto sources = read_planned(store, *relation.one, *relation.find_one, values, true);
        if (item_view const* const found = sources.next()) result.emplace(*found);
        if (!result || sources.next() == nullptr) return result;
    } catch (bad_value const&) {
        return std::nullopt; // no item has such a key
    }
    std::string message("monotable: ");
    message.append(relation.name).append(": several items of ").append(relation.one->name);
    message.append(" are the source of one (").append(primary_key_text(*relation.many, of_many));
    throw bad_item(message.append("); match the whole primary key"));
}

MONOTABLE_INLINE source_values::source_values(derived_data const& relation, item_view source)
    : object_(relation.encode_one(source, {})) {
    for (derived_field const& field : relation.fields) values_.push_back({field.to, object_.field(field.from)});
}

MONOTABLE_INLINE void child_totals::add(item_view child, bool taken_away) {
    for (std::size_t i = 0; i != sums_.size(); ++i) {
        decimal const term = term_of(relation_.fields[i], child);
        sums_[i] = taken_away ? sums_[i] - term : sums_[i] + term;
    }
}

MONOTABLE_INLINE void child_totals::add_stored(item_view parent, bool taken_away) {
    for (std::size_t i = 0; i != sums_.size(); ++i) {
        decimal const term = number_in(*relation_.one, parent, relation_.fields[i].to);
        sums_[i] = taken_away ? sums_[i] - term : sums_[i] + term;
    }
}

MONOTABLE_INLINE std::vector<field_value> child_totals::values() {
    std::vector<field_value> result;
    encodings_.assign(sums_.size(), {});
    for (std::size_t i = 0; i != sums_.size(); ++i) {
        value_writer(encodings_[i]).number(sums_[i]);
        result.push_back({relation_.fields[i].to, encodings_[i].data()});
    }
    return result;
}

MONOTABLE_INLINE decimal child_totals::number_in(entity_data const& entity, item_view source, std::size_t field) {
    std::string const encoding = encoding_in(entity, source, field);
    if (encoding.empty()) return decimal(0);
    value_view const stored(encoding.data());
    if (stored.is(value_type::number)) return stored.as_number();
    if (stored.is(value_type::null)) return decimal(0);
    std::string message("monotable: ");
    message.append(entity.name).append(".").append(entity.fields[field].name);
    message.append(": what is stored is no number, and cannot be summed (item ");
    throw bad_item(message.append(primary_key_text(entity, source)).append(")"));
}

} // namespace monotable::detail
