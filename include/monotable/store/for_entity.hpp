// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/config.hpp>
#include <monotable/core/item.hpp>
#include <monotable/expression/tree.hpp>
#include <monotable/expression/tree_view.hpp>
#include <monotable/model/model.hpp>

#include <optional>
#include <string_view>

/// The backend's operations, on behalf of an entity, which bad_value then names beside the table.
namespace monotable::detail {

/// Throws store_error, with DynamoDB's words and its limit, for an expression of more operators than it takes: a store that
/// is called directly would not mind. `parameter` is its name in a request.
void check_operators(std::string_view entity, std::string_view table, std::string_view parameter, expression_view tree);

/// The same for the expressions of a write.
void check_operators(std::string_view entity, write_request const& request);

/// The negation of is_of_another. REQUIRES: the table has a type attribute.
expression is_of_none_other(entity_data const& entity);

write_outcome write_for(std::string_view entity, backend& store, write_request const& request);

std::optional<item> get_for(std::string_view entity, backend& store, get_request const& request);

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/store/for_entity.ipp>
#endif
