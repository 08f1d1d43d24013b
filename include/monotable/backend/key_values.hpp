// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/short_bytes.hpp>
#include <monotable/core/text.hpp>
#include <monotable/core/value.hpp>
#include <monotable/core/view.hpp>

#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <string>
#include <string_view>

namespace monotable {

/// Values of key attributes, which it owns as one encoding after the other, without an allocation for keys of usual lengths.
/// Elements are views, valid until the object is changed, moved or destroyed; access by position is linear.
class key_values {
  public:
    class iterator {
      public:
        using value_type = value_view;
        using reference = value_view;
        using difference_type = std::ptrdiff_t;
        using iterator_category = std::input_iterator_tag;

        iterator() noexcept = default;
        explicit iterator(char const* at) noexcept : at_(at) {}

        value_view operator*() const noexcept { return value_view(at_); }
        iterator& operator++() noexcept {
            at_ = detail::end_of_value(at_);
            return *this;
        }
        iterator operator++(int) noexcept {
            iterator const old = *this;
            ++*this;
            return old;
        }
        friend bool operator==(iterator a, iterator b) noexcept { return a.at_ == b.at_; }

      private:
        char const* at_ = nullptr;
    };

    key_values() noexcept = default;
    key_values(std::initializer_list<value> values) { // NOLINT(google-explicit-constructor)
        for (value const& each : values) push_back(each);
    }
    key_values(key_values const& other) : size_(other.size_), used_(other.used_), longer_(other.longer_) {
        if (longer_.empty()) detail::copy_bytes(internal_, other.internal_, used_);
    }
    key_values& operator=(key_values const& other) {
        longer_ = other.longer_;
        size_ = other.size_;
        used_ = other.used_;
        if (longer_.empty() && this != &other) detail::copy_bytes(internal_, other.internal_, used_);
        return *this;
    }
    ~key_values() = default;

    void push_back(value_view v) { append(v.bytes(), 1); }
    /// Appends `count` values, encoded one after the other.
    void append(std::string_view encodings, std::size_t count) {
        if (longer_.empty() && used_ + encodings.size() <= sizeof internal_) {
            detail::copy_bytes(internal_ + used_, encodings.data(), encodings.size());
        } else {
            if (longer_.empty()) longer_.assign(internal_, used_);
            longer_.append(encodings);
        }
        used_ += encodings.size();
        size_ += count;
    }

    std::size_t size() const noexcept { return size_; }
    bool empty() const noexcept { return size_ == 0; }
    iterator begin() const noexcept { return iterator(data()); }
    iterator end() const noexcept { return iterator(data() + used_); }
    /// REQUIRES: i < size().
    value_view operator[](std::size_t i) const noexcept {
        iterator at = begin();
        for (; i != 0; --i) ++at;
        return *at;
    }
    /// The encodings, one after the other.
    std::string_view bytes() const noexcept { return detail::view_of(data(), used_); }

  private:
    char const* data() const noexcept { return longer_.empty() ? internal_ : longer_.data(); }

    std::size_t size_ = 0;
    std::size_t used_ = 0;
    std::string longer_; // all encodings, if they do not fit `internal_`
    char internal_[80];
};

} // namespace monotable
