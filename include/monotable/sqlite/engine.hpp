// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/stream.hpp>
#include <monotable/backend/table_status.hpp>
#include <monotable/config.hpp>
#include <monotable/local/collection_engine.hpp>
#include <monotable/meta/array_view.hpp>
#include <monotable/sqlite/file.hpp>
#include <monotable/sqlite/scope.hpp>
#include <monotable/sqlite/stream.hpp>
#include <monotable/sqlite/table.hpp>
#include <monotable/sqlite/writer.hpp>

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace monotable::detail {

/// An engine on a file, whose format sqlite_file describes. Reads are snapshots, on connections of their own; writes share
/// commits, see sqlite_writer. After a commit has failed, the engine continues with the previously committed state.
class sqlite_engine {
  public:
    using table = sqlite_table;
    using stream = sqlite_stream;
    using read_scope = sqlite_read_scope;
    using change = item_change<table, stream>;

    static constexpr bool snapshots = true;

    class ticket {
      public:
        ticket() = default;
        ticket(sqlite_writer& writer, std::shared_ptr<sqlite_group> group) noexcept
            : writer_(&writer), group_(std::move(group)) {}

        void wait() {
            if (group_ != nullptr) writer_->wait(*group_);
        }

      private:
        sqlite_writer* writer_ = nullptr;
        std::shared_ptr<sqlite_group> group_;
    };

    class write_scope {
      public:
        explicit write_scope(sqlite_engine& engine) noexcept : writer_(engine.writer_.get()) {}

        std::optional<stored_item> find(table const& in, entry_key key) {
            std::lock_guard const lock(writer_->mutex());
            return find_item(writer_->connection(), shown_, in, key);
        }
        std::optional<digest> find_token(digest const& token, std::int64_t now);
        ticket write(array_view<change> changes, stored_token const* token);
        ticket settled() {
            std::lock_guard const lock(writer_->mutex());
            return ticket(*writer_, writer_->group());
        }

      private:
        void apply(change const& one);
        void insert(stored_token const& token);

        sqlite_writer* writer_;
        item_arena shown_;
    };

    explicit sqlite_engine(std::shared_ptr<sqlite_writer> writer) noexcept : writer_(std::move(writer)) {}

    template <class F>
    void each_table(F&& f) {
        for (auto const& each : stored_tables()) f(each);
    }
    template <class F>
    void each_stream(F&& f) {
        for (auto const& each : stored_streams()) f(each);
    }

    template <class F>
    void atomically(F&& f) {
        std::lock_guard const lock(writer_->mutex());
        writer_->write_alone(f);
    }

    sqlite_file& file() noexcept { return writer_->file(); }
    sqlite_writer& writer() noexcept { return *writer_; }

  private:
    std::vector<table_status> stored_tables();
    std::vector<stored_stream> stored_streams();

    std::shared_ptr<sqlite_writer> writer_;
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/sqlite/engine.ipp>
#endif
