// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/fwd.hpp>
#include <monotable/meta/array_view.hpp>
#include <monotable/model/entity.hpp>
#include <monotable/model/match.hpp>
#include <monotable/model/table.hpp>
#include <monotable/violation/store.hpp>

#include <cstddef>
#include <cstdint>

/// Derived writes: uniqueness guards, copies, totals, links. Items of an entity without derived writes are written directly. Others
/// are read, and written on condition that they are unchanged, in one transaction with the derived writes.
namespace monotable::detail {

struct entity_data;
class write_set; // store/write/write_set.hpp

/// A change of one item of an entity. `before` or `after` is null if the item does not exist then.
struct entity_change {
    entity_data const* entity;
    item const* before;
    item const* after;
    std::size_t action; ///< the user's action that causes it
    std::size_t write;  ///< its position in the set
};

/// The stage in which the derived writes of a change are planned: see derive().
enum class derivation_stage : std::uint8_t {
    begin,    ///< once, before the other stages, for an item that is put or that the user changes; changes this item
    complete, ///< changes this item by copies of other items' fields
    spread,   ///< changes other items
    settle,   ///< once, from the first and the final state of the item; does not change items of entities
};

struct derived_write {
    /// Adds the derived writes of the change, and guards the parts of the item that they depend on. May read, and is called
    /// again when data that it depended on has changed.
    void (*plan)(write_set&, entity_change const&);
    derivation_stage stage = derivation_stage::spread;
};

/// No derived writes; one error if the option requires some, which a header that is not included defines.
template <class Option>
constexpr array_view<derived_write> no_derived_writes() {
    if constexpr (has_derived_writes<Option>) static_cast<void>(report<store_rule::derived_header, Option>());
    return {};
}

/// The derived writes that an option of Table or of entity<E>::attributes requires for a change of an E: `value`, an array_view
/// that may be empty. Specialized in the header that implements the option.
template <class Option, class Table, class E>
struct derived_writes_by {
    static constexpr array_view<derived_write> value = no_derived_writes<Option>();
};

template <class List>
inline constexpr bool any_has_derived_writes = false;
template <class... Options>
inline constexpr bool any_has_derived_writes<attributes<Options...>> = (has_derived_writes<Options> || ...);
template <class... Options>
inline constexpr bool any_has_derived_writes<option_list<Options...>> = (has_derived_writes<Options> || ...);

template <class E>
struct attribute_options {
    using type = attributes<>;
};
template <class E>
    requires requires { typename entity<E>::attributes; }
struct attribute_options<E> {
    using type = typename entity<E>::attributes;
};

template <std::size_t N>
struct derived_write_array {
    derived_write list[N + 1] = {};
};

template <class Table, class E, class TableOptions, class EntityOptions>
struct derived_write_list;
template <class Table, class E, class... O, class... A>
struct derived_write_list<Table, E, option_list<O...>, attributes<A...>> {
    static constexpr std::size_t size = (std::size_t{0} + ... + derived_writes_by<A, Table, E>::value.size()) +
                                        (std::size_t{0} + ... + derived_writes_by<O, Table, E>::value.size());
    static constexpr auto build() {
        derived_write_array<size> built;
        std::size_t count = 0;
        auto const add = [&](array_view<derived_write> each) {
            for (derived_write const& c : each) built.list[count++] = c;
        };
        (add(derived_writes_by<A, Table, E>::value), ...);
        (add(derived_writes_by<O, Table, E>::value), ...);
        return built;
    }
    static constexpr auto storage = build();
    static constexpr array_view<derived_write> value{storage.list, size};
};

template <class Table, class E>
constexpr array_view<derived_write> find_derived_writes() {
    using entity_options = typename attribute_options<E>::type;
    if constexpr (any_has_derived_writes<typename Table::options> || any_has_derived_writes<entity_options>)
        return derived_write_list<Table, E, typename Table::options, entity_options>::value;
    else return {};
}

/// All derived writes of a change of an E in Table.
template <class Table, class E>
inline constexpr array_view<derived_write> derived_writes_of = find_derived_writes<Table, E>();

} // namespace monotable::detail
