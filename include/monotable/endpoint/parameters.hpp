// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/array_view.hpp>
#include <monotable/wire/check_constraints.hpp>
#include <monotable/wire/error.hpp>
#include <monotable/wire/shape.hpp>

#include <cstdint>
#include <string>
#include <string_view>

/// Access to the members of a request whose shape was checked.
namespace monotable::endpoint {

namespace json = boost::json;
using wire::fail_validation;
using wire::member_of;

inline std::string_view text_member(json::object const& in, std::string_view name) noexcept {
    auto const* found = member_of(in, name);
    return found == nullptr ? std::string_view() : wire::text_of(*found);
}

inline bool flag_member(json::object const& in, std::string_view name, bool otherwise = false) noexcept {
    auto const* found = member_of(in, name);
    return found == nullptr ? otherwise : found->get_bool();
}

inline std::int64_t integer_member(json::object const& in, std::string_view name, std::int64_t otherwise = 0) noexcept {
    auto const* found = member_of(in, name);
    return found == nullptr ? otherwise : wire::integer_of(*found);
}

inline json::object const& object_member(json::object const& in, std::string_view name) noexcept {
    return member_of(in, name)->get_object();
}

inline json::object const* object_if(json::object const& in, std::string_view name) noexcept {
    auto const* found = member_of(in, name);
    return found == nullptr ? nullptr : &found->get_object();
}

inline json::array const* array_if(json::object const& in, std::string_view name) noexcept {
    auto const* found = member_of(in, name);
    return found == nullptr ? nullptr : &found->get_array();
}

inline std::string_view table_of(json::object const& in) noexcept {
    return wire::table_name_of(text_member(in, "TableName"));
}

inline std::string_view key_of(json::object::const_iterator member) noexcept {
    return {member->key().data(), member->key().size()};
}

using name_list = monotable::detail::array_view<std::string_view>;

/// The names that the request has, as one comma-separated list.
inline std::string present(json::object const& in, name_list names) {
    std::string out;
    for (auto const name : names) {
        if (member_of(in, name) == nullptr) continue;
        if (!out.empty()) out += ", ";
        out += name;
    }
    return out;
}

/// Throws if a request has both expressions and legacy parameters, or has names or values without expressions that can
/// use them. `with_values` are the expressions that can use values.
inline void check_expression_parameters(json::object const& in, name_list expressions, name_list legacy,
                                        name_list with_values) {
    auto const any = [&](name_list names) {
        for (auto const name : names)
            if (member_of(in, name) != nullptr) return true;
        return false;
    };
    bool const expressive = any(expressions);
    if (expressive && any(legacy))
        fail_validation("Can not use both expression and non-expression parameters in the same request: "
                        "Non-expression parameters: {" +
                        present(in, legacy) + "} Expression parameters: {" + present(in, expressions) + "}");
    if (auto const* names = object_if(in, "ExpressionAttributeNames")) {
        if (!expressive) fail_validation("ExpressionAttributeNames can only be specified when using expressions");
        if (names->empty()) fail_validation("ExpressionAttributeNames must not be empty");
    }
    auto const* values = with_values.empty() ? nullptr : object_if(in, "ExpressionAttributeValues");
    if (values == nullptr) return;
    if (!any(with_values)) {
        std::string list;
        for (auto const name : with_values) {
            if (!list.empty()) list += " and ";
            list += name;
        }
        fail_validation("ExpressionAttributeValues can only be specified when using expressions: " + list +
                        (with_values.size() == 1 ? " is null" : " are null"));
    }
    if (values->empty()) fail_validation("ExpressionAttributeValues must not be empty");
}

} // namespace monotable::endpoint
