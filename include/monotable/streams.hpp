// SPDX-License-Identifier: BSL-1.0
#pragma once

/// Reading the changes of tables: consumers with durable checkpoints, changes by entity, and the worker that keeps what is
/// declared as by_stream.

#include <monotable/monotable.hpp>
#include <monotable/derived/copies/report.hpp>
#include <monotable/changes/change_report.hpp>

#include <monotable/derived/copies/worker.hpp>
#include <monotable/changes/consumer.hpp>
