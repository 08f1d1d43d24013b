// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/core/item.hpp>
#include <monotable/expression/tree.hpp>
#include <monotable/model/model.hpp>

/// Updates of items of earlier versions.
namespace monotable::detail {

inline expression attribute_path(std::string_view name) { return expression::path(document_path(name)); }

/// The condition that the item is still one that needs no upgrade. REQUIRES: it needs none.
expression stays_present(entity_data const& entity, item_view stored);

void rewrite_earlier(entity_data const& entity, item_view before, item_view after, expression& update,
                     expression& unchanged);

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/store/write/upgrade_update.ipp>
#endif
