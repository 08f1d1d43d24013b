// SPDX-License-Identifier: BSL-1.0
#pragma once

/// Reads, puts and erases of many items in as few requests as possible: store::batch_get, batch_put, batch_erase,
/// batch.

#include <monotable/violation/codec.hpp> // these first, so that a mistake is reported close to the top of the output
#include <monotable/violation/condition.hpp>
#include <monotable/violation/model.hpp>
#include <monotable/violation/query.hpp>
#include <monotable/violation/store.hpp>
#include <monotable/violation/table.hpp>
#include <monotable/violation/write.hpp>

#include <monotable/monotable.hpp>
#include <monotable/store/batch/batch.hpp>
