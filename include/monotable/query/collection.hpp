// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/key/shape.hpp>
#include <monotable/meta/array_view.hpp>
#include <monotable/model/model.hpp>
#include <monotable/query/plan.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

/// Compile-time selection of the index that stores the items of several entities in one partition (an item collection).
namespace monotable::detail {

/// True if the two parts give the same text for the same values.
constexpr bool parts_alike(entity_data const& a, template_part const& p, entity_data const& b, template_part const& q) {
    if (p.placeholder != q.placeholder) return false;
    if (!p.placeholder) return p.text == q.text;
    field_type const& t = *a.fields[static_cast<std::size_t>(p.field)].type;
    field_type const& u = *b.fields[static_cast<std::size_t>(q.field)].type;
    bool const same_escapes = p.next == q.next && p.last == q.last;
    return same_escapes && same_format(p.format, q.format) && t.form == u.form && t.digits == u.digits;
}

/// True if the partition keys of the two entities in this index are equal for the same values, field by field.
constexpr bool partitions_alike(entity_data const& a, entity_data const& b, std::size_t index) {
    if (!a.index_mappings[index].member || !b.index_mappings[index].member) return false;
    auto const x = a.partition_slots(index);
    auto const y = b.partition_slots(index);
    for (std::size_t s = 0; s != x.size(); ++s) {
        auto const p = a.parts_of(x[s]);
        auto const q = b.parts_of(y[s]);
        if (p.size() != q.size()) return false;
        for (std::size_t i = 0; i != p.size(); ++i)
            if (!parts_alike(a, p[i], b, q[i])) return false;
    }
    return true;
}

/// The common prefix of the sort keys of both. REQUIRES: partitions_alike.
constexpr common_sort_key common_sort_key_of(entity_data const& a, entity_data const& b, std::size_t index) {
    common_sort_key common;
    auto const x = a.sort_slots(index);
    auto const y = b.sort_slots(index);
    for (std::size_t s = 0; s != x.size(); ++s) {
        auto const p = a.parts_of(x[s]);
        auto const q = b.parts_of(y[s]);
        std::size_t i = 0;
        if ((x[s].native == no_field) == (y[s].native == no_field))
            while (i != p.size() && i != q.size() && parts_alike(a, p[i], b, q[i])) ++i;
        if (i == p.size() && i == q.size()) {
            ++common.attributes;
            continue;
        }
        common.parts = static_cast<std::uint8_t>(i);
        if (i != p.size() && i != q.size() && !p[i].placeholder && !q[i].placeholder)
            while (common.text != p[i].text.size() && common.text != q[i].text.size() &&
                   p[i].text[common.text] == q[i].text[common.text])
                ++common.text;
        break;
    }
    return common;
}

/// Plans a collection on an index in which all entities share a partition.
class collection_planner {
  public:
    constexpr collection_planner(array_view<entity_data const*> entities, array_view<condition_data> conditions,
                                 std::size_t index)
        : entities_(entities), root_(*entities[0]), conditions_(conditions) {
        plan_.index = static_cast<std::uint8_t>(index);
        plan_.of_collection = true;
        plan_.common = common_sort_key_of(root_, root_, index);
        for (std::size_t i = 1; i < entities.size(); ++i)
            if (auto const common = common_sort_key_of(root_, *entities[i], index); common < plan_.common)
                plan_.common = common;
        for (std::int8_t& source : plan_.source) source = no_condition;
    }

    /// Plans conditions that fill the partition key and, from the left, the common prefix of the sort keys; the last of
    /// them can be a range. `forced` is true if the index was named.
    constexpr plan_data plan(bool forced) {
        fill_partition();
        fill_sort_key();
        for (std::size_t c = 0; c != conditions_.size(); ++c)
            if (!used_[c]) fail(query_rule::beyond_the_partition, conditions_[c].field);
        for (entity_data const* const member : entities_) {
            std::int16_t const condition = member->index_mappings[plan_.index].condition_field;
            if (condition != no_field && !forced)
                fail(query_rule::leaves_items_out, member->fields[static_cast<std::size_t>(condition)].name);
        }
        return plan_;
    }

  private:
    constexpr void fail(query_rule code, std::string_view subject) {
        if (plan_.code != query_rule::none) return;
        plan_.code = code;
        plan_.subject = subject;
    }

    constexpr void fill_partition() {
        for (key_slot const& slot : root_.partition_slots(plan_.index)) {
            for (template_part const& part : root_.parts_of(slot)) {
                std::int8_t& source = plan_.source[position_++];
                if (!part.placeholder) continue;
                source = condition_on(conditions_, root_, part, false, filling::one_value);
                if (source != no_condition)
                    used_[source] = used_[source] || part.format.shards == 0; // a shard does not fix a field
                else if (part.format.fan_out() != 0)
                    plan_.fan_out = static_cast<std::uint16_t>(plan_.fan_out * part.format.fan_out());
                else fail(query_rule::partition_not_fixed, part.text);
            }
        }
    }

    constexpr void fill_sort_key() {
        std::size_t attribute = 0;
        for (key_slot const& slot : root_.sort_slots(plan_.index)) {
            auto const parts = root_.parts_of(slot);
            std::size_t const count = attribute < plan_.common.attributes    ? parts.size()
                                      : attribute == plan_.common.attributes ? plan_.common.parts
                                                                             : 0;
            for (std::size_t i = 0; i != count; ++i) {
                if (!parts[i].placeholder) continue;
                std::int8_t& source = plan_.source[position_ + i];
                source = condition_on(conditions_, root_, parts[i], false, filling::one_value);
                if (source == no_condition) return take_range(parts[i]);
                used_[source] = used_[source] || parts[i].format.shards == 0;
                ++plan_.bound_sort_parts;
            }
            if (count != parts.size()) return;
            position_ += parts.size();
            ++attribute;
        }
    }

    constexpr void take_range(template_part const& part) {
        plan_.range = condition_on(conditions_, root_, part, false, filling::range);
        if (plan_.range == no_condition) return;
        used_[plan_.range] = true;
        condition_data const& range = conditions_[static_cast<std::size_t>(plan_.range)];
        for (std::size_t c = static_cast<std::size_t>(plan_.range) + 1; c != conditions_.size(); ++c)
            if (conditions_[c].field == range.field) plan_.range_end = static_cast<std::int8_t>(c);
        if (plan_.range_end != no_condition) used_[plan_.range_end] = true;
        bool const prefix = range.op == comparison::begins_with;
        if ((!prefix || part.format.shards != 0) &&
            is_unordered(part, *root_.fields[static_cast<std::size_t>(part.field)].type))
            fail(query_rule::range_not_ordered, part.text);
    }

    array_view<entity_data const*> entities_;
    entity_data const& root_;
    array_view<condition_data> conditions_;
    plan_data plan_;
    bool used_[max_plan_parts]{};
    std::size_t position_ = 0;
};

/// The conditions name fields of entities[0]. `forced` is the name of an index, or empty.
constexpr plan_data plan_collection(array_view<entity_data const*> entities, array_view<condition_data> conditions,
                                    std::string_view forced) {
    entity_data const& root = *entities[0];
    plan_data best = planner(root, conditions).check();
    if (best.code != query_rule::none) return best;
    best.code = forced.empty() ? query_rule::no_common_partition : query_rule::unknown_index;
    best.subject = forced;
    bool shared = false; // all entities share a partition in some index
    for (std::size_t i = 0; i != root.table->indexes.size(); ++i) {
        std::string_view const name = i == 0 ? root.table->name : root.table->indexes[i].name;
        if (!forced.empty() && name != forced) continue;
        std::size_t apart = 0; // the first entity in another partition
        while (apart != entities.size() && partitions_alike(root, *entities[apart], i)) ++apart;
        if (apart == entities.size()) {
            plan_data const plan = collection_planner(entities, conditions, i).plan(!forced.empty());
            if (plan.code == query_rule::none) return plan;
            if (!shared || best.code == query_rule::partition_not_fixed) best = plan;
            shared = true;
        } else if (!shared && (best.subject.empty() || !forced.empty())) {
            best.code = root.index_mappings[i].member ? query_rule::no_common_partition : query_rule::not_in_index;
            best.subject = root.index_mappings[i].member ? entities[apart]->name : forced;
        }
    }
    return best;
}

} // namespace monotable::detail
