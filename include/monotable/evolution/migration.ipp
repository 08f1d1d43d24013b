// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/evolution/migration.hpp>
#include <monotable/evolution/migration_execution.hpp>
#include <monotable/expression/update.hpp>
#include <monotable/model/evolution_rules.hpp>
#include <monotable/store/primary_key.hpp>
#include <monotable/store/write/derivation.hpp>
#include <monotable/store/write/write_intent.hpp>
#include <monotable/store/write/rewrite.hpp>
#include <monotable/store/write/updater.hpp>
#include <monotable/store/write/upgrade_update.hpp>

namespace monotable {

namespace detail {

MONOTABLE_INLINE item with_unknown(entity_data const& from, entity_data const& into, item_view old, item_view made) {
    auto const knows = [](entity_data const& entity, std::string_view name) {
        for (stored_attribute const& each : entity.stored_attributes)
            if (each.name == name) return true;
        for (former_attribute const& each : entity.former_attributes())
            if (each.name == name) return true;
        return is_key_attribute_of(entity.table->indexes[0], name);
    };
    std::string out;
    value_writer writer(out);
    writer.begin_map();
    for (auto const& [name, stored] : made) {
        writer.name(name);
        writer.raw(stored);
    }
    for (auto const& [name, stored] : old) {
        if (knows(from, name) || knows(into, name)) continue;
        writer.name(name);
        writer.raw(stored);
    }
    writer.end_map();
    return item::from_encoding(std::move(out));
}

MONOTABLE_INLINE void move_item(write_set& set, item_mapping const& mapping, item_view stored, item const& made,
                                std::vector<std::string_view>& names) {
    item const old_key = primary_key_of(*mapping.from->table, stored);
    item const wanted = with_unknown(*mapping.from, *mapping.into, stored, made);
    bool const same_key = primary_key_of(*mapping.from->table, wanted) == old_key;
    expression unchanged;
    names.clear();
    auto const expect = [&](std::string_view name) {
        for (std::string_view const each : names)
            if (each == name) return;
        names.push_back(name);
        if (!old_key.contains(name))
            unchanged = joined(expression_kind::all_of, unchanged, same(stored, document_path(name)));
    };
    for (auto const& each : stored) expect(each.name);
    for (stored_attribute const& each : mapping.from->stored_attributes) expect(each.name);
    for (former_attribute const& each : mapping.from->former_attributes()) expect(each.name);
    planned_write put;
    put.entity = mapping.into;
    put.attributes = wanted;
    if (same_key) {
        put.expected = precondition::must_exist;
        put.known_attributes = {names.data(), names.size()};
        if (!unchanged.empty()) put.requirements.push_back({unchanged, write_error::none, {}});
    } else {
        put.expected = precondition::must_not_exist;
        put.if_failed = write_error::already_exists;
        planned_write erase;
        erase.entity = mapping.from;
        erase.kind = write_kind::erase;
        erase.attributes = old_key;
        erase.expected = precondition::must_exist;
        if (!unchanged.empty()) erase.requirements.push_back({unchanged, write_error::none, {}});
        set.add(std::move(erase));
    }
    put.derived_writes = mapping.derived_writes;
    put.of_another = true;
    set.add(std::move(put));
    derive(set);
}

MONOTABLE_INLINE bool is_old(item_mapping const& mapping, item_view stored, bool is_new) {
    if (!is_new) return mapping.is_old(stored);
    try {
        return mapping.is_old(stored);
    } catch (error const&) {
        return false;
    }
}

/// Converts an item to another entity.
class mapping_execution final : public migration_execution {
  public:
    mapping_execution(item_mapping const& mapping, item_view stored, bool dry_run, migration_report& report,
                      retry_policy const& retry)
        : migration_execution(*mapping.from, stored, dry_run, report, retry), mapping_(mapping) {}

  private:
    void migrate(item_view found) override {
        bool const is_new = mapping_.is_new(found);
        if (!is_old(mapping_, found, is_new)) return skip();
        count_read();
        if (is_new) return leave("its key is one of both entities, so that it may have been migrated already");
        made_ = mapping_.make(found);
        if (!made_) return skip();
        if (!is_dry_run()) move_item(set(), mapping_, found, *made_, names_);
    }
    std::string text_of(write_failure const& why) override {
        return failure_text(*mapping_.into, primary_key_of(*mapping_.from->table, *made_), {why.reason, why.subject},
                            true);
    }

    item_mapping const& mapping_;
    std::optional<item> made_;
    std::vector<std::string_view> names_;
};

MONOTABLE_INLINE void migrate_item(backend& store, item_mapping const& mapping, item_view stored, bool dry_run,
                                   migration_report& report, retry_policy const& retry) {
    mapping_execution(mapping, stored, dry_run, report, retry).run(store);
}

MONOTABLE_INLINE void begin_version(entity_data const& entity, item& made) {
    std::string_view const name = entity.fields[static_cast<std::size_t>(entity.managed->version)].attribute;
    if (auto const version = made.find(name); version && version->as_uint64() == 0) {
        expression update;
        update.begin(expression_kind::update);
        update.add(expression::make(expression_kind::set, {attribute_path(name), expression::constant(value(1))}));
        made = apply_update(update, made);
    }
}

} // namespace detail

} // namespace monotable
