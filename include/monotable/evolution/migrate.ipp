// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/error.hpp>
#include <monotable/evolution/migrate.hpp>
#include <monotable/evolution/migration_execution.hpp>
#include <monotable/expression/tree.hpp>
#include <monotable/store/primary_key.hpp>
#include <monotable/store/write/upgrade_update.hpp>

#include <string>

namespace monotable::detail {

/// Rewrites an item in the form of the current version.
class rewrite_in_place_execution final : public migration_execution {
  public:
    rewrite_in_place_execution(entity_data const& entity, item (*present)(item_view), item_view stored, bool dry_run,
                               migration_report& report, retry_policy const& retry)
        : migration_execution(entity, stored, dry_run, report, retry), entity_(entity), present_(present) {
        count_read();
    }

  private:
    void migrate(item_view found) override {
        item const wanted = present_(found);
        if (primary_key_of(*entity_.table, wanted) != key())
            return leave("its key would be " + primary_key_text(entity_, wanted) +
                         "; move it by monotable::migration<>");
        planned_write write;
        expression unchanged;
        write.update.begin(expression_kind::update);
        rewrite_earlier(entity_, found, wanted, write.update, unchanged);
        if (write.update.view().node_count() == 1) return skip();
        if (is_dry_run()) return;
        write.entity = &entity_;
        write.kind = write_kind::update;
        write.attributes = key();
        write.expected = precondition::must_exist;
        if (!unchanged.empty()) write.requirements.push_back({std::move(unchanged), write_error::none, {}});
        set().add(std::move(write));
    }
    std::string text_of(write_failure const&) override { return {}; } // it has no conditions of its own

    entity_data const& entity_;
    item (*present_)(item_view);
};

MONOTABLE_INLINE void rewrite_in_place(backend& store, entity_data const& entity, item (*present)(item_view),
                                       item_view stored, bool dry_run, migration_report& report,
                                       retry_policy const& retry) {
    rewrite_in_place_execution(entity, present, stored, dry_run, report, retry).run(store);
}

} // namespace monotable::detail
