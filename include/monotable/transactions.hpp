// SPDX-License-Identifier: BSL-1.0
#pragma once

/// Transactions of writes, and consistent reads of several items: store::transact, transaction, transact_get, move.

#include <monotable/violation/codec.hpp> // these first, so that a mistake is reported close to the top of the output
#include <monotable/violation/condition.hpp>
#include <monotable/violation/model.hpp>
#include <monotable/violation/query.hpp>
#include <monotable/violation/store.hpp>
#include <monotable/violation/table.hpp>
#include <monotable/violation/write.hpp>

#include <monotable/monotable.hpp>
#include <monotable/store/transaction/builder.hpp>
#include <monotable/store/transaction/transact.hpp>
#include <monotable/store/transaction/transact_get.hpp>
