// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/endpoint/error_reply.hpp>
#include <monotable/endpoint/parameters.hpp>
#include <monotable/expression/parse.hpp>
#include <monotable/expression/substitutions.hpp>
#include <monotable/expression/tree.hpp>
#include <monotable/wire/read_value.hpp>

#include <string>
#include <string_view>

namespace monotable::endpoint {

/// Parses the expressions of a request or of one action, with its names and values. Throws request_error or store_error
/// if they are invalid.
class expression_reader {
  public:
    /// `with_values` is true if the request can have values.
    expression_reader(json::object const& in, bool with_values) : in_(in) {
        if (auto const* names = object_if(in, "ExpressionAttributeNames"))
            for (auto const& each : *names) {
                if (!each.value().is_string())
                    fail_validation("ExpressionAttributeNames contains invalid value: must not be null for key " +
                                    std::string(each.key()));
                meanings_.add_name(std::string(each.key()), std::string(wire::text_of(each.value())));
            }
        if (!with_values) return;
        if (auto const* values = object_if(in, "ExpressionAttributeValues"))
            for (auto const& each : *values) meanings_.add_value(std::string(each.key()), value_of(each));
    }

    // An empty expression if the parameter is missing.
    expression condition() { return parse("ConditionExpression", parse_condition); }
    expression filter() { return parse("FilterExpression", parse_filter); }
    expression key_condition() { return parse("KeyConditionExpression", parse_key_condition); }
    expression update() { return parse("UpdateExpression", parse_update); }
    expression projection() { return parse("ProjectionExpression", parse_projection); }

    /// Throws unless all placeholders were used. Call it after parsing all expressions.
    void finish() const { meanings_.check_all_used(); }

  private:
    static std::string name_of(json::key_value_pair const& member) {
        auto const name = member.value().is_string() ? wire::text_of(member.value()) : std::string_view();
        if (name.empty())
            fail_validation("ExpressionAttributeNames contains invalid value: The attribute name is empty for key " +
                            std::string(member.key()));
        if (name.size() > 65535)
            fail_validation("ExpressionAttributeNames contains invalid value: Attribute name is too large, must be "
                            "less than 65536 bytes for key " +
                            std::string(member.key()));
        return std::string(name);
    }

    static value value_of(json::key_value_pair const& member) {
        try {
            return wire::read_value(member.value());
        } catch (error const& e) {
            fail_validation("ExpressionAttributeValues contains invalid value: " + text_of(e) + " for key " +
                            std::string(member.key()));
        }
    }

    expression parse(std::string_view parameter, expression (*parser)(std::string_view, substitutions&)) {
        auto const* text = member_of(in_, parameter);
        return text == nullptr ? expression() : parser(wire::text_of(*text), meanings_);
    }

    json::object const& in_;
    substitutions meanings_;
};

} // namespace monotable::endpoint
