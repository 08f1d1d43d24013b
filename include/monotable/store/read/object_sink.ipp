// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/store/for_entity.hpp>
#include <monotable/store/read/object_sink.hpp>

namespace monotable::detail {

MONOTABLE_INLINE bool object_sink::finish(bool found) const {
    if (found && failure_ != nullptr) std::rethrow_exception(failure_);
    return found;
}

MONOTABLE_INLINE void object_sink::show(void* context, std::size_t, item_view found) {
    auto& self = *static_cast<object_sink*>(context);
    self.failure_ = nullptr;
    try {
        self.decode_(self.object_, found);
    } catch (...) {
        self.failure_ = std::current_exception();
    }
}

MONOTABLE_INLINE bool get_object(backend& store, entity_data const& entity, item_view key, object_sink::decoder* decode,
                                 void* object) {
    object_sink sink(decode, object);
    get_request request;
    request.table = entity.table->name;
    request.key = key;
    request.sink = sink.get();
    return sink.finish(get_for(entity.name, store, request).has_value());
}

} // namespace monotable::detail
