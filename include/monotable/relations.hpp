// SPDX-License-Identifier: BSL-1.0
#pragma once

/// What table<> says of how its entities belong together, kept. Needed wherever a store of a table with relations is used.

#include <monotable/table/kept_report.hpp> // first, so that a mistake is reported close to the top of the output

#include <monotable/monotable.hpp>
#include <monotable/table/kept_consequences.hpp>
