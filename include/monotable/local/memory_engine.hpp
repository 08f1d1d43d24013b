// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/local/collection_engine.hpp>
#include <monotable/local/digest.hpp>
#include <monotable/local/memory_stream.hpp>
#include <monotable/local/ordered_entries.hpp>
#include <monotable/local/transaction_tokens.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace monotable::detail {

/// A stored item, to which the entries of the table and the indexes refer.
struct memory_record {
    std::string bytes;
    std::uint32_t size;

    stored_item view() const noexcept { return {item_view(bytes.data()), size, nullptr}; }
};

template <std::size_t BlockSize>
class memory_table {
  public:
    template <class Engine>
    memory_table(Engine const&, table_status const& status)
        : collections_(1 + status.description.indexes.size()), sizes_(collections_.size()) {}
    memory_table(memory_table const&) = delete;
    memory_table& operator=(memory_table const&) = delete;
    ~memory_table() {
        auto const& items = collections_[0];
        for (auto p = items.begin(); p != items.end(); p = items.next(p)) delete items.at(p)->record;
    }

    collection_size size(std::size_t collection) const noexcept { return sizes_[collection]; }

    /// The `place` of the result is the entry.
    std::optional<stored_item> find(entry_key key) const noexcept {
        auto* const found = collections_[0].find(key);
        if (found == nullptr) return std::nullopt;
        auto out = found->record->view();
        out.place = found;
        return out;
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
    void add_index(table_status const& status, Locate&& locate) {
        entries added;
        auto const& items = collections_[0];
        for (auto p = items.begin(); p != items.end(); p = items.next(p)) {
            auto* const record = items.at(p)->record;
            if (auto const* key = locate(record->view())) insert(added, *key, record);
        }
        sizes_.reserve(sizes_.size() + 1);
        collections_.push_back(std::move(added));
        sizes_.push_back(status.indexes.back());
    }

    void drop_index(std::size_t index, table_status const&) noexcept {
        collections_.erase(collections_.begin() + static_cast<std::ptrdiff_t>(index + 1));
        sizes_.erase(sizes_.begin() + static_cast<std::ptrdiff_t>(index + 1));
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

    void add_sizes(array_view<size_change> changes) noexcept {
        for (std::size_t i = 0; i != changes.size(); ++i) {
            sizes_[i].items += static_cast<std::uint64_t>(changes[i].items);
            sizes_[i].bytes += static_cast<std::uint64_t>(changes[i].bytes);
        }
    }

    std::vector<entries> collections_;
    std::vector<collection_size> sizes_;
};

/// One atomic write. Everything that can fail happens before the commit, and is rolled back on destruction without one.
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
        auto* const place = change.before != nullptr ? entry_at(change.before->place) : nullptr;
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

    void commit(array_view<item_change<table, memory_stream<>>> changes) noexcept {
        for (auto const& each : changes) each.table->add_sizes(each.sizes);
        for (auto& each : steps_) {
            each.dropped = each.leaving;
            if (each.record != nullptr && each.garbage != nullptr) std::swap(*each.record, *each.garbage);
            else each.garbage = each.record;
        }
    }

  private:
    using entries = ordered_entries<BlockSize>;

    // The change of one collection. `dropped` and `garbage` are destroyed at the end: before the commit they are the
    // new entry and record, afterwards the old ones.
    struct step {
        entries* in;
        memory_entry* dropped;
        memory_entry* leaving;
        memory_record* record; // that was there
        memory_record* garbage;
    };

    static memory_entry* entry_at(void const* place) noexcept {
        return const_cast<memory_entry*>(static_cast<memory_entry const*>(place)); // an entry of this engine
    }

    step& begin(step const& next) {
        steps_.push_back(next);
        return steps_.back();
    }

    std::vector<step> steps_;
};

/// Writes in memory are complete when they are committed.
struct memory_ticket {
    void wait() const noexcept {}
};

/// Reads the current contents of tables; results are valid as long as the table is locked.
template <std::size_t BlockSize>
class memory_read_scope {
  public:
    using table = memory_table<BlockSize>;

    template <class Engine>
    explicit memory_read_scope(Engine const&) noexcept {}

    std::optional<stored_item> find(table const& in, entry_key key) const noexcept { return in.find(key); }

    template <class F>
    void visit(table const& in, std::size_t collection, std::string_view partition, sort_range range, bool descending,
               F&& visitor) const {
        in.visit(collection, partition, range, descending, visitor);
    }

    template <class F>
    void scan(table const& in, std::size_t collection, hash_range partitions, entry_key const* after,
              F&& visitor) const {
        in.scan(collection, partitions, after, visitor);
    }
};

/// Stores items in memory, in blocks of up to BlockSize entries.
template <std::size_t BlockSize = 256>
class memory_engine {
  public:
    using table = memory_table<BlockSize>;
    using stream = memory_stream<>;
    using read_scope = memory_read_scope<BlockSize>;
    using ticket = memory_ticket;

    static constexpr bool snapshots = false;

    class write_scope {
      public:
        explicit write_scope(memory_engine& engine) noexcept : engine_(&engine) {}

        std::optional<stored_item> find(table const& in, entry_key key) const noexcept { return in.find(key); }

        std::optional<digest> find_token(digest const& token, std::int64_t now) const noexcept {
            auto const* const found = engine_->tokens_.find(token, now);
            return found != nullptr ? std::optional(*found) : std::nullopt;
        }

        ticket write(array_view<item_change<table, stream>> changes, stored_token const* token) const {
            memory_write<BlockSize> writing;
            for (auto const& each : changes) {
                writing.add(each);
                if (each.stream != nullptr) each.stream->reserve(changes.size());
            }
            if (token != nullptr) engine_->tokens_.reserve(token->time);
            writing.commit(changes);
            for (auto const& each : changes)
                if (each.stream != nullptr) each.stream->append(std::move(*each.record));
            if (token != nullptr) engine_->tokens_.insert(token->token, token->content, token->time);
            return {};
        }

        ticket settled() const noexcept { return {}; }

      private:
        memory_engine* engine_;
    };

    template <class F>
    void each_table(F&&) const noexcept {}
    template <class F>
    void each_stream(F&&) const noexcept {}

    template <class F>
    void atomically(F&& change) const {
        change();
    }

  private:
    transaction_tokens<> tokens_;
};

} // namespace monotable::detail
