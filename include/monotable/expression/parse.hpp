// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/expression/substitutions.hpp>
#include <monotable/expression/tree.hpp>

#include <string_view>

/// DynamoDB's expression language. What it refuses throws store_error with its words; the tree that comes back is one that
/// check() (validate.hpp) lets through. Whether all placeholders are used is known, and for the caller to ask, when the
/// expressions of a request are all parsed: substitutions::check_all_used.
namespace monotable {

expression parse_condition(std::string_view text, substitutions& meanings);

expression parse_filter(std::string_view text, substitutions& meanings);

/// A condition; what it says of keys is taken out of it by split_key_condition (key_condition.hpp).
expression parse_key_condition(std::string_view text, substitutions& meanings);

expression parse_update(std::string_view text, substitutions& meanings);

expression parse_projection(std::string_view text, substitutions& meanings);

} // namespace monotable

#ifndef MONOTABLE_COMPILED
#include <monotable/expression/parse.ipp>
#endif
