// SPDX-License-Identifier: BSL-1.0
#pragma once

/// Tables that earlier versions of a model wrote: read, opened, compared, migrated.

#include <monotable/schema/option_report.hpp> // these first, so that a mistake is reported close to the top of the output
#include <monotable/codec/type_of.hpp>
#include <monotable/schema/report.hpp>
#include <monotable/schema/role_report.hpp>
#include <monotable/schema/evolution_report.hpp>
#include <monotable/schema/table_report.hpp>
#include <monotable/expression/report.hpp>
#include <monotable/expression/action_report.hpp>
#include <monotable/plan/report.hpp>
#include <monotable/table/report.hpp>
#include <monotable/table/evolution/migration_report.hpp>

#include <monotable/monotable.hpp>
#include <monotable/table/evolution/compare.hpp>
#include <monotable/table/evolution/earlier_versions.hpp>
#include <monotable/table/evolution/migrate.hpp>
#include <monotable/table/evolution/migration.hpp>
#include <monotable/table/evolution/open.hpp>
