// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/expression/parse.hpp>
#include <monotable/expression/parse_condition.hpp>
#include <monotable/expression/parse_update.hpp>
#include <monotable/expression/substitutions.hpp>
#include <monotable/expression/tree.hpp>

#include <string_view>

namespace monotable {

MONOTABLE_INLINE expression parse_condition(std::string_view text, substitutions& meanings) {
    return detail::condition_parser(text, "ConditionExpression", meanings).run();
}

MONOTABLE_INLINE expression parse_filter(std::string_view text, substitutions& meanings) {
    return detail::condition_parser(text, "FilterExpression", meanings).run();
}

MONOTABLE_INLINE expression parse_key_condition(std::string_view text, substitutions& meanings) {
    return detail::condition_parser(text, "KeyConditionExpression", meanings).run();
}

MONOTABLE_INLINE expression parse_update(std::string_view text, substitutions& meanings) {
    return detail::update_parser(text, "UpdateExpression", meanings).run();
}

MONOTABLE_INLINE expression parse_projection(std::string_view text, substitutions& meanings) {
    return detail::projection_parser(text, "ProjectionExpression", meanings).run();
}

} // namespace monotable
