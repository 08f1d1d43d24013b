// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/error.hpp>
#include <monotable/evolution/migration_execution.hpp>
#include <monotable/store/primary_key.hpp>

namespace monotable::detail {

MONOTABLE_INLINE migration_execution::migration_execution(entity_data const& entity, item_view stored, bool dry_run,
                                                          migration_report& report, retry_policy const& retry)
    : execution(retry),
      entity_(entity),
      key_(primary_key_of(*entity.table, stored)),
      dry_run_(dry_run),
      report_(report) {
    set().reads().learn(entity.table->name, key_, item(stored));
}

MONOTABLE_INLINE void migration_execution::run(backend& store) {
    try {
        monotable::run(store, *this);
    } catch (bad_item const& e) {
        leave(e.what());
    } catch (bad_value const& e) {
        leave(e.what());
    }
    if (is_read_) ++report_.read;
    if (left_) report_.left.push_back({key_, std::move(*left_)});
    else if (!skipped_) ++report_.rewritten;
    else if (is_read_) ++report_.skipped;
}

MONOTABLE_INLINE void migration_execution::plan() {
    skipped_ = false;
    left_.reset();
    item const* const found = set().read(entity_, key_);
    if (found == nullptr) return skip(); // erased concurrently
    migrate(*found);
}

MONOTABLE_INLINE void migration_execution::finish(write_set::result result) {
    if (result == write_set::result::refused) leave(text_of(set().failures().front()));
}

MONOTABLE_INLINE void migration_execution::give_up(unsigned attempts) {
    leave("others changed it before each of " + std::to_string(attempts) + " attempts to rewrite it");
}

} // namespace monotable::detail
