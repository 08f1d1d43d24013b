// SPDX-License-Identifier: BSL-1.0
#pragma once

/// Many items by their keys, many puts and erases, in as few requests as a store takes: store::batch_get, batch_put,
/// batch_erase, batch.

#include <monotable/table/transaction_report.hpp> // first, so that a mistake is reported close to the top of the output

#include <monotable/monotable.hpp>
#include <monotable/table/batch.hpp>
