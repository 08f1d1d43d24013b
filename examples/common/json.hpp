// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "parse_text.hpp"

#include <monotable/core/item.hpp>
#include <monotable/core/value.hpp>
#include <monotable/core/view.hpp>
#include <monotable/core/writer.hpp>
#include <monotable/error.hpp>
#include <monotable/meta/reflect.hpp>

#include <boost/pfr/core.hpp>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Parses JSON (RFC 8259, UTF-8) into the library's values: objects become maps, arrays lists, numbers are exact.
/// Throws json_error if the text is invalid.
namespace examples {

class json_error : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

class json_reader {
  public:
    explicit json_reader(std::filesystem::path const& file) : file_(file.string()) {
        std::ifstream in(file, std::ios::binary);
        if (!in) fail("cannot be read");
        text_.assign(std::istreambuf_iterator<char>(in), {});
        if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3; // a byte order mark
    }

    /// Parses the whole file.
    monotable::value read() {
        std::string bytes;
        monotable::value_writer out(bytes);
        try {
            value(out);
        } catch (monotable::bad_value const& e) {
            fail(e.what());
        }
        if (peek() != '\0' || at_ < text_.size()) fail("text behind the value");
        return monotable::value::from_encoding(std::move(bytes));
    }

  private:
    /// Skips white space.
    char peek() {
        at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size());
        return at_ == text_.size() ? '\0' : text_[at_];
    }
    bool take(char c) {
        if (peek() != c) return false;
        ++at_;
        return true;
    }
    void expect(char c) {
        if (!take(c)) fail(std::string("expected ") + c);
    }
    bool take_word(std::string_view word) {
        if (text_.compare(at_, word.size(), word) != 0) return false;
        at_ += word.size();
        return true;
    }

    void value(monotable::value_writer& out) {
        if (peek() == '"') {
            out.string(string());
        } else if (take('{')) {
            out.begin_map();
            for (bool more = !take('}'); more; more = take(',') || (expect('}'), false)) {
                if (peek() != '"') fail("expected a name");
                out.name(string());
                expect(':');
                value(out);
            }
            out.end_map();
        } else if (take('[')) {
            out.begin_list();
            for (bool more = !take(']'); more; more = take(',') || (expect(']'), false)) value(out);
            out.end_list();
        } else if (take_word("null")) {
            out.null();
        } else if (take_word("true")) {
            out.boolean(true);
        } else if (take_word("false")) {
            out.boolean(false);
        } else {
            std::size_t const end = std::min(text_.find_first_not_of("+-.0123456789Ee", at_), text_.size());
            auto const number = monotable::decimal::parse(std::string_view(text_).substr(at_, end - at_));
            if (!number) fail("expected a value");
            out.number(*number);
            at_ = end;
        }
    }

    std::string string() {
        std::string result;
        for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
            if (static_cast<unsigned char>(text_[at_]) < 0x20) fail("a control character in a string");
            if (text_[at_] != '\\') {
                result += text_[at_];
                continue;
            }
            constexpr std::string_view escapes = "\"\\/bfnrt", characters = "\"\\/\b\f\n\r\t";
            char const c = ++at_ < text_.size() ? text_[at_] : '\0';
            if (auto const found = escapes.find(c); found != escapes.npos) result += characters[found];
            else if (c == 'u') append_utf8(result, code_point());
            else fail("an escape that does not exist");
        }
        if (at_ >= text_.size()) fail("a string does not end");
        ++at_;
        return result;
    }

    /// Parses an escape such as \uD83D\uDE00. On entry at_ is at the first u, on exit at the last digit.
    unsigned code_point() {
        unsigned const first = four_digits();
        if (first < 0xD800 || first > 0xDFFF) return first;
        if (first > 0xDBFF || text_.compare(at_ + 1, 2, "\\u") != 0) fail("half of a surrogate pair");
        at_ += 2;
        unsigned const second = four_digits();
        if (second < 0xDC00 || second > 0xDFFF) fail("half of a surrogate pair");
        return 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00);
    }
    unsigned four_digits() {
        unsigned result = 0;
        char const* const digits = text_.data() + at_ + 1;
        if (text_.size() - at_ < 5 || std::from_chars(digits, digits + 4, result, 16).ptr != digits + 4)
            fail("\\u needs four digits");
        at_ += 4;
        return result;
    }
    static void append_utf8(std::string& out, unsigned c) {
        auto const put = [&](unsigned byte) { out += static_cast<char>(byte); };
        if (c < 0x80) return put(c);
        if (c < 0x800) put(0xC0 | c >> 6);
        else if (c < 0x10000) put(0xE0 | c >> 12), put(0x80 | (c >> 6 & 0x3F));
        else put(0xF0 | c >> 18), put(0x80 | (c >> 12 & 0x3F)), put(0x80 | (c >> 6 & 0x3F));
        put(0x80 | (c & 0x3F));
    }

    [[noreturn]] void fail(std::string const& what) const {
        auto const read = static_cast<std::ptrdiff_t>(std::min(at_, text_.size()));
        auto const line = 1 + std::count(text_.begin(), text_.begin() + read, '\n');
        throw json_error(file_ + ":" + std::to_string(line) + ": " + what);
    }

    std::string file_, text_;
    std::size_t at_ = 0;
};

inline monotable::value_view member(monotable::value_view object, std::string_view name) {
    if (!object.is(monotable::value_type::map)) throw json_error(std::string(name) + ": not in an object");
    auto const found = object.as_map().find(name);
    if (!found) throw json_error(std::string(name) + " is missing");
    return *found;
}

inline monotable::list_view elements(monotable::value_view array) {
    if (!array.is(monotable::value_type::list)) throw json_error("not an array");
    return array.as_list();
}

/// Converts an array of objects to structs: each member is the field of the same name, a field without a member keeps
/// its initializer, null is an empty optional.
template <class T>
std::vector<T> read_rows(monotable::value_view rows) {
    using monotable::value_type;
    constexpr auto& fields = monotable::detail::reflect<T>::names;
    std::vector<T> result;
    for (monotable::value_view const row : elements(rows)) {
        for (auto const member : row.as_map())
            if (std::ranges::find(fields, member.name) == std::end(fields))
                throw json_error("unknown member " + std::string(member.name));
        boost::pfr::for_each_field(result.emplace_back(), [&](auto& field, std::size_t i) {
            auto const value = row.as_map().find(fields[i]);
            if (!value) return;
            std::string const text = value->is(value_type::string)   ? std::string(value->as_string())
                                     : value->is(value_type::number) ? value->as_number().to_string()
                                                                     : std::string();
            if (!parse_text(text, field)) throw json_error(std::string(fields[i]) + ": \"" + text + "\" does not fit");
        });
    }
    return result;
}

namespace detail {

/// Converts {"S": "text"}, {"N": "1"}, {"L": [...]} or {"M": {...}}.
inline void write_typed(monotable::value_writer& out, monotable::value_view typed) {
    auto const [type, content] = *typed.as_map().begin();
    if (type == "S") {
        out.string(content.as_string());
    } else if (type == "N") {
        out.number(monotable::decimal(content.as_string()));
    } else if (type == "L") {
        out.begin_list();
        for (auto const each : content.as_list()) write_typed(out, each);
        out.end_list();
    } else if (type == "M") {
        out.begin_map();
        for (auto const member : content.as_map()) {
            out.name(member.name);
            write_typed(out, member.value);
        }
        out.end_map();
    } else {
        throw json_error("type " + std::string(type) + " is not read here");
    }
}

} // namespace detail

/// Converts an item in DynamoDB's JSON: {"PK": {"S": "c#12345"}, ...}.
inline monotable::item read_item(monotable::value_view members) {
    std::string bytes;
    monotable::value_writer out(bytes);
    out.begin_map();
    for (auto const member : members.as_map()) {
        out.name(member.name);
        detail::write_typed(out, member.value);
    }
    out.end_map();
    return monotable::item::from_encoding(std::move(bytes));
}

} // namespace examples
