// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/derived/copies/changes.hpp>
#include <monotable/derived/copies/reconciler.hpp>
#include <monotable/model/decode.hpp>
#include <monotable/store/primary_key.hpp>

namespace monotable::detail {

MONOTABLE_INLINE void derived_changes::add(std::string_view table, stream_record const& record) {
    for (std::size_t r = 0; r != relations_.size(); ++r) {
        derived_data const& relation = *relations_[r];
        if (relation.in_transaction) continue;
        sides const one = images_of(*relation.one, table, record), many = images_of(*relation.many, table, record);
        if (relation.total) add_total(r, relation, one, many, record.keys);
        else add_copies(r, relation, one, many, record.keys);
    }
}

MONOTABLE_INLINE void derived_changes::add_all(backend& store) {
    for (std::size_t r = 0; r != relations_.size(); ++r) {
        read_source from;
        from.table = relations_[r]->one->table;
        from.entity = relations_[r]->one;
        from.scan = true;
        read_options options;
        options.consistent = true;
        item_reader reader(std::shared_ptr<backend>(std::shared_ptr<backend>(), &store), std::move(from),
                           std::move(options));
        while (item_view const* const found = reader.next())
            add_step(r, step_kind::all_of_one, primary_key_of(*relations_[r]->one->table, *found));
    }
}

MONOTABLE_INLINE void derived_changes::settle(backend& store, retry_policy const& retry) {
    while (!steps_.empty()) {
        step const& next = steps_.back();
        derived_data const& relation = *relations_[next.relation];
        reconciler keep(store, relation, retry);
        try {
            if (relation.total) keep.settle_total(next.key);
            else if (next.kind == step_kind::all_of_one) keep.settle_copies(next.key);
            else keep.settle_copy(next.key);
        } catch (store_error const&) {
            throw;
        } catch (error const& e) {
            fail(next.relation, next.kind, next.key, e.what());
        }
        for (auto& each : keep.failures())
            fail(next.relation, step_kind::one_of_many, std::move(each.key), std::move(each.message));
        steps_.pop_back();
    }
    seen_.clear();
}

MONOTABLE_INLINE void derived_changes::fail(std::size_t relation, step_kind kind, item key, std::string message) {
    for (auto const& each : failures_)
        if (each.key == key && each.relation == relations_[relation]->name) return;
    failures_.push_back({std::string(relations_[relation]->name), key, std::move(message)});
    if (failed_.size() != max_failed) failed_.push_back({relation, kind, std::move(key)});
}

MONOTABLE_INLINE void derived_changes::add_failed(derived_changes const& before) {
    for (auto const& each : before.failures_) repeated_.insert(each.relation + '/' + std::string(each.key.bytes()));
    for (auto const& each : before.failed_) add_step(each.relation, each.kind, each.key);
}

MONOTABLE_INLINE bool derived_changes::is_repeated(worker_failure const& failure) const {
    return repeated_.count(failure.relation + '/' + std::string(failure.key.bytes())) != 0;
}

MONOTABLE_INLINE void derived_changes::or_throw() const {
    std::string message;
    std::size_t more = 0;
    for (auto const& each : failures_) {
        if (is_repeated(each)) continue;
        if (message.empty()) message = each.message;
        else ++more;
    }
    if (message.empty()) return;
    if (more != 0) message += "; and " + std::to_string(more) + " more items could not be made true";
    throw bad_item(message);
}

MONOTABLE_INLINE derived_changes::sides derived_changes::images_of(entity_data const& entity, std::string_view table,
                                                                   stream_record const& record) {
    sides result;
    if (entity.table->name != table) return result;
    if (record.before && belongs_to(entity, *record.before)) result.before = &*record.before;
    if (record.after && belongs_to(entity, *record.after)) result.after = &*record.after;
    return result;
}

MONOTABLE_INLINE bool derived_changes::differ(entity_data const& entity, sides const& images, std::size_t field) {
    return encoding_in(entity, *images.before, field) != encoding_in(entity, *images.after, field);
}

MONOTABLE_INLINE void derived_changes::add_copies(std::size_t r, derived_data const& relation, sides const& one,
                                                  sides const& many, item const& key) {
    if (one.after != nullptr) {
        bool changed = one.before == nullptr;
        for (derived_field const& field : relation.fields) changed = changed || differ(*relation.one, one, field.from);
        if (changed) add_step(r, step_kind::all_of_one, key);
    }
    if (many.after != nullptr) {
        bool changed = many.before == nullptr || moved(relation, many);
        for (derived_field const& field : relation.fields) changed = changed || differ(*relation.many, many, field.to);
        if (changed) add_step(r, step_kind::one_of_many, key);
    }
}

MONOTABLE_INLINE void derived_changes::add_total(std::size_t r, derived_data const& relation, sides const& one,
                                                 sides const& many, item const& key) {
    if (one.after != nullptr) {
        bool changed = one.before == nullptr;
        for (derived_field const& field : relation.fields) changed = changed || differ(*relation.one, one, field.to);
        if (changed) add_step(r, step_kind::all_of_one, key);
    }
    if (many.before != nullptr && many.after != nullptr && !moved(relation, many)) {
        bool changed = false;
        for (derived_field const& field : relation.fields)
            changed = changed || (field.kind == derived_kind::sum && differ(*relation.many, many, field.from));
        if (changed) add_parent(r, relation, many.after);
    } else {
        add_parent(r, relation, many.before);
        add_parent(r, relation, many.after);
    }
}

MONOTABLE_INLINE bool derived_changes::moved(derived_data const& relation, sides const& many) {
    for (field_pair const& pair : relation.matches)
        if (differ(*relation.many, many, pair.many)) return true;
    return false;
}

MONOTABLE_INLINE void derived_changes::add_parent(std::size_t r, derived_data const& relation, item const* child) {
    if (child == nullptr) return;
    if (std::optional<item> key = key_of_one(relation, *child)) add_step(r, step_kind::all_of_one, std::move(*key));
}

MONOTABLE_INLINE void derived_changes::add_step(std::size_t relation, step_kind kind, item key) {
    std::string identity = std::to_string(relation);
    identity.append(kind == step_kind::all_of_one ? "a" : "c").append(key.bytes());
    if (seen_.insert(std::move(identity)).second) steps_.push_back({relation, kind, std::move(key)});
}

} // namespace monotable::detail
