// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/short_bytes.hpp>
#include <monotable/core/text.hpp>
#include <monotable/core/type.hpp>
#include <monotable/core/varint.hpp>

#include <cstddef>
#include <cstring>
#include <string_view>

namespace monotable::detail {

/// Bytes that are appended one after the other, without an allocation while they fit the internal buffer. Used on the stack,
/// for keys of requests. Pointers to the bytes are valid until bytes are appended.
class byte_buffer {
  public:
    byte_buffer() noexcept {} // the bytes are uninitialized
    byte_buffer(byte_buffer const&) = delete;
    byte_buffer& operator=(byte_buffer const&) = delete;
    ~byte_buffer() {
        if (data_ != room_) delete[] data_;
    }

    char* data() noexcept { return data_; }
    char const* data() const noexcept { return data_; }
    std::size_t size() const noexcept { return size_; }
    bool empty() const noexcept { return size_ == 0; }
    std::string_view view() const noexcept { return view_of(data_, size_); }

    /// Adds `count` bytes at the end and returns their address; they are uninitialized.
    [[gnu::always_inline]] char* extend(std::size_t count) {
        if (capacity_ - size_ < count) [[unlikely]]
            grow(count);
        char* const place = data_ + size_;
        size_ += count;
        return place;
    }
    [[gnu::always_inline]] void append(std::string_view bytes) {
        copy_bytes(extend(bytes.size()), bytes.data(), bytes.size());
    }
    void append(std::size_t count, char c) { std::memset(extend(count), c, count); }
    void push_back(char c) { *extend(1) = c; }
    /// Allocates what the next `count` bytes need, so that pointers stay valid while they are appended.
    void reserve(std::size_t count) {
        if (capacity_ - size_ < count) grow(count);
    }
    /// Removes the bytes after the first `size`. REQUIRES: size <= size().
    void shrink(std::size_t size) noexcept { size_ = size; }

    /// Appends a length and as many bytes.
    void append_sized(std::string_view bytes) {
        if (bytes.size() < 0x80) {
            char* const short_place = extend(1 + bytes.size());
            *short_place = static_cast<char>(bytes.size());
            return copy_bytes(short_place + 1, bytes.data(), bytes.size());
        }
        char* place = extend(10 + bytes.size());
        place += write_varint(place, bytes.size());
        copy_bytes(place, bytes.data(), bytes.size());
        size_ = static_cast<std::size_t>(place - data_) + bytes.size();
    }
    /// Makes one byte at `position` the length of the bytes after it, and adds bytes if one does not suffice.
    void set_length(std::size_t position) {
        std::size_t const length = size_ - position - 1;
        char bytes[10];
        std::size_t const width = write_varint(bytes, length);
        if (width != 1) {
            extend(width - 1);
            std::memmove(data_ + position + width, data_ + position + 1, length);
        }
        std::memcpy(data_ + position, bytes, width);
    }
    /// Appends an encoded number, string or binary. A string is not checked to be UTF-8.
    void append_scalar(value_type type, std::string_view payload) {
        push_back(static_cast<char>(type));
        append_sized(payload);
    }

  protected:
    /// Uses other room than the internal buffer. REQUIRES: it belongs to the derived class.
    byte_buffer(char* room, std::size_t size) noexcept : room_(room), data_(room), capacity_(size) {}

  private:
    void grow(std::size_t count) {
        std::size_t const capacity = 2 * (size_ + count);
        char* const larger = new char[capacity];
        std::memcpy(larger, data_, size_);
        if (data_ != room_) delete[] data_;
        data_ = larger;
        capacity_ = capacity;
    }

    char* room_ = internal_;
    char* data_ = internal_;
    std::size_t size_ = 0;
    std::size_t capacity_ = sizeof internal_;
    char internal_[232];
};

/// A buffer with more room, for items.
template <std::size_t Size>
class large_buffer : public byte_buffer {
  public:
    large_buffer() noexcept : byte_buffer(bytes_, Size) {}

  private:
    char bytes_[Size];
};

} // namespace monotable::detail
