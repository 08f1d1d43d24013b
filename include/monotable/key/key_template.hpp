// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/key/placeholder.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

/// Key templates: literal text with placeholders `{field}` and `{field:format}`; `{{` and `}}` denote braces.
namespace monotable::detail {

struct template_part {
    std::string_view text;     ///< the literal text, or the name of the field
    std::string_view spelling; ///< a placeholder's text between its braces
    bool placeholder = false;
    std::int16_t field = -1; ///< index of the entity's field; set when the entity is known
    char next = '\0';        ///< the first character of the literal that follows a placeholder
    bool last = false;       ///< true if it is the last part of the key attribute
    bool verbatim = false;   ///< a string or time without a format; set when the entity is known
    bool escaped = false;    ///< of these, a string before a delimiter
    placeholder_format format{};
};

enum class template_error : std::uint8_t { none, empty, unbalanced_brace, empty_placeholder, unknown_format };

/// An upper bound for the number of parts that parse_template writes.
constexpr std::size_t count_parts(std::string_view text) {
    std::size_t count = 1;
    for (char const c : text) count += (c == '{' || c == '}') ? 1 : 0;
    return count;
}

struct parsed_template {
    template_error error = template_error::none;
    std::size_t parts = 0;
    std::string_view subject; ///< the text in error
};

/// Splits `text` into parts, which refer to it. REQUIRES: `out` has room for count_parts(text) elements.
constexpr parsed_template parse_template(std::string_view const text, template_part* out) {
    parsed_template result{template_error::none, 0, text};
    auto const fail = [&](template_error error, std::string_view subject) {
        result.error = error;
        result.subject = subject;
        return result;
    };
    auto const literal = [&](std::string_view piece) {
        if (piece.empty()) return;
        out[result.parts] = template_part{};
        out[result.parts++].text = piece;
    };
    if (text.empty()) return fail(template_error::empty, text);
    std::size_t start = 0, i = 0;
    while (i != text.size()) {
        char const c = text[i];
        if (c != '{' && c != '}') {
            ++i;
        } else if (i + 1 != text.size() && text[i + 1] == c) { // a doubled brace: keep one of the two
            literal(text.substr(start, i + 1 - start));
            i += 2;
            start = i;
        } else if (c == '}') {
            return fail(template_error::unbalanced_brace, text);
        } else {
            literal(text.substr(start, i - start));
            std::string_view const inside = before(text.substr(i + 1), '}');
            std::size_t const close = i + 1 + inside.size();
            if (close == text.size() || before(inside, '{').size() != inside.size())
                return fail(template_error::unbalanced_brace, text);
            template_part& part = out[result.parts++] = template_part{};
            part.placeholder = true;
            part.spelling = inside;
            part.text = before(inside, ':');
            if (part.text.empty()) return fail(template_error::empty_placeholder, text);
            if (part.text.size() != inside.size() && !parse_format(inside.substr(part.text.size() + 1), part.format))
                return fail(template_error::unknown_format, inside);
            i = start = close + 1;
        }
    }
    literal(text.substr(start));
    for (std::size_t p = 0; p != result.parts; ++p) {
        out[p].last = p + 1 == result.parts;
        if (!out[p].last && !out[p + 1].placeholder) out[p].next = out[p + 1].text.front();
    }
    return result;
}

} // namespace monotable::detail
