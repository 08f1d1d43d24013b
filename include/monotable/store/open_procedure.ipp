// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/error.hpp>
#include <monotable/store/open_procedure.hpp>

#include <exception>
#include <utility>

namespace monotable::detail {

constexpr retry_policy opening_retry{.first = std::chrono::milliseconds(20), .longest = std::chrono::seconds(2)};

MONOTABLE_INLINE open_procedure::open_procedure(table_description wanted, table_settings settings,
                                                std::chrono::milliseconds timeout)
    : wanted_(std::move(wanted)), settings_(std::move(settings)), timeout_(timeout), backoff_(opening_retry) {}

MONOTABLE_INLINE procedure_step open_procedure::advance() {
    if (call_.failure && state_ != state::looking) std::rethrow_exception(call_.failure);
    switch (state_) {
    case state::begin: return begin({calls::create_table::kind, &creation_, &created_}, state::creating);
    case state::creating:
        is_set_ = created_;
        start_waiting();
        return look();
    case state::pausing: return look();
    case state::looking: return take_status();
    case state::recreating: return wait("table " + wanted_.name + " is not found after it was created");
    case state::changing:
        is_set_ = true;
        start_waiting();
        return look();
    }
    return {};
}

MONOTABLE_INLINE procedure_step open_procedure::begin(operation what, state next) {
    call_ = {what};
    state_ = next;
    return {&call_, 1};
}

MONOTABLE_INLINE procedure_step open_procedure::look() {
    return begin({calls::status::kind, &name_, &status_}, state::looking);
}

/// "table shop is creating", "index GSI1 of table shop is creating", or empty: all of it is active.
MONOTABLE_INLINE std::string unfinished_part(table_status const& status) {
    std::string const table = "table " + status.description.name;
    if (status.state != table_state::active) return table + " is " + std::string(name_of(status.state));
    for (std::size_t i = 0; i != status.indexes.size(); ++i)
        if (status.indexes[i].state != table_state::active)
            return "index " + status.description.indexes[i].name + " of " + table + " is " +
                   std::string(name_of(status.indexes[i].state));
    return {};
}

MONOTABLE_INLINE procedure_step open_procedure::take_status() {
    if (call_.failure) {
        try {
            std::rethrow_exception(std::exchange(call_.failure, nullptr));
        } catch (store_error const& e) {
            if (e.fault() != store_fault::no_such_table) throw;
        }
        // It was being deleted, and is created again.
        return begin({calls::create_table::kind, &creation_, &created_}, state::recreating);
    }
    std::string unfinished = unfinished_part(status_);
    if (!unfinished.empty()) return wait(std::move(unfinished));
    return is_set_ ? procedure_step() : change();
}

MONOTABLE_INLINE procedure_step open_procedure::change() {
    next_ = status_.settings;
    if (settings_.stream != stream_view::none && next_.stream != stream_view::new_and_old_images)
        next_.stream = settings_.stream;
    if (!settings_.time_to_live.empty()) next_.time_to_live = settings_.time_to_live;
    if (next_ == status_.settings) return {};
    return begin({calls::change_settings::kind, &change_, &changed_}, state::changing);
}

MONOTABLE_INLINE procedure_step open_procedure::wait(std::string unfinished) {
    if (std::chrono::steady_clock::now() >= end_)
        throw store_error(store_fault::unavailable,
                          "monotable: " + unfinished + ", and was not active within " +
                              std::to_string(timeout_.count()) +
                              " ms; open the store later, or with a longer store_options::timeout");
    std::uint64_t const pause = backoff_.next_pause();
    if (pause == 0) return look();
    state_ = state::pausing;
    return {nullptr, 0, pause};
}

MONOTABLE_INLINE void open_procedure::start_waiting() {
    end_ = std::chrono::steady_clock::now() + timeout_;
    backoff_ = backoff(opening_retry);
}

} // namespace monotable::detail
