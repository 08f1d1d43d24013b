// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/core/short_bytes.hpp>
#include <monotable/core/validate.hpp>
#include <monotable/core/writer.hpp>

#include <cstring>
#include <limits>
#include <utility>

namespace monotable {

MONOTABLE_INLINE void value_writer::string(std::string_view utf8) {
    if (!detail::is_utf8(utf8))
        throw bad_value("not UTF-8: " + detail::quoted(utf8) +
                        "; store other bytes as a binary (std::vector<std::byte>)");
    scalar(value_type::string, utf8);
}

MONOTABLE_INLINE void value_writer::number(decimal const& v) { scalar(value_type::number, v.bytes().view()); }

MONOTABLE_INLINE void value_writer::raw(value_view v) {
    assert(!in_set());
    if (detail::is_container(v.type())) check_depth(detail::nesting(v));
    count();
    auto const bytes = v.bytes();
    detail::copy_bytes(extend(bytes.size()), bytes.data(), bytes.size());
}

MONOTABLE_INLINE void value_writer::sized(std::string_view payload) {
    char length[10];
    auto const width = detail::write_varint(length, payload.size());
    char* const added = extend(width + payload.size());
    std::memcpy(added, length, width);
    detail::copy_bytes(added + width, payload.data(), payload.size());
}

MONOTABLE_INLINE void value_writer::name(std::string_view name) {
    auto& map = top();
    assert(map.type == value_type::map);
    if (!detail::is_utf8(name)) throw bad_value("attribute name is not UTF-8: " + detail::quoted(name));
    follow(map, name);
}

MONOTABLE_INLINE void value_writer::end_map() {
    if (top().disordered) sort_members(top());
    end(value_type::map);
}

MONOTABLE_INLINE void value_writer::end_set() {
    auto& set = top();
    assert(detail::is_set(set.type));
    if (set.count == 0)
        throw bad_value(set.type == value_type::string_set   ? "An string set  may not be empty"
                        : set.type == value_type::number_set ? "An number set  may not be empty"
                                                             : "Binary sets should not be empty");
    if (set.disordered) sort_elements(set);
    end(set.type);
}

MONOTABLE_INLINE void value_writer::signed_number(std::int64_t v) {
    scalar(value_type::number, detail::encode_number(v).view());
}

MONOTABLE_INLINE void value_writer::unsigned_number(std::uint64_t v) {
    scalar(value_type::number, detail::encode_number(v).view());
}

MONOTABLE_INLINE void value_writer::scalar(value_type type, std::string_view payload) {
    if (in_set()) {
        assert(detail::element_type(top().type) == type);
        follow(top(), payload);
    } else if (payload.size() < 0x80) {
        char* const added = tag(type, 1 + payload.size());
        *added = static_cast<char>(payload.size());
        detail::copy_bytes(added + 1, payload.data(), payload.size());
    } else {
        tag(type, 0);
        sized(payload);
    }
}

MONOTABLE_INLINE void value_writer::follow(frame& f, std::string_view payload) {
    if (f.count != 0 && !f.disordered) {
        char const* p = data() + f.last;
        f.disordered = payload <= detail::read_sized(p);
    }
    ++f.count;
    f.last = size();
    sized(payload);
}

MONOTABLE_INLINE void value_writer::check_depth(int levels) const {
    int const open = depth_ - in_set();
    if (open + levels > detail::max_nesting + 1)
        throw bad_value("Nesting Levels have exceeded supported limits: Attributes in the item have nested levels "
                        "beyond supported limit");
}

MONOTABLE_INLINE void value_writer::begin(value_type type) {
    check_depth(!detail::is_set(type));
    tag(type, 5); // four bytes for the size, one for the count
    frames_[depth_++] = {size() - 6, 0, 0, type, false};
    within_ = type;
}

MONOTABLE_INLINE void value_writer::end(value_type type) {
    auto const& f = top();
    assert(f.type == type);
    static_cast<void>(type);
    char count[10];
    auto const width = detail::write_varint(count, f.count);
    auto const body = f.start + 6;
    if (width > 1) {
        auto const old = size();
        extend(width - 1);
        std::memmove(data() + body + width - 1, data() + body, old - body);
    }
    std::memcpy(data() + f.start + 5, count, width);
    auto const written = size() - f.start - 5;
    if (written > std::numeric_limits<std::uint32_t>::max()) throw bad_value("a value must be smaller than 4 GB");
    detail::write_u32(data() + f.start + 1, static_cast<std::uint32_t>(written));
    within_ = --depth_ > 0 ? top().type : value_type::map;
}

// One member or set element of `body`, the concatenation of all of them.
struct value_writer::part {
    std::string_view key; // the sort key
    std::string_view bytes;

    part(std::string const& body, std::size_t start, bool with_value) noexcept {
        auto p = body.data() + start;
        key = detail::read_sized(p);
        if (with_value) p = detail::end_of_value(p);
        bytes = {body.data() + start, static_cast<std::size_t>(p - (body.data() + start))};
    }
};

MONOTABLE_INLINE std::vector<std::size_t> value_writer::starts(std::string const& body, bool with_values) {
    std::vector<std::size_t> result;
    for (std::size_t at = 0; at != body.size(); at += part(body, at, with_values).bytes.size()) result.push_back(at);
    return result;
}

MONOTABLE_INLINE void value_writer::rewrite(frame const& f, std::string const& body,
                                            std::vector<std::size_t> const& sorted, bool with_values) {
    truncate(f.start + 6);
    for (auto const each : sorted) {
        auto const bytes = part(body, each, with_values).bytes;
        std::memcpy(extend(bytes.size()), bytes.data(), bytes.size());
    }
}

MONOTABLE_INLINE std::string_view value_writer::key(std::string const& body, std::size_t start) noexcept {
    return part(body, start, false).key;
}

// A comb sort, because std::sort would add more to the compile time of every user than these lines do.
MONOTABLE_INLINE void value_writer::sort(std::string const& body, std::vector<std::size_t>& all) {
    for (auto gap = all.size(); gap > 1;) {
        gap = gap == 2 ? 1 : gap * 5 / 11;
        for (auto i = gap; i < all.size(); ++i)
            for (auto j = i; j >= gap && key(body, all[j]) < key(body, all[j - gap]); j -= gap)
                std::swap(all[j], all[j - gap]);
    }
}

MONOTABLE_INLINE std::size_t const* value_writer::repeated(std::string const& body,
                                                           std::vector<std::size_t> const& sorted) {
    for (std::size_t i = 1; i < sorted.size(); ++i)
        if (key(body, sorted[i - 1]) == key(body, sorted[i])) return &sorted[i];
    return nullptr;
}

MONOTABLE_INLINE void value_writer::sort_members(frame const& f) {
    std::string const body(from(f.start + 6));
    auto members = starts(body, true);
    sort(body, members);
    if (auto const* twice = repeated(body, members))
        throw bad_value("Duplicate attribute name: " + detail::quoted(key(body, *twice)));
    rewrite(f, body, members, true);
}

MONOTABLE_INLINE void value_writer::sort_elements(frame const& f) {
    std::string const body(from(f.start + 6));
    auto elements = starts(body, false);
    sort(body, elements);
    if (repeated(body, elements) != nullptr)
        throw bad_value("Input collection [" + listed(f.type, body) + "] contains duplicates.");
    rewrite(f, body, elements, false);
}

MONOTABLE_INLINE std::string value_writer::listed(value_type set, std::string const& body) {
    std::string out;
    for (auto p = body.data(), end = p + body.size(); p != end;) {
        if (out.size() > 200) return out + ", ...";
        if (!out.empty()) out += ", ";
        auto const element = detail::read_sized(p);
        if (set == value_type::number_set) out += decimal::from_bytes(element).to_string();
        else if (set == value_type::string_set) out += element;
        else out += detail::quoted(element);
    }
    return out;
}

} // namespace monotable
