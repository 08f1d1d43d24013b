// SPDX-License-Identifier: BSL-1.0
#pragma once

/// Entities for whose fields the store does more than to store them: version, created, updated, read_only, computed, unique.
/// With monotable.hpp.

#include <monotable/schema/report.hpp> // these first, so that a mistake is reported close to the top of the output
#include <monotable/schema/role_report.hpp>
#include <monotable/expression/action_report.hpp>
#include <monotable/expression/report.hpp>
#include <monotable/table/report.hpp>

#include <monotable/monotable.hpp>
#include <monotable/table/role/roles.hpp>
#include <monotable/table/role/unique_marks.hpp>
#include <monotable/table/write/planned_writes.hpp>
