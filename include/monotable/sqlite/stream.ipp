// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/stream.hpp>
#include <monotable/error.hpp>
#include <monotable/config.hpp>
#include <monotable/core/item.hpp>
#include <monotable/core/validate.hpp>
#include <monotable/sqlite/catalog.hpp>
#include <monotable/sqlite/connection.hpp>
#include <monotable/sqlite/reader.hpp>
#include <monotable/sqlite/stream.hpp>
#include <monotable/sqlite/writer.hpp>

#include <charconv>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace monotable::detail {

// stream_directory names streams by numbers.
inline std::uint64_t stream_number(std::string_view id) {
    std::uint64_t number = 0;
    auto const [end, failure] = std::from_chars(id.data(), id.data() + id.size(), number);
    if (failure != std::errc() || end != id.data() + id.size())
        throw store_error(store_fault::unavailable, "the id of a stream is not a number: " + std::string(id));
    return number;
}

MONOTABLE_INLINE sqlite_stream::sqlite_stream(sqlite_writer& writer, stored_stream const& stored)
    : writer_(&writer), id_(stream_number(stored.status.id)) {
    auto& file = writer.connection();
    auto const id = static_cast<std::int64_t>(id_);
    sqlite_statement found(file, "SELECT first FROM streams WHERE id = ?");
    found.bind(1, id);
    if (found.next()) {
        first_ = static_cast<std::uint64_t>(found.number(0));
        sqlite_statement last(file, "SELECT max(sequence) FROM records WHERE stream = ?");
        last.bind(1, id);
        next_ = last.next() && !last.is_null(0) ? static_cast<std::uint64_t>(last.number(0)) + 1 : first_;
    } else {
        auto const bytes = encoded(stored);
        sqlite_statement(file, "INSERT INTO streams(id, status, ended, first) VALUES(?, ?, 0, 1)")
            .bind(1, id)
            .bind(2, bytes)
            .run();
    }
    // A bound for what must be read of a damaged file.
    auto const most = file.number("PRAGMA page_count") * file.number("PRAGMA page_size");
    if (first_ == 0 || next_ < first_ || next_ - first_ > static_cast<std::uint64_t>(most))
        file.damaged("the numbers of a stream's records");
    pending_ = writing_ = next_;
    erased_ = first_;
}

MONOTABLE_INLINE sqlite_stream::~sqlite_stream() {
    std::lock_guard const lock(writer_->mutex());
    if (is_pending()) writer_->commit();
}

MONOTABLE_INLINE void sqlite_stream::trim(std::int64_t time) {
    std::lock_guard const lock(mutex_);
    if (first_ == next_ || (first_time_ != 0 && first_time_ >= time)) return;
    sqlite_reader const reader(writer_->file());
    sqlite_statement records(
        *reader,
        "SELECT sequence, time FROM records WHERE stream = ? AND sequence >= ? AND sequence < ? ORDER BY sequence");
    records.bind(1, static_cast<std::int64_t>(id_))
        .bind(2, static_cast<std::int64_t>(first_))
        .bind(3, static_cast<std::int64_t>(next_));
    auto first = next_;
    std::int64_t oldest = 0;
    while (records.next()) {
        if (records.number(1) < time) continue;
        first = static_cast<std::uint64_t>(records.number(0));
        oldest = records.number(1);
        break;
    }
    first_ = first;
    first_time_ = oldest;
}

MONOTABLE_INLINE void sqlite_stream::visit_all(std::uint64_t sequence, void* context,
                                               bool (*visitor)(void*, stored_record const&)) const {
    std::uint64_t first = 0, next = 0;
    range(first, next);
    sqlite_reader const reader(writer_->file());
    sqlite_statement found(*reader, "SELECT sequence, time, change, expired, keys, before, after FROM records"
                                    " WHERE stream = ? AND sequence >= ? AND sequence < ? ORDER BY sequence");
    found.bind(1, static_cast<std::int64_t>(id_))
        .bind(2, static_cast<std::int64_t>(sequence < first ? first : sequence))
        .bind(3, static_cast<std::int64_t>(next));
    auto const image = [&](int column) -> std::optional<item> {
        if (found.is_null(column)) return std::nullopt;
        auto const bytes = found.bytes(column);
        if (!validate_item(bytes)) (*reader).damaged("a record of a stream");
        return item(item_view(bytes.data()));
    };
    while (found.next()) {
        stored_record record;
        record.sequence = static_cast<std::uint64_t>(found.number(0));
        record.time = found.number(1);
        auto const change = found.number(2);
        auto keys = image(4);
        if (change < 0 || change > static_cast<int>(change_kind::remove) || !keys)
            (*reader).damaged("a record of a stream");
        record.change = static_cast<change_kind>(change);
        record.expired = found.number(3) != 0;
        record.keys = std::move(*keys);
        record.before = image(5);
        record.after = image(6);
        if (!visitor(context, record)) return;
    }
}

MONOTABLE_INLINE void sqlite_stream::end(std::int64_t time) {
    sqlite_statement(writer_->connection(), "UPDATE streams SET ended = ? WHERE id = ?")
        .bind(1, time)
        .bind(2, static_cast<std::int64_t>(id_))
        .run();
}

MONOTABLE_INLINE void sqlite_stream::drop() noexcept { writer_->drop_later(id_); }

MONOTABLE_INLINE void sqlite_stream::append(stored_record& record) {
    auto& file = writer_->connection();
    writer_->add(*this);
    auto const id = static_cast<std::int64_t>(id_);
    std::uint64_t first = 0, next = 0;
    range(first, next);
    if (erased_ < first) {
        sqlite_statement(file, "DELETE FROM records WHERE stream = ? AND sequence < ?")
            .bind(1, id)
            .bind(2, static_cast<std::int64_t>(first))
            .run();
        sqlite_statement(file, "UPDATE streams SET first = ? WHERE id = ?")
            .bind(1, static_cast<std::int64_t>(first))
            .bind(2, id)
            .run();
        erased_ = first;
    }
    auto const image = [](std::optional<item> const& of) { return of ? of->bytes() : std::string_view(); };
    sqlite_statement(file, "INSERT INTO records(stream, sequence, time, change, expired, keys, before, after)"
                           " VALUES(?, ?, ?, ?, ?, ?, ?, ?)")
        .bind(1, id)
        .bind(2, static_cast<std::int64_t>(writing_))
        .bind(3, record.time)
        .bind(4, std::int64_t{static_cast<int>(record.change)})
        .bind(5, std::int64_t{record.expired})
        .bind(6, record.keys.bytes())
        .bind(7, image(record.before))
        .bind(8, image(record.after))
        .run();
    ++writing_;
}

MONOTABLE_INLINE void sqlite_stream::end_write(bool written) noexcept {
    if (written) {
        pending_ = writing_;
    } else {
        writing_ = pending_;
        erased_ = 1; // a rollback may have restored erased records
    }
}

MONOTABLE_INLINE void sqlite_stream::end_commit(bool committed) noexcept {
    std::lock_guard const lock(mutex_);
    if (committed) {
        next_ = pending_;
    } else {
        pending_ = writing_ = next_;
        erased_ = 1;
    }
}

} // namespace monotable::detail
