// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/writer.hpp>
#include <monotable/query/action.hpp>
#include <monotable/violation/write.hpp>
#include <monotable/query/action_rules.hpp>
#include <monotable/query/assignment.hpp>
#include <monotable/query/typed_path.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

/// The treatment of the parents of a nested path by an update: by default they must exist.
namespace monotable {
namespace detail {

template <class Assignment>
struct creating {
    Assignment assignment;
};

template <class Assignment>
struct merged {
    Assignment assignment;
};

} // namespace detail

/// Assigns a nested path and creates missing parents; structs are default-constructed:
/// `creating_parent("ship_to.city"_f = "Bonn")`. The item is read first.
template <class Assignment>
constexpr detail::creating<Assignment> creating_parent(Assignment assignment) {
    return {std::move(assignment)};
}

/// Assigns a struct or map member by member and keeps other members of the item: `merging("prices"_f = prices)`.
template <class Assignment>
constexpr detail::merged<Assignment> merging(Assignment assignment) {
    return {std::move(assignment)};
}

namespace detail {

template <class E, fixed_string Name, action_kind Kind, class V>
struct argument_rules<E, creating<assignment<Name, Kind, V>>> {
    static constexpr bool valid() {
        if constexpr (!argument_rules<E, assignment<Name, Kind, V>>::valid()) return false;
        else if constexpr (typed_path<E, Name>::whole) return report<write_rule::without_parent, E, named<Name>>();
        else return true;
    }
};
template <class E, fixed_string Name, class V>
struct argument_rules<E, merged<assignment<Name, action_kind::assign, V>>> {
    static constexpr bool valid() {
        using path = typed_path<E, Name>;
        if constexpr (!argument_rules<E, assignment<Name, action_kind::assign, V>>::valid()) return false;
        else if constexpr (!std::is_same_v<V, present_t<typename path::type>> ||
                           (kind_of<V>() != kind::structure && kind_of<V>() != kind::map))
            return report<write_rule::without_members, E, named<Name>, typename path::type>();
        else return true;
    }
};
template <class E, fixed_string Name, class V>
struct argument_rules<E, creating<merged<assignment<Name, action_kind::assign, V>>>>
    : argument_rules<E, merged<assignment<Name, action_kind::assign, V>>> {};

template <class E, fixed_string Name, action_kind Kind, class V>
struct data_of_argument<E, creating<assignment<Name, Kind, V>>> {
    using path = typed_path<E, Name>;
    static constexpr bool arithmetic = Kind == action_kind::add || Kind == action_kind::subtract;
    static constexpr argument_data value{argument_data::role::action, name_list<Name>[0], path::field,
                                         reads_stored<V> || (arithmetic && path::end::element), true};
};
template <class E, fixed_string Name, class V>
struct data_of_argument<E, merged<assignment<Name, action_kind::assign, V>>> {
    static constexpr argument_data value{argument_data::role::action, name_list<Name>[0], typed_path<E, Name>::field,
                                         true, true};
};
template <class E, fixed_string Name, class V>
struct data_of_argument<E, creating<merged<assignment<Name, action_kind::assign, V>>>> {
    static constexpr argument_data value{argument_data::role::action, name_list<Name>[0], typed_path<E, Name>::field,
                                         false, true};
};

void add_assignment(expression& update, path_view path, std::string const& encoding);

template <fixed_string Name, std::size_t Size>
constexpr auto beginning_of() {
    return to_fixed<Size>(Name.view().substr(0, Size));
}

/// The parents of the path Name, outermost first, each with the stored form of a default-constructed one.
template <class E, fixed_string Name, std::size_t At>
void add_parents(expression& to) {
    using path = typed_path<E, beginning_of<Name, At>()>;
    present_t<typename path::type> const made{};
    add_assignment(to, path::view(), encoded_operand<E, Name, present_t<typename path::type>>(made));
    constexpr auto step = next_step(Name.view(), At);
    if constexpr (step.what != path_text_step::form::end &&
                  next_step(Name.view(), step.next).what != path_text_step::form::end)
        add_parents<E, Name, step.next>(to);
}

/// One action for each member of a struct, or for each key of a map.
template <class V>
void add_members(expression& to, path_view path, std::string const& encoding) {
    item_view const members = value_view(encoding.data()).as_map();
    if constexpr (kind_of<V>() == kind::structure) {
        for (std::string_view const name : reflect<V>::names) {
            auto const found = members.find(name);
            add_assignment(to, document_path(path).member(name), found ? std::string(found->bytes()) : std::string());
        }
    } else {
        for (auto const& [name, member] : members)
            add_assignment(to, document_path(path).member(name), std::string(member.bytes()));
    }
}

template <class E, fixed_string Name, action_kind Kind, class V>
void take_argument(write_input& out, creating<assignment<Name, Kind, V>> const& argument) {
    take_argument<E>(out, argument.assignment);
    add_parents<E, Name, typed_path<E, Name>::root_size>(out.actions[out.action_count - 1].parents);
}

template <class E, fixed_string Name, class V>
void take_argument(write_input& out, merged<assignment<Name, action_kind::assign, V>> const& argument) {
    using path = typed_path<E, Name>;
    update_action& action = out.actions[out.action_count++];
    action.field = path::field;
    action.path = path::view();
    action.parts.begin(expression_kind::update);
    add_members<V>(action.parts, path::view(), encoded_operand<E, Name, V>(argument.assignment.value));
}
template <class E, fixed_string Name, class V>
void take_argument(write_input& out, creating<merged<assignment<Name, action_kind::assign, V>>> const& argument) {
    take_argument<E>(out, argument.assignment);
    update_action& action = out.actions[out.action_count - 1];
    if constexpr (!typed_path<E, Name>::whole) add_parents<E, Name, typed_path<E, Name>::root_size>(action.parents);
    add_assignment(action.parents, typed_path<E, Name>::view(), encoded_operand<E, Name, V>(V{}));
}

} // namespace detail

} // namespace monotable

#ifndef MONOTABLE_COMPILED
#include <monotable/query/nested.ipp>
#endif
