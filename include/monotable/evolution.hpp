// SPDX-License-Identifier: BSL-1.0
#pragma once

/// Reading, opening, comparing and migrating tables that earlier versions of a model have written.

#include <monotable/violation/codec.hpp> // these first, so that a mistake is reported close to the top of the output
#include <monotable/violation/condition.hpp>
#include <monotable/violation/model.hpp>
#include <monotable/violation/query.hpp>
#include <monotable/violation/store.hpp>
#include <monotable/violation/table.hpp>
#include <monotable/violation/write.hpp>

#include <monotable/monotable.hpp>
#include <monotable/evolution/compare.hpp>
#include <monotable/evolution/earlier_versions.hpp>
#include <monotable/evolution/migrate.hpp>
#include <monotable/evolution/migration.hpp>
#include <monotable/evolution/open.hpp>
