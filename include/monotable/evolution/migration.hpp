// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/config.hpp>
#include <monotable/core/item.hpp>
#include <monotable/error.hpp>
#include <monotable/evolution/migrate.hpp>
#include <monotable/model/decode.hpp>
#include <monotable/model/model_of.hpp>
#include <monotable/model/rules.hpp>
#include <monotable/store/read/projection.hpp>
#include <monotable/store/write/write_set.hpp>
#include <monotable/violation/model.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace monotable {

/// For migrate: items of Old become items of New, which may have another key. Old describes the stored items: a struct with an
/// entity<Old> of its own that is not in entities<>. Function converts an Old const& to a New, or to an std::optional<New>; the
/// item is left unchanged if that is empty. Attributes that neither entity declares are preserved.
template <class Old, class New, auto Function>
struct migration {};

namespace detail {

template <class Old, class New, auto Function>
struct migration_target<migration<Old, New, Function>> {
    using type = New;
};

/// The item that replaces `old`: `made`, and the attributes of `old` that neither entity declares.
item with_unknown(entity_data const& from, entity_data const& into, item_view old, item_view made);

/// A migration<> as data. make() returns std::nullopt to leave the item unchanged, and throws bad_item, bad_value.
struct item_mapping {
    entity_data const* from;
    entity_data const* into;
    array_view<derived_write> derived_writes;      ///< of New
    bool (*is_old)(item_view stored);              ///< true if its key is that of an Old; throws if it is not an Old
    bool (*is_new)(item_view stored);              ///< true if its key is that of a New; false if it is not a New
    std::optional<item> (*make)(item_view stored); ///< the item that a put of the New stores
};

/// Adds the writes that replace an item by another one, on condition that the replaced one is unchanged. `names` receives the
/// names of attributes, which the writes borrow.
void move_item(write_set& set, item_mapping const& mapping, item_view stored, item const& made,
               std::vector<std::string_view>& names);

/// True if the item is an Old. Does not throw for an item that is a New.
bool is_old(item_mapping const& mapping, item_view stored, bool is_new);

void migrate_item(backend& store, item_mapping const& mapping, item_view stored, bool dry_run, migration_report& report,
                  retry_policy const& retry);

/// A version of 0 becomes 1. REQUIRES: the entity has a version.
void begin_version(entity_data const& entity, item& made);

/// The item for an object that a function returned: its fields, except that computed fields are computed and a version of 0
/// becomes 1.
template <class Table, class E>
item first_item_of(E object) {
    if constexpr (declares<E>(option_kind::computed)) managed_field_writer<Table, E>::compute(object);
    item result = item_as_stored<Table, E>(object);
    if constexpr (declares<E>(option_kind::version)) begin_version(entity_model<Table, E>::data, result);
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
        if constexpr (!declared_entity<Old>) return report<model_rule::undeclared, Old, Table>();
        else if constexpr (!valid_lists<Old>()) return false;
        else if constexpr (!reflectable<Old>) return report<model_rule::unreadable, Old, Table>();
        else if constexpr (!members_are_stored<Old>()) return false;
        else if constexpr (entity_model<Table, Old>::storage.wrong.code != model_rule::none) {
            constexpr violation<model_rule> wrong = entity_model<Table, Old>::storage.wrong;
            return report<wrong.code, Old, named<to_fixed<wrong.subject.size()>(wrong.subject)>>();
        } else return true;
    }

    template <class Table>
    static constexpr bool valid() {
        if constexpr (std::is_same_v<Old, New>) return report<model_rule::migration_to_itself, Old>();
        else if constexpr (!valid_old<Table>()) return false;
        else if constexpr (!makes_new())
            return report<model_rule::migration_function, Old, New, std::remove_const_t<decltype(Function)>>();
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

    static void perform(backend& store, item_view stored, bool dry_run, migration_report& report,
                        retry_policy const& retry) {
        static constexpr item_mapping mapping{&entity_model<Table, Old>::data,
                                              &entity_model<Table, New>::data,
                                              derived_writes_of<Table, New>,
                                              &has_its_key<Old>,
                                              &is_new,
                                              &make};
        migrate_item(store, mapping, stored, dry_run, report, retry);
    }

    static migration_report run(backend& store, retry_policy const& retry, migrate_options const& options = {}) {
        return migrate_items(store, {&entity_model<Table, Old>::data, entity_model<Table, New>::data.name, &perform},
                             options, retry);
    }
};

} // namespace detail
} // namespace monotable

#ifndef MONOTABLE_COMPILED
#include <monotable/evolution/migration.ipp>
#endif
