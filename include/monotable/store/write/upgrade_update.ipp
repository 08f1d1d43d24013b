// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/value.hpp>
#include <monotable/model/evolution_rules.hpp>
#include <monotable/model/upgrade.hpp>
#include <monotable/query/predicate.hpp>
#include <monotable/store/write/updater.hpp>
#include <monotable/store/write/upgrade_update.hpp>

#include <cstddef>
#include <optional>
#include <string_view>

namespace monotable::detail {

MONOTABLE_INLINE expression stays_present(entity_data const& entity, item_view stored) {
    expression result;
    for (former_attribute const& former : entity.former_attributes())
        if (former.field != no_field)
            result = joined(expression_kind::all_of, result,
                            expression::make(expression_kind::attribute_not_exists, {attribute_path(former.name)}));
    for (field_conversion const& conversion : entity.earlier->conversions) {
        std::string_view const name = entity.fields[static_cast<std::size_t>(conversion.field)].attribute;
        if (conversion.known_by == field_conversion::sign::rejection) { // only the function can distinguish the forms
            result = joined(expression_kind::all_of, result, same(stored, document_path(name)));
        } else if (conversion.known_by == field_conversion::sign::type) {
            auto const former =
                expression::make(expression_kind::attribute_type,
                                 {attribute_path(name), expression::constant(value(type_name(conversion.from)))});
            result = joined(expression_kind::all_of, result, expression::make(expression_kind::negation, {former}));
        }
    }
    return result;
}

MONOTABLE_INLINE void rewrite_earlier(entity_data const& entity, item_view before, item_view after, expression& update,
                                      expression& unchanged) {
    auto const add = [&](std::string_view name, std::optional<value_view> wanted) {
        auto const old = before.find(name);
        unchanged = joined(expression_kind::all_of, unchanged, same(before, document_path(name)));
        if (old && wanted ? *old == *wanted : !old && !wanted) return;
        if (wanted)
            update.add(expression::make(expression_kind::set, {attribute_path(name), expression::constant(*wanted)}));
        else update.add(expression::make(expression_kind::remove, {attribute_path(name)}));
    };
    for (stored_attribute const& each : entity.stored_attributes)
        if (!is_key_attribute_of(entity.table->indexes[0], each.name)) add(each.name, after.find(each.name));
    for (former_attribute const& former : entity.former_attributes()) add(former.name, std::nullopt);
}

} // namespace monotable::detail
