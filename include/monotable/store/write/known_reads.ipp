// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/error.hpp>
#include <monotable/model/decode.hpp>
#include <monotable/model/field_error.hpp>
#include <monotable/query/key_range.hpp>
#include <monotable/store/read/read_source.hpp>
#include <monotable/store/write/known_reads.hpp>

#include <iterator>
#include <utility>

namespace monotable::detail {

MONOTABLE_INLINE item const* known_reads::find(entity_data const& entity, item_view key) {
    std::size_t const hash = std::hash<std::string_view>()(key.bytes());
    known_item* known = look_up(entity.table->name, key, hash);
    if (known == nullptr) {
        items_.push_back(std::make_unique<known_item>(known_item{&entity, entity.table->name, item(key), hash}));
        known = items_.back().get();
        ++missing_;
    }
    return known->there ? &*known->there : nullptr;
}

MONOTABLE_INLINE bool known_reads::knows(entity_data const& entity, item_view key) const {
    known_item const* const known = look_up(entity.table->name, key, std::hash<std::string_view>()(key.bytes()));
    return known != nullptr && known->read;
}

MONOTABLE_INLINE array_view<item> known_reads::find_all(entity_data const& entity, plan_data const& plan,
                                                        std::vector<condition_values> const& values, bool consistent,
                                                        std::size_t most) {
    auto const same_values = [&](known_query const& query) {
        for (std::size_t i = 0; i != values.size(); ++i)
            if (query.values[i].op != values[i].op || query.values[i].first != values[i].first) return false;
        return query.values.size() == values.size();
    };
    for (auto const& each : queries_)
        if (each->plan == &plan && each->entity == &entity && same_values(*each))
            return {each->found.data(), each->read ? each->found.size() : 0};
    auto query = std::make_unique<known_query>(known_query{&entity, &plan, values, consistent, most});
    split(*query);
    query->read = query->partitions.empty();
    if (!query->read) ++missing_;
    queries_.push_back(std::move(query));
    return {};
}

MONOTABLE_INLINE void known_reads::learn(std::string_view table, item key, std::optional<item> there) {
    std::size_t const hash = std::hash<std::string_view>()(key.bytes());
    known_item* known = look_up(table, key, hash);
    if (known == nullptr) {
        items_.push_back(std::make_unique<known_item>(known_item{nullptr, table, std::move(key), hash}));
        known = items_.back().get();
    } else if (!known->read) {
        --missing_;
    }
    known->there = std::move(there);
    known->read = true;
}

MONOTABLE_INLINE void known_reads::clear() {
    items_.clear();
    queries_.clear();
    missing_ = 0;
    singly_ = false;
}

MONOTABLE_INLINE known_reads::known_item* known_reads::look_up(std::string_view table, item_view key,
                                                               std::size_t hash) const {
    for (auto const& each : items_)
        if (each->hash == hash && each->table == table && each->key == key) return each.get();
    return nullptr;
}

MONOTABLE_INLINE void known_reads::split(known_query& query) {
    table_data const& table = *query.entity->table;
    auto const ranges = range_builder(*query.entity, *query.plan, {query.values.data(), query.values.size()}).build();
    for (key_range const& range : ranges) {
        for (std::size_t i = 0; !range.empty && i != range.partition_count; ++i) {
            query_request request;
            request.table = table.name;
            if (query.plan->index != 0) request.index = table.indexes[query.plan->index].name;
            request.consistent = query.consistent;
            set_range(request, range, i);
            query.partitions.push_back({std::move(request)});
        }
    }
}

MONOTABLE_INLINE procedure_step known_reads::step() {
    item_calls_.clear();
    calls_.clear();
    add_item_calls();
    add_query_calls();
    return {calls_.data(), calls_.size(), 0};
}

MONOTABLE_INLINE void known_reads::add_item_calls() {
    for (auto const& each : items_) {
        if (each->read) continue;
        if (item_calls_.empty() || singly_ || item_calls_.back()->items.size() == max_batch)
            item_calls_.push_back(std::make_unique<item_call>());
        item_call& call = *item_calls_.back();
        call.items.push_back(each.get());
        get_request request;
        request.table = each->table;
        request.key = each->key;
        request.consistent = true;
        call.requests.push_back(request);
    }
    for (auto const& each : item_calls_) {
        each->is_single = each->items.size() == 1;
        each->request = {each->requests.data(), each->requests.size()};
        if (each->is_single) calls_.push_back({{get_call::kind, each->requests.data(), &each->single}});
        else calls_.push_back({{batch_get_call::kind, &each->request, &each->batch}});
    }
}

MONOTABLE_INLINE void known_reads::add_query_calls() {
    for (auto const& query : queries_)
        for (partition& each : query->partitions)
            if (!query->read && !each.done) calls_.push_back({{query_call::kind, &each.request, &each.page}});
}

MONOTABLE_INLINE bool known_reads::take() {
    bool any = false;
    std::size_t next = 0;
    for (auto const& each : item_calls_) {
        bool const some = take_items(*each, calls_[next++].failure);
        any = any || some;
    }
    for (auto const& query : queries_) {
        if (query->read) continue;
        bool more = false;
        for (partition& each : query->partitions) {
            if (each.done) continue;
            take_page(*query, each, calls_[next++].failure);
            more = more || !each.done;
        }
        any = true;
        if (more && (query->most == 0 || query->found.size() <= query->most)) continue;
        query->read = true;
        --missing_;
    }
    item_calls_.clear();
    calls_.clear();
    return any;
}

MONOTABLE_INLINE bool known_reads::take_items(item_call& call, std::exception_ptr const& failure) {
    if (failure) {
        try {
            std::rethrow_exception(failure);
        } catch (bad_value const&) {
            if (call.items.size() == 1) rethrow_for_field(call.items[0]->entity->name, {});
            singly_ = true;
            return true;
        }
    }
    std::size_t left = 0; // the next unprocessed position
    bool any = false;
    for (std::size_t i = 0; i != call.items.size(); ++i) {
        if (left != call.batch.unprocessed.size() && call.batch.unprocessed[left] == i) {
            ++left;
            continue;
        }
        call.items[i]->there = std::move(call.is_single ? call.single : call.batch.items[i]);
        call.items[i]->read = true;
        --missing_;
        any = true;
    }
    return any;
}

MONOTABLE_INLINE void known_reads::take_page(known_query& query, partition& part, std::exception_ptr const& failure) {
    if (failure) {
        try {
            std::rethrow_exception(failure);
        } catch (bad_value const&) {
            rethrow_for_field(query.entity->name, {});
        }
    }
    for (item& each : part.page.items)
        if (belongs_to(*query.entity, each)) query.found.push_back(std::move(each));
    part.request.exclusive_start_key = std::move(part.page.last_evaluated_key);
    part.done = !part.request.exclusive_start_key.has_value();
    part.page = {};
}

} // namespace monotable::detail
