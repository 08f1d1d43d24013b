// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/error.hpp>
#include <monotable/store/backend.hpp>
#include <monotable/table/consequence.hpp>
#include <monotable/table/pause.hpp>
#include <monotable/table/prepared_write.hpp>
#include <monotable/table/refusal.hpp>
#include <monotable/table/updater.hpp>
#include <monotable/table/write_set.hpp>
#include <monotable/value/item.hpp>

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

/// Writes of entities with what they bring with them.
namespace monotable::detail {

/// What an action found and made.
struct action_images {
    std::optional<item> before, after;
};

/// Plans actions into a write set: first each itself, then what they bring with them, which so sees all of them.
class write_plan {
  public:
    write_plan(write_set& set, array_view<prepared_write> actions)
        : set_(set),
          actions_(actions),
          images_(actions.size()) {}

    /// Less than everything is planned where the set is refused.
    void plan() {
        for (std::size_t i = 0; i != actions_.size(); ++i) add(actions_[i], i);
        for (entity_change const& each : changes_) {
            if (set_.is_refused()) return;
            for (consequence const& c : actions_[each.action].consequences) c.plan(set_, each);
        }
        if (set_.is_refused()) return;
        for (entity_change const& each : changes_) // which may have changed the item itself
            if (actions_[each.action].returns == return_values::all_new)
                if (item const* const pending =
                        set_.read_pending(*each.entity, primary_key_of(*each.entity->table, actions_[each.action].attributes)))
                    images_[each.action].after = *pending;
    }

    std::vector<action_images>& images() noexcept { return images_; }

  private:
    void add(prepared_write const& what, std::size_t action) {
        std::optional<update_planner<backend>> planner;
        if (what.kind == write_kind::update) planner.emplace(what);
        bool const brings = !what.consequences.empty() && what.kind != write_kind::check;
        bool const reads = brings || (planner && planner->needs_item()) ||
                           (what.returns != return_values::none && set_.is_transaction());
        owned_write write;
        write.entity = what.entity;
        write.kind = what.kind;
        write.attributes = what.attributes;
        write.known_attributes = what.known_attributes;
        write.action = action;
        write.main = true;
        if (!what.condition.empty()) write.requirements.push_back({what.condition, refusal::condition, {}});
        if (!what.role.condition.empty()) write.requirements.push_back(what.role);
        write.expected = what.expected;
        write.if_failed = what.expected == existence::must_exist ? refusal::absent : refusal::exists;
        if (!reads) {
            if (planner) write.update = planner->plan().update;
            set_.add(std::move(write));
            return;
        }
        item const* const before =
            set_.read(*what.entity, primary_key_of(*what.entity->table, what.attributes));
        if (before != nullptr) images_[action].before = *before;
        item const* changed = before; // as the present version has it
        if (item present; before != nullptr && what.entity->earlier != nullptr && what.entity->earlier->upgrade(*what.entity, *before, present))
            changed = &images_[action].before.emplace(std::move(present));
        obstacle const found = obstacle_for(what, images_[action].before);
        if (found.reason != refusal::none)
            return set_.refuse({found.reason, found.subject, action, std::move(images_[action].before)});
        if (what.expected == existence::any) {
            write.expected = before != nullptr ? existence::must_exist : existence::must_not_exist;
            write.if_failed = refusal::none;
        }
        if (planner) {
            auto planned = planner->plan(before);
            write.update = std::move(planned.update);
            if (!planned.unchanged.empty())
                write.requirements.push_back({std::move(planned.unchanged), refusal::none, {}});
            images_[action].after = std::move(planned.after);
        } else if (what.kind == write_kind::put) {
            images_[action].after = what.attributes;
        }
        std::size_t const place = set_.add(std::move(write));
        if (what.returns != return_values::none)
            for (emission const& each : what.entity->emissions) set_.guard(place, each.name);
        if (brings)
            changes_.push_back({what.entity, changed,
                                images_[action].after ? &*images_[action].after : nullptr, action, place});
    }

    write_set& set_;
    array_view<prepared_write> actions_;
    std::vector<action_images> images_; // not resized: changes point into it
    std::vector<entity_change> changes_;
};

template <class Backend>
struct planned_write_of {
    /// Does one write with its consequences.
    static typed_outcome perform(Backend& store, prepared_write const& what) {
        write_set set(store);
        pauses pause;
        for (int attempt = 0; attempt != max_write_attempts; ++attempt) {
            if (attempt > 1) pause.wait();
            set.clear();
            write_plan plan(set, {&what, 1});
            plan.plan();
            auto const result = set.is_refused() ? write_set::result::refused : set.commit();
            if (result == write_set::result::changed) continue;
            if (result == write_set::result::refused) {
                write_failure& why = set.failures().front();
                return refused(what, {why.reason, why.subject}, std::move(why.existing));
            }
            action_images& images = plan.images()[0];
            typed_outcome outcome{refusal::none, images.before.has_value(), {}, {}};
            if (what.returns == return_values::all_old) outcome.attributes = std::move(images.before);
            if (what.returns == return_values::all_new) outcome.attributes = std::move(images.after);
            return outcome;
        }
        refuse_endless(*what.entity, what.attributes);
    }
};

} // namespace monotable::detail
