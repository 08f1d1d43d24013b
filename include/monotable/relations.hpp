// SPDX-License-Identifier: BSL-1.0
#pragma once

/// What table<> says of how its entities belong together: followed, and kept true. Needed wherever a store of a table with
/// relations is used.

#include <monotable/schema/option_report.hpp> // these first, so that a mistake is reported close to the top of the output
#include <monotable/codec/type_of.hpp>
#include <monotable/schema/report.hpp>
#include <monotable/schema/table_report.hpp>
#include <monotable/expression/report.hpp>
#include <monotable/expression/action_report.hpp>
#include <monotable/plan/report.hpp>
#include <monotable/table/report.hpp>
#include <monotable/table/copies/report.hpp>
#include <monotable/table/relation/report.hpp>

#include <monotable/monotable.hpp>
#include <monotable/table/copies/consequences.hpp>
#include <monotable/table/copies/settle_all.hpp>
#include <monotable/table/relation/consequences.hpp>
#include <monotable/table/relation/verbs.hpp>
