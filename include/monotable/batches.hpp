// SPDX-License-Identifier: BSL-1.0
#pragma once

/// Many items by their keys, many puts and erases, in as few requests as a store takes: store::batch_get, batch_put,
/// batch_erase, batch.

#include <monotable/schema/option_report.hpp> // these first, so that a mistake is reported close to the top of the output
#include <monotable/codec/type_of.hpp>
#include <monotable/schema/report.hpp>
#include <monotable/schema/role_report.hpp>
#include <monotable/schema/table_report.hpp>
#include <monotable/expression/report.hpp>
#include <monotable/expression/action_report.hpp>
#include <monotable/plan/report.hpp>
#include <monotable/table/report.hpp>
#include <monotable/table/transaction/report.hpp>

#include <monotable/monotable.hpp>
#include <monotable/table/batch/batch.hpp>
