// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/expression/lookup.hpp>
#include <monotable/expression/path.hpp>
#include <monotable/expression/predicate.hpp>
#include <monotable/expression/tree.hpp>
#include <monotable/meta/array_view.hpp>
#include <monotable/meta/reflect.hpp>
#include <monotable/schema/decode.hpp>
#include <monotable/schema/encode.hpp>
#include <monotable/schema/model_of.hpp>
#include <monotable/table/write/typed_write.hpp>
#include <monotable/value/item.hpp>
#include <monotable/value/value.hpp>
#include <monotable/value/writer.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

/// Changes of single fields of a stored item, with everything that depends on them.
namespace monotable::detail {

/// What a field is to be; nullptr: absent. The encoding is borrowed.
struct field_value {
    std::size_t field = 0;
    char const* encoding = nullptr;
};

/// What put would write for the object in the item, with some of its fields replaced.
using object_encoder = encoded_object (*)(item_view, array_view<field_value>);

/// The item with these fields' attributes, which are none of the primary key.
inline item with_fields(entity_data const& entity, item_view source, array_view<field_value> values) {
    std::string out;
    value_writer writer(out);
    writer.begin_map();
    for (auto const& [name, value] : source) {
        bool replaced = false;
        for (field_value const& each : values) {
            replaced = replaced || entity.fields[each.field].attribute == name;
            for (former_attribute const& former : entity.formers())
                replaced = replaced || (former.field == static_cast<std::int16_t>(each.field) && former.name == name);
        }
        if (replaced) continue;
        writer.name(name);
        writer.raw(value);
    }
    for (field_value const& each : values) {
        if (each.encoding == nullptr) continue;
        writer.name(entity.fields[each.field].attribute);
        writer.raw(value_view(each.encoding));
    }
    writer.end_map();
    return item::from_encoding(std::move(out));
}

template <class Table, class E>
encoded_object encode_item_again(item_view source, array_view<field_value> values) {
    entity_data const& entity = entity_model<Table, E>::data;
    E object{};
    void const* addresses[reflect<E>::size];
    reflect<E>::addresses(object, addresses);
    void* unread[reflect<E>::size];
    for (std::size_t i = 0; i != reflect<E>::size; ++i) unread[i] = const_cast<void*>(addresses[i]);
    for (field_value const& each : values) { // or it would be read from key attributes, which hold what was before
        if (each.encoding != nullptr) continue;
        if (entity.fields[each.field].type->reset != nullptr) entity.fields[each.field].type->reset(unread[each.field]);
        unread[each.field] = nullptr;
    }
    item const wanted = with_fields(entity, source, values);
    if constexpr (declares<E>(attribute_role::computed)) {
        item_decoder(entity, role_writer<Table, E>::result_before_working_out, unread).decode(wanted);
        role_writer<Table, E>::work_out(object);
    } else {
        item_decoder(entity, entity_model<Table, E>::result, unread).decode(wanted);
    }
    return encoded_object(entity, addresses);
}

/// Calls f(computed field, field it is worked out from) for each such pair.
template <class F>
void each_computation(entity_data const& entity, F const& f) {
    if (entity.roles == nullptr) return;
    for (attribute_option const& option : entity.roles->options) {
        if (option.role != attribute_role::computed) continue;
        auto const computed = static_cast<std::size_t>(entity.field_named(option.field));
        for (std::string_view const source : option.fields)
            f(computed, static_cast<std::size_t>(entity.field_named(source)));
    }
}

inline bool same_encoding(char const* a, char const* b) {
    if (a == nullptr || b == nullptr) return a == b;
    return value_view(a) == value_view(b);
}

/// Moves a version on, so that nobody overwrites what is written with what was read before.
inline void add_one(expression& update, std::string_view version) {
    auto const path = expression::path(document_path(version));
    auto const zero = expression::constant(value(0)), one = expression::constant(value(1));
    auto const old = expression::make(expression_kind::if_not_exists, {path, zero});
    update.add(expression::make(expression_kind::set, {path, expression::make(expression_kind::plus, {old, one})}));
}

/// Works out the update that gives fields of an item new values, its key attributes of indexes following, and the condition
/// that everything it was worked out from is as it was.
class item_rewrite {
  public:
    item_rewrite(entity_data const& entity, object_encoder encode, item_view before, array_view<field_value> values)
        : entity_(entity), before_(before) {
        bool different = false;
        for (field_value const& each : values) different = different || !holds_already(each);
        if (!different) return;
        update_.begin(expression_kind::update);
        encoded_object const wanted = encode(before, values);
        for (field_value const& each : values) {
            keep(entity.fields[each.field].attribute);
            assign(entity.fields[each.field].attribute,
                   each.encoding); // exact, whatever the field's type could hold of it
            for (former_attribute const& former : entity.formers()) {
                if (former.field != static_cast<std::int16_t>(each.field)) continue;
                keep(former.name);
                assign(former.name, nullptr);
            }
        }
        std::string changed(entity.fields.size(), '\0');
        for (field_value const& each : values) changed[each.field] = '\1';
        work_out(changed, wanted);
        for (std::size_t i = 1; i != entity.memberships.size(); ++i)
            if (any_field(i, [&](std::size_t field) { return changed[field] != '\0'; })) follow(i, wanted);
        if (entity.roles != nullptr && entity.roles->version != no_field)
            add_one(update_, entity.fields[static_cast<std::size_t>(entity.roles->version)].attribute);
    }

    /// Every field has its value already.
    bool empty() const { return update_.empty(); }
    expression const& update() const { return update_; }
    expression const& unchanged() const { return unchanged_; }

    /// The attribute is part of what must be as it was.
    void keep(std::string_view attribute) {
        if (is_listed(kept_, attribute)) return;
        list(kept_, attribute);
        auto const place = expression::path(document_path(attribute));
        auto const found = before_.find(attribute);
        unchanged_ = joined(expression_kind::all_of, unchanged_,
                            found ? expression::make(expression_kind::equal, {place, expression::constant(*found)})
                                  : expression::make(expression_kind::attribute_not_exists, {place}));
    }

  private:
    bool holds_already(field_value const& wanted) const {
        for (former_attribute const& former : entity_.formers())
            if (former.field == static_cast<std::int16_t>(wanted.field) && before_.contains(former.name)) return false;
        auto const found = before_.find(entity_.fields[wanted.field].attribute);
        if (wanted.encoding == nullptr) return !found;
        return found && *found == value_view(wanted.encoding);
    }

    void assign(std::string_view attribute, char const* encoding) {
        auto const found = before_.find(attribute);
        auto const path = expression::path(document_path(attribute));
        if (encoding == nullptr && found) update_.add(expression::make(expression_kind::remove, {path}));
        else if (encoding != nullptr && !(found && *found == value_view(encoding)))
            update_.add(expression::make(expression_kind::set, {path, expression::constant(value_view(encoding))}));
    }

    template <class F>
    bool any_field(std::size_t index, F const& f) const {
        membership const& place = entity_.memberships[index];
        if (!place.member) return false;
        if (place.condition_field != no_field && f(static_cast<std::size_t>(place.condition_field))) return true;
        for (std::size_t k = 0; k != entity_.table->indexes[index].key_count(); ++k)
            for (template_part const& part : entity_.parts_of(entity_.slots[place.first_slot + k]))
                if (part.placeholder && f(static_cast<std::size_t>(part.field))) return true;
        return false;
    }

    /// Adds the fields that are computed from changed ones, each of which may be computed itself.
    void work_out(std::string& changed, encoded_object const& wanted) {
        for (bool more = true; more;) {
            more = false;
            each_computation(entity_, [&](std::size_t field, std::size_t source) {
                if (changed[source] == '\0' || changed[field] != '\0') return;
                changed[field] = '\1';
                more = true;
            });
        }
        each_computation(entity_, [&](std::size_t field, std::size_t source) {
            if (changed[field] == '\0') return;
            if (entity_.fields[source].is_stored() && !entity_.fields[source].in_key)
                keep(entity_.fields[source].attribute);
            if (!entity_.fields[field].is_stored() || is_listed(written_, entity_.fields[field].attribute)) return;
            list(written_, entity_.fields[field].attribute);
            keep(entity_.fields[field].attribute);
            assign(entity_.fields[field].attribute, wanted.field(field));
        });
    }

    /// Brings the composed key attributes of an index up to date. An attribute that indexes share is decided by all of them.
    void follow(std::size_t index, encoded_object const& wanted) {
        any_field(index, [&](std::size_t field) {
            if (entity_.fields[field].is_stored() && !entity_.fields[field].in_key)
                keep(entity_.fields[field].attribute);
            return false;
        });
        for (std::size_t k = 0; k != entity_.table->indexes[index].key_count(); ++k) {
            std::string_view const attribute = entity_.slots[entity_.memberships[index].first_slot + k].attribute.name;
            std::size_t owner = 0;
            while (entity_.slots[owner].attribute.name != attribute) ++owner;
            if (owner < entity_.table->indexes[0].key_count() || entity_.slots[owner].native != no_field) continue;
            if (is_listed(written_, attribute)) continue;
            list(written_, attribute);
            assign(attribute, wanted.slot(owner));
            for (std::size_t other = 1; other != entity_.memberships.size(); ++other)
                if (other != index && has_attribute(other, attribute)) follow(other, wanted);
        }
    }

    bool has_attribute(std::size_t index, std::string_view attribute) const {
        if (!entity_.memberships[index].member) return false;
        for (std::size_t k = 0; k != entity_.table->indexes[index].key_count(); ++k)
            if (entity_.slots[entity_.memberships[index].first_slot + k].attribute.name == attribute) return true;
        return false;
    }

    static bool is_listed(std::string const& list, std::string_view name) {
        for (std::size_t at = list.find(name); at != std::string::npos; at = list.find(name, at + 1))
            if ((at == 0 || list[at - 1] == '\0') && list[at + name.size()] == '\0') return true;
        return false;
    }
    static void list(std::string& list, std::string_view name) { list.append(name).append(1, '\0'); }

    entity_data const& entity_;
    item_view before_;
    expression update_;
    expression unchanged_;
    std::string kept_;    ///< attributes that unchanged_ has, each with a NUL behind it
    std::string written_; ///< composed and computed attributes that update_ was asked for
};

} // namespace monotable::detail
