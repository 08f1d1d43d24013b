// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/error.hpp>
#include <monotable/model/decode.hpp>
#include <monotable/model/field_error.hpp>
#include <monotable/store/read/first_request.hpp>

namespace monotable::detail {

MONOTABLE_INLINE bool first_request::is_possible() const {
    return !source_.scan && source_.entity != nullptr && source_.ranges.size() == 1 && !source_.ranges[0].empty &&
           source_.ranges[0].partition_count == 1 && source_.filter.empty() && source_.still.empty() &&
           options_.cursor.empty() && !options_.backward;
}

MONOTABLE_INLINE bool first_request::run(backend& store, object_sink::decoder* decode, void* object) {
    decode_ = decode;
    object_ = object;
    object_sink sink(&first_request::show, this);
    query_request request;
    request.table = source_.table->name;
    if (source_.index != 0) request.index = source_.table->indexes[source_.index].name;
    set_range(request, source_.ranges[0], 0);
    request.descending = options_.descending;
    request.consistent = options_.consistent;
    request.limit = 1;
    request.attributes = options_.projection;
    request.sink = sink.get();
    request.wants_start_key = false;
    item_page page;
    try {
        page = store.query(request);
    } catch (bad_value const&) {
        rethrow_for_field(source_.entity->name, {});
    }
    return (sink.finish(page.count != 0) && belongs_) || !page.last_evaluated_key;
}

MONOTABLE_INLINE void first_request::show(void* self, item_view found) {
    auto& to = *static_cast<first_request*>(self);
    to.belongs_ = belongs_to(*to.source_.entity, found, implied_attributes(to.source_, to.source_.ranges[0]));
    if (to.belongs_) to.decode_(to.object_, found);
}

} // namespace monotable::detail
