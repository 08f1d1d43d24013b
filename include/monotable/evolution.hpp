// SPDX-License-Identifier: BSL-1.0
#pragma once

/// Tables that earlier versions of a model wrote: opened, compared, migrated.

#include <monotable/schema/evolution_report.hpp> // first, so that a mistake is reported close to the top of the output

#include <monotable/monotable.hpp>
#include <monotable/table/earlier_versions.hpp>
#include <monotable/table/open.hpp>
