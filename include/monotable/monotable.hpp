// SPDX-License-Identifier: BSL-1.0
#pragma once

/// The main header: entities, tables, stores, queries. Namespace monotable; the literal _f is in monotable::literals.
///
/// Parts of it, for headers that need no more:
///   declare.hpp       entities and tables, for the headers of a model
///   fwd.hpp           forward declarations
///   error.hpp         exceptions
/// For programs that use what they define:
///   managed_fields.hpp managed fields: version, created, updated, read_only, computed, unique
///   relations.hpp     one_to_many, many_to_many, duplicated, total: navigation, links, derived writes
///   transactions.hpp  transact, transaction, transact_get, move
///   batches.hpp       batch_get, batch_put, batch_erase, batch
///   streams.hpp       changes of tables: consumers, the worker of by_stream
///   evolution.hpp     items and tables of earlier versions: migrate, compare, add_missing_indexes
///   coroutines.hpp    async_store
///   extras/           JSON, pictures of tables, observers, threads, Boost.Asio

#include <monotable/violation/codec.hpp> // these first, so that a mistake is reported close to the top of the output
#include <monotable/violation/condition.hpp>
#include <monotable/violation/model.hpp>
#include <monotable/violation/query.hpp>
#include <monotable/violation/store.hpp>
#include <monotable/violation/table.hpp>
#include <monotable/violation/write.hpp>

#include <monotable/declare.hpp>
#include <monotable/store/store.hpp>
