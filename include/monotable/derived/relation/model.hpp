// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/array_view.hpp>
#include <monotable/meta/fixed_string.hpp>
#include <monotable/model/derived.hpp>
#include <monotable/model/model.hpp>
#include <monotable/model/relation.hpp>
#include <monotable/query/collection.hpp>
#include <monotable/query/plan.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

/// Relations as constant data.
namespace monotable::detail {

/// A field of a side (a parent, or a side of a many_to_many) and the matching field of the referencing item (a child,
/// an edge).
struct matched_fields {
    std::string_view side;
    std::string_view reference;
};

struct match_list {
    static constexpr std::size_t capacity = 8;
    matched_fields fields[capacity]{};
    std::size_t count = 0;
    bool too_many = false;

    constexpr void add(std::string_view side, std::string_view reference) {
        if (count == capacity) too_many = true;
        else fields[count++] = {side, reference};
    }
};

enum class child_place : std::uint8_t { anywhere, in_collection, by_sort_key, by_index };
enum class erase_policy : std::uint8_t { none, refuse, cascade };

struct relation_data {
    std::string_view name;
    match_list matches[2]; ///< for the parent, or for the left and the right side
    child_place place = child_place::anywhere;
    std::string_view index; ///< by_index only
    erase_policy policy = erase_policy::none;
    bool mirrored = false;  ///< true if pairs are stored as two mirrored items
    bool by_stream = false; ///< true if a worker updates their copies
    bool unknown_option = false;
    bool option_twice = false;
};

struct relation_builder {
    relation_data data;

    template <fixed_string A, fixed_string B>
    constexpr void add(match<A, B>*) {
        data.matches[0].add(name_list<A>[0], name_list<B>[0]);
    }
    template <fixed_string A, fixed_string B>
    constexpr void add(left<A, B>*) {
        data.matches[0].add(name_list<A>[0], name_list<B>[0]);
    }
    template <fixed_string A, fixed_string B>
    constexpr void add(right<A, B>*) {
        data.matches[1].add(name_list<A>[0], name_list<B>[0]);
    }
    template <class Edge, class... Matches>
    constexpr void add(edge<Edge, Matches...>*) {
        (add(static_cast<Matches*>(nullptr)), ...);
    }
    template <class OfLeft, class OfRight, class... Matches>
    constexpr void add(copies<OfLeft, OfRight, Matches...>*) {
        data.mirrored = true;
        (add(static_cast<Matches*>(nullptr)), ...);
    }
    constexpr void add(in_collection*) { put(child_place::in_collection); }
    constexpr void add(by_sort_key*) { put(child_place::by_sort_key); }
    template <fixed_string Index>
    constexpr void add(by_index<Index>*) {
        put(child_place::by_index);
        data.index = name_list<Index>[0];
    }
    constexpr void add(by_stream*) { data.by_stream = true; }
    constexpr void add(refuse_erase*) { decide(erase_policy::refuse); }
    constexpr void add(cascade_erase*) { decide(erase_policy::cascade); }
    template <class Other>
    constexpr void add(Other*) {
        data.unknown_option = true;
    }

  private:
    constexpr void put(child_place place) {
        data.option_twice = data.option_twice || data.place != child_place::anywhere;
        data.place = place;
    }
    constexpr void decide(erase_policy policy) {
        data.option_twice = data.option_twice || data.policy != erase_policy::none;
        data.policy = policy;
    }
};

template <fixed_string Name, class... Options>
consteval relation_data build_relation() {
    relation_builder builder;
    builder.data.name = name_list<Name>[0];
    (builder.add(static_cast<Options*>(nullptr)), ...);
    if (builder.data.by_stream && !builder.data.mirrored) builder.data.unknown_option = true;
    return builder.data;
}

/// True if the field identifies a linked side.
constexpr bool is_matched_field(relation_data const& relation, std::string_view field) {
    for (match_list const& side : relation.matches)
        for (std::size_t i = 0; i != side.count; ++i)
            if (side.fields[i].reference == field) return true;
    return false;
}

enum class relation_kind : std::uint8_t { none, children, nested, links };

/// The data of a relation, by its type. Other kinds of relations have none.
template <class Relation>
struct relation_of {
    static constexpr relation_kind kind = relation_kind::none;
    static constexpr std::string_view name{};
};

template <fixed_string Name, class Parent, class Child, class... Options>
struct relation_of<one_to_many<Name, Parent, Child, Options...>> {
    static constexpr relation_kind kind = relation_kind::children;
    static constexpr std::string_view name = name_list<Name>[0];
    static constexpr relation_data data = build_relation<Name, Options...>();
    using parent = Parent;
    using child = Child;
};

template <fixed_string Name, class Parent, fixed_string Field, class... Options>
struct relation_of<one_to_many<Name, Parent, nested<Field>, Options...>> {
    static constexpr relation_kind kind = relation_kind::nested;
    static constexpr std::string_view name = name_list<Name>[0];
    static constexpr std::string_view field = name_list<Field>[0];
    static constexpr bool has_options = sizeof...(Options) != 0;
    using parent = Parent;
};

/// The storage of pairs: the entities of the items that list the left and the right side.
template <class... Options>
struct links_of {
    static constexpr std::size_t count = 0;
};
template <class First, class... Rest>
struct links_of<First, Rest...> : links_of<Rest...> {};
template <class Edge, class... Matches, class... Rest>
struct links_of<edge<Edge, Matches...>, Rest...> {
    static constexpr std::size_t count = 1 + links_of<Rest...>::count;
    static constexpr bool mirrored = false;
    using of_left = Edge;
    using of_right = Edge;
};
template <class OfLeft, class OfRight, class... Matches, class... Rest>
struct links_of<copies<OfLeft, OfRight, Matches...>, Rest...> {
    static constexpr std::size_t count = 1 + links_of<Rest...>::count;
    static constexpr bool mirrored = true;
    using of_left = OfLeft;
    using of_right = OfRight;
};

template <fixed_string Name, class Left, class Right, class... Options>
struct relation_of<many_to_many<Name, Left, Right, Options...>> {
    static constexpr relation_kind kind = relation_kind::links;
    static constexpr std::string_view name = name_list<Name>[0];
    static constexpr relation_data data = build_relation<Name, Options...>();
    using left_side = Left;
    using right_side = Right;
    using links = links_of<Options...>;
};

struct no_relation {};

/// The first relation with this name.
template <fixed_string Name, class Options>
struct relation_named;
template <fixed_string Name>
struct relation_named<Name, option_list<>> {
    using type = no_relation;
};
template <fixed_string Name, class First, class... Rest>
struct relation_named<Name, option_list<First, Rest...>> {
    using type = typename std::conditional_t<relation_of<First>::name == Name.view(), std::type_identity<First>,
                                             relation_named<Name, option_list<Rest...>>>::type;
};

/// The table of a store that has a relation with this name, and the relation.
template <fixed_string Name, class... Tables>
struct related {
    using table = void;
    using type = no_relation;
};
template <fixed_string Name, class First, class... Rest>
struct related<Name, First, Rest...> {
    using here = typename relation_named<Name, typename First::options>::type;
    struct found {
        using table = First;
        using type = here;
    };
    using which = std::conditional_t<std::is_same_v<here, no_relation>, related<Name, Rest...>, found>;
    using table = typename which::table;
    using type = typename which::type;
};

/// The conditions of a relation, followed by More others: on the fields of the referencing items, or of the side.
template <std::size_t More>
struct relation_conditions {
    condition_data list[match_list::capacity + More + 1]{};
    std::size_t count = 0;

    constexpr array_view<condition_data> view() const { return {list, count}; }
};
constexpr relation_conditions<0> conditions_on_references(match_list const& matches) {
    relation_conditions<0> result;
    for (std::size_t i = 0; i != matches.count; ++i)
        result.list[result.count++] = {matches.fields[i].reference, comparison::equal};
    return result;
}
constexpr relation_conditions<0> conditions_on_side(match_list const& matches) {
    relation_conditions<0> result;
    for (std::size_t i = 0; i != matches.count; ++i)
        result.list[result.count++] = {matches.fields[i].side, comparison::equal};
    return result;
}

/// The field of the side that matches a field of the reference; empty if there is none.
constexpr std::string_view side_of(match_list const& matches, std::string_view reference) {
    for (std::size_t i = 0; i != matches.count; ++i)
        if (matches.fields[i].reference == reference) return matches.fields[i].side;
    return {};
}

/// True if references are in the partition of their side in this index: the matched fields give the same partition key.
constexpr bool shares_partition(entity_data const& side, entity_data const& reference, match_list const& matches,
                                std::size_t index) {
    if (side.table->name != reference.table->name || !partitions_alike(side, reference, index)) return false;
    for (std::size_t s = 0; s != side.table->indexes[index].partition_count; ++s) {
        auto const x = side.parts_of(side.partition_slots(index)[s]);
        auto const y = reference.parts_of(reference.partition_slots(index)[s]);
        for (std::size_t p = 0; p != x.size(); ++p)
            if (x[p].placeholder && side_of(matches, y[p].text) != x[p].text) return false;
    }
    return true;
}

/// The index in which children share the partition of their parent; the number of indexes if there is none.
constexpr std::size_t shared_index(entity_data const& parent, entity_data const& child, match_list const& matches) {
    std::size_t index = 0;
    while (index != parent.table->indexes.size() && !shares_partition(parent, child, matches, index)) ++index;
    return index;
}

} // namespace monotable::detail
