// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/varint.hpp>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

/// Document paths: `ship_to.city`, `lines[0].qty`. The encoding is that of the steps in order, each of which begins
/// with a varint: twice the length of a name, which follows, or twice an index plus one. No step is a prefix of
/// another, so a path is a prefix of another exactly if its bytes are.
namespace monotable {

namespace detail {

struct path_step {
    std::string_view name = {}; ///< the name of a map's member
    std::uint32_t index = 0;    ///< the position of a list's element
    bool is_index = false;

    friend bool operator==(path_step const&, path_step const&) = default;
};

/// A path that is read in place and does not own its bytes. The first step is a name.
class path_view {
  public:
    class iterator {
      public:
        using value_type = detail::path_step;
        using difference_type = std::ptrdiff_t;

        iterator() noexcept = default;
        explicit iterator(char const* p) noexcept : p_(p) {}

        detail::path_step operator*() const noexcept {
            auto p = p_;
            return read(p);
        }
        iterator& operator++() noexcept {
            read(p_);
            return *this;
        }
        iterator operator++(int) noexcept {
            auto const old = *this;
            ++*this;
            return old;
        }
        friend bool operator==(iterator a, iterator b) noexcept { return a.p_ == b.p_; }

      private:
        static detail::path_step read(char const*& p) noexcept {
            auto const lead = detail::read_varint(p);
            if (lead % 2 != 0) return {{}, static_cast<std::uint32_t>(lead / 2), true};
            std::string_view const name(p, lead / 2);
            p += name.size();
            return {name, 0, false};
        }

        char const* p_ = nullptr;
    };

    path_view() noexcept = default;
    explicit path_view(std::string_view encoding) noexcept : bytes_(encoding) {}

    iterator begin() const noexcept { return iterator(bytes_.data()); }
    iterator end() const noexcept { return iterator(bytes_.data() + bytes_.size()); }

    /// The name of the attribute with which the path begins.
    std::string_view attribute() const noexcept { return (*begin()).name; }
    /// True if the path is an attribute without further steps.
    bool is_attribute() const noexcept { return ++begin() == end(); }
    /// True if `other` is this path or continues it.
    bool contains(path_view other) const noexcept { return other.bytes_.starts_with(bytes_); }

    std::string_view bytes() const noexcept { return bytes_; }

    friend bool operator==(path_view, path_view) noexcept = default;

  private:
    std::string_view bytes_;
};

/// A path that owns its bytes.
class document_path {
  public:
    explicit document_path(std::string_view attribute) { member(attribute); }
    explicit document_path(path_view path) : bytes_(path.bytes()) {}

    /// Append a step to the path: the member of a map, or the element of a list.
    document_path& member(std::string_view name) {
        lead(std::uint64_t{name.size()} * 2);
        bytes_.append(name);
        return *this;
    }
    document_path& element(std::uint32_t index) {
        lead(std::uint64_t{index} * 2 + 1);
        return *this;
    }

    operator path_view() const noexcept { return path_view(bytes_); } // NOLINT(google-explicit-constructor)
    std::string_view bytes() const noexcept { return bytes_; }

  private:
    void lead(std::uint64_t v) {
        char out[10];
        bytes_.append(out, detail::write_varint(out, v));
    }

    std::string bytes_;
};

} // namespace detail

} // namespace monotable
