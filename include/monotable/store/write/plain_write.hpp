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
#include <utility>

/// Writes that are one request which the arguments alone determine: of entities without managed fields, derived writes and
/// earlier versions, and without conditions.
namespace monotable::detail {

template <class Table, class E>
inline constexpr bool is_written_plainly = !has_written_managed_fields<E>() && derived_writes_of<Table, E>.empty();

template <class Table, class E, precondition Expected, class... A>
inline constexpr bool is_plain_put =
    sizeof...(A) == 0 && is_written_plainly<Table, E> && !filled_fields<E, typename Table::options>::any &&
    (Expected != precondition::must_exist || Table::data.type_attribute.empty());

/// True for updates and erasures with these arguments.
template <class Table, class E, class... A>
inline constexpr bool is_plain_change =
    (is_plain_argument<E, A> && ...) && is_written_plainly<Table, E> && !has_earlier_versions<E>() &&
    Table::data.type_attribute.empty() && reflect<E>::size <= plain_arguments::max_fields;

/// `known`: known_names of the entity. Throws bad_value naming the entity and the field. REQUIRES: is_plain_put.
typed_outcome put_plainly(backend& store, entity_data const& entity, array_view<std::string_view> known,
                          precondition expected, void const* const* addresses);

/// REQUIRES, like the following function: is_plain_change.
typed_outcome erase_plainly(backend& store, plain_arguments const& arguments, return_values returns);

/// For updates that must be expressions, because the backend does not take assignments or a key attribute depends on decoded
/// values.
struct update_context {
    clock_function const& clock;
    retry_policy const& retry;
    encoded_object (*encode)(item_view, write_input const&); ///< see write_intent
};

typed_outcome update_plainly(backend& store, plain_arguments const& arguments, return_values returns,
                             update_context const& context);

template <class Table, class E>
write_result<E, return_values::all_new> put_plainly(backend& store, E const& object, precondition expected) {
    void const* addresses[reflect<E>::size];
    reflect<E>::addresses(object, addresses);
    return write_result<E, return_values::all_new>(
        put_plainly(store, entity_model<Table, E>::data, known_names<Table, E>::value, expected, addresses),
        reader_of<Table, E>);
}

/// An update or erasure. `context`: without its `encode`.
template <class Table, class E, write_verb Verb, class... A>
auto change_plainly(backend& store, update_context context, A const&... arguments) {
    constexpr auto returned = returned_by<return_values::none, A...>;
    plain_arguments taken(entity_model<Table, E>::data);
    (take_plain<E>(taken, arguments), ...);
    typed_outcome outcome;
    if constexpr (Verb == write_verb::erase) {
        outcome = erase_plainly(store, taken, returned);
    } else {
        context.encode = &encode_again<Table, E>;
        outcome = update_plainly(store, taken, returned, context);
    }
    return write_result<E, returned>(std::move(outcome), reader_of<Table, E>);
}

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/store/write/plain_write.ipp>
#endif
