// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/sqlite/connection.hpp>

#include <sqlite3.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <new>
#include <string>
#include <string_view>

namespace monotable::detail {

MONOTABLE_INLINE sqlite_connection::sqlite_connection(std::string const& path, mode how) : path_(path) {
    auto const flags = SQLITE_OPEN_NOMUTEX | (how == mode::read_only ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE) |
                       (how == mode::create ? SQLITE_OPEN_CREATE : 0);
    auto const code = sqlite3_open_v2(path.c_str(), &handle_, flags, nullptr);
    if (code != SQLITE_OK) {
        std::string const why = handle_ != nullptr ? sqlite3_errmsg(handle_) : sqlite3_errstr(code);
        sqlite3_close(handle_);
        throw store_error(store_fault::unavailable, path + ": " + why);
    }
    sqlite3_extended_result_codes(handle_, 1);
    sqlite3_busy_timeout(handle_, 10'000); // programs that only read, such as a shell, hold locks for a short time
    sqlite3_db_config(handle_, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(handle_, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
}

MONOTABLE_INLINE sqlite_connection::~sqlite_connection() {
    for (auto const& each : statements_) sqlite3_finalize(each.statement);
    sqlite3_close_v2(handle_);
}

MONOTABLE_INLINE void sqlite_connection::execute(char const* sql) {
    if (auto const code = sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr); code != SQLITE_OK) fail(code);
}

MONOTABLE_INLINE std::int64_t sqlite_connection::number(char const* sql) {
    sqlite_statement of(*this, sql);
    return of.next() ? of.number(0) : 0;
}

MONOTABLE_INLINE bool sqlite_connection::in_transaction() const noexcept {
    return sqlite3_get_autocommit(handle_) == 0;
}

MONOTABLE_INLINE void sqlite_connection::roll_back() noexcept {
    if (!in_transaction()) return;
    try {
        sqlite_statement(*this, "ROLLBACK").run();
    } catch (std::exception const&) { // of which SQLite keeps the transaction, or not
        if (in_transaction()) sqlite3_exec(handle_, "ROLLBACK", nullptr, nullptr, nullptr);
    }
}

MONOTABLE_INLINE std::string sqlite_connection::file_name() const {
    auto const* const name = sqlite3_db_filename(handle_, "main");
    return name != nullptr && *name != '\0' ? name : path_;
}

MONOTABLE_INLINE void sqlite_connection::fail(int code) const { fail(code, sqlite3_errmsg(handle_)); }

MONOTABLE_INLINE void sqlite_connection::fail(int code, std::string const& why) const {
    switch (code & 0xff) {
    case SQLITE_NOMEM: throw std::bad_alloc();
    case SQLITE_NOTADB:
        throw store_error(store_fault::unknown_format,
                          path_ + " is not a file of monotable: it is not a database of SQLite's");
    case SQLITE_ERROR: // a table is missing, for example
    case SQLITE_CONSTRAINT:
    case SQLITE_MISMATCH:
    case SQLITE_CORRUPT: damaged(why);
    case SQLITE_READONLY: throw store_error(store_fault::denied, path_ + " cannot be written: " + why);
    case SQLITE_BUSY:
    case SQLITE_LOCKED: throw store_error(store_fault::unavailable, path_ + " is in use by another program: " + why);
    default: throw store_error(store_fault::unavailable, path_ + ": " + why);
    }
}

MONOTABLE_INLINE void sqlite_connection::damaged(std::string const& what) const {
    throw store_error(store_fault::corrupt, path_ + " is damaged: " + what);
}

MONOTABLE_INLINE sqlite_statement::sqlite_statement(sqlite_connection& in, char const* sql) : in_(&in) {
    auto& kept = in.statements_;
    for (slot_ = 0; slot_ != kept.size(); ++slot_) {
        if (kept[slot_].sql != sql || kept[slot_].used) continue;
        kept[slot_].used = true;
        statement_ = kept[slot_].statement;
        return;
    }
    kept.push_back({sql, nullptr, true});
    auto const code = sqlite3_prepare_v3(in.handle_, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement_, nullptr);
    if (code != SQLITE_OK) {
        kept.pop_back();
        in.fail(code);
    }
    kept.back().statement = statement_;
}

MONOTABLE_INLINE sqlite_statement::~sqlite_statement() {
    reset();
    sqlite3_clear_bindings(statement_);
    in_->statements_[slot_].used = false;
}

MONOTABLE_INLINE sqlite_statement& sqlite_statement::bind(int parameter, std::string_view bytes) {
    auto const code = bytes.data() == nullptr
                          ? sqlite3_bind_null(statement_, parameter)
                          : sqlite3_bind_blob64(statement_, parameter, bytes.data(), bytes.size(), SQLITE_STATIC);
    if (code != SQLITE_OK) in_->fail(code);
    return *this;
}

MONOTABLE_INLINE sqlite_statement& sqlite_statement::bind(int parameter, std::int64_t number) {
    if (auto const code = sqlite3_bind_int64(statement_, parameter, number); code != SQLITE_OK) in_->fail(code);
    return *this;
}

MONOTABLE_INLINE bool sqlite_statement::next() {
    auto const code = sqlite3_step(statement_);
    if (code == SQLITE_ROW) return true;
    if (code != SQLITE_DONE) in_->fail(code);
    return false;
}

MONOTABLE_INLINE void sqlite_statement::reset() noexcept { sqlite3_reset(statement_); }

MONOTABLE_INLINE std::string_view sqlite_statement::bytes(int column) const noexcept {
    auto const* const data = static_cast<char const*>(sqlite3_column_blob(statement_, column));
    return {data != nullptr ? data : "", static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
}

MONOTABLE_INLINE std::int64_t sqlite_statement::number(int column) const noexcept {
    return sqlite3_column_int64(statement_, column);
}

MONOTABLE_INLINE bool sqlite_statement::is_null(int column) const noexcept {
    return sqlite3_column_type(statement_, column) == SQLITE_NULL;
}

} // namespace monotable::detail
