// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/text.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace monotable::detail {

enum class token_kind : std::uint8_t {
    end,
    name,     // a name, a keyword or a function
    name_of,  // #placeholder
    value_of, // :placeholder
    digits,
    symbol, // an operator or a bracket
    unknown
};

struct token {
    token_kind kind = token_kind::end;
    std::size_t begin = 0, end = 0; // offsets in the source, half-open
};

constexpr bool is_ascii_letter(char c) noexcept { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool is_ascii_digit(char c) noexcept { return c >= '0' && c <= '9'; }
constexpr bool is_name_character(char c) noexcept { return is_ascii_letter(c) || is_ascii_digit(c) || c == '_'; }

inline bool equal_ignoring_case(std::string_view a, std::string_view upper_case) noexcept {
    if (a.size() != upper_case.size()) return false;
    for (std::size_t i = 0; i != a.size(); ++i)
        if (a[i] != upper_case[i] && !(is_ascii_letter(a[i]) && a[i] - 'a' + 'A' == upper_case[i])) return false;
    return true;
}

/// Splits an expression into tokens.
class lexer {
  public:
    explicit lexer(std::string_view source) noexcept : source_(source) { current_ = read(0); }

    token const& current() const noexcept { return current_; }
    std::string_view text() const noexcept { return text_of(current_); }
    bool at_end() const noexcept { return current_.kind == token_kind::end; }
    bool at(std::string_view symbol) const noexcept { return current_.kind == token_kind::symbol && text() == symbol; }
    bool at_keyword(std::string_view upper_case) const noexcept {
        return current_.kind == token_kind::name && equal_ignoring_case(text(), upper_case);
    }
    bool before(std::string_view symbol) const noexcept { return text_of(read(current_.end)) == symbol; }

    void advance() noexcept {
        previous_ = current_;
        current_ = read(current_.end);
    }

    /// DynamoDB's message about an unexpected current token, with the tokens around it.
    std::string syntax_error() const {
        auto const begin = previous_.kind == token_kind::end ? current_.begin : previous_.begin;
        auto const next = read(current_.end);
        auto const end = at_end() ? previous_.end : next.kind == token_kind::end ? current_.end : next.end;
        std::string out = "Syntax error; token: \"";
        out += at_end() ? std::string_view("<EOF>") : text();
        out += "\", near: \"";
        if (end > begin) out += source_.substr(begin, end - begin);
        return out += '"';
    }

  private:
    std::string_view text_of(token const& t) const noexcept { return source_.substr(t.begin, t.end - t.begin); }

    token read(std::size_t from) const noexcept {
        while (from < source_.size() && std::string_view(" \t\r\n").find(source_[from]) != std::string_view::npos)
            ++from;
        if (from == source_.size()) return {token_kind::end, from, from};
        auto const rest = source_.substr(from);
        auto const run = [&](std::size_t size, auto const& belongs) {
            while (size < rest.size() && belongs(rest[size])) ++size;
            return size;
        };
        auto const made = [&](token_kind kind, std::size_t size) { return token{kind, from, from + size}; };
        char const c = rest[0];
        if (is_ascii_letter(c)) return made(token_kind::name, run(1, is_name_character));
        if (is_ascii_digit(c)) return made(token_kind::digits, run(1, is_ascii_digit));
        if (c == '#' || c == ':') {
            auto const size = run(1, is_name_character);
            auto const kind = c == '#' ? token_kind::name_of : token_kind::value_of;
            return made(size == 1 ? token_kind::unknown : kind, size);
        }
        for (std::string_view const two : {"<>", "<=", ">="})
            if (rest.starts_with(two)) return made(token_kind::symbol, 2);
        if (std::string_view("=<>(),.[]+-").find(c) != std::string_view::npos) return made(token_kind::symbol, 1);
        auto const size = utf8_sequence(rest);
        return made(token_kind::unknown, size == 0 ? 1 : size);
    }

    std::string_view source_;
    token current_, previous_;
};

} // namespace monotable::detail
