// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/expression/lexer.hpp>
#include <monotable/expression/operator_name.hpp>
#include <monotable/expression/path.hpp>
#include <monotable/expression/reserved_words.hpp>
#include <monotable/expression/substitutions.hpp>
#include <monotable/expression/tree.hpp>
#include <monotable/expression/validate.hpp>
#include <monotable/meta/array_view.hpp>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace monotable {

namespace detail {

/// The common base of the parsers. A syntax error ends parsing immediately. Of other errors the first of each kind is
/// kept, because the order in which DynamoDB reports them is not their order in the text.
class expression_parser {
  public:
    expression_parser(std::string_view source, std::string_view parameter, substitutions& meanings,
                      array_view<std::string_view> keywords)
        : lexer_(source), parameter_(parameter), meanings_(meanings), keywords_(keywords) {
        if (source.size() > max_expression_size)
            refuse("Expression size has exceeded the maximum allowed size; expression size: " +
                   std::to_string(source.size()));
        if (lexer_.at_end()) refuse("The expression can not be empty;");
    }

  protected:
    [[noreturn]] void refuse(std::string const& fault) const { throw_invalid_expression(parameter_, fault); }
    [[noreturn]] void syntax_error() const { refuse(lexer_.syntax_error()); }
    void report(std::initializer_list<std::string const*> faults) const {
        for (auto const* each : faults)
            if (!each->empty()) refuse(*each);
    }

    static void note(std::string& fault, std::string text) {
        if (fault.empty()) fault = std::move(text);
    }
    static std::string about_function(std::string_view what, std::string_view function) {
        return std::string(what) + "; function: " + std::string(function);
    }

    bool accept(std::string_view symbol) {
        bool const there = lexer_.at(symbol);
        if (there) lexer_.advance();
        return there;
    }
    bool accept_keyword(std::string_view keyword) {
        bool const there = lexer_.at_keyword(keyword);
        if (there) lexer_.advance();
        return there;
    }
    void expect(std::string_view symbol) {
        if (!accept(symbol)) syntax_error();
    }

    bool at_function() const {
        return lexer_.current().kind == token_kind::name && lexer_.before("(") && !at_keyword();
    }

    expression parse_value() {
        auto const placeholder = lexer_.text();
        auto const* const meaning = meanings_.use_value(placeholder);
        if (meaning == nullptr)
            note(undefined_value, "An expression attribute value used in expression is not defined; attribute value: " +
                                      std::string(placeholder));
        lexer_.advance();
        return expression::constant(meaning == nullptr ? value_view() : meaning->view());
    }

    expression parse_path() {
        document_path path(parse_name());
        parse_steps(path);
        return expression::path(path);
    }

    void parse_steps(document_path& path) {
        for (;;) {
            if (accept(".")) {
                path.member(parse_name());
            } else if (accept("[")) {
                path.element(parse_index());
                expect("]");
            } else {
                return;
            }
        }
    }

    /// Bounds the recursion through parentheses and functions; valid expressions are far below the limit.
    class nested {
      public:
        explicit nested(expression_parser& parser) : parser_(parser) {
            if (++parser.depth_ > max_depth)
                parser.refuse("The expression contains too many operators; operator count: " +
                              std::to_string(max_depth));
        }
        nested(nested const&) = delete;
        nested& operator=(nested const&) = delete;
        ~nested() { --parser_.depth_; }

      private:
        static constexpr int max_depth = 400;

        expression_parser& parser_;
    };

    lexer lexer_;
    std::string_view parameter_;
    std::string reserved, undefined_name, undefined_value, list_index;

  private:
    bool at_keyword() const {
        for (auto const each : keywords_)
            if (lexer_.at_keyword(each)) return true;
        return false;
    }

    std::string parse_name() {
        auto const text = lexer_.text();
        if (lexer_.current().kind == token_kind::name_of) {
            auto const* const meaning = meanings_.use_name(text);
            if (meaning == nullptr)
                note(undefined_name, "An expression attribute name used in the document path is not defined; "
                                     "attribute name: " +
                                         std::string(text));
            lexer_.advance();
            return meaning == nullptr ? std::string() : *meaning;
        }
        if (lexer_.current().kind != token_kind::name || at_keyword()) syntax_error();
        if (is_reserved_word(text))
            note(reserved, "Attribute name is a reserved keyword; reserved keyword: " + std::string(text));
        lexer_.advance();
        return std::string(text);
    }

    std::uint32_t parse_index() {
        if (lexer_.current().kind != token_kind::digits) syntax_error();
        auto const text = lexer_.text();
        std::uint64_t index = 0;
        for (char const c : text)
            if (index <= max_list_index) index = index * 10 + static_cast<unsigned>(c - '0');
        if (index > max_list_index)
            note(list_index, "List index is not within the allowable range; index: [" + std::string(text) + ']');
        lexer_.advance();
        return index > max_list_index ? 0 : static_cast<std::uint32_t>(index);
    }

    substitutions& meanings_;
    array_view<std::string_view> keywords_;
    int depth_ = 0;
};

/// The kind of a function and its number of operands.
struct called_function {
    expression_kind kind;
    std::size_t operands; ///< 0 if the function does not exist
};

inline called_function find_function(std::string_view name) noexcept {
    using enum expression_kind;
    for (auto const kind : {size, if_not_exists, list_append, attribute_exists, attribute_not_exists, attribute_type,
                            begins_with, contains})
        if (operator_name(kind) == name)
            return {kind, kind == size || kind == attribute_exists || kind == attribute_not_exists ? 1u : 2u};
    return {path, 0};
}

inline std::string wrong_operand_count(std::string_view function, std::size_t count) {
    return "Incorrect number of operands for operator or function; operator or function: " + std::string(function) +
           ", number of operands: " + std::to_string(count);
}

inline std::string path_required(std::string_view function) {
    return "Operator or function requires a document path; operator or function: " + std::string(function);
}

} // namespace detail

} // namespace monotable
