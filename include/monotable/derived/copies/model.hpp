// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/derived/copies/data.hpp>
#include <monotable/derived/copies/rewrite.hpp>
#include <monotable/derived/copies/rules.hpp>
#include <monotable/derived/relation/related_tables.hpp>
#include <monotable/derived/relation/shared_fields.hpp>
#include <monotable/meta/array_view.hpp>
#include <monotable/meta/reflect.hpp>
#include <monotable/model/derived.hpp>
#include <monotable/model/model_of.hpp>
#include <monotable/query/assignment.hpp>
#include <monotable/query/plan.hpp>
#include <monotable/query/typed_path.hpp>
#include <monotable/store/relation_rule.hpp>
#include <monotable/store/table_of.hpp>
#include <monotable/violation/derived.hpp>
#include <monotable/violation/write.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

/// The duplicated<> and total<> of a table as constant data, and the checks of their rules.
namespace monotable::detail {

template <class R>
concept derived_relation = requires { R::derived.mode_count; };

/// The encoding of a where<>'s value.
template <class Many, class Where>
std::string encoded_constant() {
    using type = stored_field_t<Many, field_index<Many>(Where::field)>;
    std::string result;
    value_writer writer(result);
    type const wanted = value_for<type>(Where::value);
    type_of<type>.encode(&wanted, writer);
    return result;
}

/// An operation on each match<> and where<>, in order.
template <class Many, class Options>
struct derived_constants;
template <class Many, class... O>
struct derived_constants<Many, option_list<O...>> {
    template <class W>
    static constexpr bool suits() {
        if constexpr (requires {
                          W::field;
                          W::value;
                      }) {
            constexpr std::size_t field = field_index<Many>(W::field);
            if constexpr (field != reflect<Many>::size)
                return comparable_value<stored_field_t<Many, field>, std::remove_cvref_t<decltype(W::value)>>;
        }
        return true;
    }
    /// The field of the first where<> whose value has another type; empty if there is none.
    static constexpr std::string_view unsuitable() {
        std::string_view result;
        ((suits<O>() || !result.empty() ? void() : void(result = name_of<O>())), ...);
        return result;
    }
    template <class W>
    static constexpr std::string_view name_of() {
        if constexpr (requires {
                          W::field;
                          W::value;
                      })
            return W::field;
        else return {};
    }

    template <class W>
    static constexpr void add(field_pair*& out) {
        if constexpr (requires {
                          W::field;
                          W::value;
                      })
            (out++)->constant = &encoded_constant<Many, W>;
        else if constexpr (requires {
                               W::first;
                               W::second;
                           })
            ++out;
    }
    static constexpr void add_to([[maybe_unused]] field_pair* out) { (add<O>(out), ...); }
};

template <class E>
inline constexpr auto const& derived_types = reflect<E>::template each<derived_type_of, derived_type>;

template <class List>
inline constexpr std::size_t number_of_entities = 0;
template <class... Es>
inline constexpr std::size_t number_of_entities<entities<Es...>> = sizeof...(Es);

template <class E, class... Es>
constexpr std::size_t position_of(entities<Es...>) {
    std::size_t position = 0;
    static_cast<void>(((std::is_same_v<E, Es> || (++position, false)) || ...));
    return position;
}

/// The position of an entity among those of several tables.
template <class E, class... Tables>
constexpr std::size_t position_of(table_list<Tables...>) {
    std::size_t position = 0;
    static_cast<void>(((lists_entity<E, typename Tables::entity_list>
                            ? (position += position_of<E>(typename Tables::entity_list{}), true)
                            : (position += number_of_entities<typename Tables::entity_list>, false)) ||
                       ...));
    return position;
}

template <class Table, class R>
constexpr derived_facts facts_of_derived() {
    derived_facts facts;
    facts.name = R::derived.name;
    facts.total = R::derived.total;
    facts.in_transaction = R::derived.in_transaction;
    facts.one = &related_entity<Table, typename R::one>;
    facts.many = &related_entity<Table, typename R::many>;
    facts.one_position = position_of<typename R::one>(related_tables_of<Table>{});
    facts.many_position = position_of<typename R::many>(related_tables_of<Table>{});
    facts.one_types = derived_types<typename R::one>;
    facts.many_types = derived_types<typename R::many>;
    facts.matches = {R::derived.matches, R::derived.match_count};
    facts.fields = {R::derived.fields, R::derived.field_count};
    return facts;
}

/// The properties of a relation that do not depend on its entities.
template <class Table, class R>
constexpr derived_rule rule_against_declaration() {
    if (R::derived.foreign_option) return derived_rule::unknown_option;
    if (R::derived.mode_count == 0) return derived_rule::no_mode;
    if (R::derived.mode_count > 1) return derived_rule::two_modes;
    if (R::derived.field_count == 0) return derived_rule::without_fields;
    return derived_rule::none;
}

template <derived_rule Code, class R, class E>
constexpr bool fail_derived() {
    return report<Code, named<to_fixed<R::derived.name.size()>(R::derived.name)>, E>();
}

template <class R>
constexpr bool valid_constants() {
    constexpr std::string_view wrong = derived_constants<typename R::many, typename R::options>::unsuitable();
    if constexpr (wrong.empty()) return true;
    else
        return report<derived_rule::constant_type, named<to_fixed<R::derived.name.size()>(R::derived.name)>,
                      typename R::many, named<to_fixed<wrong.size()>(wrong)>>();
}

/// True if the relation and its entities are valid; otherwise one error.
template <class Table, class R>
constexpr bool valid_sides() {
    constexpr derived_rule wrong = rule_against_declaration<Table, R>();
    using one_home = home_of<Table, typename R::one>;
    using many_home = home_of<Table, typename R::many>;
    if constexpr (wrong != derived_rule::none) return fail_derived<wrong, R, typename R::many>();
    else if constexpr (is_listed_twice<Table, typename R::one>)
        return fail_derived<derived_rule::in_two_tables, R, typename R::one>();
    else if constexpr (is_listed_twice<Table, typename R::many>)
        return fail_derived<derived_rule::in_two_tables, R, typename R::many>();
    else if constexpr (!lists_entity<typename R::one, typename one_home::entity_list>)
        return fail_derived<derived_rule::not_an_entity, R, typename R::one>();
    else if constexpr (!lists_entity<typename R::many, typename many_home::entity_list>)
        return fail_derived<derived_rule::not_an_entity, R, typename R::many>();
    else if constexpr (!valid_entity<one_home, typename R::one>() || !valid_entity<many_home, typename R::many>())
        return false;
    else return valid_constants<R>();
}

template <class... R>
struct derived_list {
    static constexpr std::size_t size = sizeof...(R);
};

template <class List, class Options>
struct filter_derived;
template <class... R>
struct filter_derived<derived_list<R...>, option_list<>> {
    using type = derived_list<R...>;
};
template <class... R, class First, class... Rest>
struct filter_derived<derived_list<R...>, option_list<First, Rest...>>
    : filter_derived<derived_list<R...>, option_list<Rest...>> {};
template <class... R, derived_relation First, class... Rest>
struct filter_derived<derived_list<R...>, option_list<First, Rest...>>
    : filter_derived<derived_list<R..., First>, option_list<Rest...>> {};

template <class List, class R>
struct with_derived_fields;
template <class... R, class Next>
struct with_derived_fields<derived_list<R...>, Next> {
    using type = std::conditional_t<Next::derived.field_count == 0, derived_list<R...>, derived_list<R..., Next>>;
};
template <class... R, class First, class... Rest>
    requires shares_by_stream<First>
struct filter_derived<derived_list<R...>, option_list<First, Rest...>>
    : filter_derived<
          typename with_derived_fields<
              typename with_derived_fields<derived_list<R...>, typename sides_by_stream<First>::of_left>::type,
              typename sides_by_stream<First>::of_right>::type,
          option_list<Rest...>> {};

/// The duplicated<> and total<> of a table, and the copies that pairs have by_stream.
template <class Table>
using derived_of = typename filter_derived<derived_list<>, typename Table::options>::type;

/// Adds those that are not in the list yet: relations<> are options of each of their tables.
template <class All, class More>
struct union_of_derived {
    using type = All;
};
template <class... R, class First, class... Rest>
struct union_of_derived<derived_list<R...>, derived_list<First, Rest...>>
    : union_of_derived<
          std::conditional_t<(std::is_same_v<R, First> || ...), derived_list<R...>, derived_list<R..., First>>,
          derived_list<Rest...>> {};

template <class All, class Tables>
struct derived_of_tables {
    using type = All;
};
template <class All, class First, class... Rest>
struct derived_of_tables<All, table_list<First, Rest...>>
    : derived_of_tables<typename union_of_derived<All, derived_of<First>>::type, table_list<Rest...>> {};

/// Those of a table and of all tables that relations<> relate it to: they can depend on each other.
template <class Table>
using all_derived_of = typename derived_of_tables<derived_of<Table>, related_tables_of<Table>>::type;

template <class Table, class List>
struct derived_model;

template <class Table, class... R>
struct derived_model<Table, derived_list<R...>> {
    static constexpr bool valid_declarations() { return (valid_sides<Table, R>() && ...); }

    static constexpr std::size_t size = sizeof...(R);
    static constexpr derived_facts all_facts[sizeof...(R) + 1] = {facts_of_derived<Table, R>()..., {}};

    /// The first invalid relation, so that there is one error; the number of relations if all are valid.
    struct located_fault {
        std::size_t relation = size;
        derived_violation fault = {};
    };
    static constexpr located_fault first_fault() {
        for (std::size_t i = 0; i != size; ++i) {
            derived_violation const found = derived_check({all_facts, size}, i).run();
            if (found.code != derived_rule::none) return {i, found};
        }
        return {};
    }

    template <std::size_t I, class One, class Many>
    static constexpr bool valid_one() {
        constexpr located_fault first = first_fault();
        if constexpr (first.relation != I) {
            return first.relation == size;
        } else {
            constexpr derived_violation wrong = first.fault;
            constexpr std::string_view name = all_facts[I].name;
            if constexpr (wrong.of_many)
                return report<wrong.code, named<to_fixed<name.size()>(name)>, Many,
                              named<to_fixed<wrong.subject.size()>(wrong.subject)>>();
            else
                return report<wrong.code, named<to_fixed<name.size()>(name)>, One,
                              named<to_fixed<wrong.subject.size()>(wrong.subject)>>();
        }
    }
    template <std::size_t... I>
    static constexpr bool valid_all(std::index_sequence<I...>) {
        return (valid_one<I, typename R::one, typename R::many>() && ...);
    }
};

template <class Table>
constexpr bool check_derived() {
    using model = derived_model<Table, all_derived_of<Table>>;
    if constexpr (all_derived_of<Table>::size == 0) return true;
    else if constexpr (!model::valid_declarations()) return false;
    else return model::valid_all(std::make_index_sequence<model::size>{});
}

/// The result as a constant: clang evaluates a constexpr function anew in each place that calls it.
template <class Table>
inline constexpr bool is_valid_derived = check_derived<Table>();

/// True if the table's duplicated<> and total<> are valid; otherwise one error.
template <class Table>
constexpr bool valid_derived() {
    return is_valid_derived<Table>;
}

/// The constant data of one relation. REQUIRES: valid_derived<Table>().
template <class Table, class R>
struct derived_storage {
    static constexpr entity_data const& one = related_entity<Table, typename R::one>;
    static constexpr entity_data const& many = related_entity<Table, typename R::many>;

    static constexpr auto build() {
        struct {
            field_pair matches[R::derived.match_count + 1]{};
            derived_field fields[R::derived.field_count + 1]{};
        } result{};
        auto const at = [](entity_data const& entity, std::string_view field) {
            return static_cast<std::uint16_t>(entity.field_named(field));
        };
        for (std::size_t i = 0; i != R::derived.match_count; ++i) {
            if (!R::derived.matches[i].one.empty()) result.matches[i].one = at(one, R::derived.matches[i].one);
            result.matches[i].many = at(many, R::derived.matches[i].many);
        }
        derived_constants<typename R::many, typename R::options>::add_to(result.matches);
        for (std::size_t i = 0; i != R::derived.field_count; ++i) {
            derived_field_declaration const& each = R::derived.fields[i];
            result.fields[i] = {each.kind,
                                each.kind == derived_kind::count ? std::uint16_t{}
                                                                 : at(R::derived.total ? many : one, each.from),
                                at(R::derived.total ? one : many, each.to)};
        }
        return result;
    }

    static constexpr auto built = build();
    static constexpr plan_data plan = plan_of_many(many, {R::derived.matches, R::derived.match_count});
    static constexpr array_view<match_declaration> declared{R::derived.matches, R::derived.match_count};
    static constexpr bool whole_key = is_whole_key(one, declared);
    static constexpr plan_data source_plan = whole_key ? plan_data{} : plan_of_one(one, declared);
    static constexpr derived_data data{R::derived.name,
                                       R::derived.total,
                                       R::derived.in_transaction,
                                       &one,
                                       &many,
                                       {built.matches, R::derived.match_count},
                                       {built.fields, R::derived.field_count},
                                       &plan,
                                       whole_key ? nullptr : &source_plan,
                                       &encode_item_again<home_of<Table, typename R::one>, typename R::one>,
                                       &encode_item_again<home_of<Table, typename R::many>, typename R::many>,
                                       derived_writes_of<home_of<Table, typename R::one>, typename R::one>,
                                       derived_writes_of<home_of<Table, typename R::many>, typename R::many>};
};

template <class Table, class List>
struct derived_table;
template <class Table, class... R>
struct derived_table<Table, derived_list<R...>> {
    static constexpr derived_data const* pointers[sizeof...(R) + 1] = {&derived_storage<Table, R>::data..., nullptr};
    static constexpr array_view<derived_data const*> all{pointers, sizeof...(R)};
};

/// The relations of a table. REQUIRES: valid_derived<Table>().
template <class Table>
constexpr array_view<derived_data const*> derived_relations_of() {
    return derived_table<Table, derived_of<Table>>::all;
}

/// The field that an argument of a write assigns; empty for others.
template <class Argument>
inline constexpr std::string_view assigned_field = {};
template <fixed_string Name, action_kind Kind, class V>
inline constexpr std::string_view assigned_field<assignment<Name, Kind, V>> =
    name_list<Name>[0].substr(0, end_of_name(name_list<Name>[0], 0));

template <class R>
constexpr bool is_derived_field(std::string_view field) {
    for (std::size_t i = 0; i != R::derived.field_count; ++i)
        if (R::derived.fields[i].to == field) return true;
    return false;
}

template <class R, class E, class Argument>
constexpr bool leaves_field_alone() {
    using holding = std::conditional_t<R::derived.total, typename R::one, typename R::many>;
    constexpr std::string_view field = assigned_field<Argument>;
    if constexpr (!std::is_same_v<holding, E> || !is_derived_field<R>(field)) return true;
    else return report<write_rule::derived, E, named<to_fixed<field.size()>(field)>>();
}

template <class Table, class R>
struct derived_option_rule {
    static constexpr bool valid() { return valid_derived<Table>(); }
    template <class E, class... A>
    static constexpr bool leaves_alone() {
        return (leaves_field_alone<R, E, A>() && ...);
    }
};

template <class Table, fixed_string Name, class Source, class Copy, class... Options>
struct relation_rule<Table, duplicated<Name, Source, Copy, Options...>>
    : derived_option_rule<Table, duplicated<Name, Source, Copy, Options...>> {};
template <class Table, fixed_string Name, class Parent, class Child, class... Options>
struct relation_rule<Table, total<Name, Parent, Child, Options...>>
    : derived_option_rule<Table, total<Name, Parent, Child, Options...>> {};

} // namespace monotable::detail
