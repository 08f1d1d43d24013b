// SPDX-License-Identifier: BSL-1.0
#pragma once

/// Reading the changes of tables: consumers with durable checkpoints, changes by entity, and the worker that keeps what is
/// declared as by_stream.

#include <monotable/monotable.hpp>
#include <monotable/table/copies/report.hpp>
#include <monotable/table/stream/change_report.hpp>

#include <monotable/table/copies/worker.hpp>
#include <monotable/table/stream/consumer.hpp>
