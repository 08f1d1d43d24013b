// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/forwarding.hpp>
#include <monotable/backend/stream.hpp>
#include <monotable/error.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace store_support {

/// A backend whose tables are those of another one, and whose streams are as a test wants them: shards split, close, are
/// trimmed and go; children may be listed late; positions expire. Sequence numbers have no order that a reader could use.
class sharded_backend : public monotable::forwarding_backend {
  public:
    using forwarding_backend::forwarding_backend;

    struct shard {
        std::string id, parent;
        std::uint32_t mask = 0, bits = 0; ///< takes the keys whose hash has these bits
        bool closed = false, listed = true, gone = false;
        std::vector<monotable::stream_record> records{};
        std::size_t trimmed = 0; ///< so many of them are no longer kept
    };
    struct stream {
        monotable::stream_status status;
        std::vector<shard> shards;
    };

    std::vector<stream> feed{};
    std::string table = "counters";
    std::size_t page = 1000;  ///< records in a page
    bool empty_pages = false; ///< every other page has none
    std::map<monotable::operation_kind, int> calls{};

    /// Begins a stream of one shard, or of two.
    void begin(bool divided = false) {
        monotable::stream_status status;
        status.id = "stream/" + std::to_string(feed.size());
        status.table = table;
        status.view = monotable::stream_view::new_and_old_images;
        status.enabled = true;
        status.created = static_cast<std::int64_t>(1000 * (feed.size() + 1));
        feed.push_back({status, {}});
        add("", 0, 0, true);
        if (!divided) return;
        feed.back().shards[0].mask = 1;
        add("", 1, 1, true);
    }
    /// Nothing more is recorded.
    void end() {
        feed.back().status.enabled = false;
        for (auto& each : feed.back().shards) each.closed = true;
    }

    void append(monotable::item keys, monotable::item after, std::int64_t time = 0) {
        auto const hash = hash_of(keys.bytes());
        for (auto& each : feed.back().shards) {
            if (each.closed || (hash & each.mask) != each.bits) continue;
            monotable::stream_record record;
            record.sequence = "n" + std::to_string((++last_ * 40'503) % 65'537);
            record.time = time;
            record.keys = std::move(keys);
            record.after = std::move(after);
            each.records.push_back(std::move(record));
            return;
        }
    }
    /// The shard that takes the key.
    std::size_t shard_of(monotable::item_view keys) const {
        auto const& shards = feed.back().shards;
        for (std::size_t i = 0; i != shards.size(); ++i)
            if (!shards[i].closed && (hash_of(keys.bytes()) & shards[i].mask) == shards[i].bits) return i;
        return shards.size();
    }

    /// Closes an open shard, which is continued by one child or by two. A child is listed no sooner than its parent.
    void close(std::size_t number, bool split, bool listed = true) {
        auto& closing = feed.back().shards[number];
        closing.closed = true;
        listed = listed && closing.listed;
        auto const parent = closing.id;
        auto const mask = closing.mask, bits = closing.bits;
        if (!split) return add(parent, mask, bits, listed);
        auto const bit = mask + 1;
        add(parent, mask | bit, bits, listed);
        add(parent, mask | bit, bits | bit, listed);
    }
    void list_all() {
        for (auto& each : feed)
            for (auto& in : each.shards) in.listed = true;
    }
    /// Positions that were given so far cannot be read from any more.
    void expire() { ++epoch_; }

  protected:
    std::vector<monotable::stream_status> do_streams(std::string_view) override {
        ++calls[monotable::operation_kind::streams];
        std::vector<monotable::stream_status> out;
        for (auto const& each : feed) out.push_back(each.status);
        return {out.rbegin(), out.rend()};
    }
    std::vector<monotable::stream_shard> do_shards(std::string_view id) override {
        ++calls[monotable::operation_kind::shards];
        std::vector<monotable::stream_shard> out;
        for (auto const& each : named(id).shards) {
            if (each.gone || !each.listed) continue;
            out.push_back({each.id, each.parent, each.closed, "first of " + each.id, ""});
            if (each.closed) out.back().last = each.records.empty() ? out.back().first : each.records.back().sequence;
        }
        return {out.rbegin(), out.rend()}; // children first
    }
    monotable::stream_position do_seek_stream(monotable::stream_seek const& to) override {
        ++calls[monotable::operation_kind::seek_stream];
        auto const& in = named(to.stream, to.shard);
        std::size_t at = in.trimmed;
        if (to.from == monotable::seek_from::latest) at = in.records.size();
        if (to.from == monotable::seek_from::at || to.from == monotable::seek_from::after) {
            at = 0;
            if (to.sequence != "first of " + in.id) {
                while (at != in.records.size() && in.records[at].sequence != to.sequence) ++at;
                if (at == in.records.size()) fail(monotable::store_fault::validation);
                at += to.from == monotable::seek_from::after;
            }
            if (at < in.trimmed) fail(monotable::store_fault::trimmed);
        }
        return position(to.stream, in.id, at);
    }
    monotable::stream_page do_read_stream(monotable::stream_position const& from, std::size_t limit) override {
        ++calls[monotable::operation_kind::read_stream];
        std::vector<std::string> parts;
        for (std::size_t begin = 0, end = 0; end != from.text.npos; begin = end + 1) {
            end = from.text.find('|', begin);
            parts.push_back(from.text.substr(begin, end - begin));
        }
        if (parts.at(3) != std::to_string(epoch_)) fail(monotable::store_fault::expired);
        auto const& in = named(parts[0], parts[1]);
        auto at = static_cast<std::size_t>(std::stoul(parts[2]));
        if (at < in.trimmed) fail(monotable::store_fault::trimmed);
        monotable::stream_page out;
        bool const skipped = empty_pages && calls[monotable::operation_kind::read_stream] % 2 == 0;
        for (; !skipped && at != in.records.size() && out.records.size() < page; ++at) {
            if (limit != 0 && out.records.size() == limit) break;
            out.records.push_back(in.records[at]);
        }
        if (!in.closed || at != in.records.size()) out.next = position(parts[0], in.id, at);
        return out;
    }

  private:
    static std::uint32_t hash_of(std::string_view bytes) {
        std::uint32_t hash = 2166136261u;
        for (auto const c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
        return hash ^ (hash >> 15);
    }
    [[noreturn]] static void fail(monotable::store_fault fault) {
        throw monotable::store_error(fault, "sharded_backend: " + std::string(name_of(fault)));
    }

    void add(std::string parent, std::uint32_t mask, std::uint32_t bits, bool listed) {
        auto& shards = feed.back().shards;
        auto const id = feed.back().status.id + "/shard " + std::to_string(shards.size());
        shards.push_back({id, std::move(parent), mask, bits, false, listed});
    }
    stream const& named(std::string_view id) const {
        for (auto const& each : feed)
            if (each.status.id == id) return each;
        fail(monotable::store_fault::no_such_stream);
    }
    shard const& named(std::string_view id, std::string_view of) const {
        for (auto const& each : named(id).shards)
            if (each.id == of && !each.gone) return each;
        fail(monotable::store_fault::no_such_shard);
    }
    monotable::stream_position position(std::string_view id, std::string_view of, std::size_t at) const {
        return {std::string(id) + '|' + std::string(of) + '|' + std::to_string(at) + '|' + std::to_string(epoch_)};
    }

    std::uint64_t last_ = 0;
    int epoch_ = 0;
};

} // namespace store_support
