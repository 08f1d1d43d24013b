// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/derived/relation/link.hpp>
#include <monotable/derived/relation/reads.hpp>
#include <monotable/derived/relation/rules.hpp>
#include <monotable/store/store.hpp>
#include <monotable/store/table_of.hpp>
#include <monotable/violation/relation.hpp>
#include <monotable/violation/store.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

namespace monotable::detail {

template <class Table>
struct relation_checks {
    static constexpr bool valid() { return valid_with_relations<Table>(); }
};

template <class Collection, class Table, std::size_t... I>
constexpr bool valid_members_of(std::index_sequence<I...>) {
    return (valid_member<Collection, member_entity<Collection, I>, Table, I>() && ...);
}

/// True if an object of Parent can be the first member of Collection; otherwise one error.
template <class Collection, class Parent, class Table>
constexpr bool valid_collection_with() {
    if constexpr (std::is_void_v<Table>) return report<store_rule::not_listed, Parent>();
    else if constexpr (!reflectable<Collection>) return report<store_rule::not_a_collection, Collection>();
    else if constexpr (!std::is_default_constructible_v<Collection>)
        return report<store_rule::not_default_constructible, Collection>();
    else if constexpr (!has_no_const_member<Collection>()) return false;
    else if constexpr (!std::is_same_v<member_entity<Collection, 0>, Parent>)
        return report<store_rule::not_the_first_member, Collection, Parent>();
    else if constexpr (!valid_members_of<Collection, Table>(member_indices<Collection>{})) return false;
    else return valid_plan<Table, Parent, object_collection<Table, Collection>::plan>();
}

/// The relation that a verb names, and the check that its arguments are sides of it; otherwise one error.
template <class... Tables>
struct relation_verbs {
    template <fixed_string Name>
    using found = related<Name, Tables...>;
    template <fixed_string Name>
    using of = relation_of<typename found<Name>::type>;

    template <fixed_string Name, class Parent, class... C>
    static auto children(std::shared_ptr<backend> const& store, Parent const& parent, C const&... conditions) {
        using table = typename found<Name>::table;
        using relation = typename found<Name>::type;
        if constexpr (of<Name>::kind != relation_kind::children && of<Name>::kind != relation_kind::nested) {
            static_cast<void>(report<relationship_rule::unknown_relation, named<Name>, Tables...>());
            return error_placeholder<Parent>{};
        } else if constexpr (!std::is_same_v<Parent, typename of<Name>::parent>) {
            static_cast<void>(report<relationship_rule::other_part, named<Name>, Parent>());
            return error_placeholder<Parent>{};
        } else if constexpr (of<Name>::kind == relation_kind::children) {
            return references_to<table, relation, typename of<Name>::child, 0>(store, parent, conditions...);
        } else if constexpr (sizeof...(C) != 0) {
            static_cast<void>(report<relationship_rule::nested_condition, named<Name>, Parent>());
            return error_placeholder<Parent>{};
        } else {
            return nested_children<table, relation>(*store, parent);
        }
    }

    template <fixed_string Name, class Child>
    static auto parent(std::shared_ptr<backend> const& store, Child const& child) {
        using table = typename found<Name>::table;
        using relation = typename found<Name>::type;
        if constexpr (of<Name>::kind != relation_kind::children) {
            static_cast<void>(report<relationship_rule::unknown_relation, named<Name>, Tables...>());
            return error_placeholder<Child>{};
        } else {
            using parent_type = typename of<Name>::parent;
            if constexpr (!std::is_same_v<Child, typename of<Name>::child>) {
                static_cast<void>(report<relationship_rule::other_part, named<Name>, Child>());
                return std::optional<parent_type>();
            } else if constexpr (!valid_related<table, relation, parent_type>()) {
                return std::optional<parent_type>();
            } else if constexpr (!valid_way_back<table, relation, parent_type, 0>()) {
                return std::optional<parent_type>();
            } else {
                return side_referred_to<table, relation, parent_type, 0>(store, child);
            }
        }
    }

    template <fixed_string Name, bool Inverse, class Side, class... C>
    static auto linked(std::shared_ptr<backend> const& store, Side const& side, C const&... conditions) {
        using table = typename found<Name>::table;
        using relation = typename found<Name>::type;
        if constexpr (of<Name>::kind != relation_kind::links) {
            static_cast<void>(report<relationship_rule::unknown_relation, named<Name>, Tables...>());
            return error_placeholder<Side>{};
        } else {
            using left_side = typename of<Name>::left_side;
            using right_side = typename of<Name>::right_side;
            constexpr bool from_left = std::is_same_v<Side, left_side>, from_right = std::is_same_v<Side, right_side>;
            if constexpr (!from_left && !from_right) {
                static_cast<void>(report<relationship_rule::other_part, named<Name>, Side>());
                return error_placeholder<Side>{};
            } else if constexpr (Inverse && !(from_left && from_right)) {
                static_cast<void>(report<relationship_rule::direction, named<Name>>());
                return error_placeholder<Side>{};
            } else if constexpr (from_left && !Inverse) {
                return references_to<table, relation, typename of<Name>::links::of_left, 0>(store, side, conditions...);
            } else {
                return references_to<table, relation, typename of<Name>::links::of_right, 1>(store, side,
                                                                                             conditions...);
            }
        }
    }

    template <fixed_string Name, std::size_t List, class Link>
    static auto side(std::shared_ptr<backend> const& store, Link const& link) {
        using table = typename found<Name>::table;
        using relation = typename found<Name>::type;
        if constexpr (of<Name>::kind != relation_kind::links) {
            static_cast<void>(report<relationship_rule::unknown_relation, named<Name>, Tables...>());
            return error_placeholder<Link>{};
        } else {
            using side_type =
                std::conditional_t<List == 0, typename of<Name>::left_side, typename of<Name>::right_side>;
            using links = typename of<Name>::links;
            if constexpr (!std::is_same_v<Link, typename links::of_left> &&
                          !std::is_same_v<Link, typename links::of_right>) {
                static_cast<void>(report<relationship_rule::other_part, named<Name>, Link>());
                return std::optional<side_type>();
            } else {
                return side_referred_to<table, relation, side_type, List>(store, link);
            }
        }
    }

    template <fixed_string Name, class Left, class Right, class... A>
    static auto link(store<Tables...> const& db, Left const& left, Right const& right, A const&... payload) {
        return link_or_unlink_in<true, Name>(db, left, right, payload...);
    }
    template <fixed_string Name, class Left, class Right, class... A>
    static auto unlink(store<Tables...> const& db, Left const& left, Right const& right, A const&... options) {
        return link_or_unlink_in<false, Name>(db, left, right, options...);
    }

    template <class Collection, class Parent>
    static auto collect(std::shared_ptr<backend> const& store, Parent const& parent) {
        using table = typename table_holding<Parent, Tables...>::type;
        if constexpr (!valid_collection_with<Collection, Parent, table>()) {
            return error_placeholder<Collection>{};
        } else {
            constexpr plan_data const& plan = object_collection<table, Collection>::plan;
            condition_values values[reflect<Parent>::size];
            bool complete = true;
            for (std::int8_t const field : plan.source) {
                if (field == no_condition) continue;
                auto const index = static_cast<std::size_t>(field);
                values[index].first.clear();
                complete = encode_field(parent, reflect<Parent>::names[index], values[index].first) && complete;
            }
            read_source from;
            from.table = &table::data;
            from.index = plan.index;
            if (complete) from.ranges = range_builder(entity_model<table, Parent>::data, plan, values).build();
            return item_collection<table, Collection, plan.index>(store, std::move(from));
        }
    }
};

} // namespace monotable::detail
