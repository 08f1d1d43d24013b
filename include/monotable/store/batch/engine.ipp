// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/error.hpp>
#include <monotable/store/batch/engine.hpp>
#include <monotable/store/primary_key.hpp>
#include <monotable/backend/procedure.hpp>
#include <monotable/store/write/update_execution.hpp>
#include <monotable/store/write/write_execution.hpp>

#include <map>
#include <string_view>

namespace monotable::detail {

MONOTABLE_INLINE bool batch_patience::goes_on(std::size_t asked, std::size_t left) {
    if (left < asked) backoff_.start_over();
    else if (!backoff_.goes_on()) return false;
    if (left != 0) sleep_for(backoff_.next_pause());
    return true;
}

/// Decodes an item for a key and those that repeat it.
MONOTABLE_INLINE void decode_repeated(void* key, item_view source) {
    for (auto* each = static_cast<batch_key*>(key); each != nullptr; each = each->repeated)
        each->decode(each->object, source);
}

MONOTABLE_INLINE batch_read batch_reader::run() {
    std::vector<std::size_t> const first_of = find_repeated();
    batch_read result;
    result.found.resize(keys_.size());
    std::string done(keys_.size(), '\0');
    std::vector<std::size_t> waiting;
    for (std::size_t i = 0; i != keys_.size(); ++i)
        if (first_of[i] == i) waiting.push_back(i);
    while (!waiting.empty()) {
        std::size_t const count = waiting.size() < max_batch_gets ? waiting.size() : max_batch_gets;
        std::vector<std::size_t> const asked(waiting.begin(), waiting.begin() + static_cast<std::ptrdiff_t>(count));
        std::vector<std::size_t> next(waiting.begin() + static_cast<std::ptrdiff_t>(count), waiting.end());
        std::vector<get_request> requests;
        std::vector<std::optional<object_sink>> sinks(asked.size());
        for (std::size_t i = 0; i != asked.size(); ++i) {
            requests.push_back(request_of(asked[i]));
            requests.back().sink = sinks[i].emplace(&decode_repeated, &keys_[asked[i]]).get();
        }
        batch_get_result answer = store_.batch_get({requests.data(), requests.size()});
        for (std::size_t const each : asked) done[each] = '\1';
        for (std::size_t const left : answer.unprocessed) {
            done[asked[left]] = '\0';
            next.push_back(asked[left]);
        }
        for (std::size_t i = 0; i != asked.size(); ++i)
            if (done[asked[i]] != '\0') result.found[asked[i]] = sinks[i]->finish(answer.items[i].has_value());
        waiting = std::move(next);
        if (!patience_.goes_on(asked.size(), answer.unprocessed.size())) break;
    }
    for (std::size_t i = 0; i != keys_.size(); ++i) {
        if (first_of[i] != i) result.found[i] = result.found[first_of[i]];
        if (done[first_of[i]] == '\0') result.unprocessed.push_back(i);
    }
    return result;
}

MONOTABLE_INLINE get_request batch_reader::request_of(std::size_t i) const {
    get_request request;
    request.table = keys_[i].entity->table->name;
    request.key = keys_[i].key;
    return request;
}

MONOTABLE_INLINE std::vector<std::size_t> batch_reader::find_repeated() {
    std::map<std::pair<std::string_view, std::string_view>, std::size_t> seen;
    std::vector<std::size_t> first_of(keys_.size());
    for (std::size_t i = 0; i != keys_.size(); ++i) {
        first_of[i] = seen.try_emplace({keys_[i].entity->table->name, keys_[i].key.bytes()}, i).first->second;
        if (first_of[i] != i) keys_[i].repeated = std::exchange(keys_[first_of[i]].repeated, &keys_[i]);
    }
    return first_of;
}

MONOTABLE_INLINE batch_written batch_writer::run() {
    batch_written result;
    std::vector<std::size_t> waiting;
    std::string undone(writes_.size(), '\0');
    std::vector<std::size_t> const last_of = find_repeated();
    for (std::size_t i = 0; i != writes_.size(); ++i) {
        if (last_of[i] != i) continue;
        if (!is_alone(writes_[i])) {
            waiting.push_back(i);
            continue;
        }
        typed_outcome done = perform_alone(writes_[i]);
        if (done.reason != write_error::none) result.refused.push_back({i, done.reason, std::move(done.text)});
    }
    while (!waiting.empty()) {
        std::size_t const count = waiting.size() < max_batch_writes ? waiting.size() : max_batch_writes;
        std::vector<write_request> requests;
        for (std::size_t i = 0; i != count; ++i) {
            requests.push_back(request_of(writes_[waiting[i]], {}));
            requests.back().return_failed = false;
        }
        std::vector<std::size_t> const left = write_for(*writes_[waiting[0]].entity, requests);
        std::vector<std::size_t> next(waiting.begin() + static_cast<std::ptrdiff_t>(count), waiting.end());
        for (std::size_t const each : left) next.push_back(waiting[each]);
        waiting = std::move(next);
        if (!patience_.goes_on(count, left.size())) break;
    }
    for (std::size_t const each : waiting) undone[each] = '\1';
    for (std::size_t i = 0; i != writes_.size(); ++i)
        if (undone[last_of[i]] != '\0') result.unprocessed.push_back(i);
    return result;
}

MONOTABLE_INLINE bool batch_writer::is_alone(prepared_write const& what) {
    return !what.consequences.empty() || !what.role.condition.empty() || !what.condition.empty() ||
           what.kind == write_kind::update;
}

MONOTABLE_INLINE typed_outcome batch_writer::perform_alone(prepared_write const& what) {
    if (!what.consequences.empty()) return perform_planned(store_, what, retry_);
    return what.kind == write_kind::update ? perform_update(store_, what, retry_) : perform_directly(store_, what);
}

MONOTABLE_INLINE std::vector<std::size_t> batch_writer::write_for(entity_data const& entity,
                                                                  std::vector<write_request> const& requests) {
    try {
        return store_.batch_write({requests.data(), requests.size()});
    } catch (bad_value const&) {
        rethrow_for_field(entity.name, {});
    }
}

MONOTABLE_INLINE std::vector<std::size_t> batch_writer::find_repeated() const {
    std::map<std::pair<std::string_view, std::string>, std::size_t> seen;
    std::vector<std::size_t> last_of(writes_.size());
    for (std::size_t i = writes_.size(); i-- != 0;) {
        item const key = primary_key_of(*writes_[i].entity->table, writes_[i].attributes);
        last_of[i] = seen.try_emplace({writes_[i].entity->table->name, std::string(key.bytes())}, i).first->second;
    }
    return last_of;
}

} // namespace monotable::detail
