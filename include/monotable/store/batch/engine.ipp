// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/error.hpp>
#include <monotable/model/field_error.hpp>
#include <monotable/store/batch/engine.hpp>
#include <monotable/store/primary_key.hpp>

#include <exception>
#include <map>
#include <string>
#include <string_view>

namespace monotable::detail {

MONOTABLE_INLINE bool batch_patience::goes_on(std::size_t asked, std::size_t left) {
    pause_ = 0;
    if (left < asked) backoff_.start_over();
    else if (!backoff_.goes_on()) return false;
    if (left != 0) pause_ = backoff_.next_pause();
    return true;
}

/// Removes up to `most` waiting elements from the front.
MONOTABLE_INLINE std::vector<std::size_t> take_front(std::vector<std::size_t>& waiting, std::size_t most) {
    auto const end = waiting.begin() + static_cast<std::ptrdiff_t>(waiting.size() < most ? waiting.size() : most);
    std::vector<std::size_t> result(waiting.begin(), end);
    waiting.erase(waiting.begin(), end);
    return result;
}

/// Decodes an item for a key and its repetitions.
MONOTABLE_INLINE void decode_repeated(void* key, item_view source) {
    for (auto* each = static_cast<batch_key*>(key); each != nullptr; each = each->repeated)
        each->decode(each->object, source);
}

MONOTABLE_INLINE batch_reader::batch_reader(std::vector<batch_key> keys, unsigned attempts, batch_width width)
    : keys_(std::move(keys)), patience_(attempts), width_(width) {
    find_repeated();
    result_.found.resize(keys_.size());
    done_.assign(keys_.size(), '\0');
    for (std::size_t i = 0; i != keys_.size(); ++i)
        if (first_of_[i] == i) waiting_.push_back(i);
}

MONOTABLE_INLINE procedure_step batch_reader::advance() {
    if (!requests_.empty()) {
        std::size_t asked = 0, left = 0;
        take_replies();
        for (request const& each : requests_) {
            asked += each.asked.size();
            left += each.reply.unprocessed.size();
        }
        requests_.clear();
        if (!patience_.goes_on(asked, left)) return end();
        if (patience_.pause() != 0) return {nullptr, 0, patience_.pause()};
    }
    return waiting_.empty() ? end() : request_next();
}

MONOTABLE_INLINE procedure_step batch_reader::request_next() {
    do requests_.push_back({take_front(waiting_, max_batch_gets)});
    while (width_ == batch_width::all && !waiting_.empty());
    calls_.clear();
    for (request& each : requests_) {
        each.sinks = std::vector<std::optional<object_sink>>(each.asked.size()); // they cannot be moved
        for (std::size_t i = 0; i != each.asked.size(); ++i) {
            each.gets.push_back(request_of(each.asked[i]));
            each.gets.back().sink = each.sinks[i].emplace(&decode_repeated, &keys_[each.asked[i]]).get();
        }
        each.view = each.gets;
        calls_.push_back({{batch_get_call::kind, &each.view, &each.reply}});
    }
    return {calls_.data(), calls_.size()};
}

MONOTABLE_INLINE void batch_reader::take_replies() {
    for (pending_call const& each : calls_)
        if (each.failure) std::rethrow_exception(each.failure);
    for (request& each : requests_) {
        for (std::size_t const key : each.asked) done_[key] = '\1';
        for (std::size_t const left : each.reply.unprocessed) {
            done_[each.asked[left]] = '\0';
            waiting_.push_back(each.asked[left]);
        }
        for (std::size_t i = 0; i != each.asked.size(); ++i)
            if (done_[each.asked[i]] != '\0')
                result_.found[each.asked[i]] = each.sinks[i]->finish(each.reply.items[i].has_value());
    }
}

MONOTABLE_INLINE procedure_step batch_reader::end() {
    for (std::size_t i = 0; i != keys_.size(); ++i) {
        if (first_of_[i] != i) result_.found[i] = result_.found[first_of_[i]];
        if (done_[first_of_[i]] == '\0') result_.unprocessed.push_back(i);
    }
    return {};
}

MONOTABLE_INLINE get_request batch_reader::request_of(std::size_t i) const {
    get_request result;
    result.table = keys_[i].entity->table->name;
    result.key = keys_[i].key;
    return result;
}

MONOTABLE_INLINE void batch_reader::find_repeated() {
    std::map<std::pair<std::string_view, std::string_view>, std::size_t> seen;
    first_of_.resize(keys_.size());
    for (std::size_t i = 0; i != keys_.size(); ++i) {
        first_of_[i] = seen.try_emplace({keys_[i].entity->table->name, keys_[i].key.bytes()}, i).first->second;
        if (first_of_[i] != i) keys_[i].repeated = std::exchange(keys_[first_of_[i]].repeated, &keys_[i]);
    }
}

MONOTABLE_INLINE typed_outcome batch_written::outcome(std::size_t position) const {
    typed_outcome result;
    for (batch_failure const& each : refused)
        if (each.position == position) {
            result.reason = each.reason;
            result.text = each.text;
            result.attributes = each.existing;
        }
    for (std::size_t const each : unprocessed)
        if (each == position) {
            result.others_failed = true;
            result.text = "monotable: the store has not processed the write at position " + std::to_string(position);
        }
    return result;
}

MONOTABLE_INLINE batch_writer::batch_writer(array_view<write_intent> writes, unsigned attempts,
                                            retry_policy const& retry, batch_width width)
    : writes_(writes), patience_(attempts), retry_(retry), width_(width) {
    result_.size = writes_.size();
    find_repeated();
    for (std::size_t i = 0; i != writes_.size(); ++i)
        if (last_of_[i] == i && !is_alone(writes_[i])) waiting_.push_back(i);
    for (std::size_t i = writes_.size(); i-- != 0;)
        if (last_of_[i] == i && is_alone(writes_[i])) alone_.push_back(i);
}

MONOTABLE_INLINE procedure_step batch_writer::advance() {
    while (!alone_.empty()) {
        if (!one_) one_.emplace(writes_[alone_.back()], retry_);
        if (procedure_step const step = one_->advance(); !step.is_done()) return step;
        typed_outcome done = one_->outcome();
        if (done.reason != write_error::none)
            result_.refused.push_back({alone_.back(), done.reason, std::move(done.text), std::move(done.attributes)});
        one_.reset();
        alone_.pop_back();
    }
    if (!requests_.empty()) {
        std::size_t asked = 0, left = 0;
        take_replies();
        for (request const& each : requests_) {
            asked += each.asked.size();
            left += each.reply.size();
        }
        requests_.clear();
        if (!patience_.goes_on(asked, left)) return end();
        if (patience_.pause() != 0) return {nullptr, 0, patience_.pause()};
    }
    return waiting_.empty() ? end() : request_next();
}

MONOTABLE_INLINE procedure_step batch_writer::request_next() {
    do requests_.push_back({take_front(waiting_, max_batch_writes)});
    while (width_ == batch_width::all && !waiting_.empty());
    calls_.clear();
    for (request& each : requests_) {
        for (std::size_t const write : each.asked) {
            each.writes.push_back(detail::request_of(writes_[write], {}));
            each.writes.back().return_failed = false;
        }
        each.view = each.writes;
        calls_.push_back({{batch_write_call::kind, &each.view, &each.reply}});
    }
    return {calls_.data(), calls_.size()};
}

MONOTABLE_INLINE void batch_writer::take_replies() {
    for (std::size_t i = 0; i != calls_.size(); ++i) {
        if (!calls_[i].failure) continue;
        try {
            std::rethrow_exception(calls_[i].failure);
        } catch (bad_value const&) {
            rethrow_for_field(writes_[requests_[i].asked.front()].entity->name, {});
        }
    }
    for (request& each : requests_)
        for (std::size_t const left : each.reply) waiting_.push_back(each.asked[left]);
}

MONOTABLE_INLINE procedure_step batch_writer::end() {
    std::string undone(writes_.size(), '\0');
    for (std::size_t const each : waiting_) undone[each] = '\1';
    for (std::size_t i = 0; i != writes_.size(); ++i)
        if (undone[last_of_[i]] != '\0') result_.unprocessed.push_back(i);
    return {};
}

MONOTABLE_INLINE bool batch_writer::is_alone(write_intent const& what) {
    return !what.derived_writes.empty() || !what.managed.condition.empty() || !what.condition.empty() ||
           what.kind == write_kind::update;
}

MONOTABLE_INLINE void batch_writer::find_repeated() {
    std::map<std::pair<std::string_view, std::string>, std::size_t> seen;
    last_of_.resize(writes_.size());
    for (std::size_t i = writes_.size(); i-- != 0;) {
        item const key = primary_key_of(*writes_[i].entity->table, writes_[i].attributes);
        last_of_[i] = seen.try_emplace({writes_[i].entity->table->name, std::string(key.bytes())}, i).first->second;
    }
}

MONOTABLE_INLINE batch_read read_batch(backend& store, std::vector<batch_key> keys, unsigned attempts) {
    batch_reader reader(std::move(keys), attempts);
    run(store, reader);
    return reader.result();
}

MONOTABLE_INLINE batch_written write_batch(backend& store, array_view<write_intent> writes, unsigned attempts,
                                           retry_policy const& retry) {
    batch_writer writer(writes, attempts, retry);
    run(store, writer);
    return writer.result();
}

} // namespace monotable::detail
