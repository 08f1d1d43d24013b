// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/core/writer.hpp>
#include <monotable/model/field_error.hpp>
#include <monotable/model/upgrade.hpp>

#include <optional>
#include <string_view>
#include <utility>

namespace monotable::detail {

/// True if the field has former names or types.
MONOTABLE_INLINE bool was_stored_otherwise(entity_data const& entity, std::size_t field) {
    for (former_attribute const& former : entity.former_attributes())
        if (former.field == static_cast<std::int16_t>(field)) return true;
    for (field_conversion const& conversion : entity.earlier->conversions)
        if (conversion.field == static_cast<std::int16_t>(field)) return true;
    return false;
}

/// The former name under which the item has the field: the last one listed that it contains.
MONOTABLE_INLINE std::optional<former_attribute> former_name_in(entity_data const& entity, std::size_t field,
                                                                item_view source) {
    std::optional<former_attribute> found;
    for (former_attribute const& former : entity.former_attributes())
        if (former.field == static_cast<std::int16_t>(field) && source.contains(former.name)) found = former;
    return found;
}

/// The value of a field in its current form; nullopt if it is absent. `room` holds the value if it was converted.
/// Throws bad_item if it cannot be converted.
MONOTABLE_INLINE std::optional<value_view> present_value(entity_data const& entity, std::size_t field, item_view source,
                                                         std::string& room) {
    auto const former = former_name_in(entity, field, source);
    auto const stored = source.find(former ? former->name : entity.fields[field].attribute);
    if (!stored) return std::nullopt;
    for (field_conversion const& conversion : entity.earlier->conversions) {
        if (conversion.field != static_cast<std::int16_t>(field)) continue;
        using sign = field_conversion::sign;
        if (conversion.known_by == sign::type && !stored->is(conversion.from)) continue;
        if (conversion.known_by == sign::former_name && !former) continue;
        try {
            if (!conversion.convert(*stored, room)) return std::nullopt;
        } catch (error const&) {
            rethrow_for_field(entity.name, entity.fields[field].name);
        }
        return value_view(room.data());
    }
    return stored;
}

MONOTABLE_INLINE item upgraded(entity_data const& entity, item_view source) {
    std::string out;
    out.reserve(source.bytes().size() + 32);
    value_writer writer(out);
    writer.begin_map();
    for (auto const& [name, value] : source) {
        bool elsewhere = false;
        for (former_attribute const& former : entity.former_attributes()) elsewhere = elsewhere || former.name == name;
        for (std::size_t f = 0; f != entity.fields.size() && !elsewhere; ++f)
            elsewhere = has_attribute(entity.fields[f]) && entity.fields[f].attribute == name &&
                        was_stored_otherwise(entity, f);
        if (elsewhere) continue;
        writer.name(name);
        writer.raw(value);
    }
    for (std::size_t f = 0; f != entity.fields.size(); ++f) {
        if (!has_attribute(entity.fields[f]) || !was_stored_otherwise(entity, f)) continue;
        std::string room;
        auto const value = present_value(entity, f, source, room);
        if (!value) continue;
        writer.name(entity.fields[f].attribute);
        writer.raw(*value);
    }
    writer.end_map();
    return item::from_encoding(std::move(out));
}

/// True if upgraded() might change the item; decided without converting values.
MONOTABLE_INLINE bool may_be_earlier(entity_data const& entity, item_view source) {
    for (former_attribute const& former : entity.former_attributes())
        if (former.field != no_field && source.contains(former.name)) return true;
    for (field_conversion const& conversion : entity.earlier->conversions) {
        auto const stored = source.find(entity.fields[static_cast<std::size_t>(conversion.field)].attribute);
        if (stored && conversion.known_by == field_conversion::sign::rejection) return true;
        if (stored && conversion.known_by == field_conversion::sign::type && stored->is(conversion.from)) return true;
    }
    return false;
}

MONOTABLE_INLINE bool upgrade_item(entity_data const& entity, item_view stored, item& out) {
    if (!may_be_earlier(entity, stored)) return false;
    out = upgraded(entity, stored);
    return true;
}

} // namespace monotable::detail
