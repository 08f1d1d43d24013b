// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/array_view.hpp>
#include <monotable/schema/decode.hpp>
#include <monotable/store/backend.hpp>
#include <monotable/store/stream.hpp>
#include <monotable/table/copies/data.hpp>
#include <monotable/table/copies/keeper.hpp>
#include <monotable/table/primary_key.hpp>
#include <monotable/value/item.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

/// What changes in a table have to be followed by.
namespace monotable::detail {

/// Collects from records of changes which sources, copies and parents to look at, each once, and then makes them true.
/// Forgotten in between, it can be collected again from the same records.
class kept_changes {
  public:
    explicit kept_changes(array_view<kept_data const*> relations) : relations_(relations) {}

    void add(stream_record const& record) {
        for (std::size_t r = 0; r != relations_.size(); ++r) {
            kept_data const& relation = *relations_[r];
            if (relation.in_transaction) continue;
            sides const one = images_of(*relation.one, record), many = images_of(*relation.many, record);
            if (relation.total) add_total(r, relation, one, many, record.keys);
            else add_copies(r, relation, one, many, record.keys);
        }
    }

    /// Every source and parent there is, as if all had been written anew.
    void add_all(backend& store) {
        for (std::size_t r = 0; r != relations_.size(); ++r) {
            read_source from;
            from.table = relations_[r]->one->table;
            from.entity = relations_[r]->one;
            from.scan = true;
            read_options options;
            options.consistent = true;
            item_reader<backend> reader(std::shared_ptr<backend>(std::shared_ptr<backend>(), &store), std::move(from),
                                        std::move(options));
            while (item const* const found = reader.next())
                add_step(r, step_kind::all_of_one, primary_key_of(*relations_[r]->one->table, *found));
        }
    }

    bool empty() const { return steps_.empty(); }

    /// Throws store_error, and bad_item where an item does not fit its struct; then what is left stays, and can be settled again.
    void settle(backend& store) {
        while (!steps_.empty()) {
            step const& next = steps_.back();
            kept_data const& relation = *relations_[next.relation];
            keeper keep(store, relation);
            if (relation.total) keep.settle_total(next.key);
            else if (next.kind == step_kind::all_of_one) keep.settle_copies(next.key);
            else keep.settle_copy(next.key);
            steps_.pop_back();
        }
        seen_.clear();
    }

  private:
    enum class step_kind : char { all_of_one, one_of_many };

    struct step {
        std::size_t relation;
        step_kind kind;
        item key;
    };

    /// The images that are of an entity.
    struct sides {
        item const* before = nullptr;
        item const* after = nullptr;
    };

    static sides images_of(entity_data const& entity, stream_record const& record) {
        sides result;
        if (record.before && belongs_to(entity, *record.before)) result.before = &*record.before;
        if (record.after && belongs_to(entity, *record.after)) result.after = &*record.after;
        return result;
    }

    static bool differ(entity_data const& entity, sides const& images, std::size_t field) {
        return encoding_in(entity, *images.before, field) != encoding_in(entity, *images.after, field);
    }

    void add_copies(std::size_t r, kept_data const& relation, sides const& one, sides const& many, item const& key) {
        if (one.after != nullptr) {
            bool changed = one.before == nullptr;
            for (kept_field const& field : relation.fields) changed = changed || differ(*relation.one, one, field.from);
            if (changed) add_step(r, step_kind::all_of_one, key);
        }
        if (many.after != nullptr) {
            bool changed = many.before == nullptr || moved(relation, many);
            for (kept_field const& field : relation.fields) changed = changed || differ(*relation.many, many, field.to);
            if (changed) add_step(r, step_kind::one_of_many, key);
        }
    }

    void add_total(std::size_t r, kept_data const& relation, sides const& one, sides const& many, item const& key) {
        if (one.after != nullptr) {
            bool changed = one.before == nullptr;
            for (kept_field const& field : relation.fields) changed = changed || differ(*relation.one, one, field.to);
            if (changed) add_step(r, step_kind::all_of_one, key);
        }
        if (many.before != nullptr && many.after != nullptr && !moved(relation, many)) {
            bool changed = false;
            for (kept_field const& field : relation.fields)
                changed = changed || (field.kind == kept_kind::sum && differ(*relation.many, many, field.from));
            if (changed) add_parent(r, relation, many.after);
        } else {
            add_parent(r, relation, many.before);
            add_parent(r, relation, many.after);
        }
    }

    static bool moved(kept_data const& relation, sides const& many) {
        for (field_pair const& pair : relation.matches)
            if (differ(*relation.many, many, pair.many)) return true;
        return false;
    }

    void add_parent(std::size_t r, kept_data const& relation, item const* child) {
        if (child == nullptr) return;
        if (std::optional<item> key = key_of_one(relation, *child)) add_step(r, step_kind::all_of_one, std::move(*key));
    }

    void add_step(std::size_t relation, step_kind kind, item key) {
        std::string identity = std::to_string(relation);
        identity.append(kind == step_kind::all_of_one ? "a" : "c").append(key.bytes());
        if (seen_.insert(std::move(identity)).second) steps_.push_back({relation, kind, std::move(key)});
    }

    array_view<kept_data const*> relations_;
    std::vector<step> steps_;
    std::set<std::string> seen_; ///< what steps_ has or has had
};

} // namespace monotable::detail
