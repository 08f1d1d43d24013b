// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/error.hpp>
#include <monotable/local/stream_shards.hpp>

#include <charconv>
#include <cstdio>
#include <system_error>

namespace monotable::detail {

MONOTABLE_INLINE std::string sequence_text(std::uint64_t number) {
    auto const digits = std::to_string(number);
    return '1' + std::string(20 - digits.size(), '0') + digits;
}

/// The number of a sequence_text(); absent for other texts.
MONOTABLE_INLINE std::optional<std::uint64_t> sequence_number(std::string_view text) noexcept {
    if (text.size() != 21 || text[0] != '1') return std::nullopt;
    std::uint64_t result = 0;
    auto const [end, failure] = std::from_chars(text.data() + 1, text.data() + text.size(), result);
    if (failure != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return result;
}

MONOTABLE_INLINE stream_position shard_place::position() const {
    return {std::to_string(stream) + '.' + std::to_string(shard) + '.' + std::to_string(number)};
}

MONOTABLE_INLINE shard_place shard_place::of(stream_position const& position) {
    shard_place result;
    auto const* at = position.text.data();
    auto const* const end = at + position.text.size();
    bool valid = true;
    for (auto* const each : {&result.stream, &result.shard, &result.number}) {
        auto const [next, failure] = std::from_chars(at, end, *each);
        bool const last = each == &result.number;
        valid = valid && failure == std::errc() && (last ? next == end : next != end && *next == '.');
        at = next == end ? end : next + 1;
    }
    if (!valid)
        throw store_error(store_fault::validation, {}, "Invalid ShardIterator", ": it is not a position of this store");
    return result;
}

MONOTABLE_INLINE std::vector<stream_shard> stream_shards::list() const {
    std::vector<stream_shard> out;
    for (auto i = shard_with(first_); i <= newest(); ++i) {
        auto& shard = out.emplace_back();
        shard.id = name(i);
        if (i != 0) shard.parent = name(i - 1);
        shard.first = sequence_text(first_of(i));
        shard.closed = i != newest() || ended_;
        if (!shard.closed) continue;
        auto const last = i != newest() ? last_of(i) : next_ - 1;
        shard.last = sequence_text(last < first_of(i) ? first_of(i) : last);
    }
    return out;
}

MONOTABLE_INLINE shard_place stream_shards::seek(stream_seek const& to) const {
    auto const shard = shard_named(to.shard);
    bool const numbered = to.from == seek_from::at || to.from == seek_from::after;
    if (!shard || (!numbered && *shard < shard_with(first_)))
        throw store_error(store_fault::no_such_shard, where(), "Requested resource not found: Shard does not exist",
                          ": " + std::string(to.shard));
    shard_place place{number_, *shard, 0};
    auto const begin = first_of(place.shard), end = last_of(place.shard) + 1;
    auto const oldest = begin < first_ ? first_ : begin, newest = end < next_ ? end : next_;
    if (!numbered) {
        place.number = to.from == seek_from::latest ? newest : oldest;
        return place;
    }
    auto const number = sequence_number(to.sequence);
    bool const is_first = number == begin;
    if (!number || *number < begin || (*number >= newest && !is_first))
        throw store_error(
            store_fault::validation, where(),
            "Invalid SequenceNumber: The sequence number is not in the shard: " + std::string(to.sequence), {});
    place.number = *number + (to.from == seek_from::after && *number < newest);
    check(place);
    return place;
}

MONOTABLE_INLINE void stream_shards::check(shard_place const& place) const {
    if (place.number < first_of(place.shard) || place.number - 1 > last_of(place.shard))
        throw store_error(store_fault::validation, where(), "Invalid ShardIterator", ": it is not in its shard");
    if (place.number < first_ && place.number <= last_of(place.shard)) fail_trimmed(place.number);
}

MONOTABLE_INLINE std::uint64_t stream_shards::last_of(std::uint64_t shard) const noexcept {
    return size_ == 0 ? ~std::uint64_t() - 1 : (shard + 1) * size_;
}

MONOTABLE_INLINE bool stream_shards::is_end(shard_place const& place) const noexcept {
    return place.number > last_of(place.shard) || (ended_ && place.number >= next_);
}

/// The service's form: a time, and a suffix that distinguishes shards of one time.
MONOTABLE_INLINE std::string stream_shards::name(std::uint64_t shard) const {
    char text[64];
    std::snprintf(text, sizeof text, "shardId-%020llu-%08llx",
                  static_cast<unsigned long long>(static_cast<std::uint64_t>(stream_->created) + shard),
                  static_cast<unsigned long long>(number_ & 0xFFFFFFFF));
    return text;
}

MONOTABLE_INLINE std::optional<std::uint64_t> stream_shards::shard_named(std::string_view text) const {
    constexpr std::string_view start = "shardId-";
    std::uint64_t time = 0;
    if (!text.starts_with(start)) return std::nullopt;
    text.remove_prefix(start.size());
    std::from_chars(text.data(), text.data() + text.size(), time);
    auto const shard = time - static_cast<std::uint64_t>(stream_->created);
    if (shard > newest() || std::string_view(name(shard)).substr(start.size()) != text) return std::nullopt;
    return shard;
}

MONOTABLE_INLINE void stream_shards::fail_trimmed(std::uint64_t number) const {
    throw store_error(store_fault::trimmed, where(),
                      "The operation attempted to read past the oldest stream record in a shard.",
                      " It is " + std::to_string(first_) + ", not " + std::to_string(number));
}

MONOTABLE_INLINE std::string stream_shards::where() const {
    return "stream " + stream_->id + " of table " + stream_->table + ": ";
}

} // namespace monotable::detail
