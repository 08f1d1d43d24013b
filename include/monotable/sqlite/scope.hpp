// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/local/collection_engine.hpp>
#include <monotable/sqlite/connection.hpp>
#include <monotable/sqlite/file.hpp>
#include <monotable/sqlite/table.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace monotable::detail {

/// Copies of items with stable addresses.
class item_arena {
  public:
    /// A copy of the bytes of a valid item.
    stored_item add(std::string_view bytes, std::int64_t size);

  private:
    static constexpr std::size_t block = 16 * 1024;

    std::vector<std::unique_ptr<char[]>> blocks_;
    char* free_ = nullptr;
    std::size_t left_ = 0;
};

/// The item with a key, as the connection sees it.
std::optional<stored_item> find_item(sqlite_connection& in, item_arena& shown, sqlite_table const& table,
                                     entry_key key);

/// Called with `context` for each item, until it returns false.
struct item_visitor {
    void* context;
    bool (*call)(void* context, stored_item item);

    bool operator()(stored_item item) const { return call(context, item); }
};

template <class F>
item_visitor visitor_of(F& f) noexcept {
    return {&f, [](void* context, stored_item item) -> bool { return (*static_cast<F*>(context))(item); }};
}

/// A snapshot of all tables.
class sqlite_read_scope {
  public:
    template <class Engine>
    explicit sqlite_read_scope(Engine& engine) : sqlite_read_scope(engine.file()) {}
    explicit sqlite_read_scope(sqlite_file& file);
    sqlite_read_scope(sqlite_read_scope const&) = delete;
    sqlite_read_scope& operator=(sqlite_read_scope const&) = delete;
    ~sqlite_read_scope();

    std::optional<stored_item> find(sqlite_table const& in, entry_key key) {
        return find_item(*connection_, shown_, in, key);
    }

    template <class F>
    void visit(sqlite_table const& in, std::size_t collection, std::string_view partition, sort_range range,
               bool descending, F&& visitor) {
        visit_all(in, collection, partition, range, descending, visitor_of(visitor));
    }

    template <class F>
    void scan(sqlite_table const& in, std::size_t collection, hash_range partitions, entry_key const* after,
              F&& visitor) {
        scan_all(in, collection, partitions, after, visitor_of(visitor));
    }

  private:
    void visit_all(sqlite_table const& in, std::size_t collection, std::string_view partition, sort_range range,
                   bool descending, item_visitor visitor);
    void scan_all(sqlite_table const& in, std::size_t collection, hash_range partitions, entry_key const* after,
                  item_visitor visitor);
    void between(sqlite_table const& in, std::size_t collection, std::string const& begin, std::string const& end,
                 bool descending, item_visitor visitor);

    sqlite_file* file_;
    std::unique_ptr<sqlite_connection> connection_;
    item_arena shown_;
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/sqlite/scope.ipp>
#endif
