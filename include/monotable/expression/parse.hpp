// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/expression/parse_condition.hpp>
#include <monotable/expression/parse_update.hpp>
#include <monotable/expression/substitutions.hpp>
#include <monotable/expression/tree.hpp>

#include <string_view>

/// DynamoDB's expression language. What it refuses throws store_error with its words; the tree that comes back is one that
/// check() (validate.hpp) lets through. Whether all placeholders are used is known, and for the caller to ask, when the
/// expressions of a request are all parsed: substitutions::check_all_used.
namespace monotable {

inline expression parse_condition(std::string_view text, substitutions& meanings) {
    return detail::condition_parser(text, "ConditionExpression", meanings).run();
}

inline expression parse_filter(std::string_view text, substitutions& meanings) {
    return detail::condition_parser(text, "FilterExpression", meanings).run();
}

/// A condition; what it says of keys is taken out of it by split_key_condition (key_condition.hpp).
inline expression parse_key_condition(std::string_view text, substitutions& meanings) {
    return detail::condition_parser(text, "KeyConditionExpression", meanings).run();
}

inline expression parse_update(std::string_view text, substitutions& meanings) {
    return detail::update_parser(text, "UpdateExpression", meanings).run();
}

inline expression parse_projection(std::string_view text, substitutions& meanings) {
    return detail::projection_parser(text, "ProjectionExpression", meanings).run();
}

} // namespace monotable
