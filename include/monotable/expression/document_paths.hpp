// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/varint.hpp>
#include <monotable/core/view.hpp>
#include <monotable/expression/path.hpp>
#include <monotable/expression/tree_view.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace monotable::detail {

/// The order in which a document is traversed: names before indexes, each ascending.
inline int compare(path_step const& a, path_step const& b) noexcept {
    if (a.is_index != b.is_index) return a.is_index ? 1 : -1;
    if (a.is_index) return a.index < b.index ? -1 : a.index > b.index;
    return a.name.compare(b.name);
}

/// A path during a traversal of a document; the steps from `next` on remain.
struct path_place {
    path_view path;
    path_view::iterator next;
    expression_view action; ///< the action of an update that the path belongs to; in a projection, the path itself

    bool ends() const noexcept { return next == path.end(); }
    path_step step() const noexcept { return *next; }
};

inline bool goes_before(path_place const& a, path_place const& b) noexcept {
    auto i = a.path.begin(), j = b.path.begin();
    for (; i != a.path.end() && j != b.path.end(); ++i, ++j)
        if (auto const order = compare(*i, *j); order != 0) return order < 0;
    return i == a.path.end() && j != b.path.end();
}

/// The paths of an update or a projection, in the order in which the document is traversed. Not a vector, because every
/// program that includes this would pay for compiling one more.
class sorted_paths {
  public:
    explicit sorted_paths(expression_view tree) : size_(tree.size()) {
        if (size_ > few) many_ = new path_place[size_];
        auto* to = begin();
        for (std::size_t i = 0; auto const each : tree) {
            auto const path = each.is(expression_kind::path) ? each.path() : (*each.begin()).path();
            to[i++] = {path, path.begin(), each};
        }
        sort();
    }
    sorted_paths(sorted_paths const&) = delete;
    sorted_paths& operator=(sorted_paths const&) = delete;
    ~sorted_paths() { delete[] many_; }

    path_place* begin() noexcept { return many_ != nullptr ? many_ : few_; }
    path_place* end() noexcept { return begin() + size_; }

  private:
    void sort() noexcept {
        auto* const all = begin();
        for (auto gap = size_; gap > 1;) {
            gap = gap == 2 ? 1 : gap * 5 / 11;
            for (auto i = gap; i < size_; ++i)
                for (auto j = i; j >= gap && goes_before(all[j], all[j - gap]); j -= gap)
                    std::swap(all[j], all[j - gap]);
        }
    }

    static constexpr std::size_t few = 8;

    std::size_t size_;
    path_place few_[few];
    path_place* many_ = nullptr;
};

/// Advances the paths at the start of [first, last) that have the same next step; returns the end of that group.
inline path_place* take_step(path_place* first, path_place* last) noexcept {
    auto const step = first->step();
    auto* i = first;
    for (; i != last && i->step() == step; ++i) ++i->next;
    return i;
}

/// Appends the encoding of a container to a string. Call finish() or cancel() at the end.
class container_writer {
  public:
    container_writer(std::string& out, value_type type) : out_(&out), start_(out.size()) {
        out += static_cast<char>(type);
        out.append(5, '\0'); // four bytes for the size, one for the count
    }

    /// Appends an encoded element or member.
    void add(std::string_view bytes) {
        out_->append(bytes);
        ++count_;
    }
    /// Counts an element that the caller has appended to the string.
    void counted() noexcept { ++count_; }
    std::uint64_t count() const noexcept { return count_; }

    void finish() {
        char count[10];
        out_->replace(start_ + 5, 1, count, write_varint(count, count_));
        write_u32(out_->data() + start_ + 1, static_cast<std::uint32_t>(out_->size() - start_ - 5));
    }
    /// Removes the container from the string.
    void cancel() { out_->resize(start_); }

  private:
    std::string* out_;
    std::size_t start_;
    std::uint64_t count_ = 0;
};

} // namespace monotable::detail
