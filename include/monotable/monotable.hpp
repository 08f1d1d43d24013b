// SPDX-License-Identifier: BSL-1.0
#pragma once

/// The main header: entities, tables, stores, queries. Namespace monotable; the literal _f is in monotable::literals.

#include <monotable/violation/codec.hpp> // these first, so that a mistake is reported close to the top of the output
#include <monotable/violation/condition.hpp>
#include <monotable/violation/model.hpp>
#include <monotable/violation/query.hpp>
#include <monotable/violation/store.hpp>
#include <monotable/violation/table.hpp>
#include <monotable/violation/write.hpp>

#include <monotable/declare.hpp>
#include <monotable/store/store.hpp>
