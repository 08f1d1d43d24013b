// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/store/backend.hpp>
#include <monotable/store/collection_engine.hpp>
#include <monotable/store/collection_keys.hpp>
#include <monotable/store/item_rules.hpp>
#include <monotable/store/local_table.hpp>
#include <monotable/value/assemble.hpp>

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

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
        auto const size = table.rules().check(request.item);
        std::lock_guard const lock(mutex);
        auto const key = table.locate(request.item);
        auto const old = table.storage().find(key);
        put_result result;
        if (old && request.return_previous) result.previous.emplace(old->view);
        if (request.condition == (old ? existence::must_not_exist : existence::must_exist)) return result;
        if (old && !request.known_attributes.empty()) {
            auto const merged = carry_over(request.item, old->view, request.known_attributes);
            write(table, key, old, stored_item{merged, table.rules().check(merged)});
        } else {
            write(table, key, old, stored_item{request.item, size});
        }
        result.done = true;
        return result;
    }

    std::optional<item> get(get_request const& request) override {
        auto& [table, mutex, next] = named(request.table);
        table.rules().check_key(request.key);
        auto const names = sorted(request.projection);
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
        if (!old) return {};
        erase_result result{true, std::nullopt};
        if (request.return_previous) result.previous.emplace(old->view);
        write(table, key, old, std::nullopt);
        return result;
    }

    item_page query(query_request const& request) override {
        auto& [table, mutex, next] = named(request.table);
        auto const& collection = table.collection(request.index);
        table.refuse_consistent(collection, request.consistent);
        page_builder page(collection, table.projected(collection, request.projection), request.limit,
                          request.count_only);
        auto const partition = table.partition_of(collection, request);
        auto limits = table.limits_of(collection, request);
        if (request.exclusive_start_key) {
            auto const start = table.start_of(collection, *request.exclusive_start_key);
            if (!table.has_sort_key(collection)) refuse(request.table, invalid_start);
            if (start.partition != partition)
                refuse(request.table,
                       std::string(start_outside) + "query boundaries based on provided conditions");
            if (!limits.contains(start.sort))
                refuse(request.table, "The provided starting key does not match the range key predicate");
            if (request.descending)
                limits.end = start.sort;
            else
                limits.begin = start.sort + '\0';
        }
        std::lock_guard const lock(mutex);
        table.storage().visit(collection.number, partition, limits.range(), request.descending, page);
        auto result = std::move(page).finish();
        if (!table.has_sort_key(collection))
            result.last_evaluated_key.reset(); // it was the partition's only item
        return result;
    }

    item_page scan(scan_request const& request) override {
        auto& [table, mutex, next] = named(request.table);
        auto const& collection = table.collection(request.index);
        table.refuse_consistent(collection, request.consistent);
        page_builder page(collection, table.projected(collection, request.projection), request.limit,
                          request.count_only);
        auto const hashes = table.segment(request.segment, request.total_segments);
        std::optional<entry_location> start;
        std::optional<entry_key> after;
        if (request.exclusive_start_key) {
            start = table.start_of(collection, *request.exclusive_start_key);
            auto const hash = partition_hash(start->partition);
            if (hash < hashes.first || hash > hashes.last)
                refuse(request.table,
                       "The provided starting key is invalid: Invalid ExclusiveStartKey. Please use "
                       "ExclusiveStartKey with correct Segment. TotalSegments: " +
                           std::to_string(request.total_segments) +
                           " Segment: " + std::to_string(request.segment));
            after = start->key();
        }
        std::lock_guard const lock(mutex);
        table.storage().scan(collection.number, hashes, after, page);
        return std::move(page).finish();
    }

  private:
    // Never removed, so that finding one needs no lock.
    struct node {
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
        tables_.store(new node{local_table(table, engine_->open(table)), {}, tables_.load()},
                      std::memory_order_release);
    }

    void write(local_table& table, entry_key key, std::optional<stored_item> const& from,
               std::optional<stored_item> const& to) {
        item_change const change{&table.storage(), key, to,
                                 table.index_changes(from ? &from->view : nullptr, to ? &to->view : nullptr)};
        engine_->write({&change, 1});
    }

    std::unique_ptr<collection_engine> engine_;
    std::atomic<node*> tables_ = nullptr;
    std::mutex creating_;
};

} // namespace monotable::detail
