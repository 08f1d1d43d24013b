// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/backend/clock.hpp>
#include <monotable/config.hpp>
#include <monotable/model/encode.hpp>
#include <monotable/model/model.hpp>
#include <monotable/store/write/backoff.hpp>
#include <monotable/store/write/plain_arguments.hpp>
#include <monotable/store/write/put_item.hpp>
#include <monotable/store/write/typed_write.hpp>

#include <string_view>

/// Writes that are one request which the arguments alone determine: of entities without managed fields, derived writes and
/// earlier versions, and without conditions.
namespace monotable::detail {

template <class Table, class E>
inline constexpr bool is_written_plainly = !has_write_roles<E>() && consequences_of<Table, E>.empty();

template <class Table, class E, existence Expected, class... A>
inline constexpr bool is_plain_put =
    sizeof...(A) == 0 && is_written_plainly<Table, E> && !filled_fields<E, typename Table::options>::any &&
    (Expected != existence::must_exist || Table::data.type_attribute.empty());

/// True for updates and erasures with these arguments.
template <class Table, class E, class... A>
inline constexpr bool is_plain_change = (is_plain_argument<E, A> && ...) && is_written_plainly<Table, E> &&
                                        !has_earlier_versions<E>() && Table::data.type_attribute.empty() &&
                                        reflect<E>::size <= plain_arguments::max_fields;

/// `known`: known_names of the entity. Throws bad_value naming the entity and the field. REQUIRES: is_plain_put.
typed_outcome put_plainly(backend& store, entity_data const& entity, array_view<std::string_view> known,
                          existence expected, void const* const* addresses);

/// REQUIRES, like the following function: is_plain_change.
typed_outcome erase_plainly(backend& store, plain_arguments const& arguments, return_values returns);

/// What an update needs if the backend does not take assignments, or if the arguments do not determine all key attributes.
struct update_context {
    clock_function const& clock;
    retry_policy const& retry;
    encoded_object (*encode)(item_view, write_input const&); ///< see prepared_write
};

typed_outcome update_plainly(backend& store, plain_arguments const& arguments, return_values returns,
                             update_context const& context);

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/store/write/plain_write.ipp>
#endif
