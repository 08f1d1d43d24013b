// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/changes/consumer_core.hpp>

#include <chrono>
#include <utility>

namespace monotable::detail {

MONOTABLE_INLINE consumer_core::consumer_core(std::shared_ptr<backend> store, std::string_view table,
                                              std::string_view name, consumer_options options)
    : store_(std::move(store)),
      table_(table),
      options_(std::move(options)),
      checkpoints_(*store_, options_.checkpoints, table, name) {
    load(options_.start);
}

MONOTABLE_INLINE consumer_core::changes consumer_core::read(std::size_t limit) {
    if (limit == 0) limit = default_limit;
    if (!committed_) load(oldest);
    forget_batch();
    now_ = committed_->progress;
    changes found;
    bool gap = false;
    for (auto last = step::read; last != step::nothing && found.size() < limit;) {
        last = now_.shards.empty() || now_.has_done() ? advance() : step::nothing;
        if (last != step::lost) {
            auto const done = read_shards(found, limit, gap);
            if (done != step::nothing) last = done;
        }
        if (last != step::lost) continue;
        if (!found.empty()) break; // the next read reports the loss
        if (options_.trimmed == when_trimmed::fail) refuse();
        gap = true;
        skip_lost();
    }
    end_ = found.empty() && gap ? committed_->progress : now_;
    return found;
}

MONOTABLE_INLINE bool consumer_core::commit() {
    if (!committed_) return false;
    if (!end_) return true;
    done_ = sequences_.size();
    return move_to(*end_);
}

MONOTABLE_INLINE bool consumer_core::commit(change_position const& done) {
    if (!committed_) return false;
    for (auto p = pages_.size(); p-- != 0;) {
        auto const& page = pages_[p];
        auto const behind = p + 1 == pages_.size() ? sequences_.size() : pages_[p + 1].first;
        if (page.shard != done.shard || page.progress.stream != done.stream) continue;
        for (auto i = page.first; i != behind; ++i) {
            if (sequences_[i] != done.sequence) continue;
            if (i < done_) return true;
            done_ = i + 1;
            if (i + 1 == behind) return move_to(p + 1 == pages_.size() ? *end_ : pages_[p + 1].progress);
            auto part = page.progress;
            auto& shard = *part.find(page.shard);
            shard = {shard.shard, shard_from::after, done.sequence};
            part.from_horizon = false;
            return move_to(std::move(part));
        }
    }
    return true; // committed before the last read
}

MONOTABLE_INLINE bool consumer_core::seek(stream_end to) { return seek_to(start_of(to)); }

MONOTABLE_INLINE bool consumer_core::seek(timestamp time) {
    auto start = start_of(oldest);
    auto const since = time.time_since_epoch().count();
    start.since = since > 0 ? since : 0;
    return seek_to(start);
}

MONOTABLE_INLINE bool consumer_core::seek(change_position const& to) {
    stream_progress place;
    place.stream = to.stream;
    place.since = to.time; // of shards that are read at the same time
    place.shards.push_back({to.shard, shard_from::at, to.sequence});
    for (auto const& each : streams()) {
        if (each.id != to.stream) continue;
        place.created = each.created;
        place.enter(store_->shards(each.id), true);
    }
    return seek_to(place);
}

MONOTABLE_INLINE void consumer_core::load(stream_end start) {
    committed_ = checkpoints_.find();
    if (!committed_) committed_ = checkpoints_.create(start_of(start));
    forget_batch();
}

MONOTABLE_INLINE void consumer_core::forget_batch() {
    end_.reset();
    pages_.clear();
    sequences_.clear();
    done_ = 0;
}

MONOTABLE_INLINE bool consumer_core::move_to(stream_progress to) {
    for (auto& each : to.shards) {
        if (each.from != shard_from::horizon || each.since != 0) continue;
        // With a position, the loss of records is detected from now on.
        if (!each.next) each.next = store_->seek_stream({to.stream, each.shard});
        each.from = shard_from::position;
        each.text = each.next->text;
        to.from_horizon = false;
    }
    if (to == committed_->progress) {
        committed_->progress = std::move(to); // with positions
        return true;
    }
    if (checkpoints_.replace(*committed_, to)) return true;
    committed_.reset();
    forget_batch();
    return false;
}

MONOTABLE_INLINE bool consumer_core::seek_to(stream_progress const& to) {
    if (!committed_) load(oldest);
    forget_batch();
    if (checkpoints_.replace(*committed_, to)) return true;
    committed_.reset();
    return false;
}

MONOTABLE_INLINE void consumer_core::refuse() const {
    throw store_error(store_fault::trimmed,
                      std::string("monotable: consumer ").append(name()).append(" of ").append(table_).append(": "),
                      "The operation attempted to read past the oldest stream record in a shard.",
                      " Records that it has not read are no longer kept; seek(oldest) goes on with those that are, and "
                      "so does "
                      "when_trimmed::restart");
}

MONOTABLE_INLINE consumer_core::step consumer_core::read_shards(changes& found, std::size_t limit, bool gap) {
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i != now_.shards.size(); ++i)
        if (now_.shards[i].from != shard_from::done) open.push_back(i);
    auto result = step::nothing;
    for (std::size_t i = 0; i != open.size() && found.size() < limit; ++i) {
        // The first shard changes with each commit, so that a busy shard does not prevent others from being read.
        auto& shard = now_.shards[open[(i + committed_->revision) % open.size()]];
        auto const share = (limit - found.size()) / (open.size() - i);
        auto const done = read_shard(shard, found, share == 0 ? 1 : share, gap);
        if (done == step::lost) return done;
        if (done == step::read) result = done;
    }
    return result;
}

MONOTABLE_INLINE consumer_core::step consumer_core::read_shard(shard_progress& from, changes& found, std::size_t limit,
                                                               bool gap) {
    stream_page page;
    try {
        page = read_page(from, limit);
    } catch (store_error const& e) {
        bool const gone = e.fault() == store_fault::no_such_stream || e.fault() == store_fault::no_such_shard;
        if (e.fault() != store_fault::trimmed && !gone) throw;
        lost_ = from.shard;
        return step::lost;
    }
    bool const any = !page.records.empty() || !page.next;
    take(from, std::move(page), found, gap);
    return any ? step::read : step::nothing;
}

MONOTABLE_INLINE void consumer_core::take(shard_progress& in, stream_page&& page, changes& found, bool gap) {
    bool marked = false;
    for (auto& each : page.records) {
        if (each.time >= in.since) {
            if (!marked) pages_.push_back({found.size(), now_, in.shard});
            marked = true;
            in.since = 0;
            sequences_.push_back(each.sequence);
        }
        in.from = shard_from::after;
        in.text = each.sequence;
        in.next.reset();
        now_.from_horizon = false;
        if (in.since == 0)
            found.push_back(std::make_shared<recorded_change const>(
                recorded_change{now_.stream, in.shard, gap && found.empty(), std::move(each)}));
    }
    in.next = std::move(page.next);
    if (!in.next) in = {in.shard, shard_from::done, {}, in.since};
}

MONOTABLE_INLINE consumer_core::step consumer_core::advance() {
    lost_.clear();
    if (now_.stream.empty() && !enter_next_stream()) return step::nothing;
    for (;;) {
        auto const listed = shards();
        if (listed ? !now_.enter(*listed, false) : !now_.is_read()) return step::lost;
        if (!now_.is_done()) {
            now_.ended = false;
            return step::nothing;
        }
        auto const all = streams();
        stream_status const* current = nullptr;
        for (auto const& each : all)
            if (each.id == now_.stream) current = &each;
        if (current != nullptr ? current->enabled : !now_.is_read()) return step::nothing;
        if (current != nullptr && !now_.ended) {
            now_.ended = true; // unless shards are listed that were added in between
            continue;
        }
        if (!enter_next_stream()) return step::nothing;
    }
}

MONOTABLE_INLINE void consumer_core::skip_lost() {
    auto const listed = shards();
    if (!listed) {
        now_.from_horizon = true;
        now_.shards.clear();
        if (!enter_next_stream()) now_.stream.clear();
        return;
    }
    bool kept = false;
    for (auto const& each : *listed) kept = kept || each.id == lost_;
    for (std::size_t i = 0; i != now_.shards.size(); ++i) {
        auto& each = now_.shards[i];
        if (each.shard != lost_) continue;
        if (kept) each = {each.shard, shard_from::horizon, {}, each.since};
        else now_.shards.erase(now_.shards.begin() + static_cast<std::ptrdiff_t>(i));
        break;
    }
    now_.enter(*listed, true);
}

MONOTABLE_INLINE std::optional<std::vector<stream_shard>> consumer_core::shards() {
    try {
        return store_->shards(now_.stream);
    } catch (store_error const& e) {
        if (e.fault() != store_fault::no_such_stream) throw;
        return std::nullopt;
    }
}

MONOTABLE_INLINE void consumer_core::open(shard_progress& shard) {
    switch (shard.from) {
    case shard_from::position: shard.next.emplace().text = shard.text; return;
    case shard_from::begin:
    case shard_from::at:
        shard.next = store_->seek_stream({now_.stream, shard.shard, seek_from::at, shard.text});
        return;
    case shard_from::after:
        shard.next = store_->seek_stream({now_.stream, shard.shard, seek_from::after, shard.text});
        return;
    default: shard.next = store_->seek_stream({now_.stream, shard.shard});
    }
}

MONOTABLE_INLINE stream_page consumer_core::read_page(shard_progress& from, std::size_t limit) {
    constexpr int attempts = 3; // a new position is not expected to have expired
    for (int attempt = 1;; ++attempt) {
        if (!from.next) open(from);
        try {
            return store_->read_stream(*from.next, limit);
        } catch (store_error const& e) {
            if (e.fault() != store_fault::expired || attempt == attempts) throw;
            from.next.reset();
            if (from.from == shard_from::position) from = {from.shard, shard_from::horizon, {}, from.opened};
        }
    }
}

MONOTABLE_INLINE std::vector<stream_status> consumer_core::streams() {
    auto found = store_->streams(table_);
    for (std::size_t i = 1; i < found.size(); ++i)
        for (std::size_t j = i; j != 0 && found[j].created < found[j - 1].created; --j)
            std::swap(found[j], found[j - 1]);
    return found;
}

MONOTABLE_INLINE bool consumer_core::enter_next_stream() {
    for (auto const& each : streams()) {
        if (!now_.stream.empty() && each.created <= now_.created) continue;
        now_.follow(each);
        return true;
    }
    return false;
}

MONOTABLE_INLINE stream_progress consumer_core::start_of(stream_end end) {
    stream_progress start;
    auto const all = streams();
    if (all.empty()) return start;
    auto const& stream = end == oldest ? all.front() : all.back();
    start.stream = stream.id;
    start.created = stream.created;
    start.from_horizon = end == oldest;
    if (end == oldest) return start;
    start.enter_latest(store_->shards(stream.id));
    start.ended = !stream.enabled && start.is_done();
    // A margin for clocks that differ; records may be delivered twice.
    auto const now = std::chrono::system_clock::now().time_since_epoch() - std::chrono::minutes(5);
    for (auto& each : start.shards) {
        if (each.from == shard_from::done) continue;
        each.text = store_->seek_stream({stream.id, each.shard, seek_from::latest}).text;
        each.opened = std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
    }
    return start;
}

} // namespace monotable::detail
