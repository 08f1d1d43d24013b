// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/derived/relation/link_copies.hpp>
#include <monotable/store/primary_key.hpp>

namespace monotable::detail {

MONOTABLE_INLINE bool any_differs(entity_data const& entity, array_view<std::string_view> fields, item_view a,
                                  item_view b) {
    for (std::string_view const name : fields)
        if (stored_encoding(entity, a, name) != stored_encoding(entity, b, name)) return true;
    return false;
}

MONOTABLE_INLINE item key_of_mirror(entity_data const& mine, entity_data const& other, array_view<match_list> matches,
                                    item_view source) {
    std::vector<std::string> encodings(other.fields.size());
    for (match_list const& side : matches)
        for (std::size_t i = 0; i != side.count; ++i)
            encodings[static_cast<std::size_t>(other.field_named(side.fields[i].reference))] =
                stored_encoding(mine, source, side.fields[i].reference);
    return key_of(other, encodings.data());
}

MONOTABLE_INLINE void guard_fields(write_set& set, std::size_t write, entity_data const& entity,
                                   array_view<std::string_view> fields) {
    for (std::string_view const name : fields) {
        field_data const& field = entity.fields[static_cast<std::size_t>(entity.field_named(name))];
        if (!field.key_only) set.guard(write, field.attribute);
    }
}

MONOTABLE_INLINE item const* item_of_side(write_set& set, entity_change const& change, reference_data const& reference,
                                          array_view<std::string_view> repeated) {
    auto const key = key_of_side(set, reference, change.after->view());
    item const* const found = key ? set.read_pending(*reference.side, *key) : nullptr;
    if (found == nullptr) {
        set.refuse({write_error::missing_reference, reference.subject, change.action, {}});
        return nullptr;
    }
    guard_fields(set, add_check(set, *reference.side, *key, change.action), *reference.side, repeated);
    return found;
}

} // namespace monotable::detail
