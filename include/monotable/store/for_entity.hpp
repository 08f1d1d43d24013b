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

/// The backend's operations for an entity, which bad_value names in addition to the table.
namespace monotable::detail {

/// Throws store_error, with DynamoDB's message, for an expression that exceeds DynamoDB's limit on operators, which a local store
/// that is called directly does not check. `parameter` is its name in a request.
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
