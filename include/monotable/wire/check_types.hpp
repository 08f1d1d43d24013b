// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/wire/error.hpp>
#include <monotable/wire/shape.hpp>

#include <string>
#include <string_view>

namespace monotable::wire {

/// Throws request_error, a SerializationException with DynamoDB's message, unless JSON has the types of a shape.
/// Members that the shape does not have are ignored.
class type_check {
  public:
    static void run(json::value const& v, shape const& s, bool is_element);

    static void members(json::object const& in, shape const& s);

  private:
    static constexpr auto unexpected_structure = "Start of structure or map found where not expected";

    static char const* token(json::value const& v) noexcept;

    [[noreturn]] static void refuse_scalar(json::value const& v, std::string const& java_package,
                                           std::string const& type);
    static void text(json::value const& v);
    static void number(json::value const& v, char const* type);
    static void boolean(json::value const& v);
    static void blob(json::value const& v);
    static void list(json::value const& v);
    static void structured(json::value const& v, std::string_view name, bool is_element);
    static void map(json::value const& v, shape const& element);
    template <class Check>
    static void elements(json::value const& v, Check check);
    static void attribute(json::value const& v, bool is_element);
};

} // namespace monotable::wire

#ifndef MONOTABLE_COMPILED
#include <monotable/wire/check_types.ipp>
#endif
