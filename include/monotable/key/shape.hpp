// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/field_type.hpp>
#include <monotable/key/key_template.hpp>

/// Compile-time properties of a placeholder's text.
namespace monotable::detail {

constexpr bool same_format(placeholder_format const& a, placeholder_format const& b) {
    return a.width == b.width && a.fraction == b.fraction && a.fixed_point == b.fixed_point && a.lower == b.lower &&
           a.descending == b.descending && a.unit == b.unit && a.epoch_digits == b.epoch_digits &&
           a.shards == b.shards && a.shard_range == b.shard_range && a.first_shard == b.first_shard &&
           a.last_shard == b.last_shard && a.prefix == b.prefix;
}

/// The precision of a time or date field.
constexpr time_unit finest_unit(field_type const& type) {
    if (type.form == key_form::date) return time_unit::day;
    return type.digits == 0   ? time_unit::second
           : type.digits == 3 ? time_unit::ms
           : type.digits == 6 ? time_unit::us
                              : time_unit::ns;
}

/// True if the placeholder does not preserve the value, so that the field cannot be read back from the key.
constexpr bool is_lossy(template_part const& part, field_type const& type) {
    placeholder_format const& f = part.format;
    if (f.lower || f.shards != 0) return true;
    switch (type.form) {
    case key_form::time:
    case key_form::local_time:
        if (f.epoch_digits != 0) return type.digits > (f.epoch_digits == 10 ? 0 : 3);
        if (f.unit == time_unit::none) return false;
        return f.unit < finest_unit(type);
    case key_form::date: return f.unit == time_unit::year || f.unit == time_unit::month;
    default: return false;
    }
}

/// True if the text has the same length for every value (one character more for negative ones).
constexpr bool is_fixed_width(template_part const& part, field_type const& type) {
    if (part.format.shards != 0) return true;
    return type.form == key_form::signed_integer || type.form == key_form::unsigned_integer ||
           type.form == key_form::number || type.form == key_form::time || type.form == key_form::local_time ||
           type.form == key_form::date;
}

/// True if the text is escaped and ends at the first occurrence of the delimiter that follows.
constexpr bool is_delimited(template_part const& part, field_type const& type) {
    bool const text = type.form == key_form::string || type.form == key_form::enumeration;
    return text && part.format.shards == 0 && !part.last;
}

/// True if strings followed by this delimiter keep their order. That requires escaping every byte up to the delimiter's
/// successor (see is_escaped), which must not affect letters and digits.
constexpr bool escapes_in_order(char delimiter) {
    return static_cast<unsigned char>(delimiter) <= static_cast<unsigned char>('.');
}

/// True if the order of the texts is not the order of the values, so that ranges over the placeholder are impossible.
constexpr bool is_unordered(template_part const& part, field_type const& type) {
    if (part.format.shards != 0) return true;
    return is_delimited(part, type) && !escapes_in_order(part.next);
}

} // namespace monotable::detail
