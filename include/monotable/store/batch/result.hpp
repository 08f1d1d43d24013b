// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/error.hpp>
#include <monotable/store/batch/engine.hpp>
#include <monotable/store/write/write_error.hpp>
#include <monotable/store/write/write_result.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace monotable {

/// The result of a batch_get: an optional for each key, in the caller's order. True if the store processed all keys.
template <class E>
class [[nodiscard]] batch_found {
  public:
    batch_found() = default;
    batch_found(std::vector<std::optional<E>> items, std::vector<std::size_t> unprocessed)
        : items_(std::move(items)), unprocessed_(std::move(unprocessed)) {}

    explicit operator bool() const noexcept { return unprocessed_.empty(); }

    auto begin() const noexcept { return items_.begin(); }
    auto end() const noexcept { return items_.end(); }
    std::size_t size() const noexcept { return items_.size(); }
    std::optional<E> const& operator[](std::size_t i) const noexcept { return items_[i]; }

    /// The positions of the keys that the store has not processed after all attempts. Their optionals are empty,
    /// whether or not the items exist.
    std::vector<std::size_t> const& unprocessed() const noexcept { return unprocessed_; }

    /// Throws store_error if there are any.
    void or_throw() const {
        if (!unprocessed_.empty())
            throw store_error(store_fault::unavailable,
                              "monotable: the store did not look for " + std::to_string(unprocessed_.size()) + " of " +
                                  std::to_string(items_.size()) + " keys, however often it was asked");
    }

  private:
    std::vector<std::optional<E>> items_;
    std::vector<std::size_t> unprocessed_;
};

/// The result of a batch of writes. True if all writes were performed.
class [[nodiscard]] batch_left {
  public:
    explicit batch_left(detail::batch_written written = {}) : written_(std::move(written)) {}

    explicit operator bool() const noexcept { return written_.unprocessed.empty() && written_.refused.empty(); }

    /// The number of writes.
    std::size_t size() const noexcept { return written_.size; }

    /// The result of the write at a position; that of several writes of one item is at the last of them. Its error() is
    /// write_error::none, too, if the store has not processed it. REQUIRES: position < size().
    write_result<item> operator[](std::size_t position) const { return write_result<item>(written_.outcome(position)); }

    /// The positions, ascending, of the writes that the store has not processed after all attempts.
    std::vector<std::size_t> const& unprocessed() const noexcept { return written_.unprocessed; }

    /// The writes that were rejected by rules of the model, each with `position`, `reason` and `text`.
    std::vector<detail::batch_failure> const& refused() const noexcept { return written_.refused; }

    /// Throws condition_failed for the first rejected write, store_error if writes are unprocessed.
    void or_throw() const;

  private:
    detail::batch_written written_;
};

} // namespace monotable

#ifndef MONOTABLE_COMPILED
#include <monotable/store/batch/result.ipp>
#endif
