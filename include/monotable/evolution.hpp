// SPDX-License-Identifier: BSL-1.0
#pragma once

/// Tables that earlier versions of a model wrote: opened, compared, migrated.

#include <monotable/schema/evolution_report.hpp> // first, so that a mistake is reported close to the top of the output

#include <monotable/table/migration_report.hpp>

#include <monotable/monotable.hpp>
#include <monotable/table/compare.hpp>
#include <monotable/table/earlier_versions.hpp>
#include <monotable/table/migrate.hpp>
#include <monotable/table/migration.hpp>
#include <monotable/table/open.hpp>
