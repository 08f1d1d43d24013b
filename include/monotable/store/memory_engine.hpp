// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/store/collection_engine.hpp>
#include <monotable/store/ordered_entries.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
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

class memory_table final : public table_storage {
  public:
    explicit memory_table(std::size_t collections) : collections_(collections) {}
    ~memory_table() override {
        auto const& items = collections_[0];
        for (auto p = items.begin(); p != items.end(); p = items.next(p)) delete items.at(p)->record;
    }

    std::optional<stored_item> find(entry_key key) const override {
        auto const* found = collections_[0].find(key);
        return found != nullptr ? std::optional(found->record->view()) : std::nullopt;
    }

    void visit(std::size_t collection, std::string_view partition, sort_range range, bool descending,
               item_visitor& visitor) const override {
        if (range.end && *range.end <= range.begin) return;
        auto const& in = collections_[collection];
        auto const first = in.lower_bound({partition, range.begin});
        auto const last = range.end ? in.lower_bound({partition, *range.end}) : in.behind(partition);
        if (descending) {
            for (auto p = last; p != first;) {
                p = in.previous(p);
                if (!visitor.visit(in.at(p)->record->view())) return;
            }
        } else {
            for (auto p = first; p != last; p = in.next(p))
                if (!visitor.visit(in.at(p)->record->view())) return;
        }
    }

    void scan(std::size_t collection, hash_range partitions, std::optional<entry_key> after,
              item_visitor& visitor) const override {
        auto const& in = collections_[collection];
        auto p = after ? in.lower_bound(*after) : in.first_of(partitions.first);
        if (after && p != in.end() && in.at(p)->key() == *after) p = in.next(p);
        for (; p != in.end() && in.hash_at(p) <= partitions.last; p = in.next(p))
            if (!visitor.visit(in.at(p)->record->view())) return;
    }

  private:
    friend class memory_write;

    std::vector<ordered_entries> collections_;
};

/// One atomic write: all that can fail comes first, and is taken back on destruction unless it is committed.
class memory_write {
  public:
    memory_write() = default;
    memory_write(memory_write const&) = delete;
    memory_write& operator=(memory_write const&) = delete;
    ~memory_write() {
        remove(added_);
        for (auto const& each : records_) delete each.fresh;
    }

    void add(item_change const& change) {
        auto& collections = static_cast<memory_table*>(change.table)->collections_;
        auto* const place = collections[0].find(change.key);
        auto* record = place != nullptr ? place->record : nullptr;
        if (!change.item) {
            gone_.push_back({&collections[0], place});
            records_.push_back({record, nullptr});
        } else {
            records_.reserve(records_.size() + 1);
            auto* const fresh = new memory_record{std::string(change.item->view.bytes()), change.item->size};
            records_.push_back({record, fresh});
            if (record == nullptr) insert(collections[0], change.key, record = fresh);
        }
        for (auto const& each : change.indexes) {
            auto& entries = collections[each.index + 1];
            if (each.to) insert(entries, *each.to, record);
            if (each.from) gone_.push_back({&entries, entries.find(*each.from)});
        }
    }

    void commit() noexcept {
        for (auto& [old, fresh] : records_) { // what remains in fresh goes
            if (old != nullptr && fresh != nullptr)
                std::swap(*old, *fresh);
            else
                fresh = old;
        }
        remove(gone_);
        added_.clear();
    }

  private:
    struct spot {
        ordered_entries* in;
        memory_entry* entry;
    };
    struct replacement {
        memory_record* old;
        memory_record* fresh;
    };

    void insert(ordered_entries& in, entry_key key, memory_record* record) {
        added_.push_back({&in, nullptr});
        auto* const entry = memory_entry::create(key, record);
        try {
            in.insert(entry);
        } catch (...) {
            memory_entry::destroy(entry);
            throw;
        }
        added_.back().entry = entry;
    }

    static void remove(std::vector<spot> const& spots) noexcept {
        for (auto const& each : spots)
            if (each.entry != nullptr) each.in->erase(each.entry);
    }

    std::vector<spot> added_, gone_;
    std::vector<replacement> records_;
};

class memory_engine final : public collection_engine {
  public:
    std::vector<table_description> tables() override { return {}; }

    std::unique_ptr<table_storage> open(table_description const& table) override {
        return std::unique_ptr<table_storage>(new memory_table(1 + table.indexes.size()));
    }

    void write(std::span<item_change const> changes) override {
        memory_write writing;
        for (auto const& each : changes) writing.add(each);
        writing.commit();
    }
};

} // namespace monotable::detail
