// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/local/collection_engine.hpp>
#include <monotable/sqlite/writer.hpp>

#include <cstdint>
#include <mutex>
#include <type_traits>

namespace monotable::detail {

/// An open stream of a file. It is created inside sqlite_engine::atomically, and opened before anything else uses the engine.
/// Trimmed records are not shown anymore, and erased with the next record; a dropped stream is erased with the next write.
class sqlite_stream final : private sqlite_pending {
  public:
    template <class Engine>
    sqlite_stream(Engine& engine, stored_stream const& stored) : sqlite_stream(engine.writer(), stored) {}
    sqlite_stream(sqlite_writer& writer, stored_stream const& stored);
    ~sqlite_stream();

    void range(std::uint64_t& first, std::uint64_t& next) const noexcept {
        std::lock_guard const lock(mutex_);
        first = first_;
        next = next_;
    }

    template <class F>
    void visit(std::uint64_t sequence, F&& visitor) const {
        visit_all(sequence, &visitor, [](void* f, stored_record const& record) -> bool {
            return (*static_cast<std::remove_reference_t<F>*>(f))(record);
        });
    }

    void trim(std::int64_t time);
    /// REQUIRES: called inside sqlite_engine::atomically.
    void end(std::int64_t time);
    void drop() noexcept;

    /// Inside sqlite_writer::write: gives the record its number.
    void append(stored_record& record);

  private:
    void visit_all(std::uint64_t sequence, void* context, bool (*visitor)(void*, stored_record const&)) const;

    MONOTABLE_INLINE void end_write(bool written) noexcept override;
    void store() override {}
    MONOTABLE_INLINE void end_commit(bool committed) noexcept override;

    sqlite_writer* writer_;
    std::uint64_t id_;
    std::uint64_t pending_ = 0;   ///< the number after the last written record, committed or not
    std::uint64_t writing_ = 0;   ///< the same, including the records of the current write
    std::uint64_t erased_ = 0;    ///< records with lower numbers are no longer in the file
    mutable std::mutex mutex_;    // protects the following members
    std::uint64_t first_ = 1;     ///< the first record that is shown
    std::uint64_t next_ = 1;      ///< the number after the last committed record
    std::int64_t first_time_ = 0; ///< a lower bound of the times of shown records; 0 if unknown
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/sqlite/stream.ipp>
#endif
