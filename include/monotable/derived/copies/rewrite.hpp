// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/core/item.hpp>
#include <monotable/core/value.hpp>
#include <monotable/expression/tree.hpp>
#include <monotable/meta/array_view.hpp>
#include <monotable/meta/reflect.hpp>
#include <monotable/model/decode.hpp>
#include <monotable/model/encode.hpp>
#include <monotable/model/model_of.hpp>
#include <monotable/store/write/typed_write.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

/// Changes of single fields of a stored item, with all values that depend on them.
namespace monotable::detail {

/// The new value of a field; null for absence. Does not own the encoding.
struct field_value {
    std::size_t field = 0;
    char const* encoding = nullptr;
};

/// Encodes the object in an item as a put would, with some of its fields replaced.
using object_encoder = encoded_object (*)(item_view, array_view<field_value>);

/// The item with new values of these fields. REQUIRES: they are not part of the primary key.
item with_fields(entity_data const& entity, item_view source, array_view<field_value> values);

template <class Table, class E>
encoded_object encode_item_again(item_view source, array_view<field_value> values) {
    entity_data const& entity = entity_model<Table, E>::data;
    E object{};
    void const* addresses[reflect<E>::size];
    reflect<E>::addresses(object, addresses);
    void* unread[reflect<E>::size];
    for (std::size_t i = 0; i != reflect<E>::size; ++i) unread[i] = const_cast<void*>(addresses[i]);
    for (field_value const& each : values) { // otherwise the old value would be read from key attributes
        if (each.encoding != nullptr) continue;
        if (entity.fields[each.field].type->reset != nullptr) entity.fields[each.field].type->reset(unread[each.field]);
        unread[each.field] = nullptr;
    }
    item const wanted = with_fields(entity, source, values);
    if constexpr (declares<E>(option_kind::computed)) {
        item_decoder(entity, managed_field_writer<Table, E>::result_before_working_out, unread).decode(wanted);
        managed_field_writer<Table, E>::compute(object);
    } else {
        item_decoder(entity, entity_model<Table, E>::result, unread).decode(wanted);
    }
    return encoded_object(entity, addresses);
}

/// Calls f(computed field, dependency) for each such pair. A computed field without declared dependencies can depend on
/// any field.
template <class F>
void each_computation(entity_data const& entity, F const& f) {
    if (entity.managed == nullptr) return;
    for (attribute_option const& option : entity.managed->options) {
        if (option.kind != option_kind::computed) continue;
        auto const computed = static_cast<std::size_t>(entity.field_named(option.field));
        for (std::string_view const source : option.fields)
            f(computed, static_cast<std::size_t>(entity.field_named(source)));
        for (std::size_t source = 0; option.fields.empty() && source != entity.fields.size(); ++source)
            if (source != computed) f(computed, source);
    }
}

bool same_encoding(char const* a, char const* b);

/// Increments a version, so that writes based on an earlier read fail.
void add_one(expression& update, std::string_view version);

/// Computes the update that sets fields of an item and its key attributes of indexes, and the condition that the values
/// from which it was computed are unchanged.
class item_rewrite {
  public:
    item_rewrite(entity_data const& entity, object_encoder encode, item_view before, array_view<field_value> values);

    /// True if all fields have their new values already.
    bool empty() const { return update_.empty(); }
    expression const& update() const { return update_; }
    expression const& unchanged() const { return unchanged_; }

    /// Adds the attribute to those that must be unchanged.
    void keep(std::string_view attribute);

  private:
    bool holds_already(field_value const& wanted) const;

    void assign(std::string_view attribute, char const* encoding);

    template <class F>
    bool any_field(std::size_t index, F const& f) const;

    /// Adds the fields that are computed from changed ones, transitively.
    void compute(std::string& changed, encoded_object const& wanted);

    /// Updates the composed key attributes of an index. An attribute that several indexes share depends on all of them.
    void follow(std::size_t index, encoded_object const& wanted);

    bool has_attribute(std::size_t index, std::string_view attribute) const;

    static bool is_listed(std::string const& list, std::string_view name);
    static void list(std::string& list, std::string_view name);

    entity_data const& entity_;
    item_view before_;
    expression update_;
    expression unchanged_;
    std::string guarded_; ///< attributes in unchanged_, each terminated by a NUL
    std::string written_; ///< composed and computed attributes in update_
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/derived/copies/rewrite.ipp>
#endif
