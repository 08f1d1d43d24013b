// SPDX-License-Identifier: BSL-1.0
#pragma once

/// Enough to describe entities and tables: for the headers of a model. Stores and queries need monotable.hpp.

#include <monotable/fwd.hpp>
#include <monotable/schema/entity.hpp>
#include <monotable/schema/kept.hpp>
#include <monotable/schema/relation.hpp>
#include <monotable/schema/table.hpp>
#include <monotable/version.hpp>
