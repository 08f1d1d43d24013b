// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/error.hpp>
#include <monotable/local/table_lock.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace monotable::detail {

/// The tables of a store by name, each with its lock. find() takes no lock, because entries exist as long as the
/// directory; those of deleted tables are empty.
template <class Table>
class table_directory {
  public:
    struct entry {
        entry(std::string_view called, std::uint64_t order, entry* behind)
            : name(called), number(order), next(behind) {}

        std::string const name;
        std::uint64_t const number; ///< the order in which several tables are locked
        table_guard<Table::snapshots> guard;
        std::unique_ptr<Table> table = {}; ///< protected by the guard; null if the table is deleted
        std::atomic<entry*> next;
        entry* retired = nullptr;
    };

    table_directory() = default;
    table_directory(table_directory const&) = delete;
    table_directory& operator=(table_directory const&) = delete;
    ~table_directory() {
        for (auto* each = first_.load(); each != nullptr;) delete std::exchange(each, each->next.load());
        for (auto* each = retired_; each != nullptr;) delete std::exchange(each, each->retired);
    }

    /// The entry of a table; null if it does not exist. Linear in the number of tables.
    entry* find(std::string_view name) const noexcept {
        auto* each = first();
        while (each != nullptr && each->name != name) each = following(*each);
        return each;
    }

    entry* first() const noexcept { return first_.load(std::memory_order_acquire); }
    static entry* following(entry const& each) noexcept { return each.next.load(std::memory_order_acquire); }

    /// REQUIRES: no other addition or removal is in progress, and the name does not exist.
    void add(std::string_view name, std::unique_ptr<Table> table) {
        auto* const added = retired(name);
        if (added == nullptr) {
            std::unique_ptr<entry> made(new entry(name, ++last_number_, first_.load()));
            made->table = std::move(table);
            first_.store(made.release(), std::memory_order_release);
            return;
        }
        added->guard.lock(table_access::change);
        added->table = std::move(table);
        added->guard.unlock(table_access::change);
        added->next.store(first_.load(), std::memory_order_release);
        first_.store(added, std::memory_order_release);
    }

    /// REQUIRES: the lock of the entry, and no other addition or removal is in progress.
    std::unique_ptr<Table> remove(entry& removed) noexcept {
        auto* place = &first_;
        while (place->load() != &removed) place = &place->load()->next;
        place->store(removed.next.load(), std::memory_order_release);
        removed.retired = std::exchange(retired_, &removed);
        return std::move(removed.table);
    }

  private:
    // Removes and returns the entry of a deleted table of this name, so that there is one entry for each name.
    entry* retired(std::string_view name) noexcept {
        for (auto** place = &retired_; *place != nullptr; place = &(*place)->retired)
            if ((*place)->name == name) return std::exchange(*place, (*place)->retired);
        return nullptr;
    }

    std::atomic<entry*> first_ = nullptr;
    entry* retired_ = nullptr;
    std::uint64_t last_number_ = 0;
};

/// A locked table; `access` determines what other threads can do meanwhile.
template <class Table>
class locked_table {
  public:
    using entry_type = typename table_directory<Table>::entry;

    /// Throws store_error if the table does not exist or was deleted. The message contains its name if the operation is
    /// one on tables (`of_table`).
    locked_table(table_directory<Table> const& directory, std::string_view name, table_access access,
                 bool of_table = false)
        : entry_(directory.find(name)), access_(access) {
        if (entry_ == nullptr) fail(name, of_table);
        entry_->guard.lock(access_);
        if (entry_->table != nullptr) return;
        entry_->guard.unlock(access_);
        fail(name, of_table);
    }
    locked_table(locked_table const&) = delete;
    locked_table& operator=(locked_table const&) = delete;
    ~locked_table() { entry_->guard.unlock(access_); }

    Table& operator*() const noexcept { return *entry_->table; }
    Table* operator->() const noexcept { return entry_->table.get(); }

    entry_type& entry() const noexcept { return *entry_; }

    /// Replaces the table by the same one with other indexes. REQUIRES: the access `change`.
    void replace(std::unique_ptr<Table> changed) const noexcept {
        changed->take(*entry_->table);
        entry_->table.swap(changed);
    }

    [[noreturn]] static void fail(std::string_view table, bool of_table = false) {
        if (of_table)
            throw store_error(store_fault::no_such_table, {},
                              "Requested resource not found: Table: " + std::string(table) + " not found", {});
        throw store_error(store_fault::no_such_table, "table " + std::string(table) + ": ",
                          "Requested resource not found", {});
    }

  private:
    entry_type* entry_;
    table_access access_;
};

/// The tables of several requests, locked in a fixed order to prevent deadlocks.
template <class Table>
class locked_tables {
  public:
    /// Throws store_error if one of them does not exist.
    template <class Requests>
    locked_tables(table_directory<Table> const& directory, Requests const& requests, table_access access)
        : held_(access) {
        for (auto const& each : requests) {
            auto* const found = directory.find(each.table);
            if (found == nullptr) locked_table<Table>::fail(each.table);
            entries_.push_back(found);
        }
        auto sorted = entries_;
        for (std::size_t i = 1; i < sorted.size(); ++i)
            for (auto j = i; j != 0 && sorted[j]->number < sorted[j - 1]->number; --j)
                std::swap(sorted[j], sorted[j - 1]);
        held_.entries.reserve(sorted.size());
        entry const* last = nullptr;
        for (auto* const each : sorted) {
            if (each != last) held_.lock(each);
            if (each->table == nullptr) locked_table<Table>::fail(each->name);
            last = each;
        }
    }

    /// The table of the i-th request.
    Table& operator[](std::size_t i) const noexcept { return *entries_[i]->table; }

  private:
    using entry = typename table_directory<Table>::entry;

    struct held_tables {
        explicit held_tables(table_access how) noexcept : access(how) {}
        held_tables(held_tables const&) = delete;
        held_tables& operator=(held_tables const&) = delete;
        ~held_tables() {
            for (auto* const each : entries) each->guard.unlock(access);
        }

        // REQUIRES: the vector has room for it.
        void lock(entry* next) {
            next->guard.lock(access);
            entries.push_back(next);
        }

        table_access const access;
        std::vector<entry*> entries = {};
    };

    std::vector<entry*> entries_;
    held_tables held_;
};

} // namespace monotable::detail
