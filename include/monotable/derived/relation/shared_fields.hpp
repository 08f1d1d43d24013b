// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/derived/relation/model.hpp>
#include <monotable/meta/reflect.hpp>
#include <monotable/model/derived.hpp>
#include <monotable/model/match.hpp>
#include <monotable/model/model_of.hpp>
#include <monotable/model/table.hpp>

#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>

/// The copied fields in the two items of a pair.
namespace monotable::detail {

template <class E>
constexpr bool is_computed_in(std::string_view field) {
    for (attribute_option const& option : declaration_of<E>.options)
        if (option.kind == option_kind::computed && option.field == field) return true;
    return false;
}

/// True if the field of Link has the name and type of a field of From, does not identify a linked side, and is not
/// computed in Link.
template <class Relation, class Link, class From, std::size_t I>
constexpr bool is_shared() {
    constexpr std::string_view name = reflect<Link>::names[I];
    constexpr std::size_t source = field_index<From>(name);
    if constexpr (source == reflect<From>::size || is_matched_field(relation_of<Relation>::data, name)) return false;
    else if constexpr (is_computed_in<Link>(name)) return false;
    else return std::is_same_v<typename reflect<Link>::template type<I>, typename reflect<From>::template type<source>>;
}

/// The copies of Side in Copy, as if they were declared by a duplicated<>. List selects the relation's matches with
/// Side.
template <class Relation, fixed_string Name, class Side, class Copy, std::size_t List>
struct shared_by_stream {
    using one = Side;
    using many = Copy;
    using options = option_list<>;

    template <std::size_t... I>
    static consteval auto declare(std::index_sequence<I...>) {
        derived_declaration<sizeof...(I) + match_list::capacity> result;
        result.name = name_list<Name>[0];
        result.mode_count = 1;
        match_list const& matches = relation_of<Relation>::data.matches[List];
        for (std::size_t i = 0; i != matches.count; ++i)
            result.matches[result.match_count++] = {matches.fields[i].side, matches.fields[i].reference};
        ((is_shared<Relation, Copy, Side, I>()
              ? void(result.fields[result.field_count++] = {derived_kind::copy, reflect<Copy>::names[I],
                                                            reflect<Copy>::names[I]})
              : void()),
         ...);
        return result;
    }
    static constexpr auto derived = declare(std::make_index_sequence<reflect<Copy>::size>{});
};

template <class Option>
inline constexpr bool shares_by_stream = false;
template <fixed_string Name, class Left, class Right, class... Options>
inline constexpr bool shares_by_stream<many_to_many<Name, Left, Right, Options...>> =
    ((std::is_same_v<Options, by_stream> || ...)) && ((is_mirrored<Options> || ...));

template <class Relation>
struct sides_by_stream;
template <fixed_string Name, class Left, class Right, class... Options>
struct sides_by_stream<many_to_many<Name, Left, Right, Options...>> {
    using relation = many_to_many<Name, Left, Right, Options...>;
    using links = links_of<Options...>;
    using of_left = shared_by_stream<relation, concatenated<Name, " (left)">, Left, typename links::of_right, 0>;
    using of_right = shared_by_stream<relation, concatenated<Name, " (right)">, Right, typename links::of_left, 1>;
};

} // namespace monotable::detail
