// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/config.hpp>
#include <monotable/model/model.hpp>
#include <monotable/store/write/put_item.hpp>
#include <monotable/store/write/typed_write.hpp>

#include <string_view>

/// Puts that are one request with an item that the object alone determines: without managed fields, derived writes, conditions
/// and other options.
namespace monotable::detail {

template <class Table, class E, existence Expected, class... A>
inline constexpr bool is_plain_put =
    sizeof...(A) == 0 && !has_write_roles<E>() && consequences_of<Table, E>.empty() &&
    !filled_fields<E, typename Table::options>::any &&
    (Expected != existence::must_exist || Table::data.type_attribute.empty());

/// `known`: known_names of the entity. Throws bad_value naming the entity and the field. REQUIRES: is_plain_put.
typed_outcome put_plainly(backend& store, entity_data const& entity, array_view<std::string_view> known,
                          existence expected, void const* const* addresses);

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/store/write/plain_put.ipp>
#endif
