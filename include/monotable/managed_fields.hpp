// SPDX-License-Identifier: BSL-1.0
#pragma once

/// Managed fields: version, created, updated, read_only, computed, unique. Includes monotable.hpp.

#include <monotable/violation/codec.hpp> // these first, so that a mistake is reported close to the top of the output
#include <monotable/violation/condition.hpp>
#include <monotable/violation/model.hpp>
#include <monotable/violation/query.hpp>
#include <monotable/violation/store.hpp>
#include <monotable/violation/table.hpp>
#include <monotable/violation/write.hpp>

#include <monotable/monotable.hpp>
#include <monotable/store/managed/managed_fields.hpp>
#include <monotable/derived/unique_guards.hpp>
#include <monotable/store/write/write_execution.hpp>
