// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/table_status.hpp>
#include <monotable/config.hpp>
#include <monotable/local/collection_engine.hpp>
#include <monotable/local/memory_arena.hpp>
#include <monotable/local/memory_record.hpp>
#include <monotable/local/memory_stream.hpp>
#include <monotable/local/ordered_entries.hpp>
#include <monotable/meta/array_view.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace monotable::detail {

/// A table in memory: its items as records in an arena, to which the entries of the table and its indexes refer. The keys
/// of the entries are those that collection_keys computes from the items, and are read from the records.
class memory_table {
  public:
    template <class Engine>
    memory_table(Engine const& engine, table_status const& status) : memory_table(status, limits_of(engine)) {}
    memory_table(table_status const& status, memory_limits const& limits);
    memory_table(memory_table const&) = delete;
    memory_table& operator=(memory_table const&) = delete;

    collection_size size(std::size_t collection) const noexcept { return sizes_[collection]; }

    /// The `place` of the result is the record.
    std::optional<stored_item> find(entry_key key) const noexcept {
        auto const found = items().find(partition_hash(key.partition), key);
        if (found == 0) return std::nullopt;
        return shown(found);
    }
    /// Like find() for each key. Reads from memory overlap.
    void find_many(array_view<entry_key> keys, std::optional<stored_item>* found) const noexcept;

    template <class F>
    void visit(std::size_t collection, std::string_view partition, sort_range range, bool descending,
               F&& visitor) const {
        collections_[collection]->visit(partition, range, descending,
                                        [&](handle record) -> bool { return visitor(shown(record)); });
    }

    template <class F>
    void scan(std::size_t collection, hash_range partitions, entry_key const* after, F&& visitor) const {
        collections_[collection]->scan(partitions, after,
                                       [&](handle record) -> bool { return visitor(shown(record)); });
    }

    void change(table_status const&) const noexcept {}
    void drop() const noexcept {}

    template <class Locate>
    void add_index(table_status const& status, Locate&& locate) {
        auto added = begin_index(status.description);
        try {
            items().scan({0, ~std::uint64_t()}, nullptr, [&](handle record) {
                if (auto const* key = locate(shown(record))) insert(*added, *key, record);
                return true;
            });
        } catch (...) {
            added->clear();
            throw;
        }
        collections_.push_back(std::move(added));
        sizes_.push_back(status.indexes.back());
    }

    void drop_index(std::size_t index, table_status const&) noexcept;

    /// The memory that the table has from the system, without its streams.
    std::size_t mapped() const noexcept { return arena_.mapped(); }

  private:
    friend class memory_write;

    using handle = memory_arena::handle;

    template <class Engine>
    static memory_limits limits_of(Engine const& engine) noexcept {
        if constexpr (requires { engine.limits(); }) return engine.limits();
        else return {};
    }

    ordered_entries const& items() const noexcept { return *collections_[0]; }
    stored_item shown(handle record) const noexcept { return memory_record(arena_.at(record)).stored(record); }

    /// An empty index, the last one of the description, with room for it in the vectors.
    std::unique_ptr<ordered_entries> begin_index(table_description const& table);
    void insert(ordered_entries& in, entry_key key, handle record);
    void add_sizes(array_view<size_change> changes) noexcept;
    /// Computes the key of a record's entry in `text_`; false if it cannot have one.
    bool read_key(ordered_entries const& in, handle record, entry_key& key);

    memory_limits limits_;
    memory_arena arena_;
    record_key_names names_;
    std::vector<std::unique_ptr<ordered_entries>> collections_;
    std::vector<collection_size> sizes_;
    std::string text_[2];
    std::size_t needed_ = 0; ///< memory for the entries that the current write inserts
};

/// One write of several items, all of them or none: prepare() does everything that can fail, commit() the rest.
class memory_write {
  public:
    using change_view = array_view<item_change<memory_table, memory_stream<>>>;

    explicit memory_write(change_view changes) noexcept : changes_(changes) {}
    memory_write(memory_write const&) = delete;
    memory_write& operator=(memory_write const&) = delete;
    ~memory_write();

    /// Throws std::bad_alloc.
    void prepare();
    void commit() noexcept;

  private:
    using handle = memory_arena::handle;
    using change = item_change<memory_table, memory_stream<>>;

    /// The records of an item: equal if it is replaced in place; 0 if there is none.
    struct step {
        handle before = 0, after = 0;
    };

    step& at(std::size_t i) noexcept { return i == 0 ? first_ : others_[i - 1]; }
    void prepare(change const& planned, step& to);
    static void perform(change const& planned, step const& prepared) noexcept;
    static void move_entries(change const& planned, step const& prepared) noexcept;
    static bool mentions(change const& planned, std::size_t index) noexcept;

    change_view changes_;
    step first_;
    std::vector<step> others_;
    std::size_t prepared_ = 0; ///< steps that have records to free
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/local/memory_table.ipp>
#endif
