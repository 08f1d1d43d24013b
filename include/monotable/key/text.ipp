// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/time.hpp>
#include <monotable/config.hpp>
#include <monotable/core/decimal.hpp>
#include <monotable/core/short_bytes.hpp>
#include <monotable/core/text.hpp>
#include <monotable/error.hpp>
#include <monotable/key/escape.hpp>
#include <monotable/key/text.hpp>

namespace monotable::detail {

constexpr std::size_t decimal_digits(std::uint64_t number) {
    std::size_t digits = 1;
    for (; number > 9; number /= 10) ++digits;
    return digits;
}

MONOTABLE_INLINE void append_padded(byte_buffer& out, std::string_view digits, std::size_t width) {
    if (digits.size() < width) out.append(width - digits.size(), '0');
    out.append(digits);
}

MONOTABLE_INLINE std::string lower_ascii(std::string_view text) {
    std::string result(text);
    for (char& c : result)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return result;
}

/// Reverses the order of texts: complements the digits, and replaces a leading '-' by '~', which sorts last.
MONOTABLE_INLINE void complement(char* text, std::size_t size) {
    for (std::size_t i = 0; i != size; ++i) {
        char& c = text[i];
        if (is_digit(c)) c = static_cast<char>('0' + ('9' - c));
        else if (c == '-' && i == 0) c = '~';
    }
}
MONOTABLE_INLINE void complement(byte_buffer& text, std::size_t from) {
    complement(text.data() + from, text.size() - from);
}

MONOTABLE_INLINE void refuse_key_value(std::string_view entity, template_part const& part, std::string_view value,
                                       std::string_view reason) {
    std::string message = "monotable: ";
    message.append(entity).append(".").append(part.text).append(" = \"").append(value).append("\": ").append(reason);
    throw bad_value(message);
}

MONOTABLE_INLINE std::uint64_t shard_of(value_view v, std::uint16_t shards) {
    switch (v.type()) {
    case value_type::string: return stable_hash(v.as_string()) % shards;
    case value_type::binary: return stable_hash(v.as_binary()) % shards;
    default: return stable_hash(v.as_number().to_string()) % shards;
    }
}

MONOTABLE_INLINE void append_shard(byte_buffer& out, std::uint64_t shard, std::uint64_t last) {
    append_padded(out, std::to_string(shard), decimal_digits(last));
}

/// Fixed width in numeric order: a negative number is '-' followed by the complemented digits of its magnitude.
MONOTABLE_INLINE void append_number(byte_buffer& out, std::string_view entity, template_part const& part,
                                    std::string_view text, std::size_t width, std::size_t fraction, bool point) {
    bool const negative = text.front() == '-';
    std::string_view const magnitude = text.substr(negative ? 1 : 0);
    std::string_view const whole = magnitude.substr(0, magnitude.find('.'));
    std::string_view const rest =
        whole.size() == magnitude.size() ? std::string_view{} : magnitude.substr(whole.size() + 1);
    if (whole.size() > width)
        refuse_key_value(entity, part, text,
                         "has more digits than the width of its placeholder; widen it ({field:width})");
    if (rest.size() > fraction)
        refuse_key_value(entity, part, text, "has more fraction digits than its placeholder keeps; round it first");
    if (negative) out.push_back('-');
    std::size_t const start = out.size();
    append_padded(out, whole, width);
    if (point && fraction != 0) {
        out.push_back('.');
        out.append(rest);
        out.append(fraction - rest.size(), '0');
    }
    if (negative) complement(out, start);
}

constexpr std::size_t time_length(time_unit unit) {
    constexpr std::size_t lengths[] = {0, 4, 7, 10, 13, 16, 19, 23, 26, 29};
    return lengths[static_cast<unsigned>(unit)];
}

/// The seconds since 1970 of "YYYY-MM-DDTHH:MM:SS..." or "YYYY-MM-DD". REQUIRES: `text` is a stored time.
MONOTABLE_INLINE std::int64_t epoch_seconds(std::string_view text) {
    auto const number = [&](std::size_t at, std::size_t count) {
        int n = 0;
        for (std::size_t i = at; i != at + count; ++i) n = n * 10 + (text[i] - '0');
        return n;
    };
    std::int64_t const seconds = to_day({number(0, 4), number(5, 2), number(8, 2)}) * seconds_per_day;
    return text.size() < 19 ? seconds : seconds + number(11, 2) * 3600 + number(14, 2) * 60 + number(17, 2);
}

/// The number of digits in the text of an integer placeholder.
constexpr std::size_t integer_width(template_part const& part, field_type const& type) {
    if (part.format.shard_range) return decimal_digits(part.format.last_shard);
    return part.format.width != 0 ? part.format.width : type.digits;
}

MONOTABLE_INLINE void append_string(byte_buffer& out, template_part const& part, std::string_view text) {
    if (part.format.lower) {
        std::string const folded = lower_ascii(text);
        if (part.last) out.append(folded);
        else append_escaped(out, folded, part.next);
    } else if (part.last) {
        out.append(text);
    } else {
        append_escaped(out, text, part.next);
    }
}

/// Appends a whole number that is not negative and needs no shard.
MONOTABLE_INLINE bool append_small_number(byte_buffer& out, template_part const& part, field_type const& type,
                                          value_view v) {
    auto const number = v.as_uint64();
    if (!number || part.format.shard_range) return false;
    char digits[20];
    std::size_t count = 0;
    for (std::uint64_t rest = *number; rest != 0 || count == 0; rest /= 10)
        digits[19 - count++] = static_cast<char>('0' + rest % 10);
    std::size_t const width = integer_width(part, type);
    if (count > width) return false;
    append_padded(out, view_of(digits + 20 - count, count), width);
    return true;
}

MONOTABLE_INLINE void append_key_text(byte_buffer& out, std::string_view entity, template_part const& part,
                                      field_type const& type, value_view v) {
    if (part.verbatim && part.escaped && !v.as_string().empty()) return append_escaped(out, v.as_string(), part.next);
    placeholder_format const& format = part.format;
    if (format.shards != 0) return append_shard(out, shard_of(v, format.shards), format.shards - 1u);
    bool const is_text = type.form == key_form::string || type.form == key_form::enumeration;
    if (is_text && part.last && !format.lower && !format.descending && format.prefix.empty()) {
        if (std::string_view const text = v.as_string(); !text.empty()) return out.append(text);
    }
    std::size_t const start = out.size();
    switch (type.form) {
    case key_form::boolean: out.append(v.as_bool() ? "true" : "false"); break;
    case key_form::signed_integer:
    case key_form::unsigned_integer: {
        if (append_small_number(out, part, type, v)) break;
        std::string const digits = v.as_number().to_string();
        if (format.shard_range) {
            auto const shard = v.as_number().to_int64();
            if (!shard || *shard < format.first_shard || *shard > format.last_shard)
                refuse_key_value(entity, part, digits,
                                 std::string("is not one of the shards of its placeholder; use ")
                                     .append(std::to_string(format.first_shard))
                                     .append(" to ")
                                     .append(std::to_string(format.last_shard)));
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
                refuse_key_value(entity, part, text,
                                 "cannot be written as a ten-digit epoch time; use a time from 1970 to 2286");
            append_padded(out, std::to_string(seconds), 10);
            if (format.epoch_digits == 13) {
                if (text.size() >= 23 && text[19] == '.') out.append(text.substr(20, 3));
                else out.append("000");
            }
        } else if (is_lossy(part, type)) {
            out.append(text.substr(0, time_length(format.unit)));
            if (type.form == key_form::time && format.unit >= time_unit::hour) out.push_back('Z');
        } else {
            out.append(text);
        }
        break;
    }
    default: {
        std::string_view const text = v.as_string();
        if (text.empty())
            refuse_key_value(entity, part, text,
                             "an empty string cannot be part of a key; use std::optional for absence");
        if (!text.starts_with(format.prefix))
            refuse_key_value(entity, part, text,
                             std::string("does not start with \"")
                                 .append(format.prefix)
                                 .append("\", the prefix that its placeholder requires"));
        append_string(out, part, text);
    }
    }
    if (format.descending) complement(out, start);
}

/// True if the digits can be preceded by a sign.
constexpr bool may_be_negative(template_part const& part, field_type const& type) {
    return type.form == key_form::number || (type.form == key_form::signed_integer && !part.format.shard_range);
}

/// Consumes the text of a fixed-width placeholder at the start of `rest`. Empty if `rest` is too short.
MONOTABLE_INLINE std::string_view take_fixed(std::string_view& rest, template_part const& part,
                                             field_type const& type) {
    placeholder_format const& format = part.format;
    std::size_t length = 0;
    if (format.shards != 0) length = decimal_digits(format.shards - 1u);
    else if (format.epoch_digits != 0) length = format.epoch_digits;
    else if (type.form == key_form::date) length = format.unit == time_unit::none ? 10 : time_length(format.unit);
    else if (type.form == key_form::time || type.form == key_form::local_time) {
        bool const lossy = is_lossy(part, type);
        length = lossy ? time_length(format.unit) : 19u + (type.digits != 0 ? 1u + type.digits : 0u);
        if (type.form == key_form::time && (!lossy || format.unit >= time_unit::hour)) ++length;
    } else {
        bool const negative =
            may_be_negative(part, type) && !rest.empty() && rest.front() == (format.descending ? '~' : '-');
        length = (negative ? 1u : 0u) + (type.form == key_form::number ? format.width : integer_width(part, type));
        if (type.form == key_form::number && format.fraction != 0) length += 1u + format.fraction;
    }
    if (rest.size() < length) return {};
    std::string_view const text = rest.substr(0, length);
    rest.remove_prefix(length);
    return text;
}

MONOTABLE_INLINE bool are_digits(std::string_view text) {
    for (char const c : text)
        if (!is_digit(c)) return false;
    return true;
}

/// True if `text` is a prefix of "dddd-dd-ddTdd:dd:dd.ddddddddd", followed by 'Z' if `utc`.
MONOTABLE_INLINE bool looks_like_time(std::string_view text, bool utc) {
    if (utc) {
        if (!text.ends_with('Z')) return false;
        text.remove_suffix(1);
    }
    if (text.size() >= 10) return has_time_shape(text.data(), text.size());
    constexpr std::string_view shape = "dddd-dd-dd"; // a year or a month
    for (std::size_t i = 0; i != text.size(); ++i)
        if (shape[i] == 'd' ? !is_digit(text[i]) : text[i] != shape[i]) return false;
    return true;
}

/// Appends the stored time for the digits of an epoch time. False if the field's type is too coarse for it.
MONOTABLE_INLINE bool append_epoch_as_time(std::string& out, std::string_view digits, field_type const& type) {
    std::int64_t seconds = 0;
    for (char const d : digits.substr(0, 10)) seconds = seconds * 10 + (d - '0');
    std::string_view const fraction = digits.substr(10);
    std::int64_t const second = seconds % 86'400;
    bool const date_only = type.form == key_form::date;
    for (std::size_t i = type.digits; i < fraction.size(); ++i)
        if (fraction[i] != '0') return false;
    if (date_only && second != 0) return false;
    auto const pad = [&](std::int64_t n, std::size_t width) {
        std::string const number = std::to_string(n);
        out.append(width - number.size(), '0').append(number);
    };
    civil_date const date = to_civil(seconds / seconds_per_day);
    pad(date.year, 4);
    out += '-';
    pad(date.month, 2);
    out += '-';
    pad(date.day, 2);
    if (date_only) return true;
    out += 'T';
    pad(second / 3600, 2);
    out += ':';
    pad(second / 60 % 60, 2);
    out += ':';
    pad(second % 60, 2);
    if (type.digits != 0) {
        std::string_view const kept = fraction.substr(0, type.digits);
        out += '.';
        out += kept;
        out.append(type.digits - kept.size(), '0');
    }
    if (type.form == key_form::time) out += 'Z';
    return true;
}

/// Decodes the text of one fixed-width placeholder. False unless append_key_text can write that text.
MONOTABLE_INLINE bool read_fixed(std::string text, template_part const& part, field_type const& type,
                                 value_writer& out) {
    placeholder_format const& format = part.format;
    if (format.shards != 0) return are_digits(text) && std::stoul(text) < format.shards;
    bool negative = may_be_negative(part, type) && text.front() == (format.descending ? '~' : '-');
    if (format.descending) complement(text.data() + negative, text.size() - negative);
    bool const time = type.form == key_form::time || type.form == key_form::local_time || type.form == key_form::date;
    if (time && format.epoch_digits == 0) {
        bool const utc =
            type.form == key_form::time && (format.unit == time_unit::none || format.unit >= time_unit::hour);
        if (!looks_like_time(text, utc)) return false;
        if (!is_lossy(part, type)) out.string(text);
        return true;
    }
    if (time) {
        if (!are_digits(text)) return false;
        if (is_lossy(part, type)) return true;
        std::string moment;
        if (!append_epoch_as_time(moment, text, type)) return false;
        out.string(moment);
        return true;
    }
    std::string_view const magnitude = std::string_view(text).substr(negative ? 1 : 0);
    std::size_t const whole =
        magnitude.size() - (type.form == key_form::number && format.fraction != 0 ? format.fraction + 1u : 0u);
    if (!are_digits(magnitude.substr(0, whole))) return false;
    if (whole != magnitude.size() && (magnitude[whole] != '.' || !are_digits(magnitude.substr(whole + 1))))
        return false;
    if (negative) {
        complement(text.data() + 1, text.size() - 1);
        text.front() = '-';
    }
    auto const number = decimal::parse(text);
    if (!number || (negative && number->is_zero())) return false;
    if (format.shard_range && (*number < decimal(format.first_shard) || *number > decimal(format.last_shard)))
        return false;
    out.number(*number);
    return true;
}

MONOTABLE_INLINE bool read_key_text(std::string_view& rest, template_part const& part, field_type const& type,
                                    value_writer& out) {
    placeholder_format const& format = part.format;
    if (is_fixed_width(part, type)) {
        std::string_view const text = take_fixed(rest, part, type);
        return !text.empty() && read_fixed(std::string(text), part, type, out);
    }
    if (type.form == key_form::boolean) {
        for (bool const candidate : {true, false}) {
            std::string_view const text = candidate ? "true" : "false";
            if (!rest.starts_with(text)) continue;
            rest.remove_prefix(text.size());
            out.boolean(candidate);
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
    if (text.empty()) return false;
    if (format.lower) return text == lower_ascii(text) && text.starts_with(lower_ascii(format.prefix));
    if (!text.starts_with(format.prefix)) return false;
    out.string(text);
    return true;
}

/// The length of a string without escape sequences that a delimiter follows; npos if there is no such string.
constexpr std::size_t plain_length(std::string_view text, char delimiter) {
    for (std::size_t i = 0; i != text.size(); ++i) {
        if (text[i] == delimiter) return i;
        if (is_escaped(text[i], delimiter)) break;
    }
    return std::string_view::npos;
}

MONOTABLE_INLINE bool match_key_text(std::string_view& rest, template_part const& part, field_type const& type) {
    placeholder_format const& format = part.format;
    bool const is_text = type.form == key_form::string || type.form == key_form::enumeration;
    if (is_text && format.shards == 0 && !format.lower) {
        std::size_t const size = part.last ? rest.size() : plain_length(rest, part.next);
        if (size != std::string_view::npos) {
            std::string_view const text = rest.substr(0, size);
            rest.remove_prefix(size);
            return !text.empty() && has_prefix(text, format.prefix) && (part.last || is_utf8(text));
        }
    }
    bool const is_time =
        type.form == key_form::time || type.form == key_form::local_time || type.form == key_form::date;
    if (is_time && format.epoch_digits == 0 && !format.descending && format.shards == 0) {
        bool const utc =
            type.form == key_form::time && (format.unit == time_unit::none || format.unit >= time_unit::hour);
        if (format.unit != time_unit::none) {
            std::string_view const text = take_fixed(rest, part, type);
            return !text.empty() && looks_like_time(text, utc);
        }
        std::size_t const fraction = type.digits != 0 ? 1u + type.digits : 0u;
        std::size_t const size = type.form == key_form::date ? 10 : 19 + fraction + utc;
        if (rest.size() < size || !looks_like_time(rest.substr(0, size), utc)) return false;
        rest.remove_prefix(size);
        return true;
    }
    std::string decoded; // seldom: numbers, and strings with escape sequences
    value_writer writer(decoded);
    return read_key_text(rest, part, type, writer);
}

} // namespace monotable::detail
