// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/backend/capacity.hpp>
#include <monotable/backend/clock.hpp>
#include <monotable/backend/description_rules.hpp>
#include <monotable/backend/stream.hpp>
#include <monotable/backend/units.hpp>
#include <monotable/core/assemble.hpp>
#include <monotable/core/item.hpp>
#include <monotable/core/size.hpp>
#include <monotable/error.hpp>
#include <monotable/expression/evaluate.hpp>
#include <monotable/expression/update.hpp>
#include <monotable/local/change_record.hpp>
#include <monotable/local/collection_engine.hpp>
#include <monotable/local/collection_keys.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace monotable::detail {

/// Buffers for planning writes, which are reused to avoid allocations.
template <class Engine>
struct write_buffers {
    struct index_entry {
        entry_location before, after;
        bool was = false, is = false; ///< true if there is an entry before, after

        bool stays() const noexcept { return was && is && before.key() == after.key(); }
    };

    std::vector<index_entry> indexes;
    std::vector<index_change> changes;
    std::vector<size_change> sizes;
    stored_record record;
};

/// One write of one item, computed before anything is changed: check() and evaluate(), in this order, then the results.
/// REQUIRES: the table's lock as a writer, and no other write, from check() until it is written. The scope owns the old
/// item.
template <class Table>
class item_write {
  public:
    using buffers_type = typename Table::buffers_type;
    using scope_type = typename Table::write_scope_type;

    item_write(Table& table, scope_type& scope, write_request const& request, buffers_type& buffers) noexcept
        : table_(&table), scope_(&scope), request_(&request), buffers_(&buffers) {}

    Table& table() const noexcept { return *table_; }
    write_request const& request() const noexcept { return *request_; }
    entry_key key() const noexcept { return key_; }

    /// Throws if the request itself violates a rule.
    void check() {
        check_key();
        check_content();
    }
    void check_key() {
        if (request_->kind == write_kind::put) table_->rules().check_item_key(request_->item);
        else table_->rules().check_key(request_->item);
        key_ = table_->items().keys.table_key(request_->item);
    }
    /// Checks the size of an item that is put. REQUIRES: its key is valid.
    void check_put_size() {
        if (request_->kind != write_kind::put) return;
        size_ = item_size(request_->item);
        table_->rules().check_size(request_->item, size_);
    }
    void check_content() {
        if (request_->kind == write_kind::put) {
            check_put_size();
            table_->rules().check_put(request_->item);
        } else if (request_->kind == write_kind::update) {
            table_->rules().check_update(request_->update);
        }
        if (request_->kind != write_kind::update && request_->returns > return_values::all_old)
            refuse(request_->table, "ReturnValues can only be ALL_OLD or NONE");
    }

    /// Throws if the result would violate a rule.
    void evaluate() {
        old_ = scope_->find(table_->storage(), key_);
        auto const& condition = request_->condition;
        refused_ = request_->expected == (old_ ? precondition::must_not_exist : precondition::must_exist) ||
                   (condition && !holds(condition, old_ ? old_->view : item_view()));
        if (refused_) return;
        if (request_->kind == write_kind::put) evaluate_put();
        else if (request_->kind == write_kind::update) evaluate_update();
        else if (request_->kind == write_kind::check) next_ = old_;
        changes_ = old_.has_value() != next_.has_value() || (next_ && old_->view != next_->view);
        if (changes_ || request_->capacity != nullptr) find_entries();
    }

    /// True if the condition failed.
    bool refused() const noexcept { return refused_; }
    /// True if the write changes anything.
    bool changes() const noexcept { return changes_; }
    std::optional<stored_item> const& before() const noexcept { return old_; }
    std::optional<stored_item> const& after() const noexcept { return next_; }

    /// Valid as long as this object and until something is written. REQUIRES: changes().
    item_change<typename Table::storage_type, typename Table::stream_type> change(clock_function const& clock,
                                                                                  bool expired = false) {
        auto& [indexes, changes, sizes, record] = *buffers_;
        changes.clear();
        sizes.assign(1, size_of_change(table_->items(), old_.has_value(), next_.has_value()));
        for (std::size_t i = 0; i + 1 != table_->collections().size(); ++i) {
            auto const& each = indexes[i];
            auto const& in = table_->collections()[i + 1];
            bool const stays = each.stays();
            bool const same = stays && in.index->projection == projection_type::keys_only;
            sizes.push_back(same ? size_change() : size_of_change(in, each.was, each.is));
            if ((each.was || each.is) && !stays)
                changes.push_back({i, each.was, each.is, each.before.key(), each.after.key()});
        }
        typename Table::stream_type* stream = nullptr;
        if (table_->stream() != nullptr) {
            auto const now = clock();
            stream = &table_->stream()->recording(now);
            record = change_of(table_->items().keys.names(), table_->stream()->status.view, old_ ? &*old_ : nullptr,
                               next_ ? &*next_ : nullptr);
            record.time = now;
            record.expired = expired;
        }
        return {&table_->storage(),
                key_,
                old_ ? &*old_ : nullptr,
                next_ ? &*next_ : nullptr,
                {changes.data(), changes.size()},
                {sizes.data(), sizes.size()},
                stream,
                &record};
    }

    /// The reply, after the write or after a failed condition.
    write_outcome outcome() const {
        write_outcome result;
        result.done = !refused_;
        if (refused_) {
            if (request_->return_failed && old_) result.attributes.emplace(old_->view);
            return result;
        }
        auto const returns = request_->returns;
        if (returns == return_values::none) return result;
        if (returns <= return_values::all_old) result.existed = old_.has_value();
        auto const& version = returns <= return_values::updated_old ? old_ : next_;
        if (returns == return_values::existed || !version) return result;
        if (returns == return_values::all_old || returns == return_values::all_new) {
            result.attributes.emplace(version->view);
        } else {
            auto touched = monotable::touched(request_->update, version->view);
            if (!touched.view().empty()) result.attributes.emplace(std::move(touched));
        }
        return result;
    }

    /// Adds the consumed capacity; `factor` applies to the table only. A write with a failed condition consumes
    /// capacity too.
    void consume(double factor) const {
        auto* const meter = request_->capacity;
        if (meter == nullptr) return;
        auto const size_of = [](std::optional<stored_item> const& each) { return each ? each->size : 0u; };
        auto const before = size_of(old_), after = refused_ ? 0u : size_of(next_);
        meter->add(request_->table, {}, false, {0, factor * write_units(before > after ? before : after)});
        if (refused_) return;
        for (auto const& each : table_->collections()) {
            if (each.index == nullptr) continue;
            if (auto const units = index_units(each); units != 0)
                meter->add(request_->table, each.name(), each.is_local(), {0, units});
        }
    }

  private:
    void evaluate_put() {
        next_ = {request_->item, static_cast<std::uint32_t>(size_)};
        if (old_ && !request_->known_attributes.empty()) {
            made_ = carry_over(request_->item, old_->view, request_->known_attributes);
            next_ = {made_, static_cast<std::uint32_t>(item_size(made_))};
            table_->rules().check_size(made_, next_->size);
        }
        table_->check_local_entries(*next_);
    }

    void evaluate_update() {
        next_ = old_;
        if (old_ ? request_->update.empty() : !creates(request_->update)) return;
        try {
            made_ = apply_update(request_->update, old_ ? old_->view : request_->item);
        } catch (store_error const& reason) {
            refuse(request_->table, text_of(reason));
        }
        next_ = {made_, static_cast<std::uint32_t>(item_size(made_))};
        table_->rules().check_updated(request_->update, made_, next_->size);
        table_->check_local_entries(*next_);
    }

    size_change size_of_change(typename Table::collection_type const& in, bool was, bool is) const noexcept {
        auto const size = [&](stored_item of) { return static_cast<std::int64_t>(in.entry_size(of)); };
        return {is - was, (is ? size(*next_) : 0) - (was ? size(*old_) : 0)};
    }

    void find_entries() {
        auto const& collections = table_->collections();
        auto& entries = buffers_->indexes;
        if (entries.size() + 1 < collections.size()) entries.resize(collections.size() - 1);
        for (std::size_t i = 0; i + 1 != collections.size(); ++i) {
            auto const& keys = collections[i + 1].keys;
            entries[i].was = old_ && keys.locate(old_->view, entries[i].before);
            entries[i].is = next_ && keys.locate(next_->view, entries[i].after);
        }
    }

    double index_units(typename Table::collection_type const& in) const {
        auto const& entry = buffers_->indexes[in.number - 1];
        auto const before = entry.was ? in.entry_size(*old_) : 0, after = entry.is ? in.entry_size(*next_) : 0;
        if (entry.stays())
            return in.same_entry(old_->view, next_->view) ? 0 : write_units(before > after ? before : after);
        return (entry.was ? write_units(before) : 0) + (entry.is ? write_units(after) : 0);
    }

    Table* table_;
    scope_type* scope_;
    write_request const* request_;
    buffers_type* buffers_;
    entry_key key_ = {};
    std::size_t size_ = 0; // of an item that is put
    std::optional<stored_item> old_ = {}, next_ = {};
    item made_ = {};
    bool refused_ = false, changes_ = false;
};

} // namespace monotable::detail
