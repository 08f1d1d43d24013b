// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/changes/progress.hpp>

#include <utility>

namespace monotable::detail {

MONOTABLE_INLINE shard_progress* stream_progress::find(std::string_view shard) noexcept {
    for (auto& each : shards)
        if (each.shard == shard) return &each;
    return nullptr;
}

MONOTABLE_INLINE bool stream_progress::is_done() const noexcept {
    for (auto const& each : shards)
        if (each.from != shard_from::done) return false;
    return true;
}

MONOTABLE_INLINE bool stream_progress::has_done() const noexcept {
    for (auto const& each : shards)
        if (each.from == shard_from::done) return true;
    return false;
}

/// Null if it is not listed.
MONOTABLE_INLINE stream_shard const* shard_named(std::vector<stream_shard> const& listed,
                                                 std::string_view id) noexcept {
    for (auto const& each : listed)
        if (each.id == id) return &each;
    return nullptr;
}

MONOTABLE_INLINE bool has_child(std::vector<stream_shard> const& listed, std::string_view id) noexcept {
    for (auto const& each : listed)
        if (each.parent == id) return true;
    return false;
}

MONOTABLE_INLINE bool stream_progress::enter(std::vector<stream_shard> const& listed, bool accept_loss) {
    std::vector<char> passed(listed.size()); // ancestors of shards that are entered
    for (auto const& each : shards) {
        auto const* shard = shard_named(listed, each.shard);
        for (std::size_t steps = 0; shard != nullptr && steps != listed.size(); ++steps) {
            shard = shard_named(listed, shard->parent);
            if (shard != nullptr) passed[static_cast<std::size_t>(shard - listed.data())] = 1;
        }
    }
    bool const empty = shards.empty();
    std::vector<shard_progress> entered;
    for (std::size_t i = 0; i != listed.size(); ++i) {
        auto const& each = listed[i];
        if (passed[i] != 0 || find(each.id) != nullptr) continue;
        auto const* const parent = shard_named(listed, each.parent);
        auto const* const before = find(each.parent);
        if (parent == nullptr && before == nullptr) {
            if (!empty && !accept_loss) return false;
            bool const told = !from_horizon && !accept_loss; // lost records are reported
            if (told && !each.parent.empty()) return false;
            entered.push_back(
                {each.id, told ? shard_from::begin : shard_from::horizon, told ? each.first : std::string(), since});
        } else if (before != nullptr ? before->from == shard_from::done
                                     : passed[static_cast<std::size_t>(parent - listed.data())] != 0) {
            entered.push_back({each.id, shard_from::begin, each.first, before != nullptr ? before->since : 0});
        }
    }
    for (std::size_t i = shards.size(); i-- != 0;) {
        auto const& each = shards[i];
        if (each.from == shard_from::done && has_child(listed, each.shard))
            shards.erase(shards.begin() + static_cast<std::ptrdiff_t>(i)); // entered children imply that it was read
    }
    for (auto& each : entered) shards.push_back(std::move(each));
    return true;
}

MONOTABLE_INLINE void stream_progress::enter_latest(std::vector<stream_shard> const& listed) {
    for (auto const& each : listed) {
        if (!each.closed) shards.push_back({each.id, shard_from::position});
        else if (!has_child(listed, each.id)) shards.push_back({each.id, shard_from::done});
    }
}

MONOTABLE_INLINE void stream_progress::follow(stream_status const& next) {
    bool passed_over = !shards.empty(); // all existing records
    std::int64_t latest = since;
    for (auto const& each : shards) {
        passed_over = passed_over && each.since != 0;
        if (each.since > latest) latest = each.since;
    }
    since = shards.empty() || passed_over ? latest : 0;
    stream = next.id;
    created = next.created;
    ended = false;
    shards.clear();
}

} // namespace monotable::detail
