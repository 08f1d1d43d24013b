// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/expression/path.hpp>
#include <monotable/value/view.hpp>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// The one run-time form of conditions, filters, key conditions, updates and projections. Typed expressions and parsed ones
/// become it, stores evaluate it, and the wire prints it.
namespace monotable {

/// What a node is; behind it its operands.
enum class expression_kind : std::uint8_t {
    // operands
    path,     // a document path
    constant, // a value
    size,     // path or constant
    // values that SET assigns, beside operands
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
    between,              // operand, lower, upper: both in the range
    in,                   // operand, one or more candidates
    attribute_exists,     // path
    attribute_not_exists, // path
    attribute_type,       // path, constant
    begins_with,          // operand, operand
    contains,             // operand, operand
    all_of,               // AND: two or more conditions, none of them an all_of
    any_of,               // OR: two or more conditions, none of them an any_of
    negation,             // NOT: condition
    // actions of an update
    set,             // path, value
    remove,          // path
    add,             // path, operand
    remove_elements, // DELETE: path, operand
    // roots
    update,    // actions, each at least once
    projection // paths
};

constexpr bool is_condition(expression_kind kind) noexcept {
    return kind >= expression_kind::equal && kind <= expression_kind::negation;
}

/// A tree is its nodes in preorder.
struct expression_node {
    expression_kind kind;
    std::uint32_t extent; ///< the nodes of the subtree, this one included
    std::string payload;  ///< a path's or a constant's encoding
};

/// A tree read in place, or nothing; good as long as its nodes are.
class expression_view {
  public:
    /// Walks over the operands of a node.
    class iterator {
      public:
        using value_type = expression_view;
        using difference_type = std::ptrdiff_t;

        iterator() noexcept = default;
        explicit iterator(expression_node const* at) noexcept : at_(at) {}

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
        expression_node const* at_ = nullptr;
    };

    expression_view() noexcept = default;
    explicit expression_view(expression_node const* root) noexcept : root_(root) {}

    bool empty() const noexcept { return root_ == nullptr; }
    explicit operator bool() const noexcept { return !empty(); }

    // The rest requires that it is not empty.

    expression_kind kind() const noexcept { return root_->kind; }
    bool is(expression_kind kind) const noexcept { return root_->kind == kind; }
    path_view path() const noexcept { return path_view(root_->payload); }
    value_view constant() const noexcept { return value_view(root_->payload.data()); }

    iterator begin() const noexcept { return iterator(root_ + 1); }
    iterator end() const noexcept { return iterator(root_ + root_->extent); }
    std::size_t size() const noexcept {
        std::size_t count = 0;
        for (auto i = begin(); i != end(); ++i) ++count;
        return count;
    }
    /// The i-th operand. Requires i < size().
    expression_view operator[](std::size_t i) const noexcept {
        auto at = begin();
        for (; i != 0; --i) ++at;
        return *at;
    }

    expression_node const* nodes() const noexcept { return root_; }
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
    expression_node const* root_ = nullptr;
};

/// A tree that owns its nodes, or nothing.
class expression {
  public:
    expression() noexcept = default;
    explicit expression(expression_view tree) : nodes_(tree.nodes(), tree.nodes() + tree.node_count()) {}

    static expression path(path_view path) { return leaf(expression_kind::path, path.bytes()); }
    static expression constant(value_view v) { return leaf(expression_kind::constant, v.bytes()); }

    /// The operands must be what the kind asks for. An all_of or any_of takes over the operands of those of its own kind, so
    /// that equal expressions are equal trees.
    static expression make(expression_kind kind, std::initializer_list<expression_view> operands) {
        expression result;
        result.begin(kind);
        for (auto const each : operands) result.add(each);
        return result;
    }

    /// Starts a node whose operands are then added one by one. For trees whose width is not known beforehand.
    void begin(expression_kind kind) { nodes_.assign(1, {kind, 1, {}}); }
    void add(expression_view operand) {
        auto const kind = nodes_.front().kind;
        bool const same = operand.is(kind) && (kind == expression_kind::all_of || kind == expression_kind::any_of);
        nodes_.insert(nodes_.end(), operand.nodes() + (same ? 1 : 0), operand.nodes() + operand.node_count());
        nodes_.front().extent = static_cast<std::uint32_t>(nodes_.size());
    }

    operator expression_view() const noexcept { return view(); } // NOLINT(google-explicit-constructor)
    expression_view view() const noexcept { return nodes_.empty() ? expression_view() : expression_view(nodes_.data()); }
    bool empty() const noexcept { return nodes_.empty(); }

    friend bool operator==(expression const& a, expression const& b) noexcept { return a.view() == b.view(); }

  private:
    static expression leaf(expression_kind kind, std::string_view payload) {
        expression result;
        result.nodes_.push_back({kind, 1, std::string(payload)});
        return result;
    }

    std::vector<expression_node> nodes_;
};

} // namespace monotable
