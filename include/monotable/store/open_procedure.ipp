// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/store/open_procedure.hpp>

#include <exception>
#include <utility>

namespace monotable::detail {

MONOTABLE_INLINE open_procedure::open_procedure(std::vector<wanted_table> tables) : tables_(std::move(tables)) {
    for (wanted_table const& each : tables_) openings_.push_back(std::make_unique<opening>(each));
}

MONOTABLE_INLINE procedure_step open_procedure::advance() {
    for (pending_call const& call : calls_)
        if (call.failure) std::rethrow_exception(call.failure);
    do {
        calls_.clear();
        for (auto const& each : openings_) add_calls(*each);
        stage_ = stage_ == stage::create ? stage::look : stage_ == stage::look ? stage::change : stage::end;
    } while (calls_.empty() && stage_ != stage::end);
    return {calls_.data(), calls_.size()};
}

MONOTABLE_INLINE void open_procedure::add_calls(opening& table) {
    table_settings const& wanted = table.creation.settings;
    bool const is_described = !table.created && (wanted.stream != stream_view::none || !wanted.time_to_live.empty());
    switch (stage_) {
    case stage::create:
        calls_.push_back({{operation_kind::create_table, &table.creation, &table.created}});
        return;
    case stage::look:
        if (is_described) calls_.push_back({{operation_kind::status, &table.name, &table.status}});
        return;
    case stage::change: {
        if (!is_described) return;
        table_settings const& there = table.status.settings;
        table.next = there;
        if (wanted.stream != stream_view::none && there.stream != stream_view::new_and_old_images)
            table.next.stream = wanted.stream;
        if (!wanted.time_to_live.empty()) table.next.time_to_live = wanted.time_to_live;
        if (table.next != there)
            calls_.push_back({{operation_kind::change_settings, &table.change, &table.changed}});
        return;
    }
    case stage::end: return;
    }
}

} // namespace monotable::detail
