// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/wire/error.hpp>
#include <monotable/wire/shape.hpp>

#include <boost/json/array.hpp>

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>

namespace monotable::wire {

/// The table's name in an ARN; `text` itself if it is not the ARN of a table.
inline std::string_view table_name_of(std::string_view text) noexcept {
    if (!text.starts_with("arn:")) return text;
    auto const at = text.find(":table/");
    if (at == text.npos) return text;
    text.remove_prefix(at + 7);
    return text.substr(0, text.find('/'));
}

/// Converts a JSON number to an integer as Java does: fractions are truncated, values out of range are clamped.
inline std::int64_t integer_of(json::value const& v) noexcept {
    if (auto const* small = v.if_int64()) return *small;
    if (v.is_uint64()) return std::numeric_limits<std::int64_t>::max();
    auto const d = v.get_double();
    if (d >= 9.2e18) return std::numeric_limits<std::int64_t>::max();
    if (d <= -9.2e18) return std::numeric_limits<std::int64_t>::min();
    return static_cast<std::int64_t>(d);
}

/// Checks the constraints of a shape. REQUIRES: the JSON has passed type_check for that shape.
class constraint_check {
  public:
    /// Throws request_error, a ValidationException that lists the violations, at most ten.
    static void run(json::object const& in, shape const& s) {
        for (auto const& member : s.members)
            if (member.of->pattern == text_pattern::table_name) check_table_name(in, member);
        constraint_check check;
        check.members(in, s, 0);
        if (check.count_ == 0) return;
        fail_validation(std::to_string(check.count_) +
                        (check.count_ == 1 ? " validation error detected: " : " validation errors detected: ") +
                        check.text_);
    }

  private:
    static constexpr int most_reported = 10;

    // DynamoDB reports a missing table name, or one of a wrong length, before all other violations and in another form.
    static void check_table_name(json::object const& in, shape_member const& member) {
        auto const* found = member_of(in, member.name);
        if (found == nullptr) {
            if (!member.required) return;
            fail_validation("The parameter '" + std::string(member.name) +
                            "' is required but was not present in the request");
        }
        auto const size = static_cast<std::int64_t>(table_name_of(text_of(*found)).size());
        if (size < member.of->least || size > member.of->most)
            fail_validation(std::string(member.name) + " must be at least " + std::to_string(member.of->least) +
                            " characters long and at most " + std::to_string(member.of->most) + " characters long");
    }

    void members(json::object const& in, shape const& s, std::size_t path_size) {
        for (auto const& member : s.members) {
            auto const* const found = member_of(in, member.name);
            if (found == nullptr && !member.required) continue;
            if (found != nullptr && !is_constrained(*member.of)) continue;
            path_.resize(path_size);
            if (path_size != 0) path_ += '.';
            auto const at = path_.size();
            path_ += member.name;
            path_[at] = static_cast<char>(path_[at] | 0x20); // a letter
            if (found == nullptr) add("null", "Member must not be null");
            else value(*found, *member.of);
        }
    }

    static constexpr bool is_constrained(shape const& s) noexcept {
        return s.least != shape::no_least || s.most != shape::no_most || s.pattern != text_pattern::any ||
               !s.choices.empty() || s.kind >= shape_kind::structure;
    }

    void value(json::value const& v, shape const& s) {
        auto const path_size = path_.size();
        switch (s.kind) {
        case shape_kind::string: return text(text_of(v), s);
        case shape_kind::integer:
        case shape_kind::long_integer: {
            auto const number = integer_of(v);
            if (number < s.least) refuse(v, "value greater than or equal to " + std::to_string(s.least));
            if (number > s.most) refuse(v, "value less than or equal to " + std::to_string(s.most));
            return;
        }
        case shape_kind::structure: return members(v.get_object(), s, path_size);
        case shape_kind::list: {
            auto const& list = v.get_array();
            length(v, static_cast<std::int64_t>(list.size()), s);
            if (!is_constrained(*s.element)) return;
            for (std::size_t i = 0; i != list.size() && count_ != most_reported; ++i) {
                path_.resize(path_size);
                path_ += '.' + std::to_string(i + 1) + ".member";
                if (list[i].is_null()) add("null", "Member must not be null");
                else value(list[i], *s.element);
            }
            return;
        }
        case shape_kind::map: return map(v, s);
        default: return;
        }
    }

    void map(json::value const& v, shape const& s) {
        auto const path_size = path_.size();
        auto const& all = v.get_object();
        length(v, static_cast<std::int64_t>(all.size()), s);
        if (s.key != nullptr) {
            for (auto const& each : all) {
                if (is_name({each.key().data(), each.key().size()}, *s.key)) continue;
                add(quoted(v), "Map keys must satisfy constraint: [Member must have length less than or equal to " +
                                   std::to_string(s.key->most) + ", Member must have length greater than or equal to " +
                                   std::to_string(s.key->least) +
                                   ", Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+]");
                break;
            }
        }
        if (s.element->kind == shape_kind::list && s.element->least != shape::no_least) {
            for (auto const& each : all) {
                auto const* list = each.value().if_array();
                if (list == nullptr) continue;
                auto const size = static_cast<std::int64_t>(list->size());
                if (size >= s.element->least && size <= s.element->most) continue;
                add(quoted(v), "Map value must satisfy constraint: [Member must have length less than or equal to " +
                                   std::to_string(s.element->most) +
                                   ", Member must have length greater than or equal to " +
                                   std::to_string(s.element->least) + "]");
                break;
            }
        }
        auto const* inner = s.element->kind == shape_kind::list ? s.element->element : s.element;
        if (!is_constrained(*inner) || inner->kind == shape_kind::attribute_value) return;
        for (auto const& each : all) {
            if (each.value().is_null()) continue;
            path_.resize(path_size);
            path_ += '.';
            path_.append(each.key().data(), each.key().size());
            path_ += ".member";
            if (inner == s.element) {
                value(each.value(), *inner);
                continue;
            }
            auto const& list = each.value().get_array();
            auto const element_path = path_.size();
            for (std::size_t i = 0; i != list.size() && count_ != most_reported; ++i) {
                path_.resize(element_path);
                path_ += '.' + std::to_string(i + 1) + ".member";
                if (!list[i].is_null()) value(list[i], *inner);
            }
        }
    }

    static bool matches(std::string_view text) noexcept {
        for (auto const c : text) {
            bool const letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
            if (!letter && !(c >= '0' && c <= '9') && c != '_' && c != '.' && c != '-') return false;
        }
        return !text.empty();
    }

    static bool is_name(std::string_view text, shape const& s) noexcept {
        if (s.pattern == text_pattern::table_name) text = table_name_of(text);
        auto const size = static_cast<std::int64_t>(text.size());
        return size >= s.least && size <= s.most && matches(text);
    }

    void text(std::string_view given, shape const& s) {
        auto const text = s.pattern == text_pattern::table_name ? table_name_of(given) : given;
        auto const shown = "'" + std::string(given) + "'";
        if (!s.choices.empty() && !is_choice(text, s.choices))
            add(shown, "Member must satisfy enum value set: [" + std::string(s.choices) + "]");
        auto const size = characters(text);
        if (s.pattern != text_pattern::any && !matches(text))
            add(shown, "Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+");
        if (size < s.least) add(shown, "Member must have length greater than or equal to " + std::to_string(s.least));
        if (size > s.most) add(shown, "Member must have length less than or equal to " + std::to_string(s.most));
    }

    static bool is_choice(std::string_view text, std::string_view choices) noexcept {
        while (!choices.empty()) {
            auto const end = choices.find(", ");
            if (choices.substr(0, end) == text) return true;
            choices.remove_prefix(end == choices.npos ? choices.size() : end + 2);
        }
        return false;
    }

    // The length in UTF-16 code units, as in Java.
    static std::int64_t characters(std::string_view text) noexcept {
        std::int64_t count = 0;
        for (auto const c : text) {
            auto const byte = static_cast<unsigned char>(c);
            count += (byte & 0xC0) != 0x80;
            count += byte >= 0xF0;
        }
        return count;
    }

    void length(json::value const& v, std::int64_t size, shape const& s) {
        if (size < s.least) refuse(v, "length greater than or equal to " + std::to_string(s.least));
        if (size > s.most) refuse(v, "length less than or equal to " + std::to_string(s.most));
    }

    void refuse(json::value const& v, std::string const& what) { add(quoted(v), "Member must have " + what); }

    static std::string quoted(json::value const& v) {
        std::string out = "'";
        append_java(out, v, 0);
        return out + "'";
    }

    // Approximates Java's toString of lists and maps.
    static void append_java(std::string& out, json::value const& v, int depth) {
        constexpr std::size_t longest = 2000;
        if (out.size() > longest || depth > 16) return;
        char const* before = "";
        if (auto const* object = v.if_object()) {
            out += '{';
            for (auto const& each : *object) {
                out += before;
                out.append(each.key().data(), each.key().size());
                out += '=';
                append_java(out, each.value(), depth + 1);
                before = ", ";
            }
            out += '}';
        } else if (auto const* array = v.if_array()) {
            out += '[';
            for (auto const& each : *array) {
                out += before;
                append_java(out, each, depth + 1);
                before = ", ";
            }
            out += ']';
        } else if (v.is_string()) {
            out += text_of(v);
        } else if (v.is_number()) {
            out += std::to_string(integer_of(v));
        } else {
            out += v.is_null() ? "null" : v.get_bool() ? "true" : "false";
        }
    }

    void add(std::string_view value, std::string_view rule) {
        if (count_ == most_reported) return;
        if (count_++ != 0) text_ += "; ";
        text_ += "Value ";
        text_ += value;
        text_ += " at '";
        text_ += path_;
        text_ += "' failed to satisfy constraint: ";
        text_ += rule;
    }

    std::string path_;
    std::string text_;
    int count_ = 0;
};

} // namespace monotable::wire
