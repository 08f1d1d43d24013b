// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/stream.hpp>
#include <monotable/core/assemble.hpp>
#include <monotable/local/collection_engine.hpp>

namespace monotable::detail {

/// The record of replacing one item by the other; at most one of them may be absent. The caller sets its number, its time and
/// whether the item expired.
template <class Names>
stored_record change_of(Names const& key, stream_view view, stored_item const* from, stored_item const* to) {
    bool const both = view == stream_view::new_and_old_images;
    stored_record out;
    out.change = from == nullptr ? change_kind::insert : to == nullptr ? change_kind::remove : change_kind::modify;
    out.keys = project((to != nullptr ? to : from)->view, key);
    if (from != nullptr && (both || view == stream_view::old_image)) out.before.emplace(from->view);
    if (to != nullptr && (both || view == stream_view::new_image)) out.after.emplace(to->view);
    return out;
}

} // namespace monotable::detail
