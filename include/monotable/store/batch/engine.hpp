// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/config.hpp>
#include <monotable/core/item.hpp>
#include <monotable/store/read/object_sink.hpp>
#include <monotable/store/write/backoff.hpp>
#include <monotable/store/write/prepared_write.hpp>
#include <monotable/store/write/write_error.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// Batches of any size, in the requests that a store takes. What it leaves undone is asked for again, after pauses.
namespace monotable::detail {

inline constexpr unsigned default_attempts = 10;
inline constexpr std::size_t max_batch_gets = 100;
inline constexpr std::size_t max_batch_writes = 25;

/// Requests of which the store leaves something are made again after longer pauses than writes that others interfere with.
constexpr retry_policy batch_policy(unsigned attempts) {
    return {attempts, std::chrono::microseconds(2'000), std::chrono::microseconds(1'000'000), {}};
}

/// Counts requests of which the store did nothing, and pauses after those of which it left something.
class batch_patience {
  public:
    explicit batch_patience(unsigned attempts) : backoff_(batch_policy(attempts)) {}

    /// False if that was enough.
    bool goes_on(std::size_t asked, std::size_t left);

  private:
    backoff backoff_;
};

/// A key to read, and the object that its item is decoded into.
struct batch_key {
    entity_data const* entity;
    item key;
    object_sink::decoder* decode;
    void* object;
    batch_key* repeated = nullptr; ///< the next of the same item
};

struct batch_read {
    std::vector<bool> found;              ///< one per key; the objects of the others are unspecified
    std::vector<std::size_t> unprocessed; ///< keys that the store has not looked for, ascending
};

class batch_reader {
  public:
    batch_reader(backend& store, std::vector<batch_key>& keys, unsigned attempts)
        : store_(store), keys_(keys), patience_(attempts) {}

    batch_read run();

  private:
    get_request request_of(std::size_t i) const;

    /// Where each key stands first: a store refuses a key that comes twice.
    std::vector<std::size_t> find_repeated();

    backend& store_;
    std::vector<batch_key>& keys_;
    batch_patience patience_;
};

struct batch_refusal {
    std::size_t position;
    write_error reason;
    std::string text;
};

struct batch_written {
    std::vector<std::size_t> unprocessed; ///< ascending
    std::vector<batch_refusal> refused;
};

/// Puts and erases. Of several of one item the last counts, as if they came one after the other. Those that bring others with
/// them, or have a condition of their own, are done one by one.
class batch_writer {
  public:
    batch_writer(backend& store, std::vector<prepared_write> const& writes, unsigned attempts,
                 retry_policy const& retry)
        : store_(store), writes_(writes), patience_(attempts), retry_(retry) {}

    batch_written run();

  private:
    static bool is_alone(prepared_write const& what);

    typed_outcome perform_alone(prepared_write const& what);

    std::vector<std::size_t> write_for(entity_data const& entity, std::vector<write_request> const& requests);

    /// Where the last write of each item stands: a store refuses two.
    std::vector<std::size_t> find_repeated() const;

    backend& store_;
    std::vector<prepared_write> const& writes_;
    batch_patience patience_;
    retry_policy const& retry_; ///< of writes that are done one by one
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/store/batch/engine.ipp>
#endif
