// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/procedure.hpp>
#include <monotable/config.hpp>
#include <monotable/core/item.hpp>
#include <monotable/store/read/object_sink.hpp>
#include <monotable/store/write/backoff.hpp>
#include <monotable/store/write/write_intent.hpp>
#include <monotable/store/write/verb_write.hpp>
#include <monotable/store/write/write_error.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// Batches of any size, divided into requests of the permitted size. Unprocessed items are requested again, after pauses.
namespace monotable::detail {

inline constexpr unsigned default_attempts = 10;
inline constexpr std::size_t max_batch_gets = 100;
inline constexpr std::size_t max_batch_writes = 25;

/// The pauses before unprocessed items are requested again; longer than those of writes after conflicts.
constexpr retry_policy batch_policy(unsigned attempts) {
    return {attempts, std::chrono::microseconds(2'000), std::chrono::microseconds(1'000'000), {}};
}

/// Counts consecutive requests without progress, and determines the pauses after partially processed ones.
class batch_patience {
  public:
    explicit batch_patience(unsigned attempts) : backoff_(batch_policy(attempts)) {}

    /// False if the batch must be given up. Otherwise pause(), in microseconds, precedes the next requests.
    bool goes_on(std::size_t asked, std::size_t left);
    std::uint64_t pause() const noexcept { return pause_; }

  private:
    backoff backoff_;
    std::uint64_t pause_ = 0;
};

/// The number of requests of a batch in flight: one, or all.
enum class batch_width : std::uint8_t { one, all };

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
    std::vector<std::size_t> unprocessed; ///< positions of unprocessed keys, ascending
};

class batch_reader final : public procedure {
  public:
    /// Borrows the objects that the keys name.
    batch_reader(std::vector<batch_key> keys, unsigned attempts, batch_width width = batch_width::one);

    procedure_step advance() override;

    /// Requires that the procedure is over. To be called once.
    batch_read result() { return std::move(result_); }

  private:
    struct request {
        std::vector<std::size_t> asked; ///< positions of keys
        std::vector<get_request> gets = {};
        std::vector<std::optional<object_sink>> sinks = {};
        array_view<get_request> view = {};
        batch_get_result reply = {};
    };

    void find_repeated();
    procedure_step request_next();
    void take_replies();
    procedure_step end();
    get_request request_of(std::size_t i) const;

    std::vector<batch_key> keys_;
    batch_patience patience_;
    batch_width width_;
    std::vector<std::size_t> first_of_; // the first position of each key: requests must not contain a key twice
    std::vector<std::size_t> waiting_;
    std::string done_; // by key
    std::vector<request> requests_;
    std::vector<pending_call> calls_;
    batch_read result_;
};

struct batch_failure {
    std::size_t position;
    write_error reason;
    std::string text;
    std::optional<item> existing = {};
};

struct batch_written {
    std::size_t size = 0;
    std::vector<std::size_t> unprocessed; ///< ascending
    std::vector<batch_failure> refused;

    typed_outcome outcome(std::size_t position) const;
};

/// Puts and erasures. Of several writes of one item the last one is performed. Writes with derived writes or conditions are
/// performed one by one.
class batch_writer final : public procedure {
  public:
    /// Borrows the writes. `retry` applies to those that are performed one by one.
    batch_writer(array_view<write_intent> writes, unsigned attempts, retry_policy const& retry,
                 batch_width width = batch_width::one);

    procedure_step advance() override;

    /// Requires that the procedure is over. To be called once.
    batch_written result() { return std::move(result_); }

  private:
    struct request {
        std::vector<std::size_t> asked; ///< positions of writes
        std::vector<write_request> writes = {};
        array_view<write_request> view = {};
        std::vector<std::size_t> reply = {}; ///< of `writes`
    };

    static bool is_alone(write_intent const& what);

    void find_repeated();
    procedure_step request_next();
    void take_replies();
    procedure_step end();

    array_view<write_intent> writes_;
    batch_patience patience_;
    retry_policy retry_;
    batch_width width_;
    std::vector<std::size_t> last_of_; // the last position of each item: requests must not contain an item twice
    std::vector<std::size_t> waiting_;
    std::vector<std::size_t> alone_; // in reverse
    std::optional<verb_write> one_;  // the last of them
    std::vector<request> requests_;
    std::vector<pending_call> calls_;
    batch_written result_;
};

/// Performs the batch on the calling thread.
batch_read read_batch(backend& store, std::vector<batch_key> keys, unsigned attempts);
batch_written write_batch(backend& store, array_view<write_intent> writes, unsigned attempts,
                          retry_policy const& retry);

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/store/batch/engine.ipp>
#endif
