// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/key/shape.hpp>
#include <monotable/meta/array_view.hpp>
#include <monotable/model/model.hpp>
#include <monotable/query/plan.hpp>

#include <cstddef>
#include <string_view>

/// Which index holds the items of several entities in one partition (an item collection), decided at compile time.
namespace monotable::detail {

/// The two entities' partition keys in this index are the same text for the same values, field by field.
constexpr bool partitions_alike(entity_data const& a, entity_data const& b, std::size_t index) {
    if (!a.memberships[index].member || !b.memberships[index].member) return false;
    auto const x = a.partition_slots(index);
    auto const y = b.partition_slots(index);
    for (std::size_t s = 0; s != x.size(); ++s) {
        auto const p = a.parts_of(x[s]);
        auto const q = b.parts_of(y[s]);
        if (p.size() != q.size()) return false;
        for (std::size_t i = 0; i != p.size(); ++i) {
            if (p[i].placeholder != q[i].placeholder) return false;
            if (!p[i].placeholder) {
                if (p[i].text != q[i].text) return false;
                continue;
            }
            field_type const& t = *a.fields[static_cast<std::size_t>(p[i].field)].type;
            field_type const& u = *b.fields[static_cast<std::size_t>(q[i].field)].type;
            if (!same_format(p[i].format, q[i].format) || t.form != u.form || t.digits != u.digits) return false;
        }
    }
    return true;
}

/// The conditions fill the partition key of this index, which all entities share, and nothing else.
constexpr plan_data plan_collection_on(array_view<entity_data const*> entities, array_view<condition_data> conditions,
                                       std::size_t index, bool forced) {
    entity_data const& root = *entities[0];
    plan_data plan;
    plan.index = static_cast<std::uint8_t>(index);
    auto const fail = [&](plan_problem code, std::string_view subject) {
        if (plan.code != plan_problem::none) return;
        plan.code = code;
        plan.subject = subject;
    };
    bool used[max_plan_parts]{};
    for (std::int8_t& source : plan.source) source = no_condition;
    std::size_t position = 0;
    for (key_slot const& slot : root.partition_slots(index)) {
        for (template_part const& part : root.parts_of(slot)) {
            std::int8_t& source = plan.source[position++];
            if (!part.placeholder) continue;
            source = condition_on(conditions, root, part, false, filling::one_value);
            if (source != no_condition)
                used[source] = used[source] || part.format.shards == 0; // a shard alone fixes no field
            else if (part.format.fan_out() != 0)
                plan.fan_out = static_cast<std::uint16_t>(plan.fan_out * part.format.fan_out());
            else fail(plan_problem::partition_not_fixed, part.text);
        }
    }
    for (std::size_t c = 0; c != conditions.size(); ++c)
        if (!used[c]) fail(plan_problem::beyond_the_partition, conditions[c].field);
    for (entity_data const* const member : entities)
        if (member->memberships[index].condition_field != no_field && !forced)
            fail(plan_problem::leaves_items_out,
                 member->fields[static_cast<std::size_t>(member->memberships[index].condition_field)].name);
    return plan;
}

/// entities[0] is the one whose fields the conditions name. The plan visits the whole partition; forced: an index's name.
constexpr plan_data plan_collection(array_view<entity_data const*> entities, array_view<condition_data> conditions,
                                    std::string_view forced) {
    entity_data const& root = *entities[0];
    plan_data best = planner(root, conditions).check();
    if (best.code != plan_problem::none) return best;
    best.code = forced.empty() ? plan_problem::no_common_partition : plan_problem::unknown_index;
    best.subject = forced;
    bool shared = false; // some index has all entities in one partition
    for (std::size_t i = 0; i != root.table->indexes.size(); ++i) {
        std::string_view const name = i == 0 ? root.table->name : root.table->indexes[i].name;
        if (!forced.empty() && name != forced) continue;
        std::size_t apart = 0; // the first entity that is elsewhere
        while (apart != entities.size() && partitions_alike(root, *entities[apart], i)) ++apart;
        if (apart == entities.size()) {
            plan_data const plan = plan_collection_on(entities, conditions, i, !forced.empty());
            if (plan.code == plan_problem::none) return plan;
            if (!shared || best.code == plan_problem::partition_not_fixed) best = plan;
            shared = true;
        } else if (!shared && (best.subject.empty() || !forced.empty())) {
            best.code = root.memberships[i].member ? plan_problem::no_common_partition : plan_problem::not_in_index;
            best.subject = root.memberships[i].member ? entities[apart]->name : forced;
        }
    }
    return best;
}

} // namespace monotable::detail
