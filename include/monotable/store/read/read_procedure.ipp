// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/store/read/read_procedure.hpp>

#include <optional>
#include <utility>

namespace monotable::detail {

MONOTABLE_INLINE read_options all_at_once(read_options options) {
    options.at_once = true;
    return options;
}

MONOTABLE_INLINE read_procedure::read_procedure(read_source source, read_options options)
    : in_pages_(options.in_pages),
      has_limit_(options.limit != 0),
      merge_(std::move(source), all_at_once(std::move(options))) {}

MONOTABLE_INLINE procedure_step read_procedure::advance() {
    if (merge_.is_waiting()) merge_.take_pages();
    if (!ended_) {
        while (item_view const* const found = merge_.next()) take(*found);
        if (merge_.is_waiting()) return merge_.request_pages();
        ended_ = true;
    }
    if (in_pages_ && (has_limit_ || merge_.is_stopped())) {
        if (!merge_.fill()) return merge_.request_pages();
        ahead_ = merge_.ahead();
    }
    return {};
}

MONOTABLE_INLINE count_procedure::count_procedure(read_source source, read_options options)
    : merge_(std::move(source), all_at_once(std::move(options))) {}

MONOTABLE_INLINE procedure_step count_procedure::advance() {
    if (merge_.is_waiting()) merge_.take_pages();
    std::optional<std::size_t> const counted = merge_.count();
    if (!counted) return merge_.request_pages();
    count_ = *counted;
    return {};
}

} // namespace monotable::detail
