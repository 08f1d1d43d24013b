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

/// Names before indexes, each in its order: the order in which maps and lists are walked.
inline int compare(path_step const& a, path_step const& b) noexcept {
    if (a.is_index != b.is_index) return a.is_index ? 1 : -1;
    if (a.is_index) return a.index < b.index ? -1 : a.index > b.index;
    return a.name.compare(b.name);
}

/// A path on the way through a document: what is left of it begins at `next`.
struct path_place {
    path_view path;
    path_view::iterator next;
    expression_view action; ///< what the path is for: its parent in an update, itself in a projection

    bool ends() const noexcept { return next == path.end(); }
    path_step step() const noexcept { return *next; }
};

inline bool goes_before(path_place const& a, path_place const& b) noexcept {
    auto i = a.path.begin(), j = b.path.begin();
    for (; i != a.path.end() && j != b.path.end(); ++i, ++j)
        if (auto const order = compare(*i, *j); order != 0) return order < 0;
    return i == a.path.end() && j != b.path.end();
}

/// The paths of an update or a projection in the order of a walk through the document. Not a vector: programs that only
/// include this should not pay for another one.
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

/// Those of [first, last) whose next step is that of the first one; they come to stand behind it.
inline path_place* take_step(path_place* first, path_place* last) noexcept {
    auto const step = first->step();
    auto* i = first;
    for (; i != last && i->step() == step; ++i) ++i->next;
    return i;
}

/// Appends the encoding of a container to a string.
class container_writer {
  public:
    container_writer(std::string& out, value_type type) : out_(&out), start_(out.size()) {
        out += static_cast<char>(type);
        out.append(5, '\0'); // size, and a count of one byte
    }

    /// Whole elements or members as they are encoded.
    void add(std::string_view bytes) {
        out_->append(bytes);
        ++count_;
    }
    /// For an element that was appended to the string by itself.
    void counted() noexcept { ++count_; }
    std::uint64_t count() const noexcept { return count_; }

    void finish() {
        char count[10];
        out_->replace(start_ + 5, 1, count, write_varint(count, count_));
        write_u32(out_->data() + start_ + 1, static_cast<std::uint32_t>(out_->size() - start_ - 5));
    }
    /// Takes back all of it.
    void cancel() { out_->resize(start_); }

  private:
    std::string* out_;
    std::size_t start_;
    std::uint64_t count_ = 0;
};

} // namespace monotable::detail
