// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/local/memory_table.hpp>

#include <utility>

namespace monotable::detail {

MONOTABLE_INLINE memory_table::memory_table(table_status const& status, memory_limits const& limits)
    : limits_(limits), arena_(limits.chunk_bits), sizes_(1 + status.description.indexes.size()) {
    collections_.reserve(sizes_.size());
    auto const add = [&](index_description const* index) {
        auto const parts = key_parts::of(status.description, index, names_);
        collections_.push_back(std::make_unique<ordered_entries>(arena_, names_, parts, limits_));
    };
    add(nullptr);
    for (auto const& each : status.description.indexes) add(&each);
}

// Each step reads what the previous one has requested, for a group of keys that is small enough for the cache.
MONOTABLE_INLINE void memory_table::find_many(array_view<entry_key> keys,
                                              std::optional<stored_item>* found) const noexcept {
    constexpr std::size_t group = 16;
    for (std::size_t first = 0; first < keys.size(); first += group) {
        auto const size = keys.size() - first < group ? keys.size() - first : group;
        std::uint64_t hashes[group];
        for (std::size_t i = 0; i != size; ++i) {
            hashes[i] = partition_hash(keys[first + i].partition);
            items().prefetch_segment(hashes[i]);
        }
        for (std::size_t i = 0; i != size; ++i) items().prefetch_slot(hashes[i]);
        for (std::size_t i = 0; i != size; ++i) items().prefetch_block(hashes[i]);
        handle records[group];
        for (std::size_t i = 0; i != size; ++i) {
            records[i] = items().find(hashes[i], keys[first + i]);
            if (records[i] == 0) found[first + i].reset();
            else found[first + i] = shown(records[i]);
        }
    }
}

MONOTABLE_INLINE void memory_table::drop_index(std::size_t index, table_status const&) noexcept {
    auto const at = static_cast<std::ptrdiff_t>(index + 1);
    collections_[index + 1]->clear();
    collections_.erase(collections_.begin() + at);
    sizes_.erase(sizes_.begin() + at);
}

MONOTABLE_INLINE std::unique_ptr<ordered_entries> memory_table::begin_index(table_description const& table) {
    auto const parts = key_parts::of(table, &table.indexes.back(), names_);
    sizes_.reserve(sizes_.size() + 1);
    collections_.reserve(collections_.size() + 1);
    return std::make_unique<ordered_entries>(arena_, names_, parts, limits_);
}

MONOTABLE_INLINE void memory_table::insert(ordered_entries& in, entry_key key, handle record) {
    auto const hash = partition_hash(key.partition);
    in.make_room(hash, 1);
    arena_.reserve(in.bytes_to_insert(1));
    in.insert(hash, key, record);
}

MONOTABLE_INLINE void memory_table::add_sizes(array_view<size_change> changes) noexcept {
    for (std::size_t i = 0; i != changes.size(); ++i) {
        sizes_[i].items += static_cast<std::uint64_t>(changes[i].items);
        sizes_[i].bytes += static_cast<std::uint64_t>(changes[i].bytes);
    }
}

MONOTABLE_INLINE bool memory_table::read_key(ordered_entries const& in, handle record, entry_key& key) {
    if (!in.has_key(record)) return false;
    for (auto& each : text_) each.clear();
    in.partition_of(record).append_to(text_[0]);
    in.sort_of(record).append_to(text_[1]);
    key = {text_[0], text_[1]};
    return true;
}

MONOTABLE_INLINE memory_write::~memory_write() {
    for (std::size_t i = 0; i != prepared_; ++i)
        if (at(i).after != at(i).before && at(i).after != 0) changes_[i].table->arena_.free(at(i).after);
    for (auto const& each : changes_) {
        each.table->needed_ = 0;
        each.table->arena_.trim();
    }
}

MONOTABLE_INLINE void memory_write::prepare() {
    if (changes_.size() > 1) others_.resize(changes_.size() - 1);
    for (; prepared_ != changes_.size(); ++prepared_) prepare(changes_[prepared_], at(prepared_));
    for (auto const& each : changes_) each.table->arena_.reserve(each.table->needed_);
}

MONOTABLE_INLINE void memory_write::prepare(change const& planned, step& to) {
    auto& table = *planned.table;
    auto const enters = [&](std::size_t collection, entry_key key) {
        auto& in = *table.collections_[collection];
        in.make_room(partition_hash(key.partition), changes_.size());
        table.needed_ += in.bytes_to_insert(changes_.size()) / changes_.size();
    };
    auto const before = planned.before != nullptr
                            ? static_cast<handle>(reinterpret_cast<std::uintptr_t>(planned.before->place))
                            : handle{0};
    for (auto const& each : planned.indexes)
        if (each.enters) enters(each.index + 1, each.to);
    if (before == 0) enters(0, planned.key);
    to.before = before;
    if (planned.item == nullptr) return;
    auto const item = planned.item->view;
    auto const bytes = memory_record::bytes_for(item, table.names_);
    if (before != 0) {
        auto const room = table.arena_.capacity(before);
        if (bytes <= room && (room < 65536 || room / 2 <= bytes)) {
            to.after = before;
            return;
        }
        for (std::size_t i = 1; i != table.collections_.size(); ++i) { // so that move_entries() does not allocate
            entry_key key;
            if (!mentions(planned, i - 1)) table.read_key(*table.collections_[i], before, key);
        }
    }
    to.after = table.arena_.allocate(bytes);
    memory_record::write(table.arena_.at(to.after), item, planned.item->size, table.names_);
}

MONOTABLE_INLINE void memory_write::commit() noexcept {
    for (std::size_t i = 0; i != changes_.size(); ++i) perform(changes_[i], at(i));
    prepared_ = 0;
    for (auto const& each : changes_) { // not earlier: other changes of the write rely on the room
        for (auto const& index : each.indexes)
            if (index.leaves) each.table->collections_[index.index + 1]->trim();
        if (each.item == nullptr) each.table->collections_[0]->trim();
    }
}

MONOTABLE_INLINE void memory_write::perform(change const& planned, step const& prepared) noexcept {
    auto& table = *planned.table;
    auto& items = *table.collections_[0];
    auto const [before, after] = prepared;
    table.add_sizes(planned.sizes);
    for (auto const& each : planned.indexes)
        if (each.leaves)
            table.collections_[each.index + 1]->erase(partition_hash(each.from.partition), each.from, before);
    if (before == 0) {
        items.insert(partition_hash(planned.key.partition), planned.key, after);
    } else if (after == 0) {
        items.erase(partition_hash(planned.key.partition), planned.key, before);
    } else if (after == before) {
        auto const item = planned.item->view;
        memory_record::write(table.arena_.at(after), item, planned.item->size, table.names_);
        table.arena_.shrink(after, memory_record::bytes_for(item, table.names_));
    } else {
        move_entries(planned, prepared);
    }
    for (auto const& each : planned.indexes)
        if (each.enters) table.collections_[each.index + 1]->insert(partition_hash(each.to.partition), each.to, after);
    if (before != 0 && after != before) table.arena_.free(before);
}

// The entries that stay now refer to the new record.
MONOTABLE_INLINE void memory_write::move_entries(change const& planned, step const& prepared) noexcept {
    auto& table = *planned.table;
    auto const [before, after] = prepared;
    table.collections_[0]->replace(partition_hash(planned.key.partition), planned.key, before, after);
    for (std::size_t i = 1; i != table.collections_.size(); ++i) {
        entry_key key;
        if (!mentions(planned, i - 1) && table.read_key(*table.collections_[i], before, key))
            table.collections_[i]->replace(partition_hash(key.partition), key, before, after);
    }
}

MONOTABLE_INLINE bool memory_write::mentions(change const& planned, std::size_t index) noexcept {
    for (auto const& each : planned.indexes)
        if (each.index == index) return true;
    return false;
}

} // namespace monotable::detail
