// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/error.hpp>
#include <monotable/expression/tree.hpp>
#include <monotable/schema/encode.hpp>
#include <monotable/schema/model_of.hpp>
#include <monotable/store/backend.hpp>
#include <monotable/table/evolution/migrate_items.hpp>
#include <monotable/table/for_entity.hpp>
#include <monotable/table/nothing.hpp>
#include <monotable/table/primary_key.hpp>
#include <monotable/table/read/projection.hpp>
#include <monotable/table/store_access.hpp>
#include <monotable/table/write/pause.hpp>
#include <monotable/table/write/upgrade_update.hpp>
#include <monotable/value/item.hpp>

#include <memory>
#include <optional>
#include <string>
#include <utility>

/// Items of one entity, rewritten as the present version stores them.
namespace monotable::detail {

inline constexpr int max_migration_attempts = 100;
inline constexpr char const* kept_changing = "others changed it before each of 100 attempts to rewrite it";

/// `present`: what a put of the object that the item is would store. Throws bad_item, bad_value.
inline void rewrite_in_place(backend& store, entity_data const& entity, item (*present)(item_view), item_view stored,
                             bool dry_run, migration_report& report) {
    ++report.read;
    item const key = primary_key_of(*entity.table, stored);
    std::optional<item> found(stored);
    pauses pause;
    try {
        for (int attempt = 0; attempt != max_migration_attempts; ++attempt) {
            if (attempt > 1) pause.wait();
            item const wanted = present(*found);
            if (primary_key_of(*entity.table, wanted) != key) {
                report.left.push_back({key, "its key would be " + primary_key_text(entity, wanted) +
                                                "; move it by monotable::migration<>"});
                return;
            }
            expression update, unchanged;
            update.begin(expression_kind::update);
            rewrite_earlier(entity, *found, wanted, update, unchanged);
            if (update.view().node_count() == 1) break;
            if (dry_run) {
                ++report.rewritten;
                return;
            }
            write_request request;
            request.table = entity.table->name;
            request.item = key;
            request.kind = write_kind::update;
            request.expected = existence::must_exist;
            request.condition = unchanged;
            request.update = update;
            request.return_failed = true;
            auto outcome = write_for(entity.name, store, request);
            if (outcome.done) {
                ++report.rewritten;
                return;
            }
            found = std::move(outcome.attributes);
            if (!found) break; // erased by others
            if (attempt + 1 != max_migration_attempts) continue;
            report.left.push_back({key, kept_changing});
            return;
        }
        ++report.skipped;
    } catch (bad_item const& e) {
        report.left.push_back({key, e.what()});
    } catch (bad_value const& e) {
        report.left.push_back({key, e.what()});
    }
}

/// What a put of the object would store.
template <class Table, class E>
item item_as_stored(E const& object) {
    void const* addresses[reflect<E>::size];
    reflect<E>::addresses(object, addresses);
    return encoded_object(entity_model<Table, E>::data, addresses).to_item();
}

/// What migrate works on: E, or what a migration<> makes.
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

    static void perform(backend& store, item_view stored, bool dry_run, migration_report& report) {
        rewrite_in_place(store, entity_model<Table, E>::data, &present, stored, dry_run, report);
    }

    static migration_report run(backend& store, migrate_options const& options = {}) {
        entity_data const& entity = entity_model<Table, E>::data;
        return migrate_items(store, {&entity, entity.name, &perform}, options);
    }
};

template <class E, class Store>
struct migration_verb {
    using target = typename migration_target<E>::type;

    template <class... Options>
    static auto run(Store& store, Options const&... options) {
        if constexpr (!store_access<Store>::template valid<target>()) {
            return nothing<target>{};
        } else {
            using table = typename store_access<Store>::template table_of<target>;
            if constexpr (migrator<table, E>::valid())
                return migrator<table, E>::run(*store.implementation(), options...);
            else return nothing<target>{};
        }
    }
};

} // namespace monotable::detail
