// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/expression/parser.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace monotable::detail {

class condition_parser : private expression_parser {
  public:
    condition_parser(std::string_view source, std::string_view parameter, substitutions& meanings)
        : expression_parser(source, parameter, meanings, keywords) {}

    expression run() {
        auto result = parse_alternatives();
        if (!lexer_.at_end()) syntax_error();
        require_condition(result);
        check_operator_count(parameter_, result.tree);
        report({&parentheses_, &unknown_function_, &misused_function_, &reserved, &first_error_});
        return std::move(result.tree);
    }

  private:
    static constexpr std::string_view keywords[] = {"AND", "OR", "NOT", "IN", "BETWEEN"};

    enum class form : std::uint8_t { operand, condition, size, unknown_function };
    struct part {
        expression tree;
        form is = form::operand;
        bool in_parentheses = false;
        bool is_function = false;
    };

    void require_condition(part const& p) {
        if (p.is == form::operand) syntax_error();
        if (p.is == form::size) misuse("size");
    }
    void require_operand(part const& p) {
        if (p.is != form::condition) return;
        if (!p.is_function) syntax_error();
        misuse(operator_name(p.tree.view().kind()));
    }
    void misuse(std::string_view function) {
        note(misused_function_,
             about_function("The function is not allowed to be used this way in an expression", function));
    }

    part parse_alternatives() { return parse_joined(expression_kind::any_of, "OR"); }

    /// Parses conditions joined by OR or, as its operands, by AND.
    part parse_joined(expression_kind kind, std::string_view keyword) {
        auto const parse = [&] {
            return kind == expression_kind::any_of ? parse_joined(expression_kind::all_of, "AND") : parse_negation();
        };
        auto first = parse();
        if (!lexer_.at_keyword(keyword)) return first;
        require_condition(first);
        part result{{}, form::condition};
        result.tree.begin(kind);
        result.tree.add(first.tree);
        while (accept_keyword(keyword)) {
            auto const next = parse();
            require_condition(next);
            result.tree.add(next.tree);
        }
        return result;
    }

    part parse_negation() {
        std::size_t count = 0;
        while (accept_keyword("NOT")) ++count;
        auto result = parse_comparison();
        if (count == 0) return result;
        require_condition(result);
        for (; count != 0; --count) result.tree = expression::make(expression_kind::negation, {result.tree});
        return {std::move(result.tree), form::condition};
    }

    part parse_comparison() {
        auto left = parse_primary();
        auto const kind = comparator();
        if (kind == expression_kind::path) {
            if (left.is == form::condition && !left.in_parentheses) check_operands(left.tree);
            return left;
        }
        require_operand(left);
        lexer_.advance();
        part result{{}, form::condition};
        result.tree.begin(kind);
        result.tree.add(left.tree);
        if (kind == expression_kind::in) {
            expect("(");
            do result.tree.add(parse_operand().tree);
            while (accept(","));
            expect(")");
        } else {
            result.tree.add(parse_operand().tree);
        }
        if (kind == expression_kind::between) {
            if (!accept_keyword("AND")) syntax_error();
            result.tree.add(parse_operand().tree);
        }
        check_operands(result.tree);
        return result;
    }

    /// The comparator at the current token; `path` if there is none.
    expression_kind comparator() const {
        using enum expression_kind;
        for (auto const kind : {equal, not_equal, less, less_equal, greater, greater_equal})
            if (lexer_.at(operator_name(kind))) return kind;
        return lexer_.at_keyword("BETWEEN") ? between : lexer_.at_keyword("IN") ? in : path;
    }

    part parse_operand() {
        auto result = parse_primary();
        require_operand(result);
        return result;
    }

    part parse_primary() {
        if (accept("(")) {
            nested const level(*this);
            auto inner = parse_alternatives();
            expect(")");
            if (inner.in_parentheses) note(parentheses_, "The expression has redundant parentheses;");
            inner.in_parentheses = true;
            bool const goes_on = inner.is == form::operand && (lexer_.at(".") || lexer_.at("["));
            if (!goes_on) return inner;
            if (!inner.tree.view().is(expression_kind::path)) syntax_error();
            document_path path(inner.tree.view().path());
            parse_steps(path);
            return {expression::path(path)};
        }
        if (lexer_.current().kind == token_kind::value_of) return {parse_value()};
        if (at_function()) return parse_function();
        return {parse_path()};
    }

    part parse_function() {
        nested const level(*this);
        auto const name = lexer_.text();
        auto const function = find_function(name);
        lexer_.advance();
        lexer_.advance();
        part result;
        result.is_function = true;
        result.tree.begin(function.kind);
        do result.tree.add(parse_operand().tree);
        while (accept(","));
        expect(")");

        using enum expression_kind;
        bool const of_updates = function.kind == if_not_exists || function.kind == list_append;
        if (function.operands == 0 || of_updates) {
            note(unknown_function_, about_function(of_updates ? "The function is not allowed in a condition expression"
                                                              : "Invalid function name",
                                                   name));
            return {expression::constant(value_view()), form::unknown_function};
        }
        result.is = function.kind == size ? form::size : form::condition;
        auto const tree = result.tree.view();
        bool const of_path = function.kind == attribute_exists || function.kind == attribute_not_exists;
        if (tree.size() != function.operands) add_error(wrong_operand_count(name, tree.size()));
        else if (of_path && !(*tree.begin()).is(path)) add_error(path_required(name));
        return result;
    }

    void add_error(std::string text) {
        collect();
        note(first_error_, std::move(text));
    }

    /// Called when a comparison or a function is complete: its errors are reported before those of later ones.
    void check_operands(expression const& tree) {
        collect();
        if (first_error_.empty() && unknown_function_.empty() && misused_function_.empty())
            first_error_ = error_of(tree);
    }

    void collect() {
        for (auto* each : {&undefined_name, &undefined_value, &list_index}) note(first_error_, *each);
    }

    std::string parentheses_, unknown_function_, misused_function_, first_error_;
};

} // namespace monotable::detail
