// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/item.hpp>
#include <monotable/core/value.hpp>
#include <monotable/wire/error.hpp>
#include <monotable/wire/shape.hpp>

/// DynamoDB's JSON to encoded values. The JSON must have passed type_check; what is no value nevertheless throws
/// request_error, a ValidationException in DynamoDB's words.
namespace monotable::wire {

item read_item(json::object const& from);

value read_value(json::value const& from);

} // namespace monotable::wire

#ifndef MONOTABLE_COMPILED
#include <monotable/wire/read_value.ipp>
#endif
