// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/config.hpp>
#include <monotable/core/item.hpp>
#include <monotable/model/decode.hpp>
#include <monotable/model/model_of.hpp>
#include <monotable/store/read/projection.hpp>

#include <cstddef>
#include <exception>
#include <optional>

namespace monotable::detail {

/// Decodes the item of one request when the store shows it. Keeps an exception of the decoding until the operation has ended, so
/// that the store does not handle it as an error of its own.
class object_sink {
  public:
    using decoder = void(void* object, item_view source);

    object_sink(decoder* decode, void* object) noexcept : decode_(decode), object_(object) {}

    item_sink* get() noexcept { return &sink_; }

    /// Returns `found`, which is true if the reply has the item. Rethrows the exception of decoding. REQUIRES: the operation has ended.
    bool finish(bool found) const;

  private:
    static void show(void* self, std::size_t position, item_view found);

    item_sink sink_{&show, this};
    decoder* decode_;
    void* object_;
    std::exception_ptr failure_ = {};
};

/// A decoder whose object is an std::optional<E>; it is empty afterwards if the item is of another entity. REQUIRES: the item was
/// read with a primary key of the entity.
template <class Table, class E>
void decode_optional(void* object, item_view source) {
    auto& result = *static_cast<std::optional<E>*>(object);
    result.reset();
    entity_data const& entity = entity_model<Table, E>::data;
    if (!is_of_another(entity, source)) decode_into(result.emplace(), entity, result_of<Table, E, E>(), source);
}

/// Has the item with this primary key decoded into the object. False if it is not there; the object is then unspecified.
bool get_object(backend& store, entity_data const& entity, item_view key, object_sink::decoder* decode, void* object);

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/store/read/object_sink.ipp>
#endif
