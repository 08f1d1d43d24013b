// SPDX-License-Identifier: BSL-1.0
#pragma once

/// Everything but the extras: entities, tables, stores, queries. Namespace monotable; the literal _f is in monotable::literals.

#include <monotable/schema/option_report.hpp> // these first, so that a mistake is reported close to the top of the output
#include <monotable/codec/type_of.hpp>
#include <monotable/schema/report.hpp>
#include <monotable/schema/role_report.hpp>
#include <monotable/schema/table_report.hpp>
#include <monotable/expression/report.hpp>
#include <monotable/expression/action_report.hpp>
#include <monotable/plan/report.hpp>
#include <monotable/table/report.hpp>

#include <monotable/declare.hpp>
#include <monotable/table/store.hpp>
