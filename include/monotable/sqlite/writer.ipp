// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/error.hpp>
#include <monotable/sqlite/connection.hpp>
#include <monotable/sqlite/writer.hpp>

#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <utility>

namespace monotable::detail {

MONOTABLE_INLINE sqlite_writer::~sqlite_writer() {
    std::lock_guard const lock(mutex_);
    commit();
}

MONOTABLE_INLINE std::unique_lock<std::mutex> sqlite_writer::enter() {
    entering_.fetch_add(1);
    std::unique_lock lock(mutex_);
    entering_.fetch_sub(1);
    return lock;
}

MONOTABLE_INLINE void sqlite_writer::begin_one() {
    first_ = group_ == nullptr;
    try {
        if (first_) {
            auto opened = std::make_shared<sqlite_group>();
            connection().execute("BEGIN IMMEDIATE");
            group_ = std::move(opened);
            erase_dropped();
        } else {
            sqlite_statement(connection(), "SAVEPOINT one").run();
        }
    } catch (...) {
        undo_one();
        throw;
    }
}

MONOTABLE_INLINE void sqlite_writer::add(sqlite_pending& what) {
    if (!what.pending_) pending_.push_back(&what);
    what.pending_ = true;
    if (!what.writing_) writing_.push_back(&what);
    what.writing_ = true;
}

MONOTABLE_INLINE void sqlite_writer::end_one() {
    if (!first_) sqlite_statement(connection(), "RELEASE one").run();
    tell(true);
}

MONOTABLE_INLINE void sqlite_writer::tell(bool written) noexcept {
    for (auto* const each : writing_) {
        each->writing_ = false;
        each->end_write(written);
    }
    writing_.clear();
}

MONOTABLE_INLINE void sqlite_writer::undo_one() noexcept {
    tell(false);
    if (!first_ && connection().in_transaction()) {
        try {
            connection().execute("ROLLBACK TO one; RELEASE one");
            changed_.notify_all(); // a commit may have waited for this writer
            return;
        } catch (std::exception const&) {}
    }
    if (group_ != nullptr) {
        group_->is = sqlite_group::state::failed;
        try {
            group_->error = file_.path() + ": another write of the same commit failed; the write is not stored";
        } catch (std::bad_alloc const&) {}
    }
    finish(false);
}

MONOTABLE_INLINE void sqlite_writer::wait(sqlite_group& group) {
    std::unique_lock lock(mutex_);
    // Writers that wait for the lock take part in the commit; the last of them commits unless another one has.
    while (group.is == sqlite_group::state::open) {
        if (entering_.load() == 0) commit();
        else changed_.wait(lock);
    }
    if (group.is == sqlite_group::state::failed) throw store_error(group.fault, group.error);
}

inline void set_error(sqlite_group& group, std::exception const& reason, bool committing) noexcept {
    group.is = sqlite_group::state::failed;
    if (committing) group.fault = store_fault::outcome_unknown;
    try {
        group.error = reason.what();
        group.error += committing ? "; whether the write is stored is not known" : "; the write is not stored";
    } catch (std::bad_alloc const&) {}
}

MONOTABLE_INLINE void sqlite_writer::commit() noexcept {
    if (group_ == nullptr) return;
    auto& group = *group_;
    bool committing = false;
    try {
        for (auto* const each : pending_) each->store();
        committing = true;
        sqlite_statement(connection(), "COMMIT").run();
        group.is = sqlite_group::state::committed;
        return finish(true);
    } catch (store_error const& reason) {
        if (!committing) group.fault = reason.fault();
        set_error(group, reason, committing);
    } catch (std::exception const& reason) {
        set_error(group, reason, committing);
    }
    finish(false);
}

MONOTABLE_INLINE void sqlite_writer::finish(bool committed) noexcept {
    if (!committed) connection().roll_back();
    for (auto* const each : pending_) {
        each->pending_ = false;
        each->end_commit(committed);
    }
    pending_.clear();
    group_.reset();
    changed_.notify_all();
}

MONOTABLE_INLINE void sqlite_writer::erase_dropped() {
    std::lock_guard const lock(dropping_);
    for (auto const each : dropped_) {
        auto const id = static_cast<std::int64_t>(each);
        sqlite_statement(connection(), "DELETE FROM records WHERE stream = ?").bind(1, id).run();
        sqlite_statement(connection(), "DELETE FROM streams WHERE id = ?").bind(1, id).run();
    }
    dropped_.clear();
}

// If memory is exhausted, the stream remains, and is dropped by the next program that opens the file.
MONOTABLE_INLINE void sqlite_writer::drop_later(std::uint64_t stream) noexcept {
    try {
        std::lock_guard const lock(dropping_);
        dropped_.push_back(stream);
    } catch (std::bad_alloc const&) {}
}

} // namespace monotable::detail
