// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/array_view.hpp>
#include <monotable/meta/fixed_string.hpp>
#include <monotable/model/entity.hpp>
#include <monotable/model/match.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

/// Declarations of derived fields: copies of other items' fields, and totals, which the library maintains.
namespace monotable {

namespace detail {

enum class derived_kind : std::uint8_t { copy, sum, count };

/// One derived field.
struct derived_field_declaration {
    derived_kind kind = derived_kind::copy;
    std::string_view from; ///< the field of the source (copy) or of the child (sum); empty for a count
    std::string_view to;
};

struct match_declaration {
    std::string_view one;  ///< the field of the source or parent; empty if the other field is compared with a constant
    std::string_view many; ///< the field of the copy or child
};

/// A duplicated<> or a total<> with at most Capacity options.
template <std::size_t Capacity>
struct derived_declaration {
    std::string_view name;
    bool total = false;
    bool in_transaction = false;
    std::size_t mode_count = 0;
    std::size_t match_count = 0;
    std::size_t field_count = 0;
    bool foreign_option = false; ///< true if an option does not belong to this kind of relation
    match_declaration matches[Capacity + 1]{};
    derived_field_declaration fields[Capacity + 1]{};
};

} // namespace detail

/// Only items whose field has this value are copies (children) in this relation, for an entity with several sources or
/// parents.
template <fixed_string Field, constant Value>
struct where {
    static constexpr std::string_view field = detail::name_list<Field>[0];
    static constexpr auto value = Value.value;
};

/// An option of duplicated<>: a field of the source and its copy.
template <fixed_string Source, fixed_string Copy = Source>
struct copy {};

/// An option of total<>: the field of the parent is the sum of the field of its children.
template <fixed_string Child, fixed_string Parent = Child>
struct sum {};

/// An option of total<>: the field of the parent is the number of its children.
template <fixed_string Parent>
struct count {};

/// Updated in the transaction of each write that affects it: always consistent.
struct in_transaction {};

/// Updated by a worker that follows the table's stream: eventually consistent.
struct by_stream {};

namespace detail {

template <std::size_t Capacity>
struct derived_builder {
    derived_declaration<Capacity> data;

    template <fixed_string One, fixed_string Many>
    constexpr void add(match<One, Many>*) {
        data.matches[data.match_count++] = {name_list<One>[0], name_list<Many>[0]};
    }
    template <fixed_string Field, constant Value>
    constexpr void add(where<Field, Value>*) {
        data.matches[data.match_count++] = {{}, name_list<Field>[0]};
    }
    template <fixed_string From, fixed_string To>
    constexpr void add(copy<From, To>*) {
        field(false, {derived_kind::copy, name_list<From>[0], name_list<To>[0]});
    }
    template <fixed_string From, fixed_string To>
    constexpr void add(monotable::sum<From, To>*) {
        field(true, {derived_kind::sum, name_list<From>[0], name_list<To>[0]});
    }
    template <fixed_string To>
    constexpr void add(count<To>*) {
        field(true, {derived_kind::count, {}, name_list<To>[0]});
    }
    constexpr void add(in_transaction*) {
        data.in_transaction = true;
        ++data.mode_count;
    }
    constexpr void add(by_stream*) { ++data.mode_count; }
    template <class Other>
    constexpr void add(Other*) {
        data.foreign_option = true;
    }

    constexpr void field(bool of_total, derived_field_declaration const& declared) {
        if (of_total != data.total) data.foreign_option = true;
        data.fields[data.field_count++] = declared;
    }
};

template <bool Total, fixed_string Name, class... Options>
consteval auto declare_derived() {
    derived_builder<sizeof...(Options)> builder;
    builder.data.name = name_list<Name>[0];
    builder.data.total = Total;
    (builder.add(static_cast<Options*>(nullptr)), ...);
    return builder.data;
}

} // namespace detail

/// Fields of Copy are copies of fields of Source, which match<"source field", "copy field"> relates. Options: match for
/// each field of the source's primary key (with by_stream at least for those of its partition key, if no partition has
/// two sources), where<>, copy<> for each field, in_transaction or by_stream.
template <fixed_string Name, class Source, class Copy, class... Options>
struct duplicated {
    using relation = duplicated;
    using one = Source;
    using many = Copy;
    using options = detail::option_list<Options...>;
    static constexpr auto derived = detail::declare_derived<false, Name, Options...>();
};

/// Fields of Parent are sums over its children, or their number; match<"parent field", "child field"> relates them.
/// Options: match for each field of the parent's primary key, where<>, sum<> and count<>, in_transaction or by_stream.
template <fixed_string Name, class Parent, class Child, class... Options>
struct total {
    using relation = total;
    using one = Parent;
    using many = Child;
    using options = detail::option_list<Options...>;
    static constexpr auto derived = detail::declare_derived<true, Name, Options...>();
};

namespace detail {

template <fixed_string Name, class Source, class Copy, class... Options>
inline constexpr bool declares_relation<duplicated<Name, Source, Copy, Options...>> = true;
template <fixed_string Name, class Parent, class Child, class... Options>
inline constexpr bool declares_relation<total<Name, Parent, Child, Options...>> = true;

template <fixed_string Name, class Source, class Copy, class... Options>
inline constexpr bool has_derived_writes<duplicated<Name, Source, Copy, Options...>> =
    duplicated<Name, Source, Copy, Options...>::derived.in_transaction;
template <fixed_string Name, class Parent, class Child, class... Options>
inline constexpr bool has_derived_writes<total<Name, Parent, Child, Options...>> =
    total<Name, Parent, Child, Options...>::derived.in_transaction;

} // namespace detail
} // namespace monotable
