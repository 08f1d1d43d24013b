// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/evolution/compare_types.hpp>
#include <monotable/evolution/difference.hpp>
#include <monotable/evolution/type_shape.hpp>
#include <monotable/key/shape.hpp>
#include <monotable/meta/array_view.hpp>
#include <monotable/model/evolution_rules.hpp>
#include <monotable/model/model.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

/// Comparison of two versions of an entity.
namespace monotable::detail {

struct compared_entity {
    entity_data const* entity = nullptr;
    array_view<type_shape const*> shapes; ///< one per field; null if it is not stored
};

/// The text of a template: "ORDER#{id:6}".
std::string template_text(entity_data const& entity, key_slot const& slot);

class entity_comparison {
  public:
    entity_comparison(compared_entity const& before, compared_entity const& after, differences& out)
        : before_(*before.entity),
          after_(*after.entity),
          old_shapes_(before.shapes),
          new_shapes_(after.shapes),
          name_(after_.name),
          out_(out) {}

    void run();

  private:
    void add(std::string place, std::string change, std::string effect, std::string remedy, bool safe) {
        out_.add({std::move(place), std::move(change), std::move(effect), std::move(remedy), safe});
    }
    std::string place_of(field_data const& field) const { return name_ + "." + std::string(field.name); }

    void compare_name();

    /// The field of the earlier version from which this field is read.
    std::int16_t source_of(std::size_t field) const;

    std::int16_t old_field(std::string_view attribute) const;

    bool successor_of(std::size_t old) const;

    static bool is_converted(entity_data const& entity, std::size_t field);

    bool is_dropped(std::string_view attribute) const;

    void compare_field(std::size_t i);

    /// The shape in the earlier version. An optional that is now defaulted<> has not become required.
    type_shape shape_with_default(std::size_t i) const;

    static bool has_former_name(entity_data const& entity, std::int16_t field, std::string_view name);

    void compare_added(std::size_t i);

    /// The attribute of a removed field that might have been renamed to this one.
    std::string_view vanished_like(std::size_t i) const;

    bool is_in_keys_of_both(field_data const& field) const;

    void compare_removed(std::size_t i);

    /// True if both slots give the same key for each item.
    bool makes_same(key_slot const& old, key_slot const& now) const;

    std::string change_of(key_slot const& old, key_slot const& now) const;

    void compare_keys();

    std::size_t old_index(std::string_view index) const;

    void compare_index_mappings();

    /// True if the index has key attributes that the earlier version does not write.
    bool needs_migration(std::size_t index) const;

    bool is_old_slot(std::string_view attribute) const;

    void compare_index_mapping(std::string const& place, std::size_t old, std::size_t now);

    entity_data const& before_;
    entity_data const& after_;
    array_view<type_shape const*> old_shapes_, new_shapes_;
    std::string name_;
    differences& out_;
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/evolution/compare_entities.ipp>
#endif
