// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/view.hpp>
#include <monotable/expression/path.hpp>
#include <monotable/expression/tree_view.hpp>

#include <cstddef>
#include <initializer_list>
#include <string_view>
#include <vector>

namespace monotable {

/// A tree that owns its nodes, or nothing.
class expression {
  public:
    expression() noexcept = default;
    explicit expression(expression_view tree);

    static expression path(path_view path) { return leaf(expression_kind::path, path.bytes()); }
    static expression constant(value_view v) { return leaf(expression_kind::constant, v.bytes()); }

    /// The operands must be what the kind asks for. An all_of or any_of takes over the operands of those of its own kind, so
    /// that equal expressions are equal trees.
    static expression make(expression_kind kind, std::initializer_list<expression_view> operands);

    /// Starts a node whose operands are then added one by one. For trees whose width is not known beforehand.
    void begin(expression_kind kind);
    void add(expression_view operand);

    operator expression_view() const noexcept { return view(); } // NOLINT(google-explicit-constructor)
    expression_view view() const noexcept {
        return nodes_.empty() ? expression_view() : expression_view(nodes_.data());
    }
    bool empty() const noexcept { return nodes_.empty(); }

    friend bool operator==(expression const& a, expression const& b) noexcept { return a.view() == b.view(); }

  private:
    // One by one: what a range takes a compiler is more than growing in steps takes a program.
    void append(expression_view tree, std::size_t first) {
        for (auto i = first; i != tree.node_count(); ++i) nodes_.push_back(tree.nodes()[i]);
    }

    static expression leaf(expression_kind kind, std::string_view payload);

    std::vector<expression_node> nodes_;
};

} // namespace monotable

#ifndef MONOTABLE_COMPILED
#include <monotable/expression/tree.ipp>
#endif
