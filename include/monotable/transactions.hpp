// SPDX-License-Identifier: BSL-1.0
#pragma once

/// Several writes as one, and several reads of one moment: store::transact, transaction, transact_get, move.

#include <monotable/table/transaction_report.hpp> // first, so that a mistake is reported close to the top of the output

#include <monotable/monotable.hpp>
#include <monotable/table/transact.hpp>
#include <monotable/table/transact_get.hpp>
#include <monotable/table/transaction_builder.hpp>
