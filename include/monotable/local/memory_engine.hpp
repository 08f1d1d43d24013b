// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/local/collection_engine.hpp>
#include <monotable/local/memory_stream.hpp>
#include <monotable/local/ordered_entries.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace monotable::detail {

/// An item as it is stored, once; the entries of table and indexes point to it.
struct memory_record {
    std::string bytes;
    std::uint32_t size;

    stored_item view() const noexcept { return {item_view(bytes.data()), size}; }
};

template <std::size_t BlockSize>
class memory_table {
  public:
    template <class Engine>
    memory_table(Engine const&, table_status const& status) : collections_(1 + status.description.indexes.size()) {}
    memory_table(memory_table const&) = delete;
    memory_table& operator=(memory_table const&) = delete;
    ~memory_table() {
        auto const& items = collections_[0];
        for (auto p = items.begin(); p != items.end(); p = items.next(p)) delete items.at(p)->record;
    }

    std::optional<stored_item> find(entry_key key) const {
        auto const* found = collections_[0].find(key);
        return found != nullptr ? std::optional(found->record->view()) : std::nullopt;
    }

    template <class F>
    void visit(std::size_t collection, std::string_view partition, sort_range range, bool descending,
               F&& visitor) const {
        if (range.bounded && range.end <= range.begin) return;
        auto const& in = collections_[collection];
        auto const first = in.lower_bound({partition, range.begin});
        auto const last = range.bounded ? in.lower_bound({partition, range.end}) : in.behind(partition);
        if (descending) {
            for (auto p = last; p != first;) {
                p = in.previous(p);
                if (!visitor(in.at(p)->record->view())) return;
            }
        } else {
            for (auto p = first; p != last; p = in.next(p))
                if (!visitor(in.at(p)->record->view())) return;
        }
    }

    template <class F>
    void scan(std::size_t collection, hash_range partitions, entry_key const* after, F&& visitor) const {
        auto const& in = collections_[collection];
        auto p = after != nullptr ? in.lower_bound(*after) : in.first_of(partitions.first);
        if (after != nullptr && p != in.end() && in.at(p)->key() == *after) p = in.next(p);
        for (; p != in.end() && in.hash_at(p) <= partitions.last; p = in.next(p))
            if (!visitor(in.at(p)->record->view())) return;
    }

    void change(table_status const&) const noexcept {}
    void drop() const noexcept {}

    template <class Locate>
    void add_index(table_status const&, Locate&& locate) {
        entries added;
        auto const& items = collections_[0];
        for (auto p = items.begin(); p != items.end(); p = items.next(p)) {
            auto* const record = items.at(p)->record;
            if (auto const* key = locate(record->view())) insert(added, *key, record);
        }
        collections_.push_back(std::move(added));
    }

    void drop_index(std::size_t index, table_status const&) noexcept {
        collections_.erase(collections_.begin() + static_cast<std::ptrdiff_t>(index + 1));
    }

  private:
    template <std::size_t>
    friend class memory_write;

    using entries = ordered_entries<BlockSize>;

    static memory_entry* insert(entries& in, entry_key key, memory_record* record) {
        auto* const entry = memory_entry::create(key, record);
        try {
            in.insert(entry);
        } catch (...) {
            memory_entry::destroy(entry);
            throw;
        }
        return entry;
    }

    std::vector<entries> collections_;
};

/// One atomic write: all that can fail comes first, and is taken back on destruction unless it is committed.
template <std::size_t BlockSize>
class memory_write {
  public:
    using table = memory_table<BlockSize>;

    memory_write() = default;
    memory_write(memory_write const&) = delete;
    memory_write& operator=(memory_write const&) = delete;
    ~memory_write() {
        for (auto const& each : steps_) {
            if (each.dropped != nullptr) each.in->erase(each.dropped);
            delete each.garbage;
        }
    }

    void add(item_change<table, memory_stream<>> const& change) {
        auto& collections = change.table->collections_;
        auto* const place = collections[0].find(change.key);
        auto* record = place != nullptr ? place->record : nullptr;
        if (change.item == nullptr) {
            begin({&collections[0], nullptr, place, record, nullptr});
        } else {
            auto& added = begin({&collections[0], nullptr, nullptr, record, nullptr});
            added.garbage = new memory_record{std::string(change.item->view.bytes()), change.item->size};
            if (record == nullptr) {
                record = added.garbage;
                added.dropped = table::insert(collections[0], change.key, record);
            }
        }
        for (auto const& each : change.indexes) {
            auto& in = collections[each.index + 1];
            auto& added = begin({&in, nullptr, each.leaves ? in.find(each.from) : nullptr, nullptr, nullptr});
            if (each.enters) added.dropped = table::insert(in, each.to, record);
        }
    }

    void commit() noexcept {
        for (auto& each : steps_) {
            each.dropped = each.leaving;
            if (each.record != nullptr && each.garbage != nullptr) std::swap(*each.record, *each.garbage);
            else each.garbage = each.record;
        }
    }

  private:
    using entries = ordered_entries<BlockSize>;

    // Of one collection. What is dropped and garbage at the end goes: before the commit what is new, afterwards what is
    // old.
    struct step {
        entries* in;
        memory_entry* dropped;
        memory_entry* leaving;
        memory_record* record; // that was there
        memory_record* garbage;
    };

    step& begin(step const& next) {
        steps_.push_back(next);
        return steps_.back();
    }

    std::vector<step> steps_;
};

/// A block holds up to BlockSize entries.
template <std::size_t BlockSize = 256>
class memory_engine {
  public:
    using table = memory_table<BlockSize>;
    using stream = memory_stream<>;

    template <class F>
    void each_table(F&&) const noexcept {}
    template <class F>
    void each_stream(F&&) const noexcept {}

    void write(array_view<item_change<table, stream>> changes) {
        memory_write<BlockSize> writing;
        for (auto const& each : changes) {
            writing.add(each);
            if (each.stream != nullptr) each.stream->reserve(changes.size());
        }
        writing.commit();
        for (auto const& each : changes)
            if (each.stream != nullptr) each.stream->append(std::move(*each.record));
    }

    template <class F>
    void atomically(F&& change) const {
        change();
    }
};

} // namespace monotable::detail
