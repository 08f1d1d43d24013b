// SPDX-License-Identifier: BSL-1.0
#pragma once

/// Declarations of entities and tables, for the headers of a model. Stores and queries require monotable.hpp.

#include <monotable/fwd.hpp>
#include <monotable/model/entity.hpp>
#include <monotable/model/derived.hpp>
#include <monotable/model/relation.hpp>
#include <monotable/model/table.hpp>
#include <monotable/version.hpp>
