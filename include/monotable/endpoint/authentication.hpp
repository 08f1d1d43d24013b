// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/endpoint/http_request.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace monotable::endpoint {

/// The error with which DynamoDB rejects an unauthenticated request.
struct authentication_error {
    std::string_view type; ///< without the prefix "com.amazon.coral.service#"
    std::string message;
};

/// True if "name=value" pairs contain `name` with a non-empty value.
inline bool has_parameter(std::string_view pairs, std::string_view name, std::string_view separators) {
    for (auto at = pairs.find(name); at != pairs.npos; at = pairs.find(name, at + 1)) {
        auto const rest = pairs.substr(at + name.size());
        bool const whole = at == 0 || separators.find(pairs[at - 1]) != separators.npos;
        if (whole && rest.size() > 1 && rest[0] == '=' && separators.find(rest[1]) == separators.npos) return true;
    }
    return false;
}

/// Checks that a request is signed, in a header or in the query of a presigned URL; signatures are not verified.
/// Returns nullopt if it is.
inline std::optional<authentication_error> check_authentication(http_request const& request) {
    std::string_view query = request.target;
    query.remove_prefix(query.find('?') < query.size() ? query.find('?') + 1 : query.size());
    bool const presigned = has_parameter(query, "X-Amz-Algorithm", "&");
    std::string_view const header = request.authorization;

    if (presigned && !header.empty())
        return authentication_error{
            "InvalidSignatureException",
            "Found both 'X-Amz-Algorithm' as a query-string param and 'Authorization' as HTTP header."};
    std::string missing;
    if (presigned) {
        for (auto const* name :
             {"X-Amz-Algorithm", "X-Amz-Credential", "X-Amz-Signature", "X-Amz-SignedHeaders", "X-Amz-Date"})
            if (!has_parameter(query, name, "&"))
                missing += "AWS query-string parameters must include '" + std::string(name) + "'. ";
        if (missing.empty()) return std::nullopt;
        return authentication_error{"IncompleteSignatureException",
                                    missing + "Re-examine the query-string parameters."};
    }
    if (!header.starts_with("AWS4-"))
        return authentication_error{"MissingAuthenticationTokenException", "Request is missing Authentication Token"};
    for (auto const* name : {"Credential", "Signature", "SignedHeaders"})
        if (!has_parameter(header, name, ", "))
            missing += "Authorization header requires '" + std::string(name) + "' parameter. ";
    if (!request.has_date)
        missing += "Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header. ";
    if (missing.empty()) return std::nullopt;
    return authentication_error{"IncompleteSignatureException", missing + "Authorization=" + std::string(header)};
}

} // namespace monotable::endpoint
