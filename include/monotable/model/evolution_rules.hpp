// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/type_of.hpp>
#include <monotable/codec/value_for.hpp>
#include <monotable/core/writer.hpp>
#include <monotable/error.hpp>
#include <monotable/meta/array_view.hpp>
#include <monotable/meta/fixed_string.hpp>
#include <monotable/meta/reflect.hpp>
#include <monotable/model/build.hpp>
#include <monotable/model/model.hpp>
#include <monotable/model/upgrade.hpp>
#include <monotable/violation/model.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

/// The earlier versions of an entity as data, and the rules for them.
namespace monotable::detail {

/// Writes one former_attribute for each formerly (those of a field adjacent) and dropped; returns their number.
constexpr std::size_t list_former_attributes(array_view<attribute_option> options, array_view<std::string_view> fields,
                                             former_attribute* out) {
    std::size_t count = 0;
    for (std::size_t f = 0; f != fields.size(); ++f)
        for (attribute_option const& option : options)
            if (option.kind == option_kind::formerly && fields[f] == option.field)
                out[count++] = {option.attribute, static_cast<std::int16_t>(f)};
    for (attribute_option const& option : options)
        if (option.kind == option_kind::dropped) out[count++] = {option.attribute, no_field};
    return count;
}

constexpr bool stores_attribute(entity_data const& entity, std::string_view name) {
    for (field_data const& field : entity.fields)
        if (has_attribute(field) && field.attribute == name) return true;
    for (key_slot const& slot : entity.slots)
        if (slot.attribute.name == name) return true;
    return !entity.table->type_attribute.empty() && entity.table->type_attribute == name;
}

constexpr bool is_key_attribute_of(index_data const& index, std::string_view name) {
    for (std::size_t a = 0; a != index.key_count(); ++a)
        if (index.attributes[a].name == name) return true;
    return false;
}

constexpr bool is_key_attribute(table_data const& table, std::string_view name) {
    for (index_data const& index : table.indexes)
        if (is_key_attribute_of(index, name)) return true;
    return false;
}

constexpr bool is_of_primary_key(entity_data const& entity, std::int16_t field, bool native) {
    for (std::size_t s = 0; s != entity.table->indexes[0].key_count(); ++s) {
        if (native && entity.slots[s].native == field) return true;
        for (template_part const& part : entity.parts_of(entity.slots[s]))
            if (!native && part.placeholder && part.field == field) return true;
    }
    return false;
}

constexpr bool has_former_name(entity_data const& entity, std::int16_t field) {
    for (former_attribute const& former : entity.former_attributes())
        if (former.field == field) return true;
    return false;
}

constexpr std::size_t position_of(array_view<std::string_view> names, std::string_view name) {
    std::size_t i = 0;
    while (i != names.size() && names[i] != name) ++i;
    return i;
}

/// REQUIRES: the model is valid, except possibly for its earlier versions.
constexpr violation<model_rule> check_evolution(entity_data const& entity) {
    array_view<former_attribute> const former_attributes = entity.former_attributes();
    for (std::size_t i = 0; i != former_attributes.size(); ++i) {
        former_attribute const& former = former_attributes[i];
        if (former.name.empty()) return {model_rule::empty_attribute_name, entity.name};
        bool const taken = stores_attribute(entity, former.name);
        if (former.field == no_field) {
            if (taken) return {model_rule::dropped_attribute_in_use, former.name};
        } else {
            field_data const& field = entity.fields[static_cast<std::size_t>(former.field)];
            if (!has_attribute(field) || is_of_primary_key(entity, former.field, true))
                return {model_rule::former_name_of_key, field.name};
            if (taken || is_key_attribute(*entity.table, former.name))
                return {model_rule::former_name_in_use, former.name};
        }
        for (std::size_t k = 0; k != i; ++k)
            if (former_attributes[k].name == former.name) return {model_rule::former_name_in_use, former.name};
    }
    for (std::size_t i = 0; i != entity.earlier->conversions.size(); ++i) {
        field_conversion const& conversion = entity.earlier->conversions[i];
        std::string_view const field = entity.fields[static_cast<std::size_t>(conversion.field)].name;
        if (entity.fields[static_cast<std::size_t>(conversion.field)].key_only ||
            is_of_primary_key(entity, conversion.field, false))
            return {model_rule::conversion_of_key, field};
        for (std::size_t k = 0; k != i; ++k)
            if (entity.earlier->conversions[k].field == conversion.field) return {model_rule::converted_twice, field};
        if (conversion.known_by == field_conversion::sign::former_name && !has_former_name(entity, conversion.field))
            return {model_rule::conversion_unseen, field};
    }
    return {};
}

/// True if every value of T's stored type can be read as a T.
template <class T>
constexpr bool takes_all_of_its_form() {
    constexpr kind k = kind_of<T>();
    if constexpr (k == kind::optional) return takes_all_of_its_form<typename present<T>::type>();
    else if constexpr (k == kind::custom) return takes_all_of_its_form<typename codec<T>::stored>();
    else
        return k == kind::boolean || k == kind::integer || k == kind::floating || k == kind::decimal ||
               k == kind::string || k == kind::bytes || k == kind::set;
}

template <class Field, class Old>
constexpr field_conversion::sign sign_of_old() {
    using sign = field_conversion::sign;
    if (type_of<Field>.stored != type_of<Old>.stored && !has_many_forms<Field> && !has_many_forms<Old>)
        return sign::type;
    return takes_all_of_its_form<Field>() ? sign::former_name : sign::rejection;
}

template <class Field, class Option>
bool convert_value(value_view stored, std::string& out) {
    using old_type = typename Option::old;
    if (stored.is(value_type::null)) { // absence is stored alike for all types
        out.append(stored.bytes());
        return true;
    }
    if constexpr (sign_of_old<Field, old_type>() == field_conversion::sign::rejection) {
        try {
            Field present{};
            type_of<Field>.decode(stored, &present);
            out.append(stored.bytes());
            return true;
        } catch (bad_item const&) {} // it is a value of the old type
    }
    old_type old{};
    type_of<old_type>.decode(stored, &old);
    try {
        Field const now(Option::convert(static_cast<old_type const&>(old)));
        value_writer writer(out);
        return type_of<Field>.encode(&now, writer);
    } catch (bad_value const& e) { // the stored value is invalid
        throw bad_item(e.what());
    }
}

template <class Field, class Option>
concept conversion_to = requires(typename Option::old const& old) { Field(Option::convert(old)); };

/// REQUIRES: O is an option of attributes<>. The field is no_field unless O is a valid converted<>.
template <class E, class O>
constexpr field_conversion conversion_of() {
    if constexpr (requires { typename O::old; }) {
        constexpr std::size_t field = position_of(reflect<E>::names, O::option.field);
        if constexpr (field != reflect<E>::size) {
            using type = typename reflect<E>::template type<field>;
            using old = typename O::old;
            if constexpr (conversion_to<type, O>) {
                field_conversion found;
                found.field = static_cast<std::int16_t>(field);
                found.known_by = sign_of_old<type, old>();
                found.from = type_of<old>.stored;
                found.convert = &convert_value<type, O>;
                return found;
            } else {
                constexpr std::string_view name = O::option.field;
                static_cast<void>(
                    report<model_rule::conversion_function, E, named<to_fixed<name.size()>(name)>, old, type>());
            }
        }
    }
    return {};
}

template <class E, class List>
struct conversions;
template <class E, class... O>
struct conversions<E, attributes<O...>> {
    static constexpr field_conversion all[sizeof...(O) + 1] = {conversion_of<E, O>()..., {}};
};

} // namespace monotable::detail
