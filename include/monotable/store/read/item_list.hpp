// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/view.hpp>

#include <cstddef>
#include <string>

namespace monotable::detail {

/// Items in one buffer, which are appended at the end and consumed from the front. Views of them are valid until items are
/// appended or dropped.
class item_list {
  public:
    /// Makes room for about `count` items like this one.
    void reserve(std::size_t count, item_view like) {
        std::size_t const size = like.bytes().size();
        bytes_.reserve(bytes_.size() + count * (size + size / 16 + 16));
    }
    void push_back(item_view next) {
        last_ = bytes_.size();
        bytes_.append(next.bytes());
    }

    /// True if all items are consumed.
    bool empty() const noexcept { return position_ == bytes_.size(); }
    /// REQUIRES: not empty().
    item_view front() const noexcept { return item_view(bytes_.data() + position_); }
    void consume() noexcept {
        previous_ = position_;
        position_ += front().bytes().size();
    }

    bool has_consumed() const noexcept { return position_ != 0; }
    /// The item that was consumed last. REQUIRES: has_consumed().
    item_view consumed() const noexcept { return item_view(bytes_.data() + previous_); }
    /// The item that was appended last. REQUIRES: there is one, and truncate() was not called since.
    item_view last() const noexcept { return item_view(bytes_.data() + last_); }
    bool is_mostly_consumed() const noexcept { return position_ > bytes_.size() / 2; }

    /// Drops the items that are consumed.
    void drop_consumed() {
        bytes_.erase(0, position_);
        last_ -= last_ < position_ ? last_ : position_;
        position_ = previous_ = 0;
    }

    /// The size of all items in bytes, for truncate().
    std::size_t mark() const noexcept { return bytes_.size(); }
    void truncate(std::size_t mark) { bytes_.resize(mark); }

  private:
    std::string bytes_;
    std::size_t position_ = 0; // of the next item
    std::size_t previous_ = 0; // of the item that was consumed last
    std::size_t last_ = 0;     // of the item that was appended last
};

} // namespace monotable::detail
