// SPDX-License-Identifier: BSL-1.0
#pragma once

/// Reading the changes of tables: consumers with durable checkpoints, and changes by entity.

#include <monotable/monotable.hpp>
#include <monotable/table/change_report.hpp>

#include <monotable/table/consumer.hpp>
