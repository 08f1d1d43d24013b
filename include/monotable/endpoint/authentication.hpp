// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/endpoint/http_request.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace monotable::endpoint {

/// Why DynamoDB would not look at a request.
struct authentication_error {
    std::string_view type; ///< without com.amazon.coral.service#
    std::string message;
};

/// The value of `name` in "name=value" pairs; nothing if it is not there.
inline std::optional<std::string_view> parameter(std::string_view pairs, std::string_view name,
                                                 std::string_view separators) {
    while (!pairs.empty()) {
        auto const pair = pairs.substr(0, pairs.find_first_of(separators));
        pairs.remove_prefix(pair.size() < pairs.size() ? pair.size() + 1 : pair.size());
        auto const equals = pair.find('=');
        if (equals != std::string_view::npos && pair.substr(0, equals) == name)
            return pair.substr(equals + 1);
    }
    return std::nullopt;
}

/// Is a request signed, by whomever, with whatever key? In a header or, presigned, in the query of its address.
inline std::optional<authentication_error> check_authentication(http_request const& request) {
    std::string_view query = request.target;
    query.remove_prefix(query.find('?') < query.size() ? query.find('?') + 1 : query.size());
    auto const in_query = [&](std::string_view name) { return parameter(query, name, "&"); };
    bool const presigned = in_query("X-Amz-Algorithm").has_value();
    std::string_view const header = request.authorization;

    if (presigned && !header.empty())
        return authentication_error{
            "InvalidSignatureException",
            "Found both 'X-Amz-Algorithm' as a query-string param and 'Authorization' as HTTP header."};
    std::string missing;
    if (presigned) {
        for (auto const* name :
             {"X-Amz-Algorithm", "X-Amz-Credential", "X-Amz-Signature", "X-Amz-SignedHeaders", "X-Amz-Date"})
            if (in_query(name).value_or("").empty())
                missing += "AWS query-string parameters must include '" + std::string(name) + "'. ";
        if (missing.empty()) return std::nullopt;
        return authentication_error{"IncompleteSignatureException",
                                    missing + "Re-examine the query-string parameters."};
    }
    if (!header.starts_with("AWS4-"))
        return authentication_error{"MissingAuthenticationTokenException",
                                    "Request is missing Authentication Token"};
    for (auto const* name : {"Credential", "Signature", "SignedHeaders"})
        if (parameter(header, name, ", ").value_or("").empty())
            missing += "Authorization header requires '" + std::string(name) + "' parameter. ";
    if (!request.has_date)
        missing += "Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header. ";
    if (missing.empty()) return std::nullopt;
    return authentication_error{"IncompleteSignatureException",
                                missing + "Authorization=" + std::string(header)};
}

} // namespace monotable::endpoint
