// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/expression/parser.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace monotable::detail {

class update_parser : private expression_parser {
  public:
    update_parser(std::string_view source, std::string_view parameter, substitutions& meanings)
        : expression_parser(source, parameter, meanings, keywords) {}

    expression run() {
        expression tree;
        tree.begin(expression_kind::update);
        bool used[4] = {};
        while (!lexer_.at_end()) {
            std::size_t section = 0;
            while (section != 4 && !lexer_.at_keyword(keywords[section])) ++section;
            if (section == 4) syntax_error();
            if (std::exchange(used[section], true))
                note(section_, "The \"" + std::string(keywords[section]) +
                                   "\" section can only be used once in an update expression;");
            lexer_.advance();
            do tree.add(parse_action(kinds[section]));
            while (accept(","));
        }
        check_operator_count(parameter_, tree);
        report(
            {&parentheses_, &reserved, &unknown_function_, &section_, &undefined_name, &undefined_value, &list_index});
        auto const fault = error_of(tree);
        report({&fault, &operands_});
        check(tree, parameter_);
        return tree;
    }

  private:
    static constexpr std::string_view keywords[] = {"SET", "REMOVE", "ADD", "DELETE"};
    static constexpr expression_kind kinds[] = {expression_kind::set, expression_kind::remove, expression_kind::add,
                                                expression_kind::remove_elements};

    expression parse_action(expression_kind kind) {
        auto const path = parse_path();
        if (kind == expression_kind::remove) return expression::make(kind, {path});
        if (kind == expression_kind::set) {
            expect("=");
            return expression::make(kind, {path, parse_sum().tree});
        }
        if (lexer_.current().kind != token_kind::value_of) syntax_error();
        return expression::make(kind, {path, parse_value()});
    }

    struct term {
        expression tree;
        bool in_parentheses = false;
    };

    static bool is_sum(term const& t) {
        return t.tree.view().is(expression_kind::plus) || t.tree.view().is(expression_kind::minus);
    }

    term parse_sum() {
        auto first = parse_term();
        bool const plus = lexer_.at("+");
        if (!plus && !lexer_.at("-")) return first;
        if (is_sum(first)) syntax_error();
        lexer_.advance();
        return {expression::make(plus ? expression_kind::plus : expression_kind::minus, {first.tree, parse_operand()})};
    }

    expression parse_operand() {
        auto result = parse_term();
        if (is_sum(result)) syntax_error();
        return std::move(result.tree);
    }

    term parse_term() {
        if (accept("(")) {
            nested const level(*this);
            auto inner = parse_sum();
            expect(")");
            if (inner.in_parentheses) note(parentheses_, "The expression has redundant parentheses;");
            inner.in_parentheses = true;
            return inner;
        }
        if (lexer_.current().kind == token_kind::value_of) return {parse_value()};
        return {at_function() ? parse_function() : parse_path()};
    }

    expression parse_function() {
        nested const level(*this);
        auto const name = lexer_.text();
        auto const function = find_function(name);
        lexer_.advance();
        lexer_.advance();
        expression result;
        result.begin(function.kind);
        do result.add(parse_operand());
        while (accept(","));
        expect(")");

        auto const tree = result.view();
        bool const known =
            function.kind == expression_kind::if_not_exists || function.kind == expression_kind::list_append;
        if (!known)
            note(unknown_function_,
                 about_function(function.operands == 0 ? "Invalid function name"
                                                       : "The function is not allowed in an update expression",
                                name));
        else if (tree.size() != function.operands) note(operands_, wrong_operand_count(name, tree.size()));
        else if (tree.is(expression_kind::if_not_exists) && !(*tree.begin()).is(expression_kind::path))
            note(operands_, path_required(name));
        return result;
    }

    std::string parentheses_, unknown_function_, section_, operands_;
};

class projection_parser : private expression_parser {
  public:
    projection_parser(std::string_view source, std::string_view parameter, substitutions& meanings)
        : expression_parser(source, parameter, meanings, {}) {}

    expression run() {
        expression tree;
        tree.begin(expression_kind::projection);
        do tree.add(parse_path());
        while (accept(","));
        if (!lexer_.at_end()) syntax_error();
        report({&reserved, &undefined_name, &list_index});
        check(tree, parameter_);
        return tree;
    }
};

} // namespace monotable::detail
