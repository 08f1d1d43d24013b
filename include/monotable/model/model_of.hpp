// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/type_of.hpp>
#include <monotable/codec/value_for.hpp>
#include <monotable/core/writer.hpp>
#include <monotable/meta/array_view.hpp>
#include <monotable/meta/reflect.hpp>
#include <monotable/model/build.hpp>
#include <monotable/model/computed.hpp>
#include <monotable/model/const_member.hpp>
#include <monotable/model/declaration.hpp>
#include <monotable/model/model.hpp>
#include <monotable/model/managed_field_rules.hpp>
#include <monotable/model/rules.hpp>
#include <monotable/violation/codec.hpp>
#include <monotable/violation/model.hpp>
#include <monotable/violation/table.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

/// The constant data of an entity in a table, built once per pair, and checks that are compiled only when they are
/// used.
namespace monotable::detail {

/// The condition of a sparse index on the stored value.
template <class Field, auto Value>
bool equals_constant(value_view stored) {
    std::string bytes;
    value_writer writer(bytes);
    Field const wanted = value_for<Field>(Value);
    type_of<Field>.encode(&wanted, writer);
    return stored.bytes() == bytes;
}

template <class E, class M>
constexpr bool (*condition_of())(value_view) {
    if constexpr (requires { M::value; }) {
        constexpr std::size_t field = field_index<E>(M::declaration.condition_field);
        if constexpr (field != reflect<E>::size) {
            using type = stored_field_t<E, field>;
            using constant_type = std::remove_cvref_t<decltype(M::value)>;
            if constexpr (comparable_value<type, constant_type>) {
                return &equals_constant<type, M::value>;
            } else {
                constexpr std::string_view name = M::declaration.condition_field;
                static_cast<void>(
                    report<model_rule::condition_type, E, named<to_fixed<name.size()>(name)>, type, constant_type>());
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

/// The earlier versions of E; defined by monotable/evolution.hpp.
template <class E>
struct earlier_versions_of;

template <class E>
constexpr bool has_earlier_versions() {
    for (attribute_option const& option : declaration_of<E>.options)
        if (is_of_earlier_versions(option.kind)) return true;
    return false;
}

template <class E>
constexpr bool valid_earlier_versions() {
    if constexpr (!has_earlier_versions<E>()) return true;
    else if constexpr (requires { sizeof(earlier_versions_of<E>); }) return true;
    else return report<model_rule::evolution_header, E>();
}

template <std::size_t Fields, std::size_t Parts, std::size_t Slots, std::size_t Indexes>
struct model_storage {
    field_data fields[Fields];
    template_part parts[Parts];
    key_slot slots[Slots];
    index_mapping mappings[Indexes];
    stored_attribute stored_attributes[Fields + Slots + 1];
    std::uint16_t order[Fields]{};
    std::size_t order_count = 0;
    std::size_t stored_count = 0;
    std::size_t part_count = 0;
    std::size_t slot_count = 0;
    managed_data managed;
    earlier_versions const* earlier = nullptr;
    violation<model_rule> wrong;

    constexpr entity_data data(table_data const& table, std::string_view name, bool is_managed) const {
        return {name,
                &table,
                fields,
                {parts, part_count},
                {slots, slot_count},
                mappings,
                {stored_attributes, stored_count},
                is_managed ? &managed : nullptr,
                earlier};
    }
};

/// The codecs of the fields.
template <class E>
constexpr void set_types(field_data* out) {
    using fields = reflect<E>;
    for (std::size_t i = 0; i != fields::size; ++i) {
        if constexpr (declares<E>(option_kind::not_stored))
            out[i].type = fields::template each<type_pointer_if_storable, field_type const*>[i];
        else out[i].type = fields::template each<type_pointer, field_type const*>[i];
        if constexpr (declares<E>(option_kind::time_to_live))
            if (auto const type = fields::template each<epoch_type_pointer, field_type const*>[i];
                type != nullptr && is_option_of<E>(option_kind::time_to_live, i))
                out[i].type = type;
    }
}

template <class Table, class E>
constexpr auto build_model() {
    using fields = reflect<E>;
    constexpr entity_declaration const& declaration = declaration_of<E>;
    model_storage<fields::size, max_parts(Table::data, declaration), max_slots(Table::data), Table::data.indexes.size()>
        model;
    for (std::size_t i = 0; i != fields::size; ++i) model.fields[i].name = model.fields[i].attribute = fields::names[i];
    set_types<E>(model.fields);
    model_builder builder(Table::data, declaration, model.fields, fields::size, model.parts, model.slots,
                          model.mappings);
    model.wrong = builder.run();
    model.part_count = builder.part_count;
    model.slot_count = builder.slot_count;
    for (std::size_t d = 0; d != declaration.indexes.size(); ++d)
        for (std::size_t i = 1; i != Table::data.indexes.size(); ++i)
            if (Table::data.indexes[i].name == declaration.indexes[d].index)
                model.mappings[i].condition = conditions_of<E>()[d];
    model.order_count = order_by_attribute({model.fields, fields::size}, model.order);
    model.stored_count = list_attributes(Table::data, {model.fields, fields::size}, {model.order, model.order_count},
                                         {model.slots, model.slot_count}, model.stored_attributes);
    if constexpr (has_managed_fields(declaration_of<E>.options)) {
        managed_field_checker checker(Table::data, declaration.options, {model.fields, fields::size},
                                      {model.parts, model.part_count}, {model.slots, model.slot_count}, model.mappings);
        if (model.wrong.code == model_rule::none) model.wrong = checker.run(model.managed);
        model.managed.compute = functions_of<E>();
    }
    if constexpr (has_earlier_versions<E>() && valid_earlier_versions<E>()) {
        model.earlier = &earlier_versions_of<E>::data;
        if (model.wrong.code == model_rule::none)
            model.wrong = earlier_versions_of<E>::check(model.data(Table::data, declaration.name, false));
    }
    return model;
}

template <class Table, class E>
struct entity_model {
    static constexpr auto storage = build_model<Table, E>();
    static constexpr entity_data data =
        storage.data(Table::data, declaration_of<E>.name, has_managed_fields(declaration_of<E>.options));
    static constexpr result_data result{storage.fields, {storage.order, storage.order_count}};
};

template <class Table>
inline constexpr violation<table_rule> table_violation = check_table(Table::data);

template <class T>
concept table_type = requires {
    T::data.indexes;
    typename T::entity_list;
};

/// True if all rules for the table itself hold; otherwise reports one error.
template <class Table>
constexpr bool valid_table() {
    if constexpr (!table_type<Table>) {
        return report<table_rule::not_a_table, Table>();
    } else if constexpr (table_violation<Table>.code == table_rule::none) {
        return true;
    } else if constexpr (table_violation<Table>.code == table_rule::unknown_option) {
        return false; // reported at the option
    } else {
        constexpr violation<table_rule> wrong = table_violation<Table>;
        return report<wrong.code, Table, named<to_fixed<wrong.subject.size()>(wrong.subject)>>();
    }
}

/// The first field of E that cannot be stored, because of its type or because it is const.
template <class E>
consteval violation<type_rule> find_violating_field() {
    violation<type_rule> const constant = first_const_member<E>();
    if constexpr (!declares<E>(option_kind::not_stored))
        return constant.code != type_rule::none ? constant : find_violating_member<E>();
    for (std::size_t i = 0; i != reflect<E>::size; ++i)
        if (type_rule const why = reflect<E>::template each<broken_rule_of_type, type_rule>[i]; why != type_rule::none)
            if (!is_option_of<E>(option_kind::not_stored, i)) return {why, reflect<E>::names[i]};
    return constant;
}

template <class E>
consteval bool fields_are_stored() {
    constexpr violation<type_rule> wrong = find_violating_field<E>();
    if constexpr (wrong.code == type_rule::none) return true;
    else return report<wrong.code, E, named<to_fixed<wrong.subject.size()>(wrong.subject)>>();
}

/// Builds the model of E. REQUIRES: declared_entity<E>, with valid lists.
template <class Table, class E>
constexpr bool has_model() {
    if constexpr (!reflectable<E>) return false;
    else if constexpr (find_violating_field<E>().code != type_rule::none) return false;
    else return entity_model<Table, E>::storage.wrong.code == model_rule::none;
}

/// Checks E against Other. True if Other has violations of its own, which are reported when it is used.
template <class Table, class E, class Other>
constexpr bool told_apart() {
    if constexpr (std::is_same_v<E, Other> || !declared_entity<Other>) return true;
    else if constexpr (misused_list<Other>() != model_rule::none) return true;
    else if constexpr (literals_differ(declaration_of<E>.key, declaration_of<Other>.key)) return true;
    else if constexpr (!has_model<Table, Other>()) return true;
    else return keys_differ(entity_model<Table, E>::data, entity_model<Table, Other>::data);
}

/// Reports one error for a pair, in the order of the list, regardless of the one that is used first.
template <class E, class Other, class... Es>
constexpr bool comes_first(entities<Es...>) {
    bool first = false, decided = false;
    ((decided ? void() : void((first = std::is_same_v<E, Es>, decided = first || std::is_same_v<Other, Es>))), ...);
    return first;
}

template <class E, class Other>
constexpr bool report_indistinguishable() {
    constexpr std::string_view other = unqualified_name<Other>();
    return report<model_rule::indistinguishable, E, named<to_fixed<other.size()>(other)>>();
}

template <class Table, class E, class Other>
constexpr bool told_apart_or_reported() {
    if constexpr (told_apart<Table, E, Other>()) return true;
    else if constexpr (comes_first<E, Other>(typename Table::entity_list{}))
        return report_indistinguishable<E, Other>();
    else return report_indistinguishable<Other, E>();
}

template <class E>
constexpr array_view<std::string_view> key_templates() {
    if constexpr (declared_entity<E>)
        if constexpr (misused_list<E>() == model_rule::none) return declaration_of<E>.key;
    return {};
}

/// The key templates of all entities of a table, in order.
template <class List>
inline constexpr array_view<std::string_view> all_key_templates[1] = {};
template <class... E>
inline constexpr array_view<std::string_view> all_key_templates<entities<E...>>[sizeof...(E) + 1] = {
    key_templates<E>()..., {}};

/// True if literal text in the key attribute at `slot` distinguishes all entities, as in most models. Decided once per
/// table, on data: templates for each pair of entities would take longer to compile than the rest of a large model.
template <std::size_t Count>
constexpr bool literals_tell_all_apart(array_view<std::string_view> const (&all)[Count], std::size_t slot) {
    std::string_view sorted[Count];
    std::size_t size = 0;
    for (array_view<std::string_view> const& templates : all) {
        if (templates.empty()) continue; // has violations of its own
        if (slot >= templates.size()) return false;
        std::string_view const text = before(before(templates[slot], '{'), '}');
        std::size_t low = 0, high = size;
        while (low != high) {
            std::size_t const middle = (low + high) / 2;
            if (text < sorted[middle]) high = middle;
            else low = middle + 1;
        }
        for (std::size_t i = size++; i != low; --i) sorted[i] = sorted[i - 1];
        sorted[low] = text;
    }
    for (std::size_t i = 1; i < size; ++i) // in this order a prefix is adjacent to a text that begins with it
        if (sorted[i].starts_with(sorted[i - 1])) return false;
    return true;
}

template <class List>
inline constexpr bool are_apart_by_literals =
    literals_tell_all_apart(all_key_templates<List>, 1) || literals_tell_all_apart(all_key_templates<List>, 0);

template <class Table, class E, class... Others>
constexpr bool told_apart_from_all(entities<Others...>) {
    if constexpr (are_apart_by_literals<entities<Others...>>) return true;
    else return (told_apart_or_reported<Table, E, Others>() && ...);
}

/// The attribute with the time to live of the table's items; empty if there is none.
template <class... E>
constexpr std::string_view first_time_to_live(entities<E...>) {
    for (std::string_view const each : {time_to_live_of(options_of<E>())..., std::string_view()})
        if (!each.empty()) return each;
    return {};
}
template <class Table>
inline constexpr std::string_view table_time_to_live = first_time_to_live(typename Table::entity_list{});

/// True if no other field of E is stored in the attribute of the table's time to live; otherwise reports one error.
template <class Table, class E>
constexpr bool shares_time_to_live() {
    constexpr std::string_view name = table_time_to_live<Table>;
    if constexpr (!name.empty()) {
        if constexpr (!fits_time_to_live(entity_model<Table, E>::data.fields, name))
            return report<model_rule::other_time_to_live, E, named<to_fixed<name.size()>(name)>>();
    }
    return true;
}

/// True if the uniqueness guards of E can have neither the keys of items nor of guards of Other, or if one of them is
/// invalid.
template <class Table, class E, class Other>
constexpr bool is_apart_from_guards_of() {
    if constexpr (!declared_entity<Other>) return true;
    else if constexpr (misused_list<Other>() != model_rule::none) return true;
    else if constexpr (!has_model<Table, Other>()) return true;
    else return is_apart_from_guards(entity_model<Table, Other>::data);
}

/// True if the uniqueness guards of E and Other would have the same keys.
template <class E, class Other>
constexpr bool shares_unique_name() {
    if constexpr (std::is_same_v<E, Other> || !declared_entity<Other>) return false;
    else if constexpr (misused_list<Other>() != model_rule::none) return false;
    else return declaration_of<E>.name == declaration_of<Other>.name && declares<Other>(option_kind::unique);
}

/// True if the uniqueness guards of E cannot have the keys of the table's entities; otherwise reports one error.
template <class Table, class E, class... Others>
constexpr bool has_room_for_unique(entities<Others...>) {
    if constexpr (declares<E>(option_kind::unique)) {
        if constexpr ((shares_unique_name<E, Others>() || ...)) {
            constexpr std::string_view name = declaration_of<E>.name;
            return report<model_rule::unique_by_one_name, E, named<to_fixed<name.size()>(name)>>();
        } else if constexpr (!(is_apart_from_guards_of<Table, E, Others>() && ...)) {
            constexpr std::string_view field = [] {
                for (attribute_option const& option : declaration_of<E>.options)
                    if (option.kind == option_kind::unique) return option.field;
                return std::string_view();
            }();
            return report<model_rule::unique_in_table, E, named<to_fixed<field.size()>(field)>>();
        }
    }
    return true;
}

/// True if all rules for E in Table hold; otherwise reports one error and is false, so that callers can stop.
template <class Table, class E>
constexpr bool valid_entity() {
    if constexpr (!valid_table<Table>()) {
        return false;
    } else if constexpr (!declared_entity<E>) {
        return report<model_rule::undeclared, E, Table>();
    } else if constexpr (!valid_lists<E>()) {
        return false;
    } else if constexpr (!reflectable<E>) {
        if constexpr (plain_aggregate<E>) return report_flaw<E>();
        else return report<model_rule::unreadable, E, Table>();
    } else if constexpr (!fields_are_stored<E>()) {
        return false;
    } else if constexpr (entity_model<Table, E>::storage.wrong.code != model_rule::none) {
        constexpr violation<model_rule> wrong = entity_model<Table, E>::storage.wrong;
        return report<wrong.code, E, named<to_fixed<wrong.subject.size()>(wrong.subject)>>();
    } else if constexpr (!shares_time_to_live<Table, E>() ||
                         !has_room_for_unique<Table, E>(typename Table::entity_list{})) {
        return false;
    } else {
        return told_apart_from_all<Table, E>(typename Table::entity_list{});
    }
}

template <class Table, class... E>
constexpr bool valid_entities(entities<E...>) {
    return (valid_entity<Table, E>() && ...);
}

/// The rules for a table's relations; defined by monotable/relations.hpp.
template <class Table>
struct relation_checks;

/// True even after an error, which is then the only one.
template <class Table>
constexpr bool validate() {
    if constexpr (valid_table<Table>())
        if constexpr (valid_entities<Table>(typename Table::entity_list{}))
            if constexpr (requires { sizeof(relation_checks<Table>); })
                static_cast<void>(relation_checks<Table>::valid());
    return true;
}

} // namespace monotable::detail

namespace monotable {

/// Checks all rules for a table: `static_assert(monotable::valid<shop>);` in the model's source file. Without it each
/// entity is checked at its first use. Relations are checked if <monotable/relations.hpp> is included, and otherwise by
/// a store of the table. Always true: a violation is an error with its own message.
template <class Table>
inline constexpr bool valid = detail::validate<Table>();

} // namespace monotable
