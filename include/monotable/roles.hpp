// SPDX-License-Identifier: BSL-1.0
#pragma once

/// Entities for whose fields the store does more than to store them: version, created, updated, read_only, computed, unique.
/// With monotable.hpp.

#include <monotable/model/report.hpp> // these first, so that a mistake is reported close to the top of the output
#include <monotable/model/role_report.hpp>
#include <monotable/query/action_report.hpp>
#include <monotable/query/report.hpp>
#include <monotable/store/report.hpp>

#include <monotable/monotable.hpp>
#include <monotable/store/managed/roles.hpp>
#include <monotable/derived/unique_marks.hpp>
#include <monotable/store/write/write_execution.hpp>
