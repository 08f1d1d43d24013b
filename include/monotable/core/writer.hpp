// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/byte_buffer.hpp>
#include <monotable/core/decimal.hpp>
#include <monotable/core/validate.hpp>
#include <monotable/core/view.hpp>
#include <monotable/error.hpp>

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace monotable {

namespace detail {

class encoded_object; // model/encode.hpp

} // namespace detail

/// Appends encodings to a string or buffer that it does not own and that must outlive it. Allocates nothing else, unless
/// members of a map or elements of a set are written out of order. Inside a set, string(), binary() and number() write its
/// elements. Errors throw bad_value and leave an incomplete encoding in the string.
class value_writer {
  public:
    explicit value_writer(std::string& out) noexcept : string_(&out) {}
    explicit value_writer(detail::byte_buffer& out) noexcept : buffer_(&out) {}
    value_writer(value_writer const&) = delete;
    value_writer& operator=(value_writer const&) = delete;

    void null() { tag(value_type::null, 0); }
    void boolean(bool v) { *tag(value_type::boolean, 1) = v ? '\1' : '\0'; }
    void string(std::string_view utf8);
    void binary(std::string_view bytes) { scalar(value_type::binary, bytes); }
    void number(decimal const& v);
    template <detail::integer T>
        requires(sizeof(T) <= 8)
    void number(T v) {
        if constexpr (std::signed_integral<T>) signed_number(v);
        else unsigned_number(v);
    }
    /// REQUIRES: `payload` is what decimal::bytes() returns.
    void number_bytes(std::string_view payload) { scalar(value_type::number, payload); }

    /// Copies an encoded value.
    void raw(value_view v);

    void begin_list() { begin(value_type::list); }
    void end_list() { end(value_type::list); }

    void begin_map() { begin(value_type::map); }
    /// The name of the next member; must precede each value in a map.
    void name(std::string_view name);
    /// Sorts the members. Throws bad_value if a name occurs twice.
    void end_map();

    void begin_set(value_type type) {
        assert(detail::is_set(type));
        begin(type);
    }
    /// Sorts the elements. Throws bad_value if the set is empty or an element occurs twice.
    void end_set();

  private:
    friend class detail::encoded_object;

    struct frame {
        std::size_t start; // offset of the tag
        std::size_t last;  // offset of the last name or set element, including its length prefix
        std::uint64_t count;
        value_type type;
        bool disordered;
    };

    frame& top() noexcept {
        assert(depth_ > 0);
        return frames_[depth_ - 1];
    }
    bool in_set() const noexcept { return detail::is_set(within_); }

    // Counts a list's element. Members of maps are counted by name().
    void count() noexcept {
        if (within_ == value_type::list) ++frames_[depth_ - 1].count;
    }

    /// Appends a tag and room for `size` bytes, which it returns.
    char* tag(value_type type, std::size_t size) {
        assert(!in_set());
        count();
        char* const added = extend(1 + size);
        *added = static_cast<char>(type);
        return added + 1;
    }

    // The written bytes.
    char* data() noexcept { return buffer_ != nullptr ? buffer_->data() : string_->data(); }
    std::size_t size() const noexcept { return buffer_ != nullptr ? buffer_->size() : string_->size(); }
    std::string_view from(std::size_t start) noexcept { return {data() + start, size() - start}; }

    char* extend(std::size_t count) {
        if (buffer_ != nullptr) return buffer_->extend(count);
        string_->append(count, '\0');
        return string_->data() + (string_->size() - count);
    }
    void truncate(std::size_t size) {
        if (buffer_ != nullptr) buffer_->shrink(size);
        else string_->resize(size);
    }
    void sized(std::string_view payload);

    void signed_number(std::int64_t v);
    void unsigned_number(std::uint64_t v);
    void scalar(value_type type, std::string_view payload);
    void follow(frame& f, std::string_view payload);
    void check_depth(int levels) const;
    void begin(value_type type);
    void end(value_type type);

    struct part;

    // The offsets of the members or elements.
    static std::vector<std::size_t> starts(std::string const& body, bool with_values);
    void rewrite(frame const& f, std::string const& body, std::vector<std::size_t> const& sorted, bool with_values);
    static std::string_view key(std::string const& body, std::size_t start) noexcept;

    static void sort(std::string const& body, std::vector<std::size_t>& all);

    // The second of the first two equal neighbours; null if there are none.
    static std::size_t const* repeated(std::string const& body, std::vector<std::size_t> const& sorted);
    void sort_members(frame const& f);
    void sort_elements(frame const& f);
    static std::string listed(value_type set, std::string const& body);

    std::string* string_ = nullptr; // one of these
    detail::byte_buffer* buffer_ = nullptr;
    int depth_ = 0;
    value_type within_ = value_type::map;   // the type of the innermost container; a map if there is none
    frame frames_[detail::max_nesting + 2]; // an item, its levels, a set
};

} // namespace monotable

#ifndef MONOTABLE_COMPILED
#include <monotable/core/writer.ipp>
#endif
