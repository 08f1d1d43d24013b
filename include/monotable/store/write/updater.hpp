// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/core/item.hpp>
#include <monotable/error.hpp>
#include <monotable/expression/evaluate.hpp>
#include <monotable/expression/lookup.hpp>
#include <monotable/expression/tree.hpp>
#include <monotable/expression/update.hpp>
#include <monotable/model/encode.hpp>
#include <monotable/model/field_error.hpp>
#include <monotable/model/model.hpp>
#include <monotable/query/action.hpp>
#include <monotable/store/for_entity.hpp>
#include <monotable/store/write/missing_parents.hpp>
#include <monotable/store/write/write_intent.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace monotable::detail {

/// The condition that the value at the path is the same as in `before`.
inline expression same(item_view before, path_view path) {
    auto const place = expression::path(path);
    auto const found = find(before, path);
    return found ? expression::make(expression_kind::equal, {place, expression::constant(*found)})
                 : expression::make(expression_kind::attribute_not_exists, {place});
}

/// An update that includes the changes of index keys.
struct planned_update {
    expression update;    ///< empty if there are no actions
    expression unchanged; ///< the parts of the item that it was computed from are unchanged
    item after;           ///< the updated item, if it was computed from an item
};

/// Plans an update with the changes of index keys. Composed key attributes that depend on a changed field are written with it: in
/// the same request if the arguments determine all of their parts; otherwise the item is read, and written on condition that
/// those parts are unchanged.
class update_planner {
  public:
    explicit update_planner(write_intent const& what)
        : what_(what), entity_(*what.entity), input_(*what.input), affected_(entity_.index_mappings.size(), '\0') {
        add_actions();
        if (entity_.managed != nullptr) find_computed();
        find_affected();
    }

    /// True if the arguments do not determine the whole update.
    bool needs_item() const {
        return !computed_.empty() || !all_known() || creates_parents() || is_checked() ||
               (entity_.earlier != nullptr && depends_on_item());
    }

    /// REQUIRES: !needs_item().
    planned_update plan() const {
        planned_update result{update_, {}, {}};
        add_keys(result.update, encoded_object(entity_, [&](std::size_t field) { return known(field).encoding; }),
                 nullptr);
        return result;
    }

    /// `old`: the stored item; null if an upsert creates it. REQUIRES: the user's condition holds for it.
    planned_update plan(item const* old) const {
        item const nothing;
        item present;
        if (old != nullptr && entity_.earlier != nullptr && entity_.earlier->upgrade(entity_, *old, present))
            return plan_upgrade(*old, present);
        item_view const before = old != nullptr ? old->view() : what_.attributes.view();
        planned_update result = actions_for(before);
        encoded_object const object = what_.encode(result.after, input_);
        std::optional<update_planner> const wider = with_outdated(object, result.after);
        update_planner const& whole = wider ? *wider : *this;
        result.unchanged =
            joined(expression_kind::all_of, result.unchanged, whole.unchanged(old != nullptr ? *old : nothing));
        expression keys;
        keys.begin(expression_kind::update);
        whole.add_keys(keys, object, old);
        whole.add_computed(keys, object, old);
        if (usable(keys).empty()) return result;
        for (expression_view const each : keys.view()) result.update.add(each);
        result.after = apply_update(usable(keys), result.after);
        return result;
    }

    /// Empty for an update without actions.
    static expression_view usable(expression const& update) {
        return update.view().node_count() == 1 ? expression_view() : update.view();
    }

  private:
    /// Like plan(), for an item of an earlier version.
    planned_update plan_upgrade(item const& old, item const& present) const {
        planned_update result{{}, {}, actions_for(present).after};
        expression keys;
        keys.begin(expression_kind::update);
        encoded_object const object = what_.encode(result.after, input_);
        std::optional<update_planner> const wider = with_outdated(object, result.after);
        update_planner const& whole = wider ? *wider : *this;
        whole.add_keys(keys, object, &present);
        whole.add_computed(keys, object, &present);
        result.after = apply_update(usable(keys), result.after);
        result.update.begin(expression_kind::update);
        entity_.earlier->rewrite(entity_, old, result.after, result.update, result.unchanged);
        return result;
    }

    bool creates_parents() const {
        for (std::size_t i = 0; i != input_.action_count; ++i)
            if (!input_.actions[i].parents.empty()) return true;
        return false;
    }

    /// The requested actions, applied to an item.
    planned_update actions_for(item_view before) const {
        if (!creates_parents()) return {update_, {}, apply_update(usable(update_), before)};
        missing_parents parents(input_, update_, before);
        item after = apply_update(usable(update_), parents.filled);
        return {std::move(parents.update), std::move(parents.unchanged), std::move(after)};
    }

    /// True if the range of a sum must be checked, which depends on the item.
    bool is_checked() const {
        for (std::size_t i = 0; i != input_.action_count; ++i)
            if (input_.actions[i].range != nullptr) return true;
        return false;
    }

    /// True if the written values depend on the item, which must then have the form of the current version.
    bool depends_on_item() const {
        for (std::size_t i = 0; i != input_.action_count; ++i)
            if (!input_.actions[i].is_constant()) return true;
        return false;
    }

    struct knowledge {
        bool sure = false;
        char const* encoding = nullptr; ///< nullptr: absent
    };

    /// The new value of a field, if the arguments determine it.
    knowledge known(std::size_t field) const {
        if (!input_.key[field].empty()) return {true, input_.key[field].data()};
        for (std::size_t i = 0; i != input_.action_count; ++i)
            if (input_.actions[i].field == field && input_.actions[i].is_constant())
                return {true, input_.actions[i].constant()};
        return {};
    }

    bool is_assigned(std::size_t field) const {
        for (std::size_t i = 0; i != input_.action_count; ++i)
            if (input_.actions[i].field == field) return true;
        return is_computed_field(field);
    }

    bool is_computed_field(std::size_t field) const { return !computed_.empty() && computed_[field] != '\0'; }

    /// Finds the computed fields that assignments may change, transitively.
    void find_computed() {
        for (bool more = true; more;) {
            more = false;
            for (attribute_option const& option : entity_.managed->options) {
                if (option.kind != option_kind::computed ||
                    is_assigned(static_cast<std::size_t>(entity_.field_named(option.field))))
                    continue;
                bool concerned = what_.is_upsert() || option.fields.empty();
                for (std::string_view const name : option.fields)
                    concerned = concerned || is_assigned(static_cast<std::size_t>(entity_.field_named(name)));
                if (!concerned) continue;
                computed_.resize(entity_.fields.size());
                computed_[static_cast<std::size_t>(entity_.field_named(option.field))] = '\1';
                more = true;
            }
        }
    }

    /// True if the stored value differs from the computed one, because another program wrote the item or the function has changed.
    bool is_outdated(std::size_t field, encoded_object const& object, item_view after) const {
        field_data const& data = entity_.fields[field];
        if (data.key_only || !data.is_stored() || is_assigned(field)) return false;
        auto const held = after.find(data.attribute);
        char const* const wanted = object.field(field);
        return wanted == nullptr ? held.has_value() : !(held && *held == value_view(wanted));
    }

    /// A planner that also computes the outdated fields and the index keys that depend on them; std::nullopt if there are none.
    std::optional<update_planner> with_outdated(encoded_object const& object, item_view after) const {
        std::optional<update_planner> result;
        for (std::size_t o = 0; entity_.managed != nullptr && o != entity_.managed->options.size(); ++o) {
            attribute_option const& option = entity_.managed->options[o];
            if (option.kind != option_kind::computed) continue;
            auto const field = static_cast<std::size_t>(entity_.field_named(option.field));
            if (!is_outdated(field, object, after)) continue;
            if (!result) result.emplace(*this);
            result->computed_.resize(entity_.fields.size());
            result->computed_[field] = '\1';
        }
        if (result) result->find_affected();
        return result;
    }

    /// Adds the assignments of computed fields.
    void add_computed(expression& update, encoded_object const& object, item const* old) const {
        for (std::size_t field = 0; field != computed_.size(); ++field)
            if (computed_[field] != '\0' && !entity_.fields[field].key_only)
                make_equal(update, entity_.fields[field].attribute, object.field(field), old);
    }

    /// Assigns `wanted` to the attribute, or removes it if that is null, unless `old` has that value.
    static void make_equal(expression& update, std::string_view attribute, char const* wanted, item const* old) {
        std::optional<value_view> const found = old == nullptr ? std::nullopt : old->find(attribute);
        if (wanted != nullptr && !(found && *found == value_view(wanted))) set(update, attribute, value_view(wanted));
        else if (wanted == nullptr && (old == nullptr || found))
            update.add(expression::make(expression_kind::remove, {expression::path(document_path(attribute))}));
    }

    /// Calls f(field) for each field that is part of the index's key attributes, until it returns true.
    template <class F>
    bool any_field(std::size_t index, F const& f) const {
        index_mapping const& place = entity_.index_mappings[index];
        if (place.condition_field != no_field && f(static_cast<std::size_t>(place.condition_field))) return true;
        for (std::size_t k = 0; k != entity_.table->indexes[index].key_count(); ++k)
            for (template_part const& part : entity_.parts_of(entity_.slots[place.first_slot + k]))
                if (part.placeholder && f(static_cast<std::size_t>(part.field))) return true;
        return false;
    }

    /// True if the arguments affect the index entry. An upsert may create the item, and with it every entry except those for
    /// which a field will be absent.
    bool is_affected(std::size_t index) const {
        if (any_field(index, [&](std::size_t field) { return is_assigned(field); })) return true;
        return what_.is_upsert() && !any_field(index, [&](std::size_t field) {
                   return entity_.fields[field].type->reset != nullptr && !entity_.fields[field].defaulted &&
                          input_.key[field].empty();
               });
    }

    void find_affected() {
        for (std::size_t i = 1; i != affected_.size(); ++i)
            affected_[i] = is_composed(i) && is_affected(i) ? '\1' : '\0';
        // An attribute that several indexes share exists if any of them requires it.
        for (bool more = true; more;) {
            more = false;
            for (std::size_t i = 1; i != affected_.size(); ++i) {
                if (affected_[i] != '\0' || !is_composed(i) || !shares_attribute(i)) continue;
                affected_[i] = '\1';
                more = true;
            }
        }
    }

    bool shares_attribute(std::size_t index) const {
        for (std::size_t other = 1; other != affected_.size(); ++other) {
            if (affected_[other] == '\0') continue;
            for (std::size_t a = 0; a != entity_.table->indexes[index].key_count(); ++a)
                for (std::size_t b = 0; b != entity_.table->indexes[other].key_count(); ++b) {
                    std::size_t const mine = owner_of(entity_.index_mappings[index].first_slot + a);
                    if (is_written(mine) && mine == owner_of(entity_.index_mappings[other].first_slot + b)) return true;
                }
        }
        return false;
    }

    /// The first slot with the same attribute.
    std::size_t owner_of(std::size_t slot) const {
        std::size_t owner = 0;
        while (entity_.slots[owner].attribute.name != entity_.slots[slot].attribute.name) ++owner;
        return owner;
    }

    /// True if the attribute is composed and not part of the primary key.
    bool is_written(std::size_t slot) const {
        return slot >= entity_.table->indexes[0].key_count() && entity_.slots[slot].native == no_field;
    }

    /// True if the index has key attributes that are not fields of the entity.
    bool is_composed(std::size_t index) const {
        if (!entity_.index_mappings[index].member) return false;
        for (std::size_t k = 0; k != entity_.table->indexes[index].key_count(); ++k)
            if (is_written(owner_of(entity_.index_mappings[index].first_slot + k))) return true;
        return false;
    }

    bool all_known() const {
        for (std::size_t i = 1; i != affected_.size(); ++i)
            if (affected_[i] != '\0' && any_field(i, [&](std::size_t field) { return !known(field).sure; }))
                return false;
        return true;
    }

    static void set(expression& update, path_view path, expression_view operand) {
        update.add(expression::make(expression_kind::set, {expression::path(path), operand}));
    }
    static void set(expression& update, std::string_view attribute, value_view v) {
        set(update, document_path(attribute), expression::constant(v));
    }

    void add_actions() {
        update_.begin(expression_kind::update);
        for (std::size_t i = 0; i != input_.action_count; ++i) {
            update_action const& action = input_.actions[i];
            if (entity_.fields[action.field].key_only) continue; // it has no attribute of its own
            auto const path = expression::path(action.path);
            if (!action.parts.empty()) {
                for (expression_view const part : action.parts.view()) update_.add(part);
                continue;
            }
            if (action.kind == expression_kind::remove) update_.add(expression::make(action.kind, {path}));
            else update_.add(expression::make(action.kind, {path, action.operand}));
        }
        for (former_attribute const& former : entity_.former_attributes()) {
            auto const field = static_cast<std::size_t>(former.field);
            bool const written =
                former.field == no_field || is_assigned(field) || (what_.is_upsert() && !input_.key[field].empty());
            if (written)
                update_.add(expression::make(expression_kind::remove, {expression::path(document_path(former.name))}));
        }
        if (!what_.is_upsert()) return;
        if (!entity_.table->type_attribute.empty()) set(update_, entity_.table->type_attribute, value(entity_.name));
        for (std::size_t field = 0; field != entity_.fields.size(); ++field) {
            field_data const& data = entity_.fields[field];
            if (input_.key[field].empty() || data.key_only || what_.attributes.contains(data.attribute)) continue;
            set(update_, data.attribute, value_view(input_.key[field].data()));
        }
    }

    /// Adds the assignments of the key attributes of affected indexes.
    void add_keys(expression& update, encoded_object const& object, item const* old) const {
        std::string done(entity_.slots.size(), '\0');
        for (std::size_t i = 1; i != affected_.size(); ++i) {
            if (affected_[i] == '\0') continue;
            for (std::size_t k = 0; k != entity_.table->indexes[i].key_count(); ++k) {
                std::size_t const slot = owner_of(entity_.index_mappings[i].first_slot + k);
                if (!is_written(slot) || done[slot] != '\0') continue;
                done[slot] = '\1';
                make_equal(update, entity_.slots[slot].attribute.name, object.slot(slot), old);
            }
        }
    }

    /// The condition that the sources of the new key attributes and computed fields are unchanged.
    expression unchanged(item_view before) const {
        expression result;
        std::string done(entity_.fields.size(), '\0');
        auto const add = [&](path_view path) { result = joined(expression_kind::all_of, result, same(before, path)); };
        if (entity_.earlier != nullptr) result = entity_.earlier->stays_present(entity_, before);
        auto const add_operand = [&](expression_view operand) {
            for (std::size_t n = 0; n != operand.node_count(); ++n)
                if (operand.nodes()[n].kind == expression_kind::path) add(expression_view(operand.nodes() + n).path());
        };
        auto const add_field = [&](std::size_t field) {
            if (done[field] != '\0' || known(field).sure) return false;
            done[field] = '\1';
            if (!entity_.fields[field].key_only) add(document_path(entity_.fields[field].attribute));
            else add_places_of(field, add);
            for (std::size_t a = 0; a != input_.action_count; ++a)
                if (input_.actions[a].field == field) add_operand(input_.actions[a].operand);
            return false;
        };
        for (std::size_t a = 0; a != input_.action_count; ++a)
            if (input_.actions[a].range != nullptr) add_operand(input_.actions[a].operand);
        for (std::size_t i = 1; i != affected_.size(); ++i)
            if (affected_[i] != '\0') any_field(i, add_field);
        for (std::size_t i = 0; !computed_.empty() && i != entity_.managed->options.size(); ++i) {
            attribute_option const& option = entity_.managed->options[i];
            if (option.kind != option_kind::computed ||
                !is_computed_field(static_cast<std::size_t>(entity_.field_named(option.field))))
                continue;
            for (std::string_view const name : option.fields)
                add_field(static_cast<std::size_t>(entity_.field_named(name)));
            for (std::size_t field = 0; option.fields.empty() && field != entity_.fields.size(); ++field)
                if (entity_.fields[field].is_stored()) add_field(field);
        }
        return result;
    }

    /// The key attributes that contain a field that has no attribute of its own.
    template <class Add>
    void add_places_of(std::size_t field, Add const& add) const {
        for (std::size_t s = 0; s != entity_.slots.size(); ++s)
            for (template_part const& part : entity_.parts_of(entity_.slots[s]))
                if (part.placeholder && static_cast<std::size_t>(part.field) == field && is_written(s))
                    add(document_path(entity_.slots[s].attribute.name));
    }

    write_intent const& what_;
    entity_data const& entity_;
    write_input const& input_;
    std::string affected_; ///< per index: nonzero if its key attributes are recomputed
    std::string computed_; ///< per field: nonzero if it is recomputed; empty if none is
    expression update_;
};

} // namespace monotable::detail
