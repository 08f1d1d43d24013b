// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/model/encode.hpp>
#include <monotable/model/field_error.hpp>
#include <monotable/store/write/plain_put.hpp>
#include <monotable/store/write/prepared_write.hpp>

#include <utility>

namespace monotable::detail {

MONOTABLE_INLINE typed_outcome put_plainly(backend& store, entity_data const& entity,
                                           array_view<std::string_view> known, existence expected,
                                           void const* const* addresses) {
    encoded_object const object(entity, addresses);
    attribute_places places;
    places.names = known.part(0, entity.emissions.size());
    places.encoding = object.view().bytes().data();
    places.offsets = object.offsets();
    places.size = object.size();
    write_request request;
    request.table = entity.table->name;
    request.item = object.view();
    request.expected = expected;
    request.known_attributes = known;
    request.return_failed = expected == existence::must_not_exist;
    request.places = &places;
    write_outcome reply;
    try {
        reply = store.write(request);
    } catch (bad_value const&) {
        rethrow_for_field(entity.name, {});
    }
    if (reply.done) return {write_error::none, reply.existed, {}, object.to_item()};
    prepared_write what;
    what.entity = &entity;
    what.expected = expected;
    what.attributes = object.to_item();
    return outcome_of(what, std::move(reply));
}

} // namespace monotable::detail
