// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/backend/capacity.hpp>
#include <monotable/backend/clock.hpp>
#include <monotable/backend/description_rules.hpp>
#include <monotable/backend/stream.hpp>
#include <monotable/backend/units.hpp>
#include <monotable/core/assemble.hpp>
#include <monotable/core/assign.hpp>
#include <monotable/core/byte_buffer.hpp>
#include <monotable/core/item.hpp>
#include <monotable/core/size.hpp>
#include <monotable/error.hpp>
#include <monotable/expression/evaluate.hpp>
#include <monotable/expression/path.hpp>
#include <monotable/expression/tree.hpp>
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
        bool was = false, is = false;      ///< true if there is an entry before, after
        bool stays = false;                ///< true if it has the same key
        entry_key before = {}, after = {}; ///< unless it stays
    };

    std::vector<char const*> keys_before, keys_after; ///< the found_keys of the item
    large_buffer<1024> made;                          ///< the updated item
    large_buffer<768> bytes;                          ///< of the keys of entries
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
        if (request_->kind == write_kind::put) {
            auto const& keys = table_->items().keys;
            auto& values = buffers_->keys_after;
            values.resize(table_->key_names().size());
            if (knows_places()) table_->key_names().find(*request_->places, values.data());
            else table_->key_names().find(request_->item, values.data());
            found_after_ = true;
            if (std::size_t bytes = 0; keys.state(values.data(), bytes) != entry_state::present)
                table_->rules().check_item_key(request_->item);
            key_ = keys.table_key(values.data());
        } else {
            key_ = table_->key_of(request_->item);
        }
    }
    /// Checks the size of an item that is put. REQUIRES: its key is valid.
    void check_put_size() {
        if (request_->kind != write_kind::put) return;
        size_ = knows_places() ? request_->places->size : item_size(request_->item);
        table_->rules().check_size(request_->item, size_);
    }
    void check_content() {
        if (request_->kind == write_kind::put) {
            check_put_size();
            check_index_keys();
            if (!knows_places() || request_->item.bytes().size() > max_attribute_name)
                table_->rules().check_names(request_->item);
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
        auto& indexes = buffers_->indexes;
        auto& changes = buffers_->changes;
        auto& sizes = buffers_->sizes;
        auto& record = buffers_->record;
        changes.clear();
        sizes.resize(table_->collections().size());
        sizes[0] = size_of_change(table_->items(), old_.has_value(), next_.has_value());
        for (std::size_t i = 0; i + 1 != table_->collections().size(); ++i) {
            auto const& each = indexes[i];
            auto const& in = table_->collections()[i + 1];
            bool const same = each.stays && in.index->projection == projection_type::keys_only;
            sizes[i + 1] = same ? size_change() : size_of_change(in, each.was, each.is);
            if ((each.was || each.is) && !each.stays)
                changes.push_back({i, each.was, each.is, each.before, each.after});
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
            auto touched = monotable::detail::touched(request_->update, version->view);
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
        if (old_ && !request_->known_attributes.empty() && has_others(old_->view, request_->known_attributes)) {
            made_ = carry_over(request_->item, old_->view, request_->known_attributes);
            found_after_ = examined_after_ = false;
            next_ = {made_, static_cast<std::uint32_t>(item_size(made_))};
            table_->rules().check_size(made_, next_->size);
        }
        table_->check_local_entries(*next_);
    }

    void evaluate_update() {
        if (request_->assignments != nullptr) return assign();
        evaluate_update(request_->update);
    }

    void evaluate_update(expression_view update) {
        next_ = old_;
        if (old_ ? update.empty() : !creates(update)) return;
        try {
            made_ = apply_update(update, old_ ? old_->view : request_->item);
        } catch (store_error const& reason) {
            refuse(request_->table, text_of(reason));
        }
        next_ = {made_, static_cast<std::uint32_t>(item_size(made_))};
        table_->rules().check_updated(update, made_, next_->size);
        table_->check_local_entries(*next_);
    }

    /// Makes the new item from the assignments.
    void assign() {
        auto const& from = *request_->assignments;
        auto const list = from.make(from.context, old_ ? old_->view : request_->item);
        if (old_ && assign(list)) return;
        expression update;
        update.begin(expression_kind::update);
        for (auto const& each : list) {
            auto const path = expression::path(document_path(each.name));
            if (each.value == nullptr) update.add(expression::make(expression_kind::remove, {path}));
            else
                update.add(
                    expression::make(expression_kind::set, {path, expression::constant(value_view(each.value))}));
        }
        expression_view const view = list.empty() ? expression_view() : update.view();
        table_->rules().check_update(view);
        evaluate_update(view);
    }

    /// False if the assignments might violate a rule, which then must be checked with an expression.
    bool assign(array_view<attribute_assignment> list) {
        auto const& names = table_->key_names();
        auto& [before, after, made, bytes, entries, changes, sizes, record] = *buffers_;
        before.resize(names.size());
        names.find(old_->view, before.data());
        after = before;
        for (auto const& each : list) {
            auto const place = names.place_of(each.name);
            if (place == names.size()) continue;
            if (names.is_primary(place)) return false;
            after[place] = each.value;
            if (each.value == nullptr || each.value == before[place]) continue;
            for (auto const& in : table_->collections())
                if (in.index != nullptr && !in.keys.accepts_one(place, each.value)) return false;
        }
        made.shrink(0);
        std::size_t const size = detail::assign(old_->view, old_->size, list, made);
        if (size + 19 * list.size() + 3 > max_item_size) return false;
        next_ = {item_view(made.data()), static_cast<std::uint32_t>(size)};
        if (made.size() > max_attribute_name) table_->rules().check_names(next_->view);
        table_->check_local_entries(*next_);
        found_before_ = found_after_ = true;
        keys_view_old_ = true; // which the engine can overwrite before it adds entries
        return true;
    }

    size_change size_of_change(typename Table::collection_type const& in, bool was, bool is) const noexcept {
        auto const size = [&](stored_item of) { return static_cast<std::int64_t>(in.entry_size(of)); };
        return {is - was, (is ? size(*next_) : 0) - (was ? size(*old_) : 0)};
    }

    /// Throws if an attribute of the item that is put cannot be the key of an index. Finds its entries.
    void check_index_keys() {
        auto const& collections = table_->collections();
        auto& entries = buffers_->indexes;
        if (entries.size() + 1 < collections.size()) entries.resize(collections.size() - 1);
        for (std::size_t i = 0; i + 1 != collections.size(); ++i) {
            auto const state = collections[i + 1].keys.state(buffers_->keys_after.data(), key_bytes_);
            if (state == entry_state::invalid) table_->rules().check_index_keys(request_->item);
            entries[i].is = state == entry_state::present;
        }
        examined_after_ = true;
    }

    /// True if the places of the attributes of the item that is put are known.
    bool knows_places() const noexcept {
        return request_->places != nullptr && request_->places->encoding == request_->item.bytes().data();
    }

    /// Finds the entries of the item in the indexes, before and after the write.
    void find_entries() {
        auto const& collections = table_->collections();
        auto& [before, after, made, bytes, entries, changes, sizes, record] = *buffers_;
        if (entries.size() + 1 < collections.size()) entries.resize(collections.size() - 1);
        if (collections.size() == 1) return;
        before.resize(table_->key_names().size());
        after.resize(before.size());
        if (old_ && !found_before_) table_->key_names().find(old_->view, before.data());
        if (next_ && !found_after_) table_->key_names().find(next_->view, after.data());
        for (std::size_t i = 0; i + 1 != collections.size(); ++i) {
            auto const& keys = collections[i + 1].keys;
            auto& entry = entries[i];
            bool const same = old_ && next_ && keys.same_key(before.data(), after.data());
            entry.was = old_ && keys.state(before.data(), key_bytes_) == entry_state::present;
            if (same || !next_) entry.is = same && entry.was;
            else if (!examined_after_) entry.is = keys.state(after.data(), key_bytes_) == entry_state::present;
            entry.stays = same && entry.was;
        }
        bytes.shrink(0);
        bytes.reserve(key_bytes_);
        for (std::size_t i = 0; i + 1 != collections.size(); ++i) {
            auto const& keys = collections[i + 1].keys;
            auto& entry = entries[i];
            if (entry.stays) continue;
            if (entry.was) entry.before = keys.locate(before.data(), bytes, false);
            if (entry.is) entry.after = keys.locate(after.data(), bytes, keys_view_old_);
        }
    }

    double index_units(typename Table::collection_type const& in) const {
        auto const& entry = buffers_->indexes[in.number - 1];
        auto const before = entry.was ? in.entry_size(*old_) : 0, after = entry.is ? in.entry_size(*next_) : 0;
        if (entry.stays)
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
    bool found_before_ = false, found_after_ = false; // the key attributes of the old item, of the next one
    bool keys_view_old_ = false;  // of the next item: those that are unchanged are views of the old one
    bool examined_after_ = false; // true if it is known which entries the next item has
    std::size_t key_bytes_ = 0;   // at most needed for the keys of entries
};

} // namespace monotable::detail
