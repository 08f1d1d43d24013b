// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/chrono.hpp>

namespace monotable {

/// Options for opening the tables of a store: `store<shop> db(backend, open_options{.timeout = 10s})`.
struct open_options {
    std::chrono::milliseconds timeout = std::chrono::minutes(5); ///< for each table and its indexes to become active
};

} // namespace monotable
