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

/// The tables of a store by name, each with its lock. Finding one takes no lock: entries stay where they are for the life of
/// the directory, those of deleted tables too, which are empty then.
template <class Table>
class table_directory {
  public:
    struct entry {
        entry(std::string_view called, std::uint64_t order, entry* behind)
            : name(called), number(order), next(behind) {}

        std::string const name;
        std::uint64_t const number; ///< several are locked in this order
        table_guard<Table::snapshots> guard;
        std::unique_ptr<Table> table = {}; ///< under the guard; null: deleted
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

    /// Null if there is none.
    entry* find(std::string_view name) const noexcept {
        auto* each = first();
        while (each != nullptr && each->name != name) each = following(*each);
        return each;
    }

    entry* first() const noexcept { return first_.load(std::memory_order_acquire); }
    static entry* following(entry const& each) noexcept { return each.next.load(std::memory_order_acquire); }

    /// Requires that no other addition or removal runs, and a name that is not there.
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

    /// Requires the lock of the entry, and that no other addition or removal runs.
    std::unique_ptr<Table> remove(entry& removed) noexcept {
        auto* place = &first_;
        while (place->load() != &removed) place = &place->load()->next;
        place->store(removed.next.load(), std::memory_order_release);
        removed.retired = std::exchange(retired_, &removed);
        return std::move(removed.table);
    }

  private:
    // What remained of a table of this name, taken out. So there is one entry for each name that there ever was.
    entry* retired(std::string_view name) noexcept {
        for (auto** place = &retired_; *place != nullptr; place = &(*place)->retired)
            if ((*place)->name == name) return std::exchange(*place, (*place)->retired);
        return nullptr;
    }

    std::atomic<entry*> first_ = nullptr;
    entry* retired_ = nullptr;
    std::uint64_t last_number_ = 0;
};

/// A table that is used; `access` says what others may do with it meanwhile.
template <class Table>
class locked_table {
  public:
    using entry_type = typename table_directory<Table>::entry;

    /// Throws store_error if there is no such table, or not any more. Operations on tables, not on items, are answered with
    /// its name.
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

    /// The same table with other indexes. Requires the access `change`.
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

/// The tables of several requests, locked in one order, so that nobody waits in a circle.
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

    /// Of the i-th request.
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

        // Requires room for it.
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
