// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/value.hpp>
#include <monotable/core/view.hpp>
#include <monotable/expression/operator_name.hpp>
#include <monotable/expression/path.hpp>
#include <monotable/expression/tree_view.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace monotable {

namespace detail {

/// Writes the expressions of one request as text. All names and values become numbered placeholders: #0 is names()[0],
/// :0 is values()[0]; equal ones share a placeholder. Parsing the text gives the same tree, except that the actions of
/// an update are grouped by kind. A template, so that only programs that print expressions compile it.
template <class Value = value>
class basic_expression_printer {
  public:
    std::string print(expression_view tree) {
        std::string out;
        if (tree) write(out, tree);
        return out;
    }

    /// The names that #0, #1, ... denote.
    std::vector<std::string> const& names() const noexcept { return names_; }
    /// The values that :0, :1, ... denote.
    std::vector<Value> const& values() const noexcept { return values_; }

  private:
    void write(std::string& out, expression_view tree) {
        using enum expression_kind;
        switch (tree.kind()) {
        case path: return write_path(out, tree.path());
        case constant: return write_placeholder(out, ':', place(values_, tree.constant()));
        case plus:
        case minus:
        case equal:
        case not_equal:
        case less:
        case less_equal:
        case greater:
        case greater_equal:
            write(out, tree[0]);
            (out += ' ') += detail::operator_name(tree.kind());
            return write(out += ' ', tree[1]);
        case between:
            write(out, tree[0]);
            write(out += " BETWEEN ", tree[1]);
            return write(out += " AND ", tree[2]);
        case in: write(out, tree[0]); return write_list(out += " IN (", ++tree.begin(), tree.end(), ")");
        case all_of:
        case any_of: return write_joined(out, tree);
        case negation:
            // Comparisons bind tighter than NOT. NOT NOT is accepted, but not part of the documented grammar.
            return write_inside(out += "NOT ", *tree.begin(), tree[0].kind() >= all_of);
        case update: return write_update(out, tree);
        case projection: return write_list(out, tree.begin(), tree.end(), "");
        default: // functions
            (out += detail::operator_name(tree.kind())) += '(';
            return write_list(out, tree.begin(), tree.end(), ")");
        }
    }

    void write_list(std::string& out, expression_view::iterator first, expression_view::iterator last,
                    std::string_view close) {
        for (bool more = false; first != last; ++first, more = true) write(more ? out += ", " : out, *first);
        out += close;
    }

    void write_inside(std::string& out, expression_view tree, bool parentheses) {
        if (parentheses) out += '(';
        write(out, tree);
        if (parentheses) out += ')';
    }

    void write_joined(std::string& out, expression_view tree) {
        bool more = false;
        for (auto const each : tree) {
            if (more) ((out += ' ') += detail::operator_name(tree.kind())) += ' ';
            write_inside(out, each, each.is(expression_kind::any_of));
            more = true;
        }
    }

    void write_update(std::string& out, expression_view tree) {
        bool written[4] = {};
        auto const number = [](expression_view action) {
            return static_cast<std::size_t>(action.kind()) - static_cast<std::size_t>(expression_kind::set);
        };
        for (auto const leader : tree) {
            if (std::exchange(written[number(leader)], true)) continue;
            ((out += out.empty() ? "" : " ") += detail::operator_name(leader.kind())) += ' ';
            bool more = false;
            for (auto const action : tree) {
                if (!action.is(leader.kind())) continue;
                write(more ? out += ", " : out, action[0]);
                more = true;
                if (!action.is(expression_kind::remove))
                    write(out += action.is(expression_kind::set) ? " = " : " ", action[1]);
            }
        }
    }

    void write_path(std::string& out, path_view path) {
        bool more = false;
        for (auto const step : path) {
            if (step.is_index) {
                ((out += '[') += std::to_string(step.index)) += ']';
            } else {
                if (more) out += '.';
                write_placeholder(out, '#', place(names_, step.name));
            }
            more = true;
        }
    }

    static void write_placeholder(std::string& out, char sign, std::size_t number) {
        (out += sign) += std::to_string(number);
    }

    template <class T, class V>
    static std::size_t place(std::vector<T>& all, V const& wanted) {
        std::size_t i = 0;
        while (i != all.size() && !(all[i] == wanted)) ++i;
        if (i == all.size()) all.emplace_back(wanted);
        return i;
    }

    std::vector<std::string> names_;
    std::vector<Value> values_;
};

using expression_printer = basic_expression_printer<>;

} // namespace detail

} // namespace monotable
