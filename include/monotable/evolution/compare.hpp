// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/config.hpp>
#include <monotable/evolution/compare_entities.hpp>
#include <monotable/evolution/compare_tables.hpp>
#include <monotable/evolution/difference.hpp>
#include <monotable/evolution/open.hpp>
#include <monotable/model/model_of.hpp>
#include <monotable/store/describe.hpp>

#include <cstddef>
#include <string>

namespace monotable {

namespace detail {

template <class F>
struct stored_shape {
    static constexpr type_shape const* make() {
        if constexpr (storable<F>) return &shape_of<F>::value;
        else return nullptr;
    }
    static constexpr type_shape const* value = make();
};

template <class Table, class E>
struct entity_shapes {
    static constexpr auto build() {
        struct {
            type_shape const* list[reflect<E>::size];
        } found{};
        for (std::size_t i = 0; i != reflect<E>::size; ++i)
            if (entity_model<Table, E>::data.fields[i].is_stored())
                found.list[i] = reflect<E>::template each<stored_shape, type_shape const*>[i];
        return found;
    }
    static constexpr auto storage = build();
    static constexpr compared_entity value{&entity_model<Table, E>::data, {storage.list, reflect<E>::size}};
};

template <class Table, class List>
struct compared_entities;
template <class Table, class... E>
struct compared_entities<Table, entities<E...>> {
    static constexpr compared_entity list[sizeof...(E) + 1] = {entity_shapes<Table, E>::value..., {}};
    static constexpr array_view<compared_entity> value{list, sizeof...(E)};
};

bool has_same_key(entity_data const& a, entity_data const& b);

/// The corresponding entity of another version: the one with the same name or, if there is none, with the same key.
compared_entity const* counterpart(compared_entity const& wanted, array_view<compared_entity> others);

void compare_type_attributes(table_data const& before, table_data const& after, differences& out);

void compare_models(array_view<compared_entity> before, array_view<compared_entity> after, differences& out);

} // namespace detail

/// The differences between Old and New, a later version of the model.
template <class Old, class New>
differences compare() {
    differences found;
    if constexpr (detail::valid_table<Old>() && detail::valid_table<New>()) {
        if constexpr (detail::valid_entities<Old>(typename Old::entity_list{}) &&
                      detail::valid_entities<New>(typename New::entity_list{})) {
            auto const before = detail::description_of<Old>(), after = detail::description_of<New>();
            detail::table_comparison(before, after, found).run();
            detail::compare_type_attributes(Old::data, New::data, found);
            detail::compare_models(detail::compared_entities<Old, typename Old::entity_list>::value,
                                   detail::compared_entities<New, typename New::entity_list>::value, found);
        }
    }
    return found;
}

/// The differences between an existing table and the model, as far as the description contains them: keys and indexes.
template <class Table>
differences compare(table_description const& there) {
    differences found;
    if constexpr (detail::valid_table<Table>())
        detail::table_comparison(there, detail::description_of<Table>(), found).run();
    return found;
}

/// As above, for the table in a backend. Empty if the table does not exist.
template <class Table>
differences compare(backend& store) {
    if constexpr (detail::valid_table<Table>())
        if (auto const there = detail::description_in(store, std::string(Table::data.name)))
            return compare<Table>(*there);
    return {};
}

} // namespace monotable

#ifndef MONOTABLE_COMPILED
#include <monotable/evolution/compare.ipp>
#endif
