// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/description.hpp>
#include <monotable/backend/table_status.hpp>
#include <monotable/config.hpp>
#include <monotable/local/collection_engine.hpp>
#include <monotable/meta/array_view.hpp>
#include <monotable/sqlite/writer.hpp>

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

namespace monotable::detail {

/// An open table of a file. It is created, and its functions that change the whole table are called, inside
/// sqlite_engine::atomically; it is opened before anything else uses the engine.
class sqlite_table final : private sqlite_pending {
  public:
    template <class Engine>
    sqlite_table(Engine& engine, table_status const& status) : sqlite_table(engine.writer(), status) {}
    sqlite_table(sqlite_writer& writer, table_status const& status);
    ~sqlite_table();

    collection_size size(std::size_t collection) const {
        std::lock_guard const lock(mutex_);
        return collections_[collection].size;
    }

    void change(table_status const& status);
    template <class Locate>
    void add_index(table_status const& status, Locate&& locate) {
        auto find = [&locate](stored_item item) -> entry_key const* { return locate(item); };
        add_index(status, &find, [](void* f, stored_item item) -> entry_key const* {
            return (*static_cast<decltype(find)*>(f))(item);
        });
    }
    void drop_index(std::size_t index, table_status const& status);
    void drop();

    /// Inside sqlite_writer::write: adds the changes of sizes by the current write.
    void add(array_view<size_change> sizes);

    /// The id with which the keys of the collection's entries begin.
    std::uint32_t collection(std::size_t place) const noexcept { return collections_[place].id; }
    bool has_sort_key() const noexcept { return sort_.has_value(); }

    /// The bytes of one of its items, which come from the connection. Throws store_error unless they encode an item with the
    /// key attributes of the table.
    item_view checked(sqlite_connection const& from, std::string_view item) const;

  private:
    struct collection_state {
        std::uint32_t id;
        collection_size size = {};              ///< committed
        size_change pending = {}, writing = {}; ///< by the open group, by the current write
    };

    void add_index(table_status const& status, void* context, entry_key const* (*locate)(void*, stored_item));
    std::uint32_t insert_collection(std::size_t place);
    void drop_entries(std::uint32_t collection);

    MONOTABLE_INLINE void end_write(bool written) noexcept override;
    MONOTABLE_INLINE void store() override;
    MONOTABLE_INLINE void end_commit(bool committed) noexcept override;

    sqlite_writer* writer_;
    std::uint64_t id_;
    key_attribute partition_;
    std::optional<key_attribute> sort_;
    mutable std::mutex mutex_; // protects the sizes
    std::vector<collection_state> collections_;
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/sqlite/table.ipp>
#endif
