// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/error.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace monotable::detail {

/// A connection to a file of SQLite's and the statements prepared for it, which are kept. For one thread at a time.
class sqlite_connection {
  public:
    enum class mode : std::uint8_t {
        read_only, ///< requires that the file exists
        existing,  ///< the same
        create,    ///< creates the file if it does not exist
    };

    /// Throws store_error if it cannot be opened; `mode::create` does not write to it yet.
    sqlite_connection(std::string const& path, mode how);
    sqlite_connection(sqlite_connection const&) = delete;
    sqlite_connection& operator=(sqlite_connection const&) = delete;
    ~sqlite_connection();

    /// Runs statements that have no result.
    void execute(char const* sql);
    /// The number that a statement returns.
    std::int64_t number(char const* sql);

    /// True if a transaction is open.
    bool in_transaction() const noexcept;
    /// Ends the transaction that is open, if there is one.
    void roll_back() noexcept;

    /// The file's name, absolute.
    std::string file_name() const;

    /// Throws store_error for an error code of SQLite.
    [[noreturn]] void fail(int code) const;
    [[noreturn]] void fail(int code, std::string const& why) const;
    /// Throws store_error for invalid content of the file.
    [[noreturn]] void damaged(std::string const& what) const;

  private:
    friend class sqlite_statement;
    friend class sqlite_copy;

    struct prepared {
        char const* sql;
        sqlite3_stmt* statement;
        bool used;
    };

    std::string path_;
    sqlite3* handle_ = nullptr;
    std::vector<prepared> statements_;
};

/// The use of a statement. Parameters are numbered from 1, columns from 0.
class sqlite_statement {
  public:
    /// `sql` is a literal: its address identifies the statement.
    sqlite_statement(sqlite_connection& in, char const* sql);
    sqlite_statement(sqlite_statement const&) = delete;
    sqlite_statement& operator=(sqlite_statement const&) = delete;
    ~sqlite_statement();

    /// Bytes are borrowed until the statement is reset or destroyed. Bytes whose data() is null are bound as NULL.
    sqlite_statement& bind(int parameter, std::string_view bytes);
    sqlite_statement& bind(int parameter, std::int64_t number);

    /// True if there is a row, false at the end.
    bool next();
    void run() {
        while (next()) {}
    }
    /// Prepares the statement for other parameters.
    void reset() noexcept;

    /// Valid until the next call of next() or reset().
    std::string_view bytes(int column) const noexcept;
    std::int64_t number(int column) const noexcept;
    bool is_null(int column) const noexcept;

  private:
    sqlite_connection* in_;
    std::size_t slot_;
    sqlite3_stmt* statement_;
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/sqlite/connection.ipp>
#endif
