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

/// An expression that owns its nodes; it can be empty. Views are valid until it is changed or destroyed.
class expression {
  public:
    expression() noexcept = default;
    explicit expression(expression_view tree);

    static expression path(detail::path_view path) { return leaf(expression_kind::path, path.bytes()); }
    static expression constant(value_view v) { return leaf(expression_kind::constant, v.bytes()); }

    /// A node with these operands, which must be those that expression_kind specifies. Operands of an all_of or any_of
    /// that have the same kind are flattened, so that equal expressions are equal trees.
    static expression make(expression_kind kind, std::initializer_list<expression_view> operands);

    /// Starts a node, replacing the tree; add() then appends its operands. For nodes whose number of operands varies.
    void begin(expression_kind kind);
    void add(expression_view operand);

    operator expression_view() const noexcept { return view(); } // NOLINT(google-explicit-constructor)
    expression_view view() const noexcept {
        return nodes_.empty() ? expression_view() : expression_view(nodes_.data());
    }
    bool empty() const noexcept { return nodes_.empty(); }

    friend bool operator==(expression const& a, expression const& b) noexcept { return a.view() == b.view(); }

  private:
    // Nodes are appended one by one, because vector::insert of a range costs more compile time than it saves at run
    // time.
    void append(expression_view tree, std::size_t first) {
        for (auto i = first; i != tree.node_count(); ++i) nodes_.push_back(tree.nodes()[i]);
    }

    static expression leaf(expression_kind kind, std::string_view payload);

    std::vector<detail::expression_node> nodes_;
};

} // namespace monotable

#ifndef MONOTABLE_COMPILED
#include <monotable/expression/tree.ipp>
#endif
