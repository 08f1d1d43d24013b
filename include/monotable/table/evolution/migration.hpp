// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/error.hpp>
#include <monotable/schema/decode.hpp>
#include <monotable/schema/model_of.hpp>
#include <monotable/schema/rules.hpp>
#include <monotable/store/backend.hpp>
#include <monotable/table/evolution/migrate.hpp>
#include <monotable/table/evolution/migration_report.hpp>
#include <monotable/table/primary_key.hpp>
#include <monotable/table/read/projection.hpp>
#include <monotable/table/write/pause.hpp>
#include <monotable/table/write/perform_update.hpp>
#include <monotable/table/write/planned_writes.hpp>
#include <monotable/table/write/prepared_write.hpp>
#include <monotable/table/write/rewrite.hpp>
#include <monotable/table/write/write_set.hpp>
#include <monotable/value/item.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace monotable {

/// For migrate: items of Old become items of New, which may have another key. Old is a description of what the table has, a
/// struct with an entity<Old> of its own, which is in no entities<>; Function makes a New of an Old const&, or an
/// std::optional<New>, where nothing leaves the item as it is. Attributes that neither of them knows go along.
template <class Old, class New, auto Function>
struct migration {};

namespace detail {

template <class Old, class New, auto Function>
struct migration_target<migration<Old, New, Function>> {
    using type = New;
};

/// The item that takes the place of `old`: `made`, and what the two entities do not know.
inline item with_unknown(entity_data const& from, entity_data const& into, item_view old, item_view made) {
    auto const knows = [](entity_data const& entity, std::string_view name) {
        for (emission const& each : entity.emissions)
            if (each.name == name) return true;
        for (former_attribute const& each : entity.formers())
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

/// What a migration makes of an item; nothing: it is left as it is. Throws bad_item, bad_value.
struct item_mapping {
    entity_data const* from;
    entity_data const* into;
    array_view<consequence> consequences;          ///< of New
    bool (*is_old)(item_view stored);              ///< it has the key that it has as an Old; throws if it is no Old
    bool (*is_new)(item_view stored);              ///< it has the key that it has as a New; false if it is none
    std::optional<item> (*make)(item_view stored); ///< what a put of the New stores
};

/// One write of everything: what is there stays, or becomes the other.
inline write_set::result move_item(write_set& set, item_mapping const& mapping, item_view stored, item const& made) {
    item const old_key = primary_key_of(*mapping.from->table, stored);
    item const wanted = with_unknown(*mapping.from, *mapping.into, stored, made);
    bool const same_key = primary_key_of(*mapping.from->table, wanted) == old_key;
    expression unchanged;
    std::vector<std::string_view> names;
    auto const expect = [&](std::string_view name) {
        for (std::string_view const each : names)
            if (each == name) return;
        names.push_back(name);
        if (!old_key.contains(name))
            unchanged = joined(expression_kind::all_of, unchanged, same(stored, document_path(name)));
    };
    for (auto const& each : stored) expect(each.name);
    for (emission const& each : mapping.from->emissions) expect(each.name);
    for (former_attribute const& each : mapping.from->formers()) expect(each.name);
    owned_write put;
    put.entity = mapping.into;
    put.attributes = wanted;
    if (same_key) {
        put.expected = existence::must_exist;
        put.known_attributes = {names.data(), names.size()};
        if (!unchanged.empty()) put.requirements.push_back({unchanged, refusal::none, {}});
    } else {
        put.expected = existence::must_not_exist;
        put.if_failed = refusal::exists;
        owned_write erase;
        erase.entity = mapping.from;
        erase.kind = write_kind::erase;
        erase.attributes = old_key;
        erase.expected = existence::must_exist;
        if (!unchanged.empty()) erase.requirements.push_back({unchanged, refusal::none, {}});
        set.add(std::move(erase));
    }
    std::size_t const place = set.add(std::move(put));
    add_consequences(set, mapping.consequences, {mapping.into, nullptr, &wanted, 0, place});
    return set.is_refused() ? write_set::result::refused : set.commit();
}

/// Where it is a New, it need not be an Old.
inline bool is_old(item_mapping const& mapping, item_view stored, bool is_new) {
    if (!is_new) return mapping.is_old(stored);
    try {
        return mapping.is_old(stored);
    } catch (error const&) {
        return false;
    }
}

inline void migrate_item(backend& store, item_mapping const& mapping, item_view stored, bool dry_run,
                         migration_report& report) {
    item const key = primary_key_of(*mapping.from->table, stored);
    std::optional<item> found(stored);
    pauses pause;
    write_set set(store);
    bool counted = false;
    try {
        for (int attempt = 0; attempt != max_migration_attempts; ++attempt) {
            if (attempt > 1) pause.wait();
            bool const is_new = mapping.is_new(*found);
            if (!is_old(mapping, *found, is_new)) break;
            if (!std::exchange(counted, true)) ++report.read;
            if (is_new) {
                report.left.push_back(
                    {key, "its key is one of both entities, so that it may have been migrated already"});
                return;
            }
            auto const made = mapping.make(*found);
            if (!made) break;
            if (dry_run) {
                ++report.rewritten;
                return;
            }
            set.clear();
            auto const result = move_item(set, mapping, *found, *made);
            if (result == write_set::result::done) {
                ++report.rewritten;
                return;
            }
            if (result == write_set::result::refused) {
                write_failure const& why = set.failures().front();
                report.left.push_back({key, refusal_text(*mapping.into, primary_key_of(*mapping.from->table, *made),
                                                         {why.reason, why.subject}, true)});
                return;
            }
            found = read_for(store, *mapping.from, key);
            if (!found) break;
            if (attempt + 1 != max_migration_attempts) continue;
            report.left.push_back({key, kept_changing});
            return;
        }
        if (counted) ++report.skipped;
    } catch (bad_item const& e) {
        report.left.push_back({key, e.what()});
    } catch (bad_value const& e) {
        report.left.push_back({key, e.what()});
    }
}

/// What is stored for an object that a function made: fields are what it says, but for those that are worked out from others,
/// and a version, which begins at 1.
template <class Table, class E>
item first_item_of(E object) {
    if constexpr (declares<E>(attribute_role::computed)) role_writer<Table, E>::work_out(object);
    item result = item_as_stored<Table, E>(object);
    if constexpr (declares<E>(attribute_role::version)) {
        auto const& entity = entity_model<Table, E>::data;
        std::string_view const name = entity.fields[static_cast<std::size_t>(entity.roles->version)].attribute;
        if (auto const version = result.find(name); version && version->as_uint64() == 0) {
            expression update;
            update.begin(expression_kind::update);
            update.add(expression::make(expression_kind::set, {attribute_path(name), expression::constant(value(1))}));
            result = apply_update(update, result);
        }
    }
    return result;
}

template <class Old, class New, auto Function>
struct migration_rules {
    static constexpr bool makes_new() {
        if constexpr (!requires(Old const& old) { Function(old); }) return false;
        else return std::is_constructible_v<std::optional<New>, decltype(Function(std::declval<Old const&>()))>;
    }

    /// Old has a model in Table; otherwise one error.
    template <class Table>
    static constexpr bool valid_old() {
        if constexpr (!declared_entity<Old>) return report_undeclared<Old, Table>::fail();
        else if constexpr (!valid_lists<Old>()) return false;
        else if constexpr (!reflectable<Old>) return report_unreadable<Old, Table>::fail();
        else if constexpr (!members_are_stored<Old>()) return false;
        else if constexpr (entity_model<Table, Old>::storage.problem.code != problem::none) {
            constexpr schema_problem wrong = entity_model<Table, Old>::storage.problem;
            return report<wrong.code, Old, to_fixed<wrong.subject.size()>(wrong.subject)>::fail();
        } else return true;
    }

    template <class Table>
    static constexpr bool valid() {
        if constexpr (std::is_same_v<Old, New>) return report_migration_to_itself<Old>::fail();
        else if constexpr (!valid_old<Table>()) return false;
        else if constexpr (!makes_new())
            return report_migration_function<Old, New, std::remove_const_t<decltype(Function)>>::fail();
        else return valid_result<Table, Old, 0, Old>() && valid_result<Table, New, 0, New>();
    }
};

template <class Table, class Old, class New, auto Function>
struct migrator<Table, migration<Old, New, Function>> {
    static constexpr bool valid() { return migration_rules<Old, New, Function>::template valid<Table>(); }

    template <class E>
    static bool has_its_key(item_view stored) {
        item const made = item_as_stored<Table, E>(decode_as<Table, E, E>(stored));
        return primary_key_of(Table::data, made) == primary_key_of(Table::data, stored);
    }

    static bool is_new(item_view stored) {
        try {
            return belongs_to(entity_model<Table, New>::data, stored) && has_its_key<New>(stored);
        } catch (error const&) {
            return false;
        }
    }

    static std::optional<item> make(item_view stored) {
        Old const old = decode_as<Table, Old, Old>(stored);
        std::optional<New> made(Function(old));
        if (!made) return std::nullopt;
        return first_item_of<Table>(*std::move(made));
    }

    static void perform(backend& store, item_view stored, bool dry_run, migration_report& report) {
        static constexpr item_mapping mapping{&entity_model<Table, Old>::data,
                                              &entity_model<Table, New>::data,
                                              consequences_of<Table, New>,
                                              &has_its_key<Old>,
                                              &is_new,
                                              &make};
        migrate_item(store, mapping, stored, dry_run, report);
    }

    static migration_report run(backend& store, migrate_options const& options = {}) {
        return migrate_items(store, {&entity_model<Table, Old>::data, entity_model<Table, New>::data.name, &perform},
                             options);
    }
};

} // namespace detail
} // namespace monotable
