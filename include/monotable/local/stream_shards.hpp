// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/stream.hpp>
#include <monotable/config.hpp>
#include <monotable/local/stream_options.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace monotable::detail {

/// "100000000000000000042": 21 digits, which sort as the numbers do.
std::string sequence_text(std::uint64_t number);

/// Where to read in a stream of a local store.
struct shard_place {
    std::uint64_t stream = 0;
    std::uint64_t shard = 0;  ///< from 0
    std::uint64_t number = 0; ///< of the next record; one more than the shard's last: its end

    stream_position position() const;
    /// Throws store_error (validation) if the position is not the text of a place.
    static shard_place of(stream_position const& position);
};

/// The shards of a stream whose records are numbered from 1 without gaps: each continues the one before it.
class stream_shards {
  public:
    /// `first` is the number of the first record that is kept, `next` that of the next one; `ended`: no more records follow.
    stream_shards(stream_status const& stream, std::uint64_t number, stream_options const& options, std::uint64_t first,
                  std::uint64_t next, bool ended) noexcept
        : stream_(&stream), number_(number), size_(options.shard_records), first_(first), next_(next), ended_(ended) {}

    std::vector<stream_shard> list() const;

    shard_place seek(stream_seek const& to) const;

    /// Throws store_error: trimmed if the record is no longer kept, validation if the place is not one of its shard.
    void check(shard_place const& place) const;

    /// The number of the last record that a shard can have.
    std::uint64_t last_of(std::uint64_t shard) const noexcept;
    /// True if no record will follow at this place.
    bool is_end(shard_place const& place) const noexcept;

  private:
    std::uint64_t shard_with(std::uint64_t number) const noexcept { return size_ == 0 ? 0 : (number - 1) / size_; }
    std::uint64_t first_of(std::uint64_t shard) const noexcept { return shard * size_ + 1; }
    std::uint64_t newest() const noexcept { return shard_with(next_); }
    std::string name(std::uint64_t shard) const;
    /// The shard with this name; absent if it never existed.
    std::optional<std::uint64_t> shard_named(std::string_view name) const;

    [[noreturn]] void fail_trimmed(std::uint64_t number) const;
    std::string where() const;

    stream_status const* stream_;
    std::uint64_t number_, size_, first_, next_;
    bool ended_;
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/local/stream_shards.ipp>
#endif
