// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/core/number_bytes.hpp>
#include <monotable/core/text.hpp>
#include <monotable/core/view.hpp>
#include <monotable/expression/evaluate.hpp>
#include <monotable/expression/lookup.hpp>
#include <monotable/expression/tree_view.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace monotable {
namespace detail {

/// Storage for a computed number, as an encoded value.
struct computed_number {
    char bytes[2 + sizeof(number_payload::data)];

    value_view assign(std::uint64_t v) noexcept {
        auto const payload = encode_number(v);
        bytes[0] = static_cast<char>(value_type::number);
        bytes[1] = static_cast<char>(payload.size);
        for (std::size_t i = 0; i != payload.size; ++i) bytes[2 + i] = payload.data[i];
        return value_view(bytes);
    }
};

/// The length of a string as DynamoDB counts it: in UTF-16 code units. A code point of four bytes in UTF-8 has two of
/// them.
MONOTABLE_INLINE std::uint64_t count_utf16_units(std::string_view utf8) noexcept {
    std::uint64_t count = 0;
    for (char const c : utf8) {
        if ((byte(c) & 0xC0) != 0x80) ++count;
        if (byte(c) >= 0xF0) ++count;
    }
    return count;
}

/// The result of size(); nullopt for types without a size.
MONOTABLE_INLINE std::optional<std::uint64_t> size_of(value_view v) noexcept {
    switch (v.type()) {
    case value_type::string: return count_utf16_units(v.as_string());
    case value_type::binary: return v.as_binary().size();
    case value_type::list: return v.as_list().size();
    case value_type::map: return v.as_map().size();
    case value_type::string_set:
    case value_type::number_set:
    case value_type::binary_set: return v.as_set().size();
    default: return std::nullopt;
    }
}

/// The value of an operand of a condition; nullopt if the item lacks it. The view refers to the item, the tree or
/// `room`.
MONOTABLE_INLINE std::optional<value_view> operand_value(expression_view tree, item_view item,
                                                         computed_number& room) noexcept {
    if (tree.is(expression_kind::constant)) return tree.constant();
    if (tree.is(expression_kind::path)) return find(item, tree.path());
    computed_number unused; // the operand of size() is not a size
    auto const sized = operand_value(*tree.begin(), item, unused);
    auto const size = sized ? size_of(*sized) : std::nullopt;
    if (!size) return std::nullopt;
    return room.assign(*size);
}

MONOTABLE_INLINE bool in_order(value_view a, value_view b, bool or_equal) noexcept {
    if (a.type() != b.type() || !is_key_type(a.type())) return false;
    auto const order = a.key_bytes().compare(b.key_bytes());
    return order < 0 || (or_equal && order == 0);
}

MONOTABLE_INLINE bool contains(value_view whole, value_view part) noexcept {
    if (whole.is(value_type::list)) {
        for (auto const element : whole.as_list())
            if (element == part) return true;
        return false;
    }
    if (is_set(whole.type())) return part.is(element_type(whole.type())) && whole.as_set().contains(part.key_bytes());
    if (!whole.is(value_type::string) && !whole.is(value_type::binary)) return false;
    return part.is(whole.type()) && whole.key_bytes().find(part.key_bytes()) != std::string_view::npos;
}

MONOTABLE_INLINE bool begins_with(value_view whole, value_view part) noexcept {
    return part.is(whole.type()) && (whole.is(value_type::string) || whole.is(value_type::binary)) &&
           whole.key_bytes().starts_with(part.key_bytes());
}

/// True if a comparison or a function of operands holds.
MONOTABLE_INLINE bool compare(expression_view condition, item_view item) noexcept {
    auto next = condition.begin();
    computed_number first_room, second_room, third_room;
    auto const first_tree = *next;
    auto const second_tree = *++next;
    auto const first = operand_value(first_tree, item, first_room);
    auto const second = operand_value(second_tree, item, second_room);
    using enum expression_kind;
    switch (condition.kind()) {
    case equal: return first && second && *first == *second;
    case not_equal:
        // A missing attribute is unequal to everything, but no comparison holds for a size that has no value.
        if ((!first && first_tree.is(size)) || (!second && second_tree.is(size))) return false;
        return !first || !second || *first != *second;
    case less: return first && second && in_order(*first, *second, false);
    case less_equal: return first && second && in_order(*first, *second, true);
    case greater: return first && second && in_order(*second, *first, false);
    case greater_equal: return first && second && in_order(*second, *first, true);
    case between: {
        auto const upper = operand_value(*++next, item, third_room);
        return first && second && upper && in_order(*second, *first, true) && in_order(*first, *upper, true);
    }
    case in:
        for (; first && next != condition.end(); ++next) {
            auto const candidate = operand_value(*next, item, second_room);
            if (candidate && *candidate == *first) return true;
        }
        return false;
    case expression_kind::begins_with: return first && second && detail::begins_with(*first, *second);
    case expression_kind::contains: return first && second && detail::contains(*first, *second);
    default: // attribute_type
        return first && second && type_name(first->type()) == second->as_string();
    }
}

MONOTABLE_INLINE bool holds(expression_view condition, item_view item) noexcept {
    switch (condition.kind()) {
    case expression_kind::all_of:
        for (auto const each : condition)
            if (!holds(each, item)) return false;
        return true;
    case expression_kind::any_of:
        for (auto const each : condition)
            if (holds(each, item)) return true;
        return false;
    case expression_kind::negation: return !holds(*condition.begin(), item);
    case expression_kind::attribute_exists: return find(item, (*condition.begin()).path()).has_value();
    case expression_kind::attribute_not_exists: return !find(item, (*condition.begin()).path());
    default: return detail::compare(condition, item);
    }
}

} // namespace detail

} // namespace monotable
