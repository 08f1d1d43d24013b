// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/local/collection_engine.hpp>

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

namespace monotable::detail {

/// The records of one stream that are still kept, numbered from 1 without gaps.
template <class Record = stored_record>
class memory_stream {
  public:
    template <class Engine>
    memory_stream(Engine const&, stored_stream const&) noexcept {}
    memory_stream(memory_stream const&) = delete;
    memory_stream& operator=(memory_stream const&) = delete;

    /// Reserves memory for the next `count` records. REQUIRES: no concurrent call of append().
    void reserve(std::size_t count) {
        std::lock_guard const lock(mutex_);
        if (records_.capacity() - records_.size() >= count) return;
        forget_trimmed();
        if (records_.capacity() - records_.size() < count) records_.reserve(2 * records_.size() + count);
    }

    /// REQUIRES: reserve() was called for it.
    void append(Record&& record) noexcept {
        std::lock_guard const lock(mutex_);
        record.sequence = next();
        records_.push_back(std::move(record));
    }

    /// Drops the records before `time`.
    void trim(std::int64_t time) noexcept {
        std::lock_guard const lock(mutex_);
        for (; trimmed_ != records_.size() && records_[trimmed_].time < time; ++trimmed_, ++first_)
            records_[trimmed_] = Record();
        if (trimmed_ > records_.size() / 2) forget_trimmed();
    }

    /// The first number that is kept and the one after the last.
    void range(std::uint64_t& first, std::uint64_t& next) const noexcept {
        std::lock_guard const lock(mutex_);
        first = first_;
        next = this->next();
    }

    /// Calls `visitor(record)` for the records from a number on, until it returns false.
    template <class F>
    void visit(std::uint64_t sequence, F&& visitor) const {
        std::lock_guard const lock(mutex_);
        auto const skipped = sequence > first_ ? sequence - first_ : 0;
        if (skipped >= records_.size() - trimmed_) return;
        for (auto i = trimmed_ + static_cast<std::size_t>(skipped); i != records_.size(); ++i)
            if (!visitor(records_[i])) return;
    }

    void end(std::int64_t) const noexcept {}
    void drop() const noexcept {}

  private:
    std::uint64_t next() const noexcept { return first_ + (records_.size() - trimmed_); }

    void forget_trimmed() noexcept {
        records_.erase(records_.begin(), records_.begin() + static_cast<std::ptrdiff_t>(trimmed_));
        trimmed_ = 0;
    }

    mutable std::mutex mutex_;
    std::vector<Record> records_; ///< the first `trimmed_` of them are empty
    std::size_t trimmed_ = 0;
    std::uint64_t first_ = 1;
};

} // namespace monotable::detail
