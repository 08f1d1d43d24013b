// SPDX-License-Identifier: BSL-1.0
#pragma once

/// Reading the changes of tables: consumers with durable checkpoints, typed changes, and the worker that updates
/// derived fields declared as by_stream.

#include <monotable/monotable.hpp>
#include <monotable/derived/copies/report.hpp>
#include <monotable/changes/change_report.hpp>

#include <monotable/derived/copies/worker.hpp>
#include <monotable/changes/consumer.hpp>
