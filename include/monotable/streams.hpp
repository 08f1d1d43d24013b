// SPDX-License-Identifier: BSL-1.0
#pragma once

/// Reading the changes of tables: consumers with durable checkpoints, typed changes, and the worker that updates
/// derived fields declared as by_stream.

#include <monotable/violation/changes.hpp> // these first, so that a mistake is reported close to the top of the output
#include <monotable/violation/codec.hpp>
#include <monotable/violation/condition.hpp>
#include <monotable/violation/derived.hpp>
#include <monotable/violation/model.hpp>
#include <monotable/violation/query.hpp>
#include <monotable/violation/store.hpp>
#include <monotable/violation/table.hpp>
#include <monotable/violation/write.hpp>

#include <monotable/monotable.hpp>

#include <monotable/derived/copies/worker.hpp>
#include <monotable/changes/consumer.hpp>
