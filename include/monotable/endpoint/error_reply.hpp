// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/error.hpp>
#include <monotable/wire/error.hpp>
#include <monotable/wire/write_json.hpp>

#include <string>
#include <string_view>

namespace monotable::endpoint {

/// The service's error for a fault of the store. An answer that was lost is an InternalServerError, after which DynamoDB's
/// clients do not know either whether a write was done.
inline wire::error_type type_of(store_fault fault) noexcept {
    switch (fault) {
    case store_fault::validation: return wire::error_type::validation;
    case store_fault::no_such_table:
    case store_fault::no_such_stream:
    case store_fault::no_such_shard: return wire::error_type::resource_not_found;
    case store_fault::table_exists: return wire::error_type::resource_in_use;
    case store_fault::token_reused: return wire::error_type::idempotent_parameter_mismatch;
    case store_fault::limit_exceeded: return wire::error_type::limit_exceeded;
    case store_fault::trimmed: return wire::error_type::trimmed_data_access;
    case store_fault::expired: return wire::error_type::expired_iterator;
    case store_fault::unavailable: return wire::error_type::service_unavailable;
    case store_fault::throttled: return wire::error_type::throughput_exceeded;
    case store_fault::conflict: return wire::error_type::transaction_conflict;
    case store_fault::in_progress: return wire::error_type::transaction_in_progress;
    case store_fault::denied: return wire::error_type::access_denied;
    default: return wire::error_type::internal;
    }
}

using monotable::detail::text_of; // DynamoDB's message alone, if the error has one

/// The response for an error that the store has thrown.
inline wire::request_error as_request_error(store_error const& e) { return {type_of(e.fault()), text_of(e)}; }

inline std::string error_body(wire::request_error const& e) {
    std::string out = "{\"__type\":\"";
    out += wire::type_text(e.type());
    out += '"';
    if (std::string_view const message = e.what(); !message.empty()) {
        out += ",\"";
        out += wire::message_member(e.type());
        out += "\":";
        wire::append_text(out, message);
    }
    out += e.members();
    return out += '}';
}

} // namespace monotable::endpoint
