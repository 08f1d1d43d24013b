// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/sqlite/connection.hpp>
#include <monotable/sqlite/file.hpp>

#include <memory>
#include <utility>

namespace monotable::detail {

/// A connection of the file for reading.
class sqlite_reader {
  public:
    explicit sqlite_reader(sqlite_file& file) : file_(&file), connection_(file.take_reader()) {}
    sqlite_reader(sqlite_reader const&) = delete;
    sqlite_reader& operator=(sqlite_reader const&) = delete;
    ~sqlite_reader() { file_->give_back(std::move(connection_)); }

    sqlite_connection& operator*() const noexcept { return *connection_; }

  private:
    sqlite_file* file_;
    std::unique_ptr<sqlite_connection> connection_;
};

} // namespace monotable::detail
