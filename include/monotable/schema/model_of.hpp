// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/type_of.hpp>
#include <monotable/codec/value_for.hpp>
#include <monotable/meta/array_view.hpp>
#include <monotable/meta/reflect.hpp>
#include <monotable/schema/build.hpp>
#include <monotable/schema/model.hpp>
#include <monotable/schema/report.hpp>
#include <monotable/schema/rules.hpp>
#include <monotable/value/writer.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

/// The constant data of an entity in a table, built once per pair, and the checks that a program pays only when it uses them.
namespace monotable::detail {

template <class T>
concept declared_entity = requires { typename entity<T>::key; };

template <class List>
struct declarations;

template <fixed_string... T>
struct declarations<key<T...>> {
    static constexpr array_view<std::string_view> templates{name_list<T...>, sizeof...(T)};
};

template <class... M>
struct declarations<indexes<M...>> {
    static constexpr membership_declaration list[sizeof...(M) + 1] = {M::declaration..., {}};
    static constexpr array_view<membership_declaration> all{list, sizeof...(M)};
};

template <class... O>
struct declarations<attributes<O...>> {
    static constexpr attribute_option list[sizeof...(O) + 1] = {O::option..., {}};
    static constexpr array_view<attribute_option> all{list, sizeof...(O)};
};

template <fixed_string Name>
struct declarations<entity_type<Name>> {
    static constexpr std::string_view name = name_list<Name>[0];
};

template <class E>
constexpr entity_declaration declare() {
    entity_declaration result{unqualified_name<E>(), declarations<typename entity<E>::key>::templates, {}, {}};
    if constexpr (requires { typename entity<E>::indexes; }) result.indexes = declarations<typename entity<E>::indexes>::all;
    if constexpr (requires { typename entity<E>::attributes; })
        result.options = declarations<typename entity<E>::attributes>::all;
    if constexpr (requires { typename entity<E>::type; }) result.name = declarations<typename entity<E>::type>::name;
    return result;
}

template <class E>
inline constexpr entity_declaration declaration_of = declare<E>();

template <class F>
struct type_pointer {
    static constexpr field_type const* value = &type_of<F>;
};

template <class T>
constexpr std::size_t field_index(std::string_view name) {
    for (std::size_t i = 0; i != reflect<T>::size; ++i)
        if (reflect<T>::names[i] == name) return i;
    return reflect<T>::size;
}

/// The condition of a sparse index on the stored value.
template <class Field, auto Value>
bool equals_constant(value_view stored) {
    std::string bytes;
    value_writer writer(bytes);
    Field const wanted = value_for<Field>(Value);
    type_of<Field>.encode(&wanted, writer);
    return stored.bytes() == bytes;
}

template <class E, fixed_string Field, class Value>
inline constexpr bool is_comparable_with = false;

template <class E, class M>
constexpr bool (*condition_of())(value_view) {
    if constexpr (requires { M::value; }) {
        constexpr std::size_t field = field_index<E>(M::declaration.condition_field);
        if constexpr (field != reflect<E>::size) {
            using type = typename reflect<E>::template type<field>;
            using constant_type = std::remove_cvref_t<decltype(M::value)>;
            if constexpr (comparable_value<type, constant_type>) {
                return &equals_constant<type, M::value>;
            } else {
                constexpr std::string_view name = M::declaration.condition_field;
                static_assert(is_comparable_with<E, to_fixed<name.size()>(name), constant_type>,
                              "monotable: when<> compares a field with a constant of another type; use a constant of the "
                              "field's own type");
            }
        }
    }
    return nullptr;
}

template <class E, class List>
struct conditions;
template <class E, class... M>
struct conditions<E, indexes<M...>> {
    static constexpr bool (*all[sizeof...(M) + 1])(value_view) = {condition_of<E, M>()..., nullptr};
};
template <class E>
constexpr bool (*const* conditions_of())(value_view) {
    if constexpr (requires { typename entity<E>::indexes; }) return conditions<E, typename entity<E>::indexes>::all;
    else return nullptr;
}

template <std::size_t Fields, std::size_t Parts, std::size_t Slots, std::size_t Indexes>
struct model_storage {
    field_data fields[Fields];
    template_part parts[Parts];
    key_slot slots[Slots];
    membership memberships[Indexes];
    emission emissions[Fields + Slots + 1];
    std::uint16_t order[Fields]{};
    std::size_t emission_count = 0;
    std::size_t part_count = 0;
    std::size_t slot_count = 0;
    schema_problem problem;
};

template <class Table, class E>
constexpr auto build_model() {
    using fields = reflect<E>;
    constexpr entity_declaration const& declaration = declaration_of<E>;
    model_storage<fields::size, max_parts(Table::data, declaration), max_slots(Table::data), Table::data.indexes.size()> model;
    for (std::size_t i = 0; i != fields::size; ++i) {
        model.fields[i].name = model.fields[i].attribute = fields::names[i];
        model.fields[i].type = fields::template each<type_pointer, field_type const*>[i];
    }
    model_builder builder(Table::data, declaration, model.fields, fields::size, model.parts, model.slots, model.memberships);
    model.problem = builder.run();
    model.part_count = builder.part_count;
    model.slot_count = builder.slot_count;
    for (std::size_t d = 0; d != declaration.indexes.size(); ++d)
        for (std::size_t i = 1; i != Table::data.indexes.size(); ++i)
            if (Table::data.indexes[i].name == declaration.indexes[d].index)
                model.memberships[i].condition = conditions_of<E>()[d];
    model.emission_count = list_emissions(Table::data, {model.fields, fields::size}, {model.slots, model.slot_count}, model.emissions);
    order_by_attribute({model.fields, fields::size}, model.order);
    return model;
}

template <class Table, class E>
struct entity_model {
    static constexpr auto storage = build_model<Table, E>();
    static constexpr entity_data data{declaration_of<E>.name,
                                      &Table::data,
                                      storage.fields,
                                      {storage.parts, storage.part_count},
                                      {storage.slots, storage.slot_count},
                                      storage.memberships,
                                      {storage.emissions, storage.emission_count}};
    static constexpr result_data result{storage.fields, storage.order};
};

template <class Table>
inline constexpr schema_problem table_problem = check_table(Table::data);

/// Every rule about the table itself holds; otherwise one error says which does not.
template <class Table>
constexpr bool valid_table() {
    if constexpr (table_problem<Table>.code == problem::none) {
        return true;
    } else {
        constexpr schema_problem wrong = table_problem<Table>;
        return sizeof(report<wrong.code, Table, to_fixed<wrong.subject.size()>(wrong.subject)>) == 0;
    }
}

template <class E, class Table>
inline constexpr bool is_declared = declared_entity<E>;
template <class E, class Table>
inline constexpr bool has_readable_fields = reflectable<E>;

template <class Table, class E, class Other>
constexpr bool told_apart() {
    if constexpr (std::is_same_v<E, Other> || !declared_entity<Other>) {
        return true;
    } else if constexpr (literals_differ(declaration_of<E>.key, declaration_of<Other>.key)) {
        return true;
    } else if constexpr (!reflectable<Other>) {
        return true; // reported when Other itself is used
    } else if constexpr (entity_model<Table, Other>::storage.problem.code != problem::none) {
        return true;
    } else {
        return keys_differ(entity_model<Table, E>::data, entity_model<Table, Other>::data);
    }
}

template <class Table, class E, class Other>
constexpr bool told_apart_or_reported() {
    if constexpr (told_apart<Table, E, Other>()) return true;
    else return sizeof(report_indistinguishable<E, Other>) == 0;
}

template <class Table, class E, class... Others>
constexpr bool told_apart_from_all(entities<Others...>) {
    return (told_apart_or_reported<Table, E, Others>() && ...);
}

/// Every rule about E in Table holds; otherwise one error says which does not. False after an error, so that callers
/// can stop there.
template <class Table, class E>
constexpr bool valid_entity() {
    if constexpr (!valid_table<Table>()) {
        return false;
    } else if constexpr (!declared_entity<E>) {
        static_assert(is_declared<E, Table>, "monotable: an entity of a table has no key; specialize monotable::entity<E> with "
                                             "using key = monotable::key<...>");
        return false;
    } else if constexpr (!reflectable<E>) {
        static_assert(has_readable_fields<E, Table>,
                      "monotable: the fields of an entity cannot be read, since it is not an aggregate or has no fields; adapt it "
                      "with BOOST_HANA_ADAPT_STRUCT or BOOST_HANA_DEFINE_STRUCT");
        return false;
    } else if constexpr (entity_model<Table, E>::storage.problem.code != problem::none) {
        constexpr schema_problem wrong = entity_model<Table, E>::storage.problem;
        return sizeof(report<wrong.code, E, to_fixed<wrong.subject.size()>(wrong.subject)>) == 0;
    } else {
        return told_apart_from_all<Table, E>(typename Table::entity_list{});
    }
}

template <class Table, class... E>
constexpr bool valid_entities(entities<E...>) {
    return (valid_entity<Table, E>() && ...);
}

} // namespace monotable::detail

namespace monotable {

/// Checks everything about a table at once: `static_assert(monotable::valid<shop>);` in the model's own source file. Without
/// it each entity is checked when it is first used.
template <class Table>
inline constexpr bool valid = detail::valid_entities<Table>(typename Table::entity_list{});

} // namespace monotable
