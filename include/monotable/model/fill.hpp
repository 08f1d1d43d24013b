// SPDX-License-Identifier: BSL-1.0
#pragma once

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

/// Appends the tag and the length of a string whose text is written next; finish() sets the length.
class open_string {
  public:
    explicit open_string(byte_buffer& out) : out_(out), start_(out.size()) {
        char* const added = out.extend(2);
        added[0] = static_cast<char>(value_type::string);
        added[1] = 0;
    }

    void finish();

  private:
    byte_buffer& out_;
    std::size_t start_;
};

/// Throws bad_value unless the value can be that of a key attribute that is a field's own.
void check_native_key(entity_data const& entity, template_part const& part, value_view v);

/// Appends the encoded key attribute of a slot to `out`. `value_of(part)` is the encoded value of a placeholder, or
/// null if it is absent. False, with `out` unchanged, if a value is absent. Throws bad_value like append_key_text.
template <class ValueOf>
bool fill_slot(entity_data const& entity, key_slot const& slot, ValueOf const& value_of, byte_buffer& out) {
    auto const parts = entity.parts_of(slot);
    if (parts.size() == 1 && parts.front().placeholder && (slot.native != no_field || slot.attribute.type != 'S')) {
        template_part const& part = parts.front();
        char const* const encoding = value_of(part);
        if (encoding == nullptr) return false;
        value_view const v(encoding);
        if (part.format.shards != 0) {
            value_writer(out).number(shard_of(v, part.format.shards));
        } else {
            check_native_key(entity, part, v);
            out.append(v.bytes());
        }
        return true;
    }
    std::size_t const start = out.size();
    open_string text(out);
    for (template_part const& part : parts) {
        if (!part.placeholder) {
            out.append(part.text);
            continue;
        }
        char const* const encoding = value_of(part);
        if (encoding == nullptr) {
            out.truncate(start);
            return false;
        }
        append_key_text(out, entity.name, part, *entity.fields[static_cast<std::size_t>(part.field)].type,
                        value_view(encoding));
    }
    text.finish();
    return true;
}
template <class ValueOf>
bool fill_slot(entity_data const& entity, key_slot const& slot, ValueOf const& value_of, std::string& out) {
    inline_buffer<256> bytes;
    if (!fill_slot(entity, slot, value_of, bytes)) return false;
    out += bytes.view();
    return true;
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
