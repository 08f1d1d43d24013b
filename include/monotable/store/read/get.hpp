// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/core/byte_buffer.hpp>
#include <monotable/model/model_of.hpp>
#include <monotable/store/primary_key.hpp>
#include <monotable/store/read/object_sink.hpp>
#include <monotable/store/read/projection.hpp>
#include <monotable/store/read/view.hpp>

#include <optional>
#include <type_traits>
#include <utility>

/// The forms of get. REQUIRES of all: the conditions give the primary key.
namespace monotable::detail {

/// Reads the item into a new object; `result` is empty afterwards if there is none.
template <class Table, class E, class... C>
void get_optional(backend& store, std::optional<E>& result, C const&... conditions) {
    if constexpr (valid_result<Table, E, 0, E>()) {
        key_item key;
        fill_key<Table, E>(key, conditions...);
        if (!get_object(store, entity_model<Table, E>::data, key, &decode_optional<Table, E>, &result)) result.reset();
    }
}

/// Reads the item into an object that is reused. False, with the object unchanged, if there is none.
template <class Table, class E, class... C>
bool get_into(backend& store, E& object, C const&... conditions) {
    if constexpr (valid_result<Table, E, 0, E>()) {
        struct target {
            E& object;
            bool found;
            static void decode(void* self, item_view source) {
                auto& to = *static_cast<target*>(self);
                to.found = !is_of_another(entity_model<Table, E>::data, source);
                if (to.found) decode_again<Table, E, E>(to.object, source);
            }
        } to{object, false};
        key_item key;
        fill_key<Table, E>(key, conditions...);
        return get_object(store, entity_model<Table, E>::data, key, &target::decode, &to) && to.found;
    }
    return false;
}

/// Calls `f` with a view of the item.
template <class Table, class E, class F, class... C>
typename viewed_result<viewed_t<F, E>>::type get_viewed(backend& store, F const& f, C const&... conditions) {
    entity_data const& entity = entity_model<Table, E>::data;
    key_item key;
    fill_key<Table, E>(key, conditions...);
    large_buffer<1000> bytes;
    if (!get_bytes(store, entity, key, bytes)) return {};
    auto const shown = [&] { return view<E>(entity, result_of<Table, E, E>(), item_view(bytes.data())); };
    if constexpr (std::is_void_v<viewed_t<F, E>>) {
        f(shown());
        return true;
    } else {
        return typename viewed_result<viewed_t<F, E>>::type(std::in_place, f(shown()));
    }
}

} // namespace monotable::detail
