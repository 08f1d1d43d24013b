// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/error.hpp>

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

namespace monotable::detail {

/// The tables of a store by name, each with its lock. Finding one takes no lock: entries stay where they are for the life of
/// the directory, those of deleted tables too, which are empty then.
template <class Table>
class table_directory {
  public:
    struct entry {
        entry(std::string_view called, std::uint64_t order, entry* behind)
            : name(called),
              number(order),
              next(behind) {}

        std::string const name;
        std::uint64_t const number; ///< several are locked in this order
        std::mutex mutex;
        std::unique_ptr<Table> table = {}; ///< under the lock; null: deleted
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
    entry& add(std::string_view name, std::unique_ptr<Table> table) {
        auto* const added = new entry(name, ++last_number_, first_.load());
        added->table = std::move(table);
        first_.store(added, std::memory_order_release);
        return *added;
    }

    /// Requires the lock of the entry, and that no other addition or removal runs.
    void remove(entry& removed) noexcept {
        auto* place = &first_;
        while (place->load() != &removed) place = &place->load()->next;
        place->store(removed.next.load(), std::memory_order_release);
        removed.table.reset();
        removed.retired = std::exchange(retired_, &removed);
    }

  private:
    std::atomic<entry*> first_ = nullptr;
    entry* retired_ = nullptr;
    std::uint64_t last_number_ = 0;
};

/// A table that nobody else uses meanwhile.
template <class Table>
class locked_table {
  public:
    using entry = typename table_directory<Table>::entry;

    /// Throws store_error if there is no such table, or none any more.
    locked_table(table_directory<Table> const& directory, std::string_view name)
        : entry_(directory.find(name)) {
        if (entry_ == nullptr) fail(name);
        entry_->mutex.lock();
        if (entry_->table != nullptr) return;
        entry_->mutex.unlock();
        fail(name);
    }
    locked_table(locked_table const&) = delete;
    locked_table& operator=(locked_table const&) = delete;
    ~locked_table() { entry_->mutex.unlock(); }

    Table& operator*() const noexcept { return *entry_->table; }
    Table* operator->() const noexcept { return entry_->table.get(); }

    [[noreturn]] static void fail(std::string_view table) {
        throw store_error(store_fault::no_such_table, "table " + std::string(table) + ": ",
                          "Requested resource not found", {});
    }

  private:
    entry* entry_;
};

} // namespace monotable::detail
