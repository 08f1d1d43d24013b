// SPDX-License-Identifier: BSL-1.0
#pragma once

/// Navigation and maintenance of the relations that a table<> declares. Required wherever a store of a table with
/// relations is used.

#include <monotable/violation/codec.hpp> // these first, so that a mistake is reported close to the top of the output
#include <monotable/violation/condition.hpp>
#include <monotable/violation/derived.hpp>
#include <monotable/violation/model.hpp>
#include <monotable/violation/query.hpp>
#include <monotable/violation/relation.hpp>
#include <monotable/violation/store.hpp>
#include <monotable/violation/table.hpp>
#include <monotable/violation/write.hpp>

#include <monotable/monotable.hpp>
#include <monotable/derived/copies/derived_writes.hpp>
#include <monotable/derived/copies/reconcile.hpp>
#include <monotable/derived/relation/derived_writes.hpp>
#include <monotable/derived/relation/verbs.hpp>
