// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/local/local.hpp>
#include <monotable/sqlite/backup.hpp>
#include <monotable/sqlite/check.hpp>
#include <monotable/sqlite/durable.hpp>
#include <monotable/sqlite/engine.hpp>
#include <monotable/sqlite/read_only.hpp>
#include <monotable/sqlite/reader.hpp>
#include <monotable/sqlite/writer.hpp>

#include <memory>
#include <string>
#include <utility>

namespace monotable {

namespace detail {

MONOTABLE_INLINE opened_file open_durable(std::string const& path, durable_options&& options) {
    auto const file = std::make_shared<sqlite_writer>(path, options.commits, options.read_only, options.streams);
    if (options.read_only)
        return {file, std::make_shared<read_only_store>(file, options.clock, file->file().streams())};
    return {file, std::make_shared<local<sqlite_engine>>(std::move(options.clock), file->file().streams(), file)};
}

} // namespace detail

MONOTABLE_INLINE void durable::backup(std::string const& path) const { detail::copy_store(opened_.file->file(), path); }

MONOTABLE_INLINE void durable::compact() const { detail::compact_store(*opened_.file); }

MONOTABLE_INLINE check_report durable::check() const {
    detail::sqlite_reader const reader(opened_.file->file());
    return detail::check_store(*reader);
}

MONOTABLE_INLINE check_report durable::repair(std::string const& path) {
    detail::sqlite_connection(detail::checked_path(path), detail::sqlite_connection::mode::existing);
    detail::sqlite_file file(path, durability::full, false, {});
    return detail::repair_store(file.writer());
}

} // namespace monotable
