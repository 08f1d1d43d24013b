// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/view.hpp>
#include <monotable/expression/path.hpp>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

/// The run-time representation of conditions, filters, key conditions, updates and projections. Typed expressions and
/// parsed ones are converted to it, backends evaluate it, and it can be printed as text.
namespace monotable {

/// The kind of a node; the comments list its operands.
enum class expression_kind : std::uint8_t {
    // operands
    path,     // a document path
    constant, // a value
    size,     // path or constant
    // values that SET assigns, in addition to operands
    if_not_exists, // path, value
    list_append,   // operand, operand
    plus,          // operand, operand
    minus,         // operand, operand
    // conditions
    equal, // operand, operand
    not_equal,
    less,
    less_equal,
    greater,
    greater_equal,
    between,              // operand, lower, upper; a closed range
    in,                   // operand, one or more candidates
    attribute_exists,     // path
    attribute_not_exists, // path
    attribute_type,       // operand, constant
    begins_with,          // operand, operand
    contains,             // operand, operand
    all_of,               // AND: two or more conditions, none of them an all_of
    any_of,               // OR: two or more conditions, none of them an any_of
    negation,             // NOT: condition
    // actions of an update
    set,             // path, value
    remove,          // path
    add,             // path, constant
    remove_elements, // DELETE: path, constant
    // roots
    update,    // one or more actions
    projection // paths
};

namespace detail {

constexpr bool is_condition(expression_kind kind) noexcept {
    return kind >= expression_kind::equal && kind <= expression_kind::negation;
}

/// A tree is the sequence of its nodes in preorder.
struct expression_node {
    expression_kind kind;
    std::uint32_t extent; ///< the number of nodes in the subtree, including this one
    std::string payload;  ///< the encoding of a path or a constant
};

} // namespace detail

/// A tree that is read in place and does not own its nodes; it can be empty.
class expression_view {
  public:
    /// Iterates over the operands of a node.
    class iterator {
      public:
        using value_type = expression_view;
        using difference_type = std::ptrdiff_t;

        iterator() noexcept = default;
        explicit iterator(detail::expression_node const* at) noexcept : at_(at) {}

        expression_view operator*() const noexcept { return expression_view(at_); }
        iterator& operator++() noexcept {
            at_ += at_->extent;
            return *this;
        }
        iterator operator++(int) noexcept {
            auto const old = *this;
            ++*this;
            return old;
        }
        friend bool operator==(iterator a, iterator b) noexcept { return a.at_ == b.at_; }

      private:
        detail::expression_node const* at_ = nullptr;
    };

    expression_view() noexcept = default;
    explicit expression_view(detail::expression_node const* root) noexcept : root_(root) {}

    bool empty() const noexcept { return root_ == nullptr; }
    explicit operator bool() const noexcept { return !empty(); }

    // The following members require that the tree is not empty.

    expression_kind kind() const noexcept { return root_->kind; }
    bool is(expression_kind kind) const noexcept { return root_->kind == kind; }
    detail::path_view path() const noexcept { return detail::path_view(root_->payload); }
    value_view constant() const noexcept { return value_view(root_->payload.data()); }

    iterator begin() const noexcept { return iterator(root_ + 1); }
    iterator end() const noexcept { return iterator(root_ + root_->extent); }
    std::size_t size() const noexcept {
        std::size_t count = 0;
        for (auto i = begin(); i != end(); ++i) ++count;
        return count;
    }
    /// The i-th operand, in linear time. REQUIRES: i < size().
    expression_view operator[](std::size_t i) const noexcept {
        auto at = begin();
        for (; i != 0; --i) ++at;
        return *at;
    }

    detail::expression_node const* nodes() const noexcept { return root_; }
    std::size_t node_count() const noexcept { return root_ == nullptr ? 0 : root_->extent; }

    friend bool operator==(expression_view a, expression_view b) noexcept {
        if (a.node_count() != b.node_count()) return false;
        for (std::size_t i = 0; i != a.node_count(); ++i) {
            auto const &x = a.root_[i], &y = b.root_[i];
            if (x.kind != y.kind || x.extent != y.extent || x.payload != y.payload) return false;
        }
        return true;
    }

  private:
    detail::expression_node const* root_ = nullptr;
};

} // namespace monotable
