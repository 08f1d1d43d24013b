// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/changes/consumer_core.hpp>

namespace monotable {

namespace detail {

MONOTABLE_INLINE consumer_core::changes consumer_core::read(std::size_t limit) {
    if (limit == 0) limit = default_limit;
    if (!committed_) load(oldest);
    changes found;
    auto place = committed_->place;
    bool gap = false;
    while (found.size() < limit) {
        if (place.closed && !enter_next(place)) break;
        stream_page page;
        if (!read_page(place, limit - found.size(), page)) {
            if (!found.empty()) break; // the next read is told
            lost();
            gap = true;
            if (place.sequence != 0) place.sequence = 0;
            else if (!enter_next(place)) break;
            continue;
        }
        bool const first = place.sequence == 0;
        place.sequence = first && page.records.empty() && page.closed ? 0 : page.next;
        place.closed = page.closed;
        for (auto& each : page.records) add(found, place.stream, std::move(each), gap && found.empty());
        if (page.records.empty() && !page.closed) break;
    }
    end_ = found.empty() && gap ? committed_->place : place;
    return found;
}

MONOTABLE_INLINE bool consumer_core::commit() {
    return committed_ && (!end_ || *end_ == committed_->place || move_to(*end_));
}

MONOTABLE_INLINE bool consumer_core::commit(change_position done) {
    if (!committed_) return false;
    stream_place const place{done.stream, done.sequence + 1, false};
    if (place.stream < committed_->place.stream) return true;
    if (place.stream == committed_->place.stream && place.sequence <= committed_->place.sequence) return true;
    if (end_ && end_->stream == place.stream && end_->sequence == place.sequence) return move_to(*end_);
    return move_to(place);
}

MONOTABLE_INLINE void consumer_core::add(changes& to, std::uint64_t stream, stream_record&& record, bool after_gap) {
    to.push_back(std::make_shared<recorded_change const>(recorded_change{stream, after_gap, std::move(record)}));
}

MONOTABLE_INLINE void consumer_core::load(stream_end start) {
    committed_ = checkpoints_.find();
    if (!committed_) committed_ = checkpoints_.create(place_of(start));
    end_.reset();
}

MONOTABLE_INLINE bool consumer_core::move_to(stream_place to) {
    if (checkpoints_.replace(*committed_, to)) return true;
    committed_.reset();
    end_.reset();
    return false;
}

MONOTABLE_INLINE bool consumer_core::seek_to(stream_place to) {
    if (!committed_) load(oldest);
    end_.reset();
    return move_to(to);
}

MONOTABLE_INLINE void consumer_core::refuse() const {
    throw store_error(store_fault::trimmed,
                      std::string("monotable: consumer ").append(name()).append(" of ").append(table_).append(": "),
                      "The operation attempted to read past the oldest stream record in a shard.",
                      " Records that it has not read are no longer kept; seek(oldest) goes on with those that are, and "
                      "so does "
                      "when_trimmed::restart");
}

MONOTABLE_INLINE void consumer_core::lost() const {
    if (options_.trimmed == when_trimmed::fail) refuse();
}

MONOTABLE_INLINE bool consumer_core::read_page(stream_place from, std::size_t limit, stream_page& page) {
    try {
        page = store_->read_stream({from.stream, from.sequence, limit});
        return true;
    } catch (store_error const& e) {
        if (e.fault() != store_fault::trimmed && e.fault() != store_fault::no_such_stream) throw;
        return false;
    }
}

MONOTABLE_INLINE std::vector<stream_status> consumer_core::streams() {
    auto found = store_->streams(table_);
    for (std::size_t i = 1; i < found.size(); ++i)
        for (std::size_t j = i; j != 0 && found[j].id < found[j - 1].id; --j) std::swap(found[j], found[j - 1]);
    return found;
}

MONOTABLE_INLINE bool consumer_core::enter_next(stream_place& place) {
    for (auto const& each : streams()) {
        if (each.id <= place.stream) continue;
        place = {each.id, place.sequence == 0 && place.stream != 0 ? 0u : 1u, false};
        return true;
    }
    return false;
}

MONOTABLE_INLINE stream_place consumer_core::place_of(stream_end end) {
    auto const all = streams();
    if (all.empty()) return {0, 1, true};
    if (end == oldest) return {all.front().id, 0, false};
    return {all.back().id, all.back().next, !all.back().enabled};
}

MONOTABLE_INLINE stream_place consumer_core::place_of(std::int64_t time) {
    for (auto const& each : streams()) {
        stream_place place{each.id, 0, false};
        while (!place.closed) {
            stream_page page;
            if (!read_page(place, default_limit, page)) {
                if (place.sequence == 0) break;
                place.sequence = 0;
                continue;
            }
            for (auto const& record : page.records)
                if (record.time >= time) return {each.id, record.sequence, false};
            if (page.records.empty()) break;
            place.sequence = page.next;
            place.closed = page.closed;
        }
    }
    return place_of(latest);
}

} // namespace detail

} // namespace monotable
