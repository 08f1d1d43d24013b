// SPDX-License-Identifier: BSL-1.0
#pragma once

/// Stores for coroutines: async_store, whose verbs are awaited in coroutines of any type and performed by an async_backend without
/// waiting threads. task and sync_wait are for programs that have no coroutine type.

#include <monotable/coroutine/support.hpp> // first: what a compiler lacks

#include <monotable/batches.hpp>
#include <monotable/monotable.hpp>
#include <monotable/transactions.hpp>

#include <monotable/backend/async_backend.hpp>
#include <monotable/coroutine/async_store.hpp>
#include <monotable/coroutine/task.hpp>
#include <monotable/coroutine/when_all.hpp>
