// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/item.hpp>
#include <monotable/core/value.hpp>
#include <monotable/wire/error.hpp>
#include <monotable/wire/shape.hpp>

/// Conversion of DynamoDB's JSON to values. Throws request_error, a ValidationException with DynamoDB's message, if the
/// JSON does not denote a value. REQUIRES: it has passed type_check.
namespace monotable::wire {

item read_item(json::object const& from);

value read_value(json::value const& from);

} // namespace monotable::wire

#ifndef MONOTABLE_COMPILED
#include <monotable/wire/read_value.ipp>
#endif
