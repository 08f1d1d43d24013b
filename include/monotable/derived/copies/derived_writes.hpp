// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/derived/copies/model.hpp>
#include <monotable/derived/copies/writes.hpp>
#include <monotable/meta/array_view.hpp>
#include <monotable/model/derived.hpp>
#include <monotable/store/write/derived_write.hpp>
#include <monotable/store/write/write_execution.hpp>

#include <type_traits>

/// The derived writes of duplicated<> and total<>.
namespace monotable::detail {

template <class Table, class R>
void one_changed(write_set& set, entity_change const& change) {
    if constexpr (valid_derived<Table>()) {
        derived_field_writes writes(set, change, derived_storage<Table, R>::data);
        if constexpr (R::derived.total) writes.parent_changed();
        else writes.source_changed();
    }
}

template <class Table, class R>
void many_changed(write_set& set, entity_change const& change) {
    if constexpr (valid_derived<Table>()) {
        derived_field_writes writes(set, change, derived_storage<Table, R>::data);
        if constexpr (R::derived.total) writes.child_changed();
        else writes.copy_changed();
    }
}

template <class R, class Table, class E>
struct derived_writes_of_fields {
    static constexpr bool is_one = R::derived.in_transaction && std::is_same_v<E, typename R::one>;
    static constexpr bool is_many = R::derived.in_transaction && std::is_same_v<E, typename R::many>;

    static constexpr derived_write list[] = {{is_many ? &many_changed<Table, R> : &one_changed<Table, R>,
                                              is_many == R::derived.total ? derivation_stage::spread
                                              : is_many                   ? derivation_stage::complete
                                                                          : derivation_stage::begin}};
    static constexpr array_view<derived_write> value{list, is_one || is_many ? 1u : 0u};
};

template <fixed_string Name, class Source, class Copy, class... Options, class Table, class E>
struct derived_writes_by<duplicated<Name, Source, Copy, Options...>, Table, E>
    : derived_writes_of_fields<duplicated<Name, Source, Copy, Options...>, Table, E> {};
template <fixed_string Name, class Parent, class Child, class... Options, class Table, class E>
struct derived_writes_by<total<Name, Parent, Child, Options...>, Table, E>
    : derived_writes_of_fields<total<Name, Parent, Child, Options...>, Table, E> {};

} // namespace monotable::detail
