// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/store/collection_engine.hpp>
#include <monotable/store/ordered_entries.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
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
        if (range.bounded && range.end <= range.begin) return;
        auto const& in = collections_[collection];
        auto const first = in.lower_bound({partition, range.begin});
        auto const last = range.bounded ? in.lower_bound({partition, range.end}) : in.behind(partition);
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

    void scan(std::size_t collection, hash_range partitions, entry_key const* after,
              item_visitor& visitor) const override {
        auto const& in = collections_[collection];
        auto p = after != nullptr ? in.lower_bound(*after) : in.first_of(partitions.first);
        if (after != nullptr && p != in.end() && in.at(p)->key() == *after) p = in.next(p);
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
        for (auto const& each : steps_) {
            if (each.dropped != nullptr) each.in->erase(each.dropped);
            delete each.garbage;
        }
    }

    void add(item_change const& change) {
        auto& collections = static_cast<memory_table*>(change.table)->collections_;
        auto* const place = collections[0].find(change.key);
        auto* record = place != nullptr ? place->record : nullptr;
        if (change.item == nullptr) {
            begin({&collections[0], nullptr, place, record, nullptr});
        } else {
            auto& added = begin({&collections[0], nullptr, nullptr, record, nullptr});
            added.garbage = new memory_record{std::string(change.item->view.bytes()), change.item->size};
            if (record == nullptr) {
                record = added.garbage;
                added.dropped = insert(collections[0], change.key, record);
            }
        }
        for (auto const& each : change.indexes) {
            auto& in = collections[each.index + 1];
            auto& added = begin({&in, nullptr, each.leaves ? in.find(each.from) : nullptr, nullptr, nullptr});
            if (each.enters) added.dropped = insert(in, each.to, record);
        }
    }

    void commit() noexcept {
        for (auto& each : steps_) {
            each.dropped = each.leaving;
            if (each.record != nullptr && each.garbage != nullptr)
                std::swap(*each.record, *each.garbage);
            else
                each.garbage = each.record;
        }
    }

  private:
    // Of one collection. What is dropped and garbage at the end goes: before the commit what is new, afterwards what is
    // old.
    struct step {
        ordered_entries* in;
        memory_entry* dropped;
        memory_entry* leaving;
        memory_record* record; // that was there
        memory_record* garbage;
    };

    step& begin(step const& next) {
        steps_.push_back(next);
        return steps_.back();
    }

    static memory_entry* insert(ordered_entries& in, entry_key key, memory_record* record) {
        auto* const entry = memory_entry::create(key, record);
        try {
            in.insert(entry);
        } catch (...) {
            memory_entry::destroy(entry);
            throw;
        }
        return entry;
    }

    std::vector<step> steps_;
};

class memory_engine final : public collection_engine {
  public:
    std::vector<table_description> tables() override { return {}; }

    std::unique_ptr<table_storage> open(table_description const& table) override {
        return std::unique_ptr<table_storage>(new memory_table(1 + table.indexes.size()));
    }

    void write(array_view<item_change> changes) override {
        memory_write writing;
        for (auto const& each : changes) writing.add(each);
        writing.commit();
    }
};

} // namespace monotable::detail
