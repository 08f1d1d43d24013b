// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/expression/substitutions.hpp>
#include <monotable/expression/tree.hpp>

#include <string_view>

/// Parsers of DynamoDB's expression language. They throw store_error with DynamoDB's message if the expression is
/// invalid; a returned tree satisfies check() (validate.hpp). After parsing all expressions of a request, call
/// substitutions::check_all_used to detect unused placeholders.
namespace monotable {

expression parse_condition(std::string_view text, substitutions& meanings);

expression parse_filter(std::string_view text, substitutions& meanings);

/// Parses a condition; split_key_condition (key_condition.hpp) then checks that it is one on keys.
expression parse_key_condition(std::string_view text, substitutions& meanings);

expression parse_update(std::string_view text, substitutions& meanings);

expression parse_projection(std::string_view text, substitutions& meanings);

} // namespace monotable

#ifndef MONOTABLE_COMPILED
#include <monotable/expression/parse.ipp>
#endif
