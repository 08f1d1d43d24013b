// SPDX-License-Identifier: BSL-1.0
#pragma once

/// Everything but the extras: entities, tables, stores, queries. Namespace monotable; the literal _f is in monotable::literals.

#include <monotable/schema/report.hpp> // first, so that a mistake is reported close to the top of the compiler's output
#include <monotable/plan/report.hpp>

#include <monotable/declare.hpp>
#include <monotable/table/store.hpp>
