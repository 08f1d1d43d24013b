// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/append_value.hpp>
#include <monotable/core/byte_buffer.hpp>
#include <monotable/core/writer.hpp>
#include <monotable/key/text.hpp>
#include <monotable/model/model.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

/// Conversion between fields and key attributes.
namespace monotable::detail {

/// Throws bad_value, like append_key_text, unless the key attribute of a slot that is one field can have this value.
void check_native(entity_data const& entity, key_slot const& slot, value_view v);

/// Appends the encoded key attribute of a slot that is one field. Throws bad_value like append_key_text.
void fill_native(entity_data const& entity, key_slot const& slot, value_view v, byte_buffer& out);

/// Appends the encoded key attribute of a slot to `out`. `value_of(part)` is the encoded value of a placeholder, or
/// null if it is absent. False, with `out` unchanged, if a value is absent. Throws bad_value like append_key_text. The text is
/// UTF-8, as values and templates are. REQUIRES: the values are not in `out`.
template <class ValueOf>
bool fill_slot(entity_data const& entity, key_slot const& slot, ValueOf const& value_of, byte_buffer& out) {
    auto const parts = entity.parts_of(slot);
    if (parts.size() == 1 && parts.front().placeholder && (slot.native != no_field || slot.attribute.type != 'S')) {
        char const* const encoding = value_of(parts.front());
        if (encoding != nullptr) fill_native(entity, slot, value_view(encoding), out);
        return encoding != nullptr;
    }
    std::size_t const start = out.size();
    *out.extend(2) = static_cast<char>(value_type::string); // and one byte for the length
    for (template_part const& part : parts) {
        if (!part.placeholder) {
            out.append(part.text);
            continue;
        }
        char const* const encoding = value_of(part);
        if (encoding == nullptr) {
            out.shrink(start);
            return false;
        }
        value_view const value(encoding);
        if (part.verbatim && !part.escaped && !value.key_bytes().empty()) out.append(value.key_bytes());
        else append_key_text(out, entity.name, part, *entity.fields[static_cast<std::size_t>(part.field)].type, value);
    }
    out.set_length(start + 1);
    return true;
}
template <class ValueOf>
bool fill_slot(entity_data const& entity, key_slot const& slot, ValueOf const& value_of, std::string& out) {
    byte_buffer key;
    bool const filled = fill_slot(entity, slot, value_of, key);
    out.append(key.view());
    return filled;
}

/// Parses a key attribute and calls `found(part, encoding)` for each value that it contains. False if it does not match
/// the slot's template.
template <class Found>
bool read_slot(entity_data const& entity, key_slot const& slot, value_view stored, Found const& found) {
    auto const parts = entity.parts_of(slot);
    if (slot.native != no_field || slot.attribute.type != 'S') {
        bool const type_fits = stored.type() == (slot.attribute.type == 'S'   ? value_type::string
                                                 : slot.attribute.type == 'N' ? value_type::number
                                                                              : value_type::binary);
        if (!type_fits) return false;
        template_part const& part = parts.front();
        if (!part.format.prefix.empty() && !stored.as_string().starts_with(part.format.prefix)) return false;
        if (part.format.shards == 0) found(part, stored.bytes());
        return true;
    }
    if (stored.type() != value_type::string) return false;
    std::string_view rest = stored.as_string();
    std::string encoding;
    for (template_part const& part : parts) {
        if (!part.placeholder) {
            if (!rest.starts_with(part.text)) return false;
            rest.remove_prefix(part.text.size());
            continue;
        }
        encoding.clear();
        value_writer writer(encoding);
        if (!read_key_text(rest, part, *entity.fields[static_cast<std::size_t>(part.field)].type, writer)) return false;
        if (!encoding.empty()) found(part, std::string_view(encoding));
    }
    return rest.empty();
}

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/model/fill.ipp>
#endif
