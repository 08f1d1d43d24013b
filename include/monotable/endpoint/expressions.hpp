// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/endpoint/parameters.hpp>
#include <monotable/expression/tree.hpp>
#include <monotable/wire/read_value.hpp>

#include <string>
#include <string_view>

namespace monotable::endpoint {

/// The expressions of a request or of one action, with its names and values.
class expression_reader {
  public:
    explicit expression_reader(json::object const& in) : in_(in) {}

    /// Nothing if the parameter is missing.
    expression condition(std::string_view parameter) { return parse(parameter); }
    expression update(std::string_view parameter) { return parse(parameter); }
    expression projection(std::string_view parameter) { return parse(parameter); }

    /// When all expressions were read.
    void finish() {}

  private:
    expression parse(std::string_view parameter) {
        if (member_of(in_, parameter) == nullptr) return {};
        throw wire::request_error(wire::error_type::internal, "expressions are not there yet");
    }

    json::object const& in_;
};

} // namespace monotable::endpoint
