// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/core/item.hpp>
#include <monotable/error.hpp>
#include <monotable/store/read/projection.hpp>
#include <monotable/store/write/write_result.hpp>

#include <optional>
#include <utility>

namespace monotable {

/// What became of an update or upsert. True: it was done. False: there is no such item, or the condition failed; nothing was
/// changed.
template <class Table, class E, return_values Returned>
class update_result {
  public:
    explicit update_result(detail::typed_outcome outcome) : outcome_(std::move(outcome)) {}

    explicit operator bool() const noexcept { return outcome_.reason == write_error::none; }

    /// Why it was not done.
    write_error error() const noexcept { return outcome_.reason; }

    /// The item that the condition failed for; absent after a success, and where there is no item.
    std::optional<E> existing() const {
        if (*this || !outcome_.attributes) return std::nullopt;
        return detail::decode_as<Table, E, E>(*outcome_.attributes);
    }

    /// The item before the update; absent if it was not there. Of an update with returning_old. Throws condition_failed if it
    /// was not done.
    std::optional<E> before() const
        requires(Returned == return_values::all_old)
    {
        or_throw();
        if (!outcome_.attributes) return std::nullopt;
        return detail::decode_as<Table, E, E>(*outcome_.attributes);
    }

    /// The item after the update. Of an update with returning_new. Throws condition_failed if it was not done.
    E after() const
        requires(Returned == return_values::all_new)
    {
        or_throw();
        return detail::decode_as<Table, E, E>(*outcome_.attributes);
    }

    /// The object as it is stored now. Of an entity for whose fields the store does something (version, updated, ...). Throws
    /// condition_failed if it was not done.
    E stored() const
        requires(detail::has_write_roles<E>() && Returned != return_values::all_old)
    {
        or_throw();
        return detail::decode_as<Table, E, E>(*outcome_.attributes);
    }

    /// Throws condition_failed if it was not done.
    void or_throw() const {
        if (!*this) throw condition_failed(outcome_.text);
    }

  private:
    detail::typed_outcome outcome_;
};

} // namespace monotable
