// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/local/memory_record.hpp>

#include <cstring>

namespace monotable::detail {

MONOTABLE_INLINE std::uint16_t record_key_names::add(std::string_view name) {
    for (std::size_t i = 0; i != names_.size(); ++i)
        if (names_[i] == name) return static_cast<std::uint16_t>(i);
    names_.reserve(names_.size() + 1);
    sorted_.reserve(names_.size() + 1);
    names_.emplace_back(name);
    auto const number = static_cast<std::uint16_t>(names_.size() - 1);
    auto place = sorted_.begin();
    while (place != sorted_.end() && names_[*place] < name) ++place;
    sorted_.insert(place, number);
    return number;
}

MONOTABLE_INLINE void memory_record::write(char* to, item_view item, std::uint32_t size,
                                           record_key_names const& names) noexcept {
    auto const bytes = item.bytes();
    auto const count = offsets(names);
    bool const is_wide = bytes.size() > max_short;
    auto* const table = to + first_offset;
    std::size_t const width = is_wide ? 4 : 2;
    std::memmove(table + count * width, bytes.data(), bytes.size());
    store_at(to + 4, size);
    to[8] = static_cast<char>(count | (is_wide ? wide : 0u));
    std::memset(table, 0, count * width);
    auto const* const base = table + count * width;
    auto next = names.sorted().begin();
    auto const end = names.sorted().end();
    char const* p = base + 5;
    for (auto left = read_varint(p); left != 0 && next != end; --left) {
        auto const name = read_sized(p);
        int order = 1;
        while (next != end && (order = names[*next].compare(name)) < 0) ++next;
        if (next != end && order == 0) {
            auto const offset = static_cast<std::uint32_t>(p - base);
            if (*next < count) {
                if (is_wide) store_at(table + 4 * *next, offset);
                else store_at(table + 2 * *next, static_cast<std::uint16_t>(offset));
            }
            ++next;
        }
        p = end_of_value(p);
    }
}

MONOTABLE_INLINE key_parts key_parts::of(table_description const& table, index_description const* index,
                                         record_key_names& names) {
    key_parts out;
    if (index == nullptr) {
        out.partition.add(names.add(table.partition.name));
        if (table.sort) out.sort.add(names.add(table.sort->name));
        return out;
    }
    for (auto const& each : index->partition) out.partition.add(names.add(each.name));
    out.partition.components = index->partition.size() != 1;
    for (auto const& each : index->sort) out.sort.add(names.add(each.name));
    out.sort.add(names.add(table.partition.name));
    if (table.sort) out.sort.add(names.add(table.sort->name));
    out.sort.components = true;
    return out;
}

} // namespace monotable::detail
