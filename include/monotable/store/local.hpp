// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/store/backend.hpp>
#include <monotable/store/collection_engine.hpp>
#include <monotable/store/local_table.hpp>
#include <monotable/store/page_builder.hpp>
#include <monotable/value/assemble.hpp>

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace monotable::detail {

/// DynamoDB's semantics over any collection engine. Operations on one table exclude each other, which makes single-item
/// operations serializable and a page a snapshot of its table; tables do not wait for each other.
class local final : public backend {
  public:
    explicit local(std::unique_ptr<collection_engine> engine) : engine_(std::move(engine)) {
        for (auto const& each : engine_->tables()) add(each);
    }
    ~local() override {
        for (auto* t = tables_.load(); t != nullptr;) delete std::exchange(t, t->next);
    }

    void create_table(table_description const& wanted) override {
        check(wanted);
        std::lock_guard const lock(creating_);
        auto const* existing = find(wanted.name);
        if (existing == nullptr) return add(wanted);
        if (existing->table.description() != wanted)
            throw store_error(store_fault::table_exists,
                              "table " + wanted.name + ": it exists with another description");
    }

    table_description describe(std::string_view table) override {
        if (auto const* found = find(table)) return found->table.description();
        throw store_error(store_fault::no_such_table,
                          "Requested resource not found: Table: " + std::string(table) + " not found");
    }

    put_result put(put_request const& request) override {
        auto& [table, mutex, next] = named(request.table);
        stored_item stored{request.item, table.rules().check(request.item)};
        std::lock_guard const lock(mutex);
        auto const key = table.locate(request.item);
        auto const old = table.storage().find(key);
        put_result result;
        if (old && request.return_previous) result.previous.emplace(old->view);
        if (request.condition == (old ? existence::must_not_exist : existence::must_exist)) return result;
        item merged;
        if (old && !request.known_attributes.empty()) {
            merged = carry_over(request.item, old->view, request.known_attributes);
            stored = {merged, table.rules().check(merged)};
        }
        write(table, key, old ? &*old : nullptr, &stored);
        result.done = true;
        return result;
    }

    std::optional<item> get(get_request const& request) override {
        auto& [table, mutex, next] = named(request.table);
        table.rules().check_key(request.key);
        std::vector<std::string_view> names;
        for (auto const each : request.projection) add_name(names, each);
        std::lock_guard const lock(mutex);
        auto const found = table.storage().find(table.locate(request.key));
        if (!found) return std::nullopt;
        return names.empty() ? item(found->view) : project(found->view, names);
    }

    erase_result erase(erase_request const& request) override {
        auto& [table, mutex, next] = named(request.table);
        table.rules().check_key(request.key);
        std::lock_guard const lock(mutex);
        auto const key = table.locate(request.key);
        auto const old = table.storage().find(key);
        erase_result result;
        if (!old) return result;
        result.existed = true;
        if (request.return_previous) result.previous.emplace(old->view);
        write(table, key, &*old, nullptr);
        return result;
    }

    item_page query(query_request const& request) override {
        auto& [table, mutex, next] = named(request.table);
        auto const& in = table.collection(request.index);
        auto builder =
            table.page(in, request.projection, request.consistent, request.limit, request.count_only);
        auto const partition = table.partition_of(in, request);
        auto limits = table.limits_of(in, request);
        if (request.exclusive_start_key) {
            auto start = table.start_of(in, *request.exclusive_start_key);
            if (!table.has_sort_key(in)) refuse(request.table, "The provided starting key is invalid");
            if (start.partition != partition)
                refuse(request.table,
                       "The provided starting key is outside query boundaries based on provided "
                       "conditions");
            if (!limits.contains(start.sort))
                refuse(request.table, "The provided starting key does not match the range key predicate");
            if (request.descending)
                limits.to(std::move(start.sort));
            else
                limits.from(start.sort + '\0');
        }
        std::lock_guard const lock(mutex);
        table.storage().visit(in.number, partition, limits.range(), request.descending, builder);
        auto& page = builder.page();
        if (!table.has_sort_key(in)) page.last_evaluated_key.reset(); // it was the partition's only item
        return std::move(page);
    }

    item_page scan(scan_request const& request) override {
        auto& [table, mutex, next] = named(request.table);
        auto const& in = table.collection(request.index);
        auto builder =
            table.page(in, request.projection, request.consistent, request.limit, request.count_only);
        auto const hashes = table.segment(request.segment, request.total_segments);
        entry_location start;
        if (request.exclusive_start_key) {
            start = table.start_of(in, *request.exclusive_start_key);
            auto const hash = partition_hash(start.partition);
            if (hash < hashes.first || hash > hashes.last)
                refuse(request.table,
                       "The provided starting key is invalid: Invalid ExclusiveStartKey. Please use "
                       "ExclusiveStartKey with correct Segment. TotalSegments: " +
                           std::to_string(request.total_segments) +
                           " Segment: " + std::to_string(request.segment));
        }
        auto const after = start.key();
        std::lock_guard const lock(mutex);
        table.storage().scan(in.number, hashes, request.exclusive_start_key ? &after : nullptr, builder);
        return std::move(builder.page());
    }

  private:
    // Never removed, so that finding one needs no lock.
    struct node {
        node(table_description const& description, std::unique_ptr<table_storage> storage, node* behind)
            : table(description, std::move(storage)),
              next(behind) {}

        local_table table;
        std::mutex mutex;
        node* next;
    };

    node* find(std::string_view table) const noexcept {
        auto* t = tables_.load(std::memory_order_acquire);
        while (t != nullptr && t->table.description().name != table) t = t->next;
        return t;
    }

    node& named(std::string_view table) const {
        if (auto* found = find(table)) return *found;
        throw store_error(store_fault::no_such_table,
                          "table " + std::string(table) + ": Requested resource not found");
    }

    void add(table_description const& table) {
        tables_.store(new node(table, engine_->open(table), tables_.load()), std::memory_order_release);
    }

    void write(local_table& table, entry_key key, stored_item const* from, stored_item const* to) {
        item_change const change{&table.storage(), key, to,
                                 table.index_changes(from ? &from->view : nullptr, to ? &to->view : nullptr)};
        engine_->write({&change, 1});
    }

    std::unique_ptr<collection_engine> engine_;
    std::atomic<node*> tables_ = nullptr;
    std::mutex creating_;
};

} // namespace monotable::detail
