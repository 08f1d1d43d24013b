// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/config.hpp>
#include <monotable/core/item.hpp>
#include <monotable/evolution/migrate_items.hpp>
#include <monotable/model/encode.hpp>
#include <monotable/model/model_of.hpp>
#include <monotable/store/error_placeholder.hpp>
#include <monotable/store/read/projection.hpp>
#include <monotable/store/store_access.hpp>

#include <memory>
#include <optional>
#include <utility>

/// Rewriting the items of one entity in the form of the current version.
namespace monotable::detail {

/// Rewrites one item. `present` returns the item that a put of the decoded object stores; it throws bad_item, bad_value.
void rewrite_in_place(backend& store, entity_data const& entity, item (*present)(item_view), item_view stored,
                      bool dry_run, migration_report& report, retry_policy const& retry);

/// The item that a put of the object stores.
template <class Table, class E>
item item_as_stored(E const& object) {
    void const* addresses[reflect<E>::size];
    reflect<E>::addresses(object, addresses);
    return encoded_object(entity_model<Table, E>::data, addresses).to_item();
}

/// The migration for the argument of migrate: an entity E, or a migration<>.
template <class E>
struct migration_target {
    using type = E;
};

template <class Table, class E>
struct migrator {
    static constexpr bool valid() { return valid_result<Table, E, 0, E>(); }

    static item present(item_view stored) {
        return encode_again<Table, E>(stored, write_input{nullptr, nullptr}).to_item();
    }

    static void perform(backend& store, item_view stored, bool dry_run, migration_report& report,
                        retry_policy const& retry) {
        rewrite_in_place(store, entity_model<Table, E>::data, &present, stored, dry_run, report, retry);
    }

    static migration_report run(backend& store, retry_policy const& retry, migrate_options const& options = {}) {
        entity_data const& entity = entity_model<Table, E>::data;
        return migrate_items(store, {&entity, entity.name, &perform}, options, retry);
    }
};

template <class E, class Store>
struct migration_verb {
    using target = typename migration_target<E>::type;

    template <class... Options>
    static auto run(Store& store, Options const&... options) {
        if constexpr (!store_access<Store>::template valid<target>()) {
            return error_placeholder<target>{};
        } else {
            using table = typename store_access<Store>::template table_of<target>;
            if constexpr (migrator<table, E>::valid())
                return migrator<table, E>::run(*store.implementation(), store.retry(), options...);
            else return error_placeholder<target>{};
        }
    }
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/evolution/migrate.ipp>
#endif
