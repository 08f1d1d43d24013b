// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/requirements.hpp>

#include <cstddef>

namespace monotable::detail {

/// A non-owning view of constant elements. Used instead of std::span, which costs a compiler about forty times as much
/// per element type; models use many element types.
template <class T>
class array_view {
  public:
    constexpr array_view() = default;
    constexpr array_view(T const* data, std::size_t size) : data_(data), size_(size) {}
    template <std::size_t N>
    constexpr array_view(T const (&array)[N]) : data_(array), size_(N) {} // NOLINT(google-explicit-constructor)
    template <class Array>
        requires requires(Array const& array) { static_cast<T const*>(array.data()); }
    constexpr array_view(Array const& array)
        : data_(array.data()), size_(array.size()) {} // NOLINT(google-explicit-constructor)

    constexpr T const* data() const { return data_; }
    constexpr std::size_t size() const { return size_; }
    constexpr bool empty() const { return size_ == 0; }
    constexpr T const* begin() const { return data_; }
    constexpr T const* end() const { return data_ + size_; }
    constexpr T const& operator[](std::size_t i) const { return data_[i]; }
    constexpr T const& front() const { return *data_; }
    /// The elements [first, first + count). REQUIRES: first + count <= size().
    constexpr array_view part(std::size_t first, std::size_t count) const { return {data_ + first, count}; }

  private:
    T const* data_ = nullptr;
    std::size_t size_ = 0;
};

} // namespace monotable::detail
