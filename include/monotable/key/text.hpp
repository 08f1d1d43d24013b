// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/field_type.hpp>
#include <monotable/error.hpp>
#include <monotable/key/key_template.hpp>
#include <monotable/key/shape.hpp>
#include <monotable/value/decimal.hpp>
#include <monotable/value/value.hpp>
#include <monotable/value/writer.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

/// The text of one placeholder inside a key, and back. docs/key-format.md specifies it byte by byte.
///
/// Invariants:
/// 1. Injective: the texts of two different values differ, and none is a prefix of another once the delimiter behind
///    the placeholder is appended. Exceptions are the placeholders whose format asks for it (is_lossy).
/// 2. Ordered: byte order of the texts is the order of the values, or its reverse under `desc` (except is_unordered).
namespace monotable::detail {

inline void append_hex(std::string& out, unsigned char byte) {
    constexpr char digits[] = "0123456789ABCDEF";
    out += digits[byte >> 4];
    out += digits[byte & 15];
}

inline int hex_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/// The character that introduces an escape in front of this delimiter.
constexpr char escape_character(char delimiter) {
    return escapes_in_order(delimiter) ? static_cast<char>(delimiter + 1) : '%';
}

/// A delimiter up to '.' (such as '#'): every byte up to the escape character, which is the delimiter's successor, becomes
/// that character and two hex digits. Since the delimiter sorts below whatever a value can go on with, tuples of strings
/// keep their order. Other delimiters: only the delimiter and '%' are escaped, as %XX.
inline bool is_escaped(char c, char delimiter) {
    auto const byte = static_cast<unsigned char>(c);
    if (escapes_in_order(delimiter)) return byte <= static_cast<unsigned char>(escape_character(delimiter));
    return c == delimiter || c == '%';
}

inline void append_escaped(std::string& out, std::string_view text, char delimiter) {
    for (char const c : text) {
        if (is_escaped(c, delimiter)) {
            out += escape_character(delimiter);
            append_hex(out, static_cast<unsigned char>(c));
        } else {
            out += c;
        }
    }
}

/// Undoes append_escaped up to the delimiter, which stays in rest. False: not the output of append_escaped.
inline bool read_escaped(std::string_view& rest, char delimiter, std::string& text) {
    char const escape = escape_character(delimiter);
    while (!rest.empty() && rest.front() != delimiter) {
        char c = rest.front();
        if (c == escape) {
            if (rest.size() < 3) return false;
            int const high = hex_value(rest[1]), low = hex_value(rest[2]);
            if (high < 0 || low < 0) return false;
            c = static_cast<char>(high * 16 + low);
            if (!is_escaped(c, delimiter)) return false;
            rest.remove_prefix(2);
        } else if (is_escaped(c, delimiter)) {
            return false;
        }
        text += c;
        rest.remove_prefix(1);
    }
    return !rest.empty();
}

/// FNV-1a over the attribute's text. Part of the key format: never to change.
constexpr std::uint64_t stable_hash(std::string_view text) {
    std::uint64_t hash = 14695981039346656037u;
    for (char const c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
    return hash ^ (hash >> 32);
}

constexpr std::size_t decimal_digits(std::uint64_t number) {
    std::size_t digits = 1;
    for (; number > 9; number /= 10) ++digits;
    return digits;
}

inline void append_padded(std::string& out, std::string_view digits, std::size_t width) {
    if (digits.size() < width) out.append(width - digits.size(), '0');
    out += digits;
}

inline std::string lower_ascii(std::string_view text) {
    std::string result(text);
    for (char& c : result)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return result;
}

/// Digits are complemented, and '-' sorts last instead of first.
inline void complement(std::string& text, std::size_t from) {
    for (std::size_t i = from; i != text.size(); ++i) {
        char& c = text[i];
        if (is_digit(c)) c = static_cast<char>('0' + ('9' - c));
        else if (c == '-' && i == from) c = '~';
    }
}

[[noreturn]] inline void refuse_key_value(std::string_view entity, template_part const& part, std::string_view value,
                                          std::string_view reason) {
    std::string message = "monotable: ";
    message.append(entity).append(".").append(part.text).append(" = \"").append(value).append("\": ").append(reason);
    throw bad_value(message);
}

/// The shard of a derived shard placeholder.
inline std::uint64_t shard_of(value_view v, std::uint16_t shards) {
    switch (v.type()) {
    case value_type::string: return stable_hash(v.as_string()) % shards;
    case value_type::binary: return stable_hash(v.as_binary()) % shards;
    default: return stable_hash(v.as_number().to_string()) % shards;
    }
}

inline void append_shard(std::string& out, std::uint64_t shard, std::uint64_t last) {
    append_padded(out, std::to_string(shard), decimal_digits(last));
}

/// Sign-safe fixed width: a negative number is '-' and the complemented digits of its magnitude.
inline void append_number(std::string& out, std::string_view entity, template_part const& part, std::string_view text,
                          std::size_t width, std::size_t fraction, bool point) {
    bool const negative = text.front() == '-';
    std::string_view const magnitude = text.substr(negative ? 1 : 0);
    std::string_view const whole = magnitude.substr(0, magnitude.find('.'));
    std::string_view const rest =
        whole.size() == magnitude.size() ? std::string_view{} : magnitude.substr(whole.size() + 1);
    if (whole.size() > width)
        refuse_key_value(entity, part, text, "has more digits than the width of its placeholder; widen it ({field:width})");
    if (rest.size() > fraction)
        refuse_key_value(entity, part, text, "has more fraction digits than its placeholder keeps; round it first");
    std::size_t const start = out.size();
    append_padded(out, whole, width);
    if (point && fraction != 0) {
        out += '.';
        out += rest;
        out.append(fraction - rest.size(), '0');
    }
    if (negative) {
        complement(out, start);
        out.insert(start, 1, '-');
    }
}

constexpr std::size_t time_length(time_unit unit) {
    constexpr std::size_t lengths[] = {0, 4, 7, 10, 13, 16, 19, 23, 26, 29};
    return lengths[static_cast<unsigned>(unit)];
}

/// Seconds since 1970 of "YYYY-MM-DDTHH:MM:SS...", or of "YYYY-MM-DD". REQUIRES: text is a stored time.
inline std::int64_t epoch_seconds(std::string_view text) {
    auto const number = [&](std::size_t at, std::size_t count) {
        int n = 0;
        for (std::size_t i = at; i != at + count; ++i) n = n * 10 + (text[i] - '0');
        return n;
    };
    namespace c = std::chrono;
    auto const day = c::sys_days(c::year(number(0, 4)) / c::month(static_cast<unsigned>(number(5, 2))) /
                                 c::day(static_cast<unsigned>(number(8, 2))));
    std::int64_t const seconds = std::int64_t{day.time_since_epoch().count()} * 86'400;
    return text.size() < 19 ? seconds : seconds + number(11, 2) * 3600 + number(14, 2) * 60 + number(17, 2);
}

/// Width and digits of the text of an integer placeholder.
constexpr std::size_t integer_width(template_part const& part, field_type const& type) {
    if (part.format.shard_range) return decimal_digits(part.format.last_shard);
    return part.format.width != 0 ? part.format.width : type.digits;
}

/// Appends the text of v, the stored value of a field of this type. Throws bad_value naming entity and field when v
/// cannot stand in the key: an empty string, a number that does not fit its width, a missing prefix.
inline void append_key_text(std::string& out, std::string_view entity, template_part const& part, field_type const& type,
                            value_view v) {
    placeholder_format const& format = part.format;
    if (format.shards != 0) return append_shard(out, shard_of(v, format.shards), format.shards - 1u);
    std::size_t const start = out.size();
    switch (type.form) {
    case key_form::boolean: out += v.as_bool() ? "true" : "false"; break;
    case key_form::signed_integer:
    case key_form::unsigned_integer: {
        std::string const digits = v.as_number().to_string();
        if (format.shard_range) {
            auto const shard = v.as_number().to_int64();
            if (!shard || *shard < format.first_shard || *shard > format.last_shard)
                refuse_key_value(entity, part, digits, "is not one of the shards of its placeholder");
        }
        append_number(out, entity, part, digits, integer_width(part, type), 0, false);
        break;
    }
    case key_form::number:
        append_number(out, entity, part, v.as_number().to_string(), format.width, format.fraction, true);
        break;
    case key_form::time:
    case key_form::local_time:
    case key_form::date: {
        std::string_view const text = v.as_string();
        if (format.epoch_digits != 0) {
            std::int64_t const seconds = epoch_seconds(text);
            if (seconds < 0 || seconds > 9'999'999'999)
                refuse_key_value(entity, part, text, "cannot be written as a ten-digit epoch time");
            append_padded(out, std::to_string(seconds), 10);
            if (format.epoch_digits == 13) {
                if (text.size() >= 23 && text[19] == '.') out += text.substr(20, 3);
                else out += "000";
            }
        } else if (is_lossy(part, type)) {
            out += text.substr(0, time_length(format.unit));
            if (type.form == key_form::time && format.unit >= time_unit::hour) out += 'Z';
        } else {
            out += text;
        }
        break;
    }
    default: {
        std::string_view const text = v.as_string();
        if (text.empty())
            refuse_key_value(entity, part, text, "an empty string cannot be part of a key; use std::optional for absence");
        if (!text.starts_with(format.prefix))
            refuse_key_value(entity, part, text,
                             std::string("does not start with \"").append(format.prefix).append("\", as its placeholder demands"));
        std::string folded;
        if (format.lower) folded = lower_ascii(text);
        std::string_view const kept = format.lower ? std::string_view(folded) : text;
        if (part.last) out += kept;
        else append_escaped(out, kept, part.next);
    }
    }
    if (format.descending) complement(out, start);
}

/// The text of a fixed-width placeholder at the front of rest, taken off; empty when rest is too short.
inline std::string_view take_fixed(std::string_view& rest, template_part const& part, field_type const& type) {
    placeholder_format const& format = part.format;
    std::size_t length = 0;
    if (format.shards != 0) length = decimal_digits(format.shards - 1u);
    else if (format.epoch_digits != 0) length = format.epoch_digits;
    else if (type.form == key_form::date)
        length = format.unit == time_unit::none ? 10 : time_length(format.unit);
    else if (type.form == key_form::time || type.form == key_form::local_time) {
        bool const lossy = is_lossy(part, type);
        length = lossy ? time_length(format.unit) : 19u + (type.digits != 0 ? 1u + type.digits : 0u);
        if (type.form == key_form::time && (!lossy || format.unit >= time_unit::hour)) ++length;
    } else {
        bool const negative = !rest.empty() && rest.front() == (format.descending ? '~' : '-');
        length = (negative ? 1u : 0u) + (type.form == key_form::number ? format.width : integer_width(part, type));
        if (type.form == key_form::number && format.fraction != 0) length += 1u + format.fraction;
    }
    if (rest.size() < length) return {};
    std::string_view const text = rest.substr(0, length);
    rest.remove_prefix(length);
    return text;
}

/// True when text has the shape "dddd-dd-ddTdd:dd:dd.ddd...", cut anywhere, with an optional 'Z' at the end.
inline bool looks_like_time(std::string_view text) {
    constexpr std::string_view shape = "dddd-dd-ddTdd:dd:dd.ddddddddd";
    if (text.ends_with('Z')) text.remove_suffix(1);
    if (text.size() < 4 || text.size() > shape.size()) return false;
    for (std::size_t i = 0; i != text.size(); ++i)
        if (shape[i] == 'd' ? !is_digit(text[i]) : text[i] != shape[i]) return false;
    return true;
}

inline void append_epoch_as_time(std::string& out, std::int64_t seconds, std::string_view fraction, field_type const& type) {
    namespace c = std::chrono;
    auto const pad = [&](std::int64_t n, std::size_t width) { append_padded(out, std::to_string(n), width); };
    auto const day = c::sys_days(c::days(static_cast<int>(seconds / 86'400)));
    c::year_month_day const date(day);
    std::int64_t const second = seconds % 86'400;
    pad(int(date.year()), 4);
    out += '-';
    pad(unsigned(date.month()), 2);
    out += '-';
    pad(unsigned(date.day()), 2);
    if (type.form == key_form::date) return;
    out += 'T';
    pad(second / 3600, 2);
    out += ':';
    pad(second / 60 % 60, 2);
    out += ':';
    pad(second % 60, 2);
    if (type.digits != 0) {
        out += '.';
        out += fraction;
        out.append(type.digits - fraction.size(), '0');
    }
    if (type.form == key_form::time) out += 'Z';
}

/// Takes the text of one placeholder off the front of rest and, unless it is lossy, writes the stored value that it stands
/// for. False when rest does not start with such a text; what was written then is to be dropped by the caller.
inline bool read_key_text(std::string_view& rest, template_part const& part, field_type const& type, value_writer* out) {
    placeholder_format const& format = part.format;
    bool const lossy = is_lossy(part, type);
    if (is_fixed_width(part, type)) {
        std::string text(take_fixed(rest, part, type));
        if (text.empty()) return false;
        if (format.descending) {
            bool const negative = text.front() == '~';
            complement(text, 0);
            if (negative) text.front() = '-';
        }
        bool const time = type.form == key_form::time || type.form == key_form::local_time || type.form == key_form::date;
        if (time && format.epoch_digits == 0 && format.shards == 0) {
            if (!looks_like_time(text)) return false;
            if (out != nullptr && !lossy) out->string(text);
            return true;
        }
        bool const negative = text.front() == '-';
        if (negative) complement(text, 1);
        for (std::size_t i = negative ? 1 : 0; i != text.size(); ++i)
            if (!is_digit(text[i]) && (text[i] != '.' || type.form != key_form::number)) return false;
        if (out == nullptr || lossy) return true;
        if (time) {
            if (negative) return false;
            std::int64_t seconds = 0;
            for (std::size_t i = 0; i != 10; ++i) seconds = seconds * 10 + (text[i] - '0');
            std::string moment;
            std::string_view fraction = std::string_view(text).substr(10);
            if (type.digits < fraction.size()) fraction = fraction.substr(0, type.digits);
            append_epoch_as_time(moment, seconds, fraction, type);
            out->string(moment);
            return true;
        }
        auto const number = decimal::parse(text);
        if (!number) return false;
        out->number(*number);
        return true;
    }
    if (type.form == key_form::boolean) {
        for (bool const candidate : {true, false}) {
            std::string_view const text = candidate ? "true" : "false";
            if (!rest.starts_with(text)) continue;
            rest.remove_prefix(text.size());
            if (out != nullptr) out->boolean(candidate);
            return true;
        }
        return false;
    }
    std::string text;
    if (part.last) {
        text = rest;
        rest = {};
    } else if (!read_escaped(rest, part.next, text)) {
        return false;
    }
    if (text.empty() || !text.starts_with(format.prefix)) return false;
    if (out != nullptr && !lossy) out->string(text);
    return true;
}

} // namespace monotable::detail
