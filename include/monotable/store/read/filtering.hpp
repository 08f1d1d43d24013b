// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/error.hpp>
#include <monotable/model/model_of.hpp>
#include <monotable/query/filter.hpp>
#include <monotable/query/predicate.hpp>
#include <monotable/query/predicate_rules.hpp>
#include <monotable/store/read/reader.hpp>
#include <monotable/violation/store.hpp>

#include <cstddef>
#include <string>
#include <string_view>

/// Filters of a query or scan. The index that is read determines the fields that they may test.
namespace monotable::detail {

/// Used in place of an index for a scan.
inline constexpr std::size_t whole_table = static_cast<std::size_t>(-1);

/// Applies Rules::valid<Name>() to each field that a condition names, until one is false.
template <class Rules, fixed_string F, comparison Op, class A, class B>
constexpr bool fields_satisfy(condition<F, Op, A, B> const*) {
    if constexpr (!Rules::template valid<F>()) return false;
    else if constexpr (is_field<A>) return Rules::template valid<field_name<A>>();
    else return true;
}
template <class Rules, fixed_string F, comparison Op, class V>
constexpr bool fields_satisfy(size_condition<F, Op, V> const*) {
    return Rules::template valid<F>();
}
template <class Rules, class E>
constexpr bool fields_satisfy(filter<E> const*) {
    return true; // checked at run time
}
template <class Rules, class A>
constexpr bool fields_satisfy(negation<A> const*) {
    return fields_satisfy<Rules>(static_cast<A const*>(nullptr));
}
template <class Rules, bool Any, class A, class B>
constexpr bool fields_satisfy(junction<Any, A, B> const*) {
    if constexpr (!fields_satisfy<Rules>(static_cast<A const*>(nullptr))) return false;
    else return fields_satisfy<Rules>(static_cast<B const*>(nullptr));
}

/// Keys: the filter may test the keys that are read.
template <class Table, class E, std::size_t Index, bool Keys>
struct filter_rules {
    template <fixed_string Name>
    static constexpr bool valid() {
        if constexpr (Index != whole_table) {
            constexpr index_data const& index = Table::data.indexes[Index];
            constexpr std::string_view attribute = attribute_of<E>(typed_path<E, Name>::field);
            if constexpr (!Keys && is_key_of(index, attribute))
                return report<store_rule::filtered_key, E, named<Name>>();
            else if constexpr (!is_attribute_in(Table::data, Index, attribute))
                return report<store_rule::filter_not_projected, E, named<Name>,
                              named<to_fixed<index.name.size()>(index.name)>>();
        }
        return true;
    }
};

/// The checks of a filter that was composed at run time, which cannot be made at compile time.
void check_projected(read_source const& from, std::string_view entity, expression_view filter);

/// Adds the condition to the conjunction of a filter. Throws bad_value if a value cannot be stored.
template <class Table, class E, std::size_t Index, bool Keys, class C>
void add_filter(read_source const& from, expression& filter, C const& condition) {
    if constexpr (valid_predicate<E, C>()) {
        if constexpr (fields_satisfy<filter_rules<Table, E, Index, Keys>>(static_cast<C const*>(nullptr))) {
            expression const tree = tree_of<E>(condition);
            check_projected(from, declaration_of<E>.name, tree);
            filter = joined(expression_kind::all_of, filter, tree);
        }
    }
}

/// True if the entity has a time to live; otherwise one error.
template <class E>
constexpr bool valid_time_to_live() {
    if constexpr (!time_to_live_of(options_of<E>()).empty()) return true;
    else return report<store_rule::no_time_to_live, E>();
}

template <class E>
constexpr std::string_view time_to_live_field() {
    for (attribute_option const& option : options_of<E>())
        if (option.kind == option_kind::time_to_live) return option.field;
    return {};
}

/// Excludes items that have expired.
template <class Table, class E, std::size_t Index, bool Keys>
void hide_expired(read_source& from) {
    if constexpr (valid_time_to_live<E>()) {
        constexpr std::string_view field = time_to_live_field<E>();
        constexpr auto name = to_fixed<field.size()>(field);
        if constexpr (filter_rules<Table, E, Index, Keys>::template valid<name>()) {
            auto const end = expression::path(document_path(time_to_live_of(options_of<E>())));
            auto const now = expression::constant(value(floor_divide(from.clock(), 1000)));
            from.still = expression::make(expression_kind::any_of,
                                          {expression::make(expression_kind::attribute_not_exists, {end}),
                                           expression::make(expression_kind::greater, {end, now})});
        }
    }
}

/// True if the object's time to live has passed. REQUIRES: E has one.
template <class E>
bool has_expired(E const& object, clock_function const& now) {
    constexpr std::size_t field = field_index<E>(time_to_live_field<E>());
    using type = typename reflect<E>::template type<field>;
    auto const encode = [](void const* from, value_writer& to) {
        if constexpr (std::is_same_v<typename epoch_stored<type>::type, type>) return type_of<type>.encode(from, to);
        else return epoch_field<type>::encode(from, to);
    };
    void const* addresses[reflect<E>::size];
    reflect<E>::addresses(object, addresses);
    std::string end;
    value_writer writer(end);
    bool const ends = encode(addresses[field], writer);
    return ends && value_view(end.data()).as_number() <= decimal(floor_divide(now(), 1000));
}

} // namespace monotable::detail

namespace monotable {

namespace detail {

/// The object with this primary key, unless it has expired.
template <class E, class Store, class... C>
std::optional<E> get_unexpired_in(Store const& db, C const&... conditions) {
    if constexpr (detail::valid_time_to_live<E>()) {
        std::optional<E> found = db.template get<E>(conditions...);
        if (found && !detail::has_expired(*found, db.clock())) return found;
    }
    return std::nullopt;
}

} // namespace detail

} // namespace monotable

#ifndef MONOTABLE_COMPILED
#include <monotable/store/read/filtering.ipp>
#endif
