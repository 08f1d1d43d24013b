// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/store/collection_engine.hpp>
#include <monotable/store/stream.hpp>
#include <monotable/value/assemble.hpp>

#include <cstdint>

namespace monotable::detail {

/// Makes the record of replacing one item by the other, either of which may be missing. False if that changes nothing.
template <class Keys>
bool record_change(stream_record& out, Keys const& table, stream_view view, stored_item const* from,
                   stored_item const* to) {
    if (from != nullptr && to != nullptr && from->view == to->view) return false;
    bool const both = view == stream_view::new_and_old_images;
    out.change = from == nullptr ? change_kind::insert
                 : to == nullptr ? change_kind::remove
                                 : change_kind::modify;
    out.keys = project((to != nullptr ? to : from)->view, table.names());
    if (from != nullptr && (both || view == stream_view::old_image)) out.before.emplace(from->view);
    if (to != nullptr && (both || view == stream_view::new_image)) out.after.emplace(to->view);
    return true;
}

} // namespace monotable::detail
