// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstring>
#include <string_view>

namespace monotable::detail {

/// Bytes that grow at the end. Unlike std::string, it does not initialize what is written next, and keeps the first bytes in
/// the object (see inline_buffer). Pointers to its bytes are valid until it grows. Functions that append throw
/// std::bad_alloc; the bytes are then unchanged.
class byte_buffer {
  public:
    byte_buffer(byte_buffer const&) = delete;
    byte_buffer& operator=(byte_buffer const&) = delete;

    char* data() noexcept { return begin_; }
    char const* data() const noexcept { return begin_; }
    std::size_t size() const noexcept { return static_cast<std::size_t>(end_ - begin_); }
    std::string_view view() const noexcept { return {begin_, size()}; }

    /// Appends `count` unspecified bytes, and returns the first of them.
    char* extend(std::size_t count) {
        if (static_cast<std::size_t>(limit_ - end_) < count) grow(count);
        char* const added = end_;
        end_ += count;
        return added;
    }
    void append(std::string_view bytes) {
        if (!bytes.empty()) std::memcpy(extend(bytes.size()), bytes.data(), bytes.size());
    }
    void append(char each) { *extend(1) = each; }
    void append(std::size_t count, char each) { std::memset(extend(count), each, count); }

    /// Makes room, so that the next `count` bytes do not invalidate pointers.
    void reserve(std::size_t count) {
        if (static_cast<std::size_t>(limit_ - end_) < count) grow(count);
    }

    /// Removes the bytes from `size` on. REQUIRES: there are at least as many.
    void truncate(std::size_t size) noexcept { end_ = begin_ + size; }

  protected:
    byte_buffer(char* room, std::size_t size) noexcept : room_(room), begin_(room), end_(room), limit_(room + size) {}
    ~byte_buffer() {
        if (begin_ != room_) delete[] begin_;
    }

  private:
    void grow(std::size_t count);

    char* room_; ///< of the derived class
    char *begin_, *end_, *limit_;
};

/// A buffer that allocates memory only for more than Size bytes.
template <std::size_t Size>
class inline_buffer : public byte_buffer {
  public:
    inline_buffer() noexcept : byte_buffer(bytes_, Size) {}

  private:
    char bytes_[Size];
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/core/byte_buffer.ipp>
#endif
