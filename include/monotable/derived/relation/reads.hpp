// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/core/writer.hpp>
#include <monotable/derived/relation/rules.hpp>
#include <monotable/error.hpp>
#include <monotable/model/decode.hpp>
#include <monotable/model/field_error.hpp>
#include <monotable/query/key_range.hpp>
#include <monotable/query/plan_of.hpp>
#include <monotable/store/for_entity.hpp>
#include <monotable/store/error_placeholder.hpp>
#include <monotable/store/primary_key.hpp>
#include <monotable/store/read/collection.hpp>
#include <monotable/store/read/range.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

/// Navigation from an object to related items.
namespace monotable::detail {

/// Appends the encoding of an object's field. False, having appended nothing, if the field is absent.
template <class E>
bool encode_field(E const& object, std::string_view field, std::string& out) {
    void const* addresses[reflect<E>::size];
    reflect<E>::addresses(object, addresses);
    std::size_t const index = field_index<E>(field);
    try {
        value_writer writer(out);
        return reflect<E>::template each<type_pointer, field_type const*>[index] -> encode(addresses[index], writer);
    } catch (error const&) {
        rethrow_for_field(unqualified_name<E>(), field);
    }
}

/// How the verbs of relations read through a backend. The specialization for an async_backend returns awaitables.
template <class Backend>
struct reads_through;
template <>
struct reads_through<backend> {
    using pointer = std::shared_ptr<backend>;

    static pointer const& of_ranges(pointer const& store) { return store; }
    template <class Range>
    static Range range(pointer const&, Range result) {
        return result;
    }
    template <class Range>
    static auto first(pointer const&, Range const& from) {
        return from.first();
    }
    /// Reads the item of the entity with this key, if any. `convert` is passed the item or, if it is absent, null.
    template <class Convert>
    static auto item_of(pointer const& store, entity_data const& entity, std::optional<item> const& key,
                        Convert const& convert) {
        if (!key) return convert(nullptr);
        auto const found = get_for(entity.name, *store, {entity.table->name, *key});
        return convert(found && belongs_to(entity, *found) ? &*found : nullptr);
    }
    /// The result after an error that has been reported.
    template <class Result>
    static Result nothing() {
        return Result();
    }
};

template <class Table, class Relation, class Reference, std::size_t List, class... C>
struct references_query {
    static constexpr auto build() {
        relation_conditions<sizeof...(C)> all;
        match_list const& matches = relation_of<Relation>::data.matches[List];
        for (std::size_t i = 0; i != matches.count; ++i)
            all.list[all.count++] = {matches.fields[i].reference, comparison::equal};
        for (condition_data const& more : array_view<condition_data>(condition_list<C...>, sizeof...(C)))
            all.list[all.count++] = more;
        return all;
    }
    static constexpr auto conditions = build();
    static constexpr plan_data plan =
        planner(related_entity<Table, Reference>, conditions.view()).query(forced_index<Table, Relation>());
};

/// The items that reference an object and satisfy the conditions; none if a matched field of the object is absent.
template <class Table, class Relation, class Reference, std::size_t List, class Backend, class Side, class... C>
auto references_to(std::shared_ptr<Backend> const& store, Side const& object, C const&... conditions) {
    using query = references_query<Table, Relation, Reference, List, C...>;
    using reads = reads_through<Backend>;
    if constexpr (!(valid_condition<Reference, C>() && ...)) {
        return reads::range(store, error_placeholder<Reference>{});
    } else if constexpr (!valid_plan<home_of<Table, Reference>, Reference, query::plan>()) {
        return reads::range(store, error_placeholder<Reference>{});
    } else {
        constexpr match_list const& matches = relation_of<Relation>::data.matches[List];
        condition_values values[matches.count + sizeof...(C)];
        bool complete = true;
        for (std::size_t i = 0; i != matches.count; ++i)
            complete = encode_field(object, matches.fields[i].side, values[i].first) && complete;
        [[maybe_unused]] std::size_t next = matches.count;
        ((values[next++] = encode_condition<Reference>(conditions)), ...);
        entity_data const& entity = related_entity<Table, Reference>;
        read_source from{.table = entity.table, .index = query::plan.index, .entity = &entity};
        if (complete) from = planned_source(entity, query::plan, values);
        using range = item_range<home_of<Table, Reference>, Reference, query::plan.index>;
        return reads::range(store, range(reads::of_ranges(store), std::move(from)));
    }
}

/// The matched fields of a reference, as the fields of the side. False if one is absent.
template <class Side, class Reference>
bool encode_side(match_list const& matches, Reference const& object, std::string* out) {
    for (std::size_t i = 0; i != matches.count; ++i)
        if (!encode_field(object, matches.fields[i].reference, out[field_index<Side>(matches.fields[i].side)]))
            return false;
    return true;
}

/// The side that an object references; absent if it does not exist, or if a matched field of the object is absent.
template <class Table, class Relation, class Side, std::size_t List, class Backend, class Reference>
auto side_referred_to(std::shared_ptr<Backend> const& store, Reference const& object) {
    using reads = reads_through<Backend>;
    using home = home_of<Table, Side>;
    if constexpr (!valid_result<home, Side, 0, Side>()) {
        return reads::template nothing<std::optional<Side>>();
    } else {
        constexpr match_list const& matches = relation_of<Relation>::data.matches[List];
        entity_data const& entity = related_entity<Table, Side>;
        std::string encodings[reflect<Side>::size];
        bool const complete = encode_side<Side>(matches, object, encodings);
        if constexpr (side_key_plan<Table, Relation, Side, List>.code == query_rule::none) {
            std::optional<item> key;
            if (complete) key = key_of(entity, encodings);
            return reads::item_of(store, entity, key, [](item const* found) {
                return found != nullptr ? std::optional<Side>(decode_as<home, Side, Side>(*found)) : std::nullopt;
            });
        } else {
            constexpr plan_data const& plan = side_plan<Table, Relation, Side, List>;
            condition_values values[matches.count];
            for (std::size_t i = 0; i != matches.count; ++i)
                values[i].first = encodings[field_index<Side>(matches.fields[i].side)];
            read_source from{.table = entity.table, .index = plan.index, .entity = &entity};
            if (complete) from = planned_source(entity, plan, values);
            return reads::first(store, item_range<home, Side, plan.index>(reads::of_ranges(store), std::move(from)));
        }
    }
}

/// The children that are nested in a field of the stored parent; empty if the parent does not exist.
template <class Table, class Relation, class Backend, class Parent>
auto nested_children(std::shared_ptr<Backend> const& store, Parent const& object) {
    constexpr std::size_t index = field_index<Parent>(relation_of<Relation>::field);
    using type = typename reflect<Parent>::template type<index>;
    entity_data const& entity = related_entity<Table, Parent>;
    std::string encodings[reflect<Parent>::size];
    void const* addresses[reflect<Parent>::size];
    reflect<Parent>::addresses(object, addresses);
    encode_key(entity, addresses, encodings);
    return reads_through<Backend>::item_of(store, entity, key_of(entity, encodings), [](item const* found) {
        type children{};
        field_data const& field = related_entity<Table, Parent>.fields[index];
        auto const stored = found != nullptr ? found->find(field.attribute) : std::nullopt;
        if (!stored) return children;
        try {
            field.type->decode(*stored, &children);
        } catch (error const&) {
            rethrow_for_field(related_entity<Table, Parent>.name, field.name);
        }
        return children;
    });
}

/// The plan of a collection in the partition of an object of the first member; `source` is indexed by field.
template <class Table, class Collection>
constexpr plan_data object_collection_plan() {
    array_view<entity_data const*> const entities =
        collection_entities<Table, Collection, member_indices<Collection>>::list;
    entity_data const& root = *entities[0];
    plan_data plan;
    plan.code = query_rule::no_common_partition;
    for (std::size_t i = 0; i != root.table->indexes.size(); ++i) {
        std::size_t apart = 0;
        bool whole = true;
        while (apart != entities.size() && partitions_alike(root, *entities[apart], i)) ++apart;
        if (apart != entities.size()) {
            if (plan.subject.empty()) plan.subject = entities[apart]->name;
            continue;
        }
        for (entity_data const* const member : entities)
            whole = whole && member->index_mappings[i].condition_field == no_field;
        if (!whole) continue;
        plan.code = query_rule::none;
        plan.index = static_cast<std::uint8_t>(i);
        plan.of_collection = true;
        for (std::int8_t& source : plan.source) source = no_condition;
        std::size_t position = 0;
        for (key_slot const& slot : root.partition_slots(i))
            for (template_part const& part : root.parts_of(slot)) {
                std::int8_t& source = plan.source[position++];
                if (!part.placeholder) continue;
                if (part.format.fan_out() != 0)
                    plan.fan_out = static_cast<std::uint16_t>(plan.fan_out * part.format.fan_out());
                else source = static_cast<std::int8_t>(part.field);
            }
        return plan;
    }
    return plan;
}

template <class Table, class Collection>
struct object_collection {
    static constexpr plan_data plan = object_collection_plan<Table, Collection>();
};

} // namespace monotable::detail
