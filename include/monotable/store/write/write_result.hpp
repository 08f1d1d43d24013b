// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/item.hpp>
#include <monotable/error.hpp>
#include <monotable/store/read/projection.hpp>
#include <monotable/store/write/write_error.hpp>

#include <optional>
#include <string>
#include <utility>

namespace monotable {

namespace detail {

/// What became of one write of an entity.
struct typed_outcome {
    write_error reason = write_error::none;
    bool existed = false;           ///< was there an item before?
    std::string text;               ///< of an error: names the entity, the table and the key
    std::optional<item> attributes; ///< what was asked for; of an error what is there
};

} // namespace detail

/// What became of a create, a replace or a write with a condition. True: it was done. False: its condition failed and nothing
/// was changed.
template <class Table, class E>
class [[nodiscard]] write_result {
  public:
    write_result() = default;
    explicit write_result(detail::typed_outcome outcome) : outcome_(std::move(outcome)) {}

    explicit operator bool() const noexcept { return outcome_.reason == write_error::none; }

    /// Why it was not done.
    write_error error() const noexcept { return outcome_.reason; }

    /// The item that stood in the way of a create, or that a condition failed for; absent after a success, and where there
    /// is no item.
    std::optional<E> existing() const {
        if (*this || !outcome_.attributes) return std::nullopt;
        return detail::decode_as<Table, E, E>(*outcome_.attributes);
    }

    /// The object as it is stored now, with what the store sets: version, times, computed fields. Of puts of an entity that
    /// has such. Throws condition_failed if it was not done.
    E stored() const
        requires(detail::has_write_roles<E>())
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

/// What became of a put that nothing refuses, of an entity for whose fields the store does something.
template <class Table, class E>
class stored_result {
  public:
    explicit stored_result(detail::typed_outcome outcome) : outcome_(std::move(outcome)) {}

    /// The object as it is stored now.
    E stored() const { return detail::decode_as<Table, E, E>(*outcome_.attributes); }

  private:
    detail::typed_outcome outcome_;
};

} // namespace monotable
