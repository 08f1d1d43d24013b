// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/key/shape.hpp>
#include <monotable/meta/array_view.hpp>
#include <monotable/model/model.hpp>
#include <monotable/query/condition.hpp>
#include <monotable/violation/query.hpp>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string_view>

/// Compile-time selection of the key or index that serves a set of conditions.
///
/// An index serves conditions if equalities fill every placeholder of its partition key (except shards, which are all
/// read), further equalities fill the placeholders of the sort key from the left without a gap, at most one range or
/// prefix condition applies to the next placeholder, and no condition remains. in() fills a placeholder of a partition
/// key too: each value is a partition, with its own sort keys if the field occurs there. Among these indexes, one that
/// serves every value is preferred to a sparse one, then the most specific: the fewest partitions to read, then the
/// most sort key placeholders filled, then the order primary key, local, global, then the order of declaration. An
/// index that does not contain all items (a sparse one whose condition is not among the conditions, or one over an
/// optional field that no condition fixes) serves only if on<> selects it.
namespace monotable::detail {

inline constexpr std::size_t max_plan_parts = 64;
inline constexpr std::int8_t no_condition = -1;

struct condition_data {
    std::string_view field; ///< a field, or a placeholder with its format
    comparison op = comparison::equal;
};

/// The common prefix of the sort keys of several entities in one index.
struct common_sort_key {
    std::uint8_t attributes = 0; ///< complete attributes
    std::uint8_t parts = 0;      ///< complete parts of the next attribute
    std::uint16_t text = 0;      ///< characters of the literal text after these

    friend constexpr auto operator<=>(common_sort_key const&, common_sort_key const&) = default;
};

struct plan_data {
    query_rule code = query_rule::none;
    std::string_view subject;             ///< the field or index that violates the rule
    std::uint8_t index = 0;               ///< into the table's indexes
    std::int8_t source[max_plan_parts]{}; ///< per part of the index's slots, in order: the condition that fills it
    std::uint8_t bound_sort_parts = 0;    ///< placeholders of the sort key that equalities fill
    std::int8_t range = no_condition;     ///< the condition on the placeholder after them
    std::int8_t range_end = no_condition; ///< the condition for the other bound, if the range has two
    std::int8_t sparse = no_condition;    ///< the condition whose value must equal that of the sparse index
    std::uint16_t fan_out = 1;            ///< the number of partitions to read
    bool of_collection = false;           ///< true if the range contains all items whose sort keys begin with `common`
    common_sort_key common = {};
};

/// The field part of "field:format".
constexpr std::string_view field_part(std::string_view spelling) { return before(spelling, ':'); }

/// The kind of condition that a placeholder requires.
enum class filling : std::uint8_t { one_value, some_values, range };

constexpr bool gives(comparison op, filling wanted) {
    bool const equality = op == comparison::equal || (op == comparison::in && wanted == filling::some_values);
    return wanted == filling::range ? op != comparison::equal && op != comparison::in : equality;
}

/// `exact` is true if the condition compares the whole field. A lossy placeholder must be named with its format, except
/// for get, which builds the complete key from values of fields.
constexpr std::int8_t condition_on(array_view<condition_data> conditions, entity_data const& entity,
                                   template_part const& part, bool building_key, filling wanted) {
    field_type const& type = *entity.fields[static_cast<std::size_t>(part.field)].type;
    bool const lossy = is_lossy(part, type) && part.format.shards == 0;
    for (std::size_t c = 0; c != conditions.size(); ++c) {
        if (!gives(conditions[c].op, wanted)) continue;
        bool const by_field = conditions[c].field == part.text;
        bool const by_spelling = lossy && conditions[c].field == part.spelling;
        if (by_spelling || (by_field && (!lossy || building_key))) return static_cast<std::int8_t>(c);
    }
    return no_condition;
}

class planner {
  public:
    constexpr planner(entity_data const& entity, array_view<condition_data> conditions)
        : entity_(entity), conditions_(conditions) {}

    /// `forced` is the name of an index, or empty.
    constexpr plan_data query(std::string_view forced) const {
        plan_data best = check();
        if (best.code != query_rule::none) return best;
        if (!forced.empty()) return query_on(forced);
        best = on_index(0, false, false);
        for (std::size_t i = 1; i != entity_.table->indexes.size(); ++i) {
            if (!entity_.index_mappings[i].member) continue;
            plan_data const candidate = on_index(i, false, false);
            if (better(candidate, best)) best = candidate;
        }
        return best;
    }

    /// A plan that fixes the complete primary key.
    constexpr plan_data get() const {
        plan_data plan = check();
        if (plan.code != query_rule::none) return plan;
        for (array_view<key_slot> const slots : {entity_.partition_slots(0), entity_.sort_slots(0)})
            for (key_slot const& slot : slots)
                for (template_part const& part : entity_.parts_of(slot))
                    if (part.placeholder &&
                        condition_on(conditions_, entity_, part, true, filling::one_value) == no_condition)
                        return violation_of(query_rule::incomplete_key, part.text);
        plan = on_index(0, true, false);
        if (plan.code != query_rule::none) plan.code = query_rule::beyond_the_key;
        return plan;
    }

    /// Checks the rules for conditions that do not depend on the index.
    constexpr plan_data check() const {
        plan_data plan;
        for (std::size_t c = 0; c != conditions_.size(); ++c) {
            std::int16_t const field = entity_.field_named(field_part(conditions_[c].field));
            if (field == no_field) return violation_of(query_rule::unknown_field, conditions_[c].field);
            if (conditions_[c].op == comparison::begins_with &&
                entity_.fields[static_cast<std::size_t>(field)].type->form != key_form::string)
                return violation_of(query_rule::prefix_on_non_string, conditions_[c].field);
            for (std::size_t other = 0; other != c; ++other)
                if (conditions_[other].field == conditions_[c].field &&
                    !are_two_ends(conditions_[other].op, conditions_[c].op))
                    return violation_of(query_rule::condition_twice, conditions_[c].field);
        }
        return plan;
    }

  private:
    static constexpr bool is_lower(comparison op) {
        return op == comparison::greater || op == comparison::greater_equal;
    }
    static constexpr bool is_upper(comparison op) { return op == comparison::less || op == comparison::less_equal; }
    static constexpr bool are_two_ends(comparison a, comparison b) {
        return (is_lower(a) && is_upper(b)) || (is_upper(a) && is_lower(b));
    }

    static constexpr plan_data violation_of(query_rule code, std::string_view subject) {
        plan_data plan;
        plan.code = code;
        plan.subject = subject;
        return plan;
    }

    constexpr plan_data query_on(std::string_view forced) const {
        for (std::size_t i = 0; i != entity_.table->indexes.size(); ++i) {
            if (i == 0 ? forced != entity_.table->name : entity_.table->indexes[i].name != forced) continue;
            if (!entity_.index_mappings[i].member) return violation_of(query_rule::not_in_index, forced);
            return on_index(i, false, true);
        }
        return violation_of(query_rule::unknown_index, forced);
    }

    static constexpr bool better(plan_data const& a, plan_data const& b) {
        if ((a.code == query_rule::none) != (b.code == query_rule::none)) return a.code == query_rule::none;
        if (a.code != query_rule::none)
            return a.code > b.code; // the index that almost serves gives the best explanation
        if ((a.sparse == no_condition) != (b.sparse == no_condition)) return a.sparse == no_condition;
        if (a.fan_out != b.fan_out) return a.fan_out < b.fan_out;
        int const filled_a = 2 * a.bound_sort_parts + (a.range != no_condition ? 1 : 0);
        int const filled_b = 2 * b.bound_sort_parts + (b.range != no_condition ? 1 : 0);
        return filled_a > filled_b;
    }

    constexpr plan_data on_index(std::size_t index, bool building_key, bool forced) const {
        plan_data plan;
        plan.index = static_cast<std::uint8_t>(index);
        bool used[max_plan_parts]{};
        bool chosen[max_plan_parts]{}; // conditions of an in() that select partitions
        filling const values = building_key ? filling::one_value : filling::some_values;
        std::size_t position = 0;
        std::string_view omitting; // the field whose absence excludes an item from the index
        index_mapping const& place = entity_.index_mappings[index];
        if (place.condition_field != no_field) {
            std::string_view const condition_field =
                entity_.fields[static_cast<std::size_t>(place.condition_field)].name;
            for (std::size_t c = 0; c != conditions_.size(); ++c)
                if (conditions_[c].field == condition_field && conditions_[c].op == comparison::equal)
                    plan.sparse = static_cast<std::int8_t>(c);
            if (plan.sparse != no_condition) used[plan.sparse] = true;
            else omitting = condition_field;
        }
        for (key_slot const& slot : entity_.partition_slots(index)) {
            for (template_part const& part : entity_.parts_of(slot)) {
                std::int8_t& source = plan.source[position++] = no_condition;
                if (!part.placeholder) continue;
                source = condition_on(conditions_, entity_, part, building_key, values);
                if (source != no_condition) {
                    chosen[source] = true;
                    // A shard does not determine the value of the field, so another placeholder must.
                    if (part.format.shards == 0 || building_key) used[source] = true;
                } else if (part.format.fan_out() != 0) {
                    plan.fan_out = static_cast<std::uint16_t>(plan.fan_out * part.format.fan_out());
                    if (entity_.fields[static_cast<std::size_t>(part.field)].type->optional) omitting = part.text;
                } else if (plan.code == query_rule::none) {
                    bool const by_field = is_lossy_here(part) && has_condition(part.text);
                    plan.code = by_field ? query_rule::named_without_format : query_rule::partition_not_fixed;
                    plan.subject = by_field ? part.spelling : part.text;
                }
            }
        }
        bool open = true; // still filling the sort key from the left
        for (key_slot const& slot : entity_.sort_slots(index)) {
            for (template_part const& part : entity_.parts_of(slot)) {
                std::int8_t& source = plan.source[position++] = no_condition;
                if (!part.placeholder) continue;
                field_type const& type = *entity_.fields[static_cast<std::size_t>(part.field)].type;
                if (!open) {
                    if (type.optional) omitting = part.text;
                    continue;
                }
                source = condition_on(conditions_, entity_, part, building_key, values);
                if (source != no_condition && conditions_[static_cast<std::size_t>(source)].op == comparison::in &&
                    !chosen[source])
                    source = no_condition;
                if (source != no_condition) {
                    if (part.format.shards == 0 || building_key) used[source] = true;
                    ++plan.bound_sort_parts;
                    continue;
                }
                open = false;
                plan.range = condition_on(conditions_, entity_, part, building_key, filling::range);
                if (plan.range == no_condition) {
                    if (type.optional) omitting = part.text;
                    continue;
                }
                used[plan.range] = true;
                for (std::size_t c = static_cast<std::size_t>(plan.range) + 1; c != conditions_.size(); ++c)
                    if (conditions_[c].field == conditions_[static_cast<std::size_t>(plan.range)].field)
                        plan.range_end = static_cast<std::int8_t>(c);
                if (plan.range_end != no_condition) used[plan.range_end] = true;
                bool const prefix = conditions_[static_cast<std::size_t>(plan.range)].op == comparison::begins_with;
                if (plan.code == query_rule::none && (!prefix || part.format.shards != 0) && is_unordered(part, type)) {
                    plan.code = query_rule::range_not_ordered;
                    plan.subject = part.text;
                }
            }
        }
        if (plan.code != query_rule::none) return plan;
        for (std::size_t c = 0; c != conditions_.size(); ++c) {
            if (used[c]) continue;
            plan.subject = conditions_[c].field;
            plan.code = query_rule::not_in_the_key;
            if (conditions_[c].op == comparison::in) {
                plan.code = query_rule::choice_beyond_partition;
                return plan;
            }
            for (key_slot const& slot : entity_.sort_slots(index)) {
                for (template_part const& part : entity_.parts_of(slot)) {
                    if (!part.placeholder || plan.code != query_rule::not_in_the_key) continue;
                    if (conditions_[c].field != part.text && conditions_[c].field != part.spelling) continue;
                    bool const by_field = is_lossy_here(part) && conditions_[c].field == part.text;
                    plan.code = by_field                     ? query_rule::named_without_format
                                : plan.range != no_condition ? query_rule::range_before_equality
                                                             : query_rule::gap_in_sort_key;
                    if (by_field) plan.subject = part.spelling;
                }
            }
            return plan;
        }
        if (!omitting.empty() && !forced) {
            plan.code = query_rule::leaves_items_out;
            plan.subject = omitting;
        }
        return plan;
    }

    constexpr bool is_lossy_here(template_part const& part) const {
        return is_lossy(part, *entity_.fields[static_cast<std::size_t>(part.field)].type);
    }
    constexpr bool has_condition(std::string_view field) const {
        for (std::size_t c = 0; c != conditions_.size(); ++c)
            if (conditions_[c].field == field) return true;
        return false;
    }

    entity_data const& entity_;
    array_view<condition_data> conditions_;
};

/// The conditions that an index would serve: "key: customer_id then placed_at, id" or "GSI1: id". Short, because clang
/// 19 truncates texts of more than 36 characters.
struct served_text {
    static constexpr std::size_t capacity = 512;
    char data[capacity]{};
    std::size_t size = 0;

    constexpr void add(std::string_view text) {
        for (char const c : text)
            if (size != capacity) data[size++] = c;
    }
    constexpr std::string_view view() const { return {data, size}; }
};

constexpr void add_placeholders(served_text& text, entity_data const& entity, array_view<key_slot> slots,
                                std::string_view before) {
    bool first = true;
    for (key_slot const& slot : slots) {
        for (template_part const& part : entity.parts_of(slot)) {
            if (!part.placeholder || part.format.fan_out() != 0) continue;
            bool const lossy = is_lossy(part, *entity.fields[static_cast<std::size_t>(part.field)].type);
            text.add(first ? before : std::string_view(", "));
            text.add(lossy ? part.spelling : part.text);
            first = false;
        }
    }
}

constexpr served_text what_is_served(entity_data const& entity, std::size_t index) {
    served_text text;
    text.add(index == 0 ? std::string_view("key") : entity.table->indexes[index].name);
    text.add(":");
    add_placeholders(text, entity, entity.partition_slots(index), " ");
    add_placeholders(text, entity, entity.sort_slots(index), " then ");
    return text;
}

/// The number of indexes that contain the entity, including the primary key.
constexpr std::size_t count_index_mappings(entity_data const& entity) {
    std::size_t count = 0;
    for (index_mapping const& place : entity.index_mappings) count += place.member ? 1 : 0;
    return count;
}

/// The n-th index that contains the entity. REQUIRES: n < count_index_mappings(entity).
constexpr std::size_t nth_index_mapping(entity_data const& entity, std::size_t n) {
    std::size_t index = 0;
    while (!entity.index_mappings[index].member || n-- != 0) ++index;
    return index;
}

} // namespace monotable::detail
