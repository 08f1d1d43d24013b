// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/kind.hpp>
#include <monotable/codec/value_for.hpp>
#include <monotable/violation/derived.hpp>
#include <monotable/meta/array_view.hpp>
#include <monotable/model/derived.hpp>
#include <monotable/model/model.hpp>
#include <monotable/query/plan.hpp>

#include <cstddef>
#include <string_view>
#include <type_traits>

/// The rules about duplicated<> and total<>, over constant data.
namespace monotable::detail {

/// The properties of a field's type that rules refer to.
struct derived_type {
    std::string_view present = {}; ///< the type of a present value, as the compiler spells it
    bool number = false;
    bool integer = false;
    bool may_be_absent = false;
};

template <class T>
constexpr std::string_view spelled_type() {
    return __PRETTY_FUNCTION__;
}

template <class F>
struct derived_type_of {
    using inner = typename present<F>::type;
    static constexpr derived_type value{spelled_type<inner>(),
                                        kind_of<inner>() == kind::integer || kind_of<inner>() == kind::floating ||
                                            kind_of<inner>() == kind::decimal,
                                        kind_of<inner>() == kind::integer, may_be_absent<F>};
};

/// The data of one relation for rules. Entities are distinguished by their positions in the table: with -fsanitize=undefined, g++
/// does not accept comparisons of their addresses as constant expressions.
struct derived_facts {
    std::string_view name;
    bool total = false;
    bool in_transaction = false;
    entity_data const* one = nullptr;
    entity_data const* many = nullptr;
    std::size_t one_position = 0;
    std::size_t many_position = 0;
    derived_type const* one_types = nullptr;
    derived_type const* many_types = nullptr;
    array_view<match_declaration> matches;
    array_view<derived_field_declaration> fields;

    constexpr entity_data const* from_entity() const { return total ? many : one; }
    constexpr entity_data const* to_entity() const { return total ? one : many; }
    constexpr std::size_t from_position() const { return total ? many_position : one_position; }
    constexpr std::size_t to_position() const { return total ? one_position : many_position; }
};

struct derived_violation {
    derived_rule code = derived_rule::none;
    bool of_many = false; ///< true if the subject is a field of the many
    std::string_view subject = {};
};

/// True if the relation maintains the field.
constexpr bool keeps(derived_facts const& relation, std::size_t entity, std::string_view field) {
    if (relation.to_position() != entity) return false;
    for (derived_field_declaration const& derived : relation.fields)
        if (derived.to == field) return true;
    return false;
}

/// True if the fields are the same, or one is computed from the other, possibly through other computed fields.
constexpr bool is_computed_from(entity_data const& entity, std::string_view field, std::string_view source,
                                std::size_t depth) {
    if (field == source) return true;
    if (depth == 0 || entity.managed == nullptr) return false;
    for (attribute_option const& option : entity.managed->options) {
        if (option.kind != option_kind::computed || option.field != field) continue;
        if (option.fields.empty()) return true; // it may be computed from any field
        for (std::string_view const each : option.fields)
            if (is_computed_from(entity, each, source, depth - 1)) return true;
    }
    return false;
}
constexpr bool is_computed_from(entity_data const& entity, std::string_view field, std::string_view source) {
    return is_computed_from(entity, field, source, entity.fields.size());
}

/// True if a change of `source`, a field of the entity that the relation reads, may change the maintained field.
constexpr bool takes_from(derived_facts const& relation, derived_field_declaration const& derived,
                          std::string_view source) {
    if (derived.kind != derived_kind::count && is_computed_from(*relation.from_entity(), derived.from, source))
        return true;
    for (match_declaration const& match : relation.matches) // a child may enter or leave the total
        if (relation.total && match.one.empty() && is_computed_from(*relation.many, match.many, source)) return true;
    return false;
}

/// True if a change of the field `from` of an entity can change the maintained field, through at most `depth` other relations.
constexpr bool leads_to(array_view<derived_facts> all, std::size_t entity, std::string_view from,
                        derived_facts const& target, derived_field_declaration const& end, std::size_t depth) {
    if (target.from_position() == entity && takes_from(target, end, from)) return true;
    if (depth == 0) return false;
    for (derived_facts const& each : all) {
        if (each.from_position() != entity) continue;
        for (derived_field_declaration const& derived : each.fields)
            if (takes_from(each, derived, from) &&
                leads_to(all, each.to_position(), derived.to, target, end, depth - 1))
                return true;
    }
    return false;
}

constexpr bool is_in_key_of(entity_data const& entity, std::size_t field) {
    for (std::size_t s = 0; s != entity.table->indexes[0].key_count(); ++s)
        for (template_part const& part : entity.parts_of(entity.slots[s]))
            if (part.placeholder && static_cast<std::size_t>(part.field) == field) return true;
    return false;
}

/// True if entries of the index have the attribute.
constexpr bool is_projected(table_data const& table, std::size_t index, std::string_view attribute) {
    index_data const& data = table.indexes[index];
    if (data.projection == projection_kind::all) return true;
    for (std::string_view const name : data.included)
        if (name == attribute) return true;
    for (key_attribute_data const& key : array_view<key_attribute_data>(data.attributes, data.key_count()))
        if (key.name == attribute) return true;
    for (std::size_t a = 0; a != table.indexes[0].key_count(); ++a)
        if (table.indexes[0].attributes[a].name == attribute) return true;
    return false;
}

/// The plan that finds the source in a partition by the matched fields. REQUIRES: at most 16 matches.
constexpr plan_data plan_of_one(entity_data const& one, array_view<match_declaration> matches) {
    condition_data conditions[16];
    std::size_t count = 0;
    for (match_declaration const& match : matches)
        if (!match.one.empty()) conditions[count++] = {match.one, comparison::equal};
    return planner(one, {conditions, count}).query(one.table->name);
}

/// True if each field of the primary key is matched.
constexpr bool is_whole_key(entity_data const& one, array_view<match_declaration> matches) {
    for (std::size_t f = 0; f != one.fields.size(); ++f) {
        if (!is_in_key_of(one, f)) continue;
        bool matched = false;
        for (match_declaration const& match : matches) matched = matched || match.one == one.fields[f].name;
        if (!matched) return false;
    }
    return true;
}

/// The plan that finds the copies or children of one by the matched fields. REQUIRES: at most 16 matches.
constexpr plan_data plan_of_many(entity_data const& many, array_view<match_declaration> matches) {
    condition_data conditions[16];
    for (std::size_t i = 0; i != matches.size(); ++i) conditions[i] = {matches[i].many, comparison::equal};
    return planner(many, {conditions, matches.size()}).query({});
}

class derived_check {
  public:
    constexpr derived_check(array_view<derived_facts> all, std::size_t which)
        : all_(all), it_(all[which]), which_(which) {}

    constexpr derived_violation run() const {
        if (!it_.in_transaction && it_.many->table->stream != stream_images::both)
            return {derived_rule::no_stream, true, it_.name};
        if (!it_.in_transaction && it_.one->table->stream != stream_images::both)
            return {derived_rule::no_stream, false, it_.name};
        for (std::size_t i = 0; i != which_; ++i)
            if (all_[i].name == it_.name) return {derived_rule::name_twice, true, it_.name};
        derived_violation found = check_fields();
        if (found.code == derived_rule::none) found = check_matches();
        if (found.code == derived_rule::none) found = check_types();
        if (found.code == derived_rule::none) found = check_others();
        return found;
    }

  private:
    constexpr derived_violation fault(derived_rule code, bool of_many, std::string_view subject) const {
        return {code, of_many, subject};
    }

    static constexpr std::size_t at(entity_data const* entity, std::string_view field) {
        return static_cast<std::size_t>(entity->field_named(field));
    }

    constexpr derived_violation check_fields() const {
        for (match_declaration const& match : it_.matches) {
            if (!match.one.empty() && it_.one->field_named(match.one) == no_field)
                return fault(derived_rule::unknown_field, false, match.one);
            if (it_.many->field_named(match.many) == no_field)
                return fault(derived_rule::unknown_field, true, match.many);
        }
        for (derived_field_declaration const& derived : it_.fields) {
            if (derived.kind != derived_kind::count && it_.from_entity()->field_named(derived.from) == no_field)
                return fault(derived_rule::unknown_field, it_.total, derived.from);
            if (it_.to_entity()->field_named(derived.to) == no_field)
                return fault(derived_rule::unknown_field, !it_.total, derived.to);
        }
        return {};
    }

    constexpr derived_violation check_matches() const {
        for (match_declaration const& match : it_.matches) {
            if (match.one.empty()) continue;
            if (it_.one_types[at(it_.one, match.one)].present != it_.many_types[at(it_.many, match.many)].present)
                return fault(derived_rule::match_types, true, match.many);
            if (!is_in_key_of(*it_.one, at(it_.one, match.one)))
                return fault(derived_rule::not_the_primary_key, false, match.one);
        }
        for (std::size_t f = 0; f != it_.one->fields.size(); ++f) {
            if (!is_in_key_of(*it_.one, f)) continue;
            std::size_t times = 0;
            for (match_declaration const& match : it_.matches) times += match.one == it_.one->fields[f].name ? 1u : 0u;
            if (times > 1 || (times == 0 && (it_.total || it_.in_transaction)))
                return fault(derived_rule::not_the_primary_key, false, it_.one->fields[f].name);
        }
        if (!is_whole_key(*it_.one, it_.matches)) {
            plan_data const source = plan_of_one(*it_.one, it_.matches);
            if (source.code != query_rule::none) return fault(derived_rule::not_the_primary_key, false, source.subject);
        }
        plan_data const plan = plan_of_many(*it_.many, it_.matches);
        if (plan.code != query_rule::none)
            for (match_declaration const& match : it_.matches)
                if (match.one.empty() && match.many == plan.subject)
                    return fault(derived_rule::where_not_in_key, true, match.many);
        if (plan.code != query_rule::none) return fault(derived_rule::not_found_by_match, true, it_.matches[0].many);
        for (derived_field_declaration const& derived : it_.fields)
            if (derived.kind == derived_kind::sum &&
                !is_projected(*it_.many->table, plan.index, it_.many->fields[at(it_.many, derived.from)].attribute))
                return fault(derived_rule::not_projected, true, derived.from);
        return {};
    }

    constexpr derived_violation check_types() const {
        derived_type const* const from_types = it_.total ? it_.many_types : it_.one_types;
        derived_type const* const to_types = it_.total ? it_.one_types : it_.many_types;
        for (derived_field_declaration const& derived : it_.fields) {
            std::size_t const to_field = at(it_.to_entity(), derived.to);
            derived_type const& to = to_types[to_field];
            if (derived.kind == derived_kind::count) {
                if (!to.integer) return fault(derived_rule::count_of_no_integer, false, derived.to);
            } else {
                derived_type const& from = from_types[at(it_.from_entity(), derived.from)];
                if (derived.kind == derived_kind::sum && !from.number)
                    return fault(derived_rule::sum_of_no_number, true, derived.from);
                if (derived.kind == derived_kind::sum && !to.number)
                    return fault(derived_rule::sum_of_no_number, false, derived.to);
                if (derived.kind == derived_kind::sum && to.integer && !from.integer)
                    return fault(derived_rule::sum_into_integer, false, derived.to);
                if (derived.kind == derived_kind::copy && from.present != to.present)
                    return fault(derived_rule::copy_types, true, derived.to);
                if (derived.kind == derived_kind::copy && from.may_be_absent && !to.may_be_absent)
                    return fault(derived_rule::absent_in_source, true, derived.to);
            }
            if (is_in_key_of(*it_.to_entity(), to_field))
                return fault(derived_rule::in_primary_key, !it_.total, derived.to);
        }
        return {};
    }

    constexpr derived_violation check_others() const {
        for (std::size_t f = 0; f != it_.fields.size(); ++f) {
            derived_field_declaration const& derived = it_.fields[f];
            for (std::size_t other = 0; other != f; ++other)
                if (it_.fields[other].to == derived.to)
                    return fault(derived_rule::derived_twice, !it_.total, derived.to);
            for (std::size_t i = 0; i != which_; ++i)
                if (keeps(all_[i], it_.to_position(), derived.to))
                    return fault(derived_rule::derived_twice, !it_.total, derived.to);
            for (derived_facts const& each : all_)
                for (match_declaration const& match : each.matches)
                    if (each.many_position == it_.to_position() && match.many == derived.to)
                        return fault(derived_rule::matched_and_derived, !it_.total, derived.to);
            if (leads_to(all_, it_.to_position(), derived.to, it_, derived, all_.size()))
                return fault(derived_rule::cycle, !it_.total, derived.to);
        }
        if (!it_.in_transaction) return {};
        if (it_.one_position == it_.many_position)
            return fault(derived_rule::chain_in_transaction, !it_.total, it_.fields[0].to);
        for (derived_field_declaration const& derived : it_.fields)
            for (derived_facts const& each : all_)
                if (derived.kind != derived_kind::count && keeps(each, it_.from_position(), derived.from))
                    return fault(derived_rule::chain_in_transaction, !it_.total, derived.to);
        return {};
    }

    array_view<derived_facts> all_;
    derived_facts const& it_;
    std::size_t which_;
};

} // namespace monotable::detail
