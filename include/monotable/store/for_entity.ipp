// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/error.hpp>
#include <monotable/expression/validate.hpp>
#include <monotable/model/field_error.hpp>
#include <monotable/store/for_entity.hpp>

#include <string>

namespace monotable::detail {

MONOTABLE_INLINE void check_operators(std::string_view entity, std::string_view table, std::string_view parameter,
                                      expression_view tree) {
    if (tree.node_count() <= max_expression_operators) return;
    std::size_t const count = count_operators(tree);
    if (count <= max_expression_operators) return;
    throw store_error(store_fault::validation,
                      std::string("monotable: ").append(entity).append(" in ").append(table) + ": ",
                      too_many_operators(parameter, count),
                      ", and DynamoDB takes at most " + std::to_string(max_expression_operators));
}

MONOTABLE_INLINE void check_operators(std::string_view entity, write_request const& request) {
    check_operators(entity, request.table, "ConditionExpression", request.condition);
    check_operators(entity, request.table, "UpdateExpression", request.update);
}

MONOTABLE_INLINE expression is_of_none_other(entity_data const& entity) {
    auto const type = expression::path(document_path(entity.table->type_attribute));
    return expression::make(
        expression_kind::any_of,
        {expression::make(expression_kind::attribute_not_exists, {type}),
         expression::make(expression_kind::equal, {type, expression::constant(value(entity.name))})});
}

MONOTABLE_INLINE write_outcome write_for(std::string_view entity, backend& store, write_request const& request) {
    check_operators(entity, request);
    try {
        return store.write(request);
    } catch (bad_value const&) {
        rethrow_for_field(entity, {});
    }
}

MONOTABLE_INLINE std::optional<item> get_for(std::string_view entity, backend& store, get_request const& request) {
    try {
        return store.get(request);
    } catch (bad_value const&) {
        rethrow_for_field(entity, {});
    }
}

} // namespace monotable::detail
