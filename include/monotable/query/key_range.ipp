// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/error.hpp>
#include <monotable/model/fill.hpp>
#include <monotable/query/key_range.hpp>

#include <utility>

namespace monotable::detail {

MONOTABLE_INLINE std::string key_range::bytes() const {
    std::string out;
    add_part(out, partitions.bytes());
    add_part(out, equal.bytes());
    add_bound(out, lower);
    add_bound(out, upper);
    add_bound(out, begins_with);
    return out;
}

MONOTABLE_INLINE void key_range::add_part(std::string& out, std::string_view part) {
    out.append(std::to_string(part.size())).append(1, ':').append(part);
}

MONOTABLE_INLINE void key_range::add_bound(std::string& out, key_bound const& bound) {
    out += static_cast<char>(bound.kind);
    add_part(out, bound.key.view().bytes());
}

MONOTABLE_INLINE std::string prefix_successor(std::string_view prefix) {
    std::string result(prefix);
    while (!result.empty()) {
        std::size_t start = result.size() - 1;
        while (start != 0 && (static_cast<unsigned char>(result[start]) & 0xC0u) == 0x80u) --start;
        auto const lead = static_cast<unsigned char>(result[start]);
        std::size_t const length = result.size() - start;
        char32_t point = length == 1 ? lead : lead & (0x3Fu >> (length - 1));
        for (std::size_t i = start + 1; i != result.size(); ++i)
            point = (point << 6) | (static_cast<unsigned char>(result[i]) & 0x3Fu);
        result.resize(start);
        if (point == 0x10FFFF) continue;
        point = point == 0xD7FF ? 0xE000 : point + 1; // surrogates are not characters
        auto const byte = [&](char32_t b) { result += static_cast<char>(static_cast<unsigned char>(b)); };
        if (point < 0x80) {
            byte(point);
        } else if (point < 0x800) {
            byte(0xC0 | (point >> 6));
            byte(0x80 | (point & 0x3F));
        } else if (point < 0x10000) {
            byte(0xE0 | (point >> 12));
            byte(0x80 | ((point >> 6) & 0x3F));
            byte(0x80 | (point & 0x3F));
        } else {
            byte(0xF0 | (point >> 18));
            byte(0x80 | ((point >> 12) & 0x3F));
            byte(0x80 | ((point >> 6) & 0x3F));
            byte(0x80 | (point & 0x3F));
        }
        return result;
    }
    return result;
}

template <class Ranges>
Ranges range_builder::build() {
    check_sparse();
    Ranges all;
    std::size_t partitions = plan_.fan_out;
    for (std::size_t c = 0; c != conditions_.size(); ++c) {
        if (conditions_[c].op != comparison::in) continue;
        if (conditions_[c].count == 0) return all;
        partitions *= conditions_[c].count;
        if (partitions > max_partitions) refuse_partitions(std::string(entity_.name));
    }
    do {
        build_one(all.emplace_back());
        if (all.size() > 1) sort_last(all);
    } while (choose_next());
    return all;
}

MONOTABLE_INLINE void range_builder::build_one(key_range& range) {
    range_ = &range;
    std::size_t position = 0;
    for (std::size_t variant = 0; variant != plan_.fan_out; ++variant) {
        position = 0;
        std::size_t digits = variant;
        for (key_slot const& slot : entity_.partition_slots(plan_.index)) add_partition_value(slot, position, digits);
        ++range_->partition_count;
    }
    std::size_t attribute = 0;
    bool const whole_partition = plan_.of_collection && plan_.bound_sort_parts == 0 && plan_.range == no_condition;
    for (key_slot const& slot : entity_.sort_slots(plan_.index)) {
        if (whole_partition) break;
        bool const goes_on = plan_.of_collection && attribute == plan_.common.attributes
                                 ? common_sort_slot(slot, position)
                                 : sort_slot(slot, position);
        if (!goes_on) break;
        ++attribute;
    }
    find_empty();
}

MONOTABLE_INLINE int range_builder::compare(key_range const& a, key_range const& b) {
    int const order = a.partitions.bytes().compare(b.partitions.bytes());
    return order != 0 ? order : a.bytes().compare(b.bytes());
}

template <class Ranges>
void range_builder::sort_last(Ranges& all) {
    key_range last = std::move(all.back());
    all.pop_back();
    std::size_t at = all.size();
    int order = 1;
    while (at != 0 && (order = compare(last, all[at - 1])) < 0) --at;
    if (order == 0) return;
    all.insert(all.begin() + static_cast<std::ptrdiff_t>(at), std::move(last));
}

MONOTABLE_INLINE bool range_builder::choose_next() {
    for (std::size_t c = 0; c != conditions_.size(); ++c) {
        if (conditions_[c].op != comparison::in) continue;
        choice_[c] += value_view(conditions_[c].first.data() + choice_[c]).bytes().size();
        if (choice_[c] != conditions_[c].first.size()) return true;
        choice_[c] = 0;
    }
    return false;
}

MONOTABLE_INLINE char const* range_builder::value_of_source(std::int8_t source) const {
    if (source == no_condition) return nullptr;
    return conditions_[static_cast<std::size_t>(source)].first.data() + choice_[source];
}

MONOTABLE_INLINE field_type const& range_builder::type_of_part(template_part const& part) const {
    return *entity_.fields[static_cast<std::size_t>(part.field)].type;
}

MONOTABLE_INLINE void range_builder::check_sparse() const {
    if (plan_.sparse == no_condition) return;
    index_mapping const& place = entity_.index_mappings[plan_.index];
    std::string const& wanted = conditions_[static_cast<std::size_t>(plan_.sparse)].first;
    if (place.condition(value_view(wanted.data()))) return;
    std::string message = "monotable: ";
    message.append(entity_.name)
        .append(".")
        .append(entity_.fields[static_cast<std::size_t>(place.condition_field)].name);
    message.append(": index ").append(entity_.table->indexes[plan_.index].name);
    message.append(" holds only the items that satisfy its when<>; no index serves another value");
    throw bad_value(message);
}

MONOTABLE_INLINE void range_builder::add_partition_value(key_slot const& slot, std::size_t& position,
                                                         std::size_t& variant) {
    auto const parts = entity_.parts_of(slot);
    auto const value_of = [&](template_part const& part) -> char const* {
        return value_of_source(plan_.source[position + static_cast<std::size_t>(&part - parts.data())]);
    };
    byte_buffer encoding;
    bool visits = false;
    for (template_part const& part : parts) visits = visits || (part.placeholder && value_of(part) == nullptr);
    if (!visits) {
        fill_slot(entity_, slot, value_of, encoding);
    } else {
        byte_buffer text;
        std::uint64_t number = 0;
        for (template_part const& part : parts) {
            if (!part.placeholder) {
                text.append(part.text);
            } else if (char const* const bound = value_of(part)) {
                append_key_text(text, entity_.name, part, type_of_part(part), value_view(bound));
            } else {
                std::uint16_t const fan_out = part.format.fan_out();
                number = variant % fan_out + (part.format.shard_range ? part.format.first_shard : 0u);
                variant /= fan_out;
                append_shard(text, number, part.format.shard_range ? part.format.last_shard : fan_out - 1u);
            }
        }
        if (slot.attribute.type == 'N') encoding.append_scalar(value_type::number, encode_number(number).view());
        else append_string_value(encoding, text.view());
    }
    position += parts.size();
    range_->partitions.append(encoding.view(), 1);
}

MONOTABLE_INLINE bool range_builder::sort_slot(key_slot const& slot, std::size_t& position) {
    auto const parts = entity_.parts_of(slot);
    std::size_t const first = position;
    position += parts.size();
    auto const value_of = [&](template_part const& part) -> char const* {
        return value_of_source(plan_.source[first + static_cast<std::size_t>(&part - parts.data())]);
    };
    byte_buffer encoding;
    if (fill_slot(entity_, slot, value_of, encoding)) {
        range_->equal.append(encoding.view(), 1);
        return true;
    }
    if (slot.native != no_field || slot.attribute.type != 'S') {
        if (plan_.range != no_condition) native_range(slot);
        else starts_with(parts.front().format.prefix);
        return false;
    }
    byte_buffer prefix;
    if (!text_prefix(parts, first, prefix)) starts_with(prefix.view());
    return false;
}

MONOTABLE_INLINE bool range_builder::common_sort_slot(key_slot const& slot, std::size_t position) {
    auto const parts = entity_.parts_of(slot);
    byte_buffer prefix;
    if (text_prefix({parts.data(), plan_.common.parts}, position, prefix)) return false;
    if (plan_.common.text != 0) prefix.append(parts[plan_.common.parts].text.substr(0, plan_.common.text));
    starts_with(prefix.view());
    return false;
}

MONOTABLE_INLINE bool range_builder::text_prefix(array_view<template_part> parts, std::size_t position,
                                                 byte_buffer& prefix) {
    for (template_part const& part : parts) {
        char const* const bound = part.placeholder ? value_of_source(plan_.source[position]) : nullptr;
        ++position;
        if (!part.placeholder) {
            prefix.append(part.text);
        } else if (bound != nullptr) {
            append_key_text(prefix, entity_.name, part, type_of_part(part), value_view(bound));
        } else if (plan_.range != no_condition) {
            text_range(prefix.view(), part);
            return true;
        } else {
            append_string(prefix, part, part.format.prefix);
            starts_with(prefix.view());
            return true;
        }
    }
    return false;
}

MONOTABLE_INLINE key_bound range_builder::text_bound(std::string_view text, bool inclusive) {
    return {inclusive ? bound_kind::closed : bound_kind::open, value::string(text)};
}

MONOTABLE_INLINE void range_builder::lower(std::string_view text) {
    if (!text.empty()) range_->lower = text_bound(text, true);
}

MONOTABLE_INLINE void range_builder::upper(std::string_view text) {
    if (!text.empty()) range_->upper = text_bound(text, false);
}

MONOTABLE_INLINE void range_builder::starts_with(std::string_view prefix) {
    if (!prefix.empty()) range_->begins_with = text_bound(prefix, true);
}

MONOTABLE_INLINE void range_builder::within(std::string_view prefix) {
    if (prefix.empty()) return;
    lower(prefix);
    upper(prefix_successor(prefix));
}

MONOTABLE_INLINE comparison range_builder::reversed(comparison op) {
    switch (op) {
    case comparison::less: return comparison::greater;
    case comparison::less_equal: return comparison::greater_equal;
    case comparison::greater: return comparison::less;
    case comparison::greater_equal: return comparison::less_equal;
    default: return op;
    }
}

template <class Apply>
void range_builder::each_end(Apply const& apply) const {
    apply(conditions_[static_cast<std::size_t>(plan_.range)]);
    if (plan_.range_end != no_condition) apply(conditions_[static_cast<std::size_t>(plan_.range_end)]);
}

/// True for empty text and empty bytes, which cannot be part of a key.
MONOTABLE_INLINE bool range_builder::is_nothing(std::string const& encoding) {
    value_view const v(encoding.data());
    return (v.is(value_type::string) || v.is(value_type::binary)) && v.key_bytes().empty();
}

MONOTABLE_INLINE void range_builder::native_range(key_slot const& slot) {
    auto const bound = [&](std::string const& from, bool inclusive) {
        std::string encoding;
        fill_slot(entity_, slot, [&](template_part const&) { return from.data(); }, encoding);
        return key_bound{inclusive ? bound_kind::closed : bound_kind::open, value::from_encoding(std::move(encoding))};
    };
    each_end([&](condition_values const& c) {
        bool const is_between = c.op == comparison::between;
        if (c.op == comparison::begins_with) starts_with(value_view(c.first.data()).as_string());
        if ((is_between || c.op == comparison::greater || c.op == comparison::greater_equal) && !is_nothing(c.first))
            range_->lower = bound(c.first, c.op != comparison::greater);
        if (!is_between && c.op != comparison::less && c.op != comparison::less_equal) return;
        std::string const& last = is_between ? c.second : c.first;
        if (is_nothing(last)) range_->empty = true;
        else range_->upper = bound(last, c.op != comparison::less);
    });
}

MONOTABLE_INLINE void range_builder::text_range(std::string_view prefix, template_part const& part) {
    auto const text_of = [&](std::string const& from) {
        byte_buffer text;
        text.append(prefix);
        append_key_text(text, entity_.name, part, type_of_part(part), value_view(from.data()));
        return std::string(text.view());
    };
    // The upper bound of the keys whose placeholder has this text.
    auto const above = [&](std::string text) {
        if (part.last) return text_bound(text, true);
        if (part.next != '\0' && static_cast<unsigned char>(part.next) < 0x80)
            text += part.next; // an incomplete character has no successor
        return text_bound(prefix_successor(text), false);
    };
    within(prefix);
    byte_buffer every; // the prefix of the texts of all values
    every.append(prefix);
    append_string(every, part, part.format.prefix);
    each_end([&](condition_values const& c) {
        bool const reverse = part.format.descending && c.op == comparison::between;
        if (c.op != comparison::begins_with && is_nothing(c.op == comparison::between ? c.second : c.first)) {
            if (c.op == comparison::greater || c.op == comparison::greater_equal) lower(every.view());
            else range_->empty = true;
            return;
        }
        switch (part.format.descending ? reversed(c.op) : c.op) {
        case comparison::greater_equal: lower(text_of(c.first)); break;
        case comparison::greater: {
            key_bound bound = above(text_of(c.first));
            bound.kind =
                bound.inclusive() ? bound_kind::open : bound_kind::closed; // starts after the last key with this text
            range_->lower = bound;
            break;
        }
        case comparison::less: upper(text_of(c.first)); break;
        case comparison::less_equal: range_->upper = above(text_of(c.first)); break;
        case comparison::between:
            if (is_nothing(c.first)) lower(every.view());
            else lower(text_of(reverse ? c.second : c.first));
            range_->upper = above(text_of(reverse ? c.first : c.second));
            break;
        case comparison::begins_with: {
            byte_buffer text;
            text.append(prefix);
            append_string(text, part, value_view(c.first.data()).as_string());
            range_->lower = range_->upper = {};
            starts_with(text.view());
            break;
        }
        default: break;
        }
    });
}

MONOTABLE_INLINE void range_builder::find_empty() {
    if (range_->empty || !range_->lower || !range_->upper) return;
    int const order = range_->upper.key.view().key_bytes().compare(range_->lower.key.view().key_bytes());
    range_->empty = order < 0 || (order == 0 && !(range_->lower.inclusive() && range_->upper.inclusive()));
}

#ifdef MONOTABLE_COMPILED
template std::vector<key_range> range_builder::build();
#endif

} // namespace monotable::detail
