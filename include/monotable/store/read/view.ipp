// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/model/decode.hpp>
#include <monotable/store/for_entity.hpp>
#include <monotable/store/read/view.hpp>

namespace monotable::detail {

MONOTABLE_INLINE item_fields::item_fields(entity_data const& entity, result_data const& fields, item_view source)
    : entity_(entity), fields_(fields), source_(source) {
    if (entity.earlier == nullptr) return;
    upgraded_.emplace();
    if (entity.earlier->upgrade(entity, source, *upgraded_)) source_ = *upgraded_;
}

MONOTABLE_INLINE void item_fields::read(std::uint16_t field, void** targets) const {
    result_data const one{fields_.fields, {&field, 1}};
    item_decoder(entity_, one, targets).decode_current(source_);
}

MONOTABLE_INLINE std::optional<std::string_view> item_fields::text(std::size_t field) const {
    field_data const& data = fields_.fields[field];
    if (data.key_only || !data.is_stored()) return std::nullopt;
    auto const found = source_.find(data.attribute);
    if (!found || !found->is(value_type::string)) return std::nullopt;
    return found->as_string();
}

MONOTABLE_INLINE bool get_bytes(backend& store, entity_data const& entity, item_view key, byte_buffer& out) {
    item_sink sink(
        [](void* to, std::size_t, item_view found) {
            auto& bytes = *static_cast<byte_buffer*>(to);
            bytes.shrink(0);
            bytes.append(found.bytes());
        },
        &out);
    get_request request;
    request.table = entity.table->name;
    request.key = key;
    request.sink = &sink;
    return get_for(entity.name, store, request) && !is_of_another(entity, item_view(out.data()));
}

} // namespace monotable::detail
