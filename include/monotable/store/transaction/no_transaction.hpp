// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/store/write/write_error.hpp>

#include <cstddef>
#include <optional>

namespace monotable::detail {

/// The result of a transaction after an error that is already reported; see `nothing`.
struct no_transaction {
    template <std::size_t I>
    no_transaction get() const {
        return {};
    }
    write_error error() const { return {}; }
    no_transaction operator[](std::size_t) const { return {}; }
    void or_throw() const {}
    explicit operator bool() const { return false; }
    template <class T>
    operator std::optional<T>() const;
    no_transaction existing() const { return {}; }
    no_transaction const* operator->() const { return this; }
};

} // namespace monotable::detail
