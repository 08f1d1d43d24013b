// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/error.hpp>
#include <monotable/evolution/migrate.hpp>
#include <monotable/expression/tree.hpp>
#include <monotable/store/for_entity.hpp>
#include <monotable/store/primary_key.hpp>
#include <monotable/store/write/pause.hpp>
#include <monotable/store/write/upgrade_update.hpp>

#include <string>

namespace monotable::detail {

MONOTABLE_INLINE void rewrite_in_place(backend& store, entity_data const& entity, item (*present)(item_view),
                                       item_view stored, bool dry_run, migration_report& report) {
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

} // namespace monotable::detail
