// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/item.hpp>
#include <monotable/core/value.hpp>
#include <monotable/expression/tree.hpp>

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

// A naive reference implementation of expressions, on documents made of standard containers.
namespace reference {

namespace mt = monotable;
using kind = mt::expression_kind;
using type = mt::value_type;

struct document {
    type is = type::null;
    bool boolean = false;
    mt::decimal number;
    std::string bytes; // string, binary
    std::vector<document> list;
    std::map<std::string, document> map;
    std::set<mt::decimal> numbers;
    std::set<std::string> texts; // elements of the other sets

    friend bool operator==(document const&, document const&) = default;
};

inline document read(mt::value_view v) {
    document out;
    out.is = v.type();
    switch (v.type()) {
    case type::null: break;
    case type::boolean: out.boolean = v.as_bool(); break;
    case type::number: out.number = v.as_number(); break;
    case type::string:
    case type::binary: out.bytes = v.key_bytes(); break;
    case type::list:
        for (auto const each : v.as_list()) out.list.push_back(read(each));
        break;
    case type::map:
        for (auto const& [name, value] : v.as_map()) out.map.emplace(name, read(value));
        break;
    case type::number_set:
        for (auto const each : v.as_set()) out.numbers.insert(mt::decimal::from_bytes(each));
        break;
    default:
        for (auto const each : v.as_set()) out.texts.emplace(each);
    }
    return out;
}

inline void write(document const& d, mt::value_writer& out) {
    switch (d.is) {
    case type::null: return out.null();
    case type::boolean: return out.boolean(d.boolean);
    case type::number: return out.number(d.number);
    case type::string: return out.string(d.bytes);
    case type::binary: return out.binary(d.bytes);
    case type::list:
        out.begin_list();
        for (auto const& each : d.list) write(each, out);
        return out.end_list();
    case type::map:
        out.begin_map();
        for (auto const& [name, value] : d.map) {
            out.name(name);
            write(value, out);
        }
        return out.end_map();
    default:
        out.begin_set(d.is);
        for (auto const& each : d.numbers) out.number(each);
        for (auto const& each : d.texts)
            if (d.is == type::string_set) out.string(each);
            else out.binary(each);
        out.end_set();
    }
}

inline mt::item item_of(document const& d) {
    std::string bytes;
    mt::value_writer out(bytes);
    write(d, out);
    return mt::item::from_encoding(bytes);
}

using steps = std::vector<mt::detail::path_step>;

inline steps steps_of(mt::expression_view path) {
    steps out;
    for (auto const step : path.path()) out.push_back(step);
    return out;
}

inline document const* child(document const& d, mt::detail::path_step const& step) {
    if (step.is_index) return d.is == type::list && step.index < d.list.size() ? &d.list[step.index] : nullptr;
    auto const found = d.map.find(std::string(step.name));
    return found == d.map.end() ? nullptr : &found->second;
}

inline document const* find(document const& d, steps const& path) {
    auto const* at = &d;
    for (auto const& step : path)
        if (at != nullptr) at = child(*at, step);
    return at;
}

inline std::size_t cardinality(document const& d) {
    return d.list.size() + d.map.size() + d.numbers.size() + d.texts.size();
}

inline std::optional<document> operand(mt::expression_view tree, document const& item) {
    if (tree.is(kind::constant)) return read(tree.constant());
    if (tree.is(kind::path)) {
        auto const* const found = find(item, steps_of(tree));
        return found == nullptr ? std::nullopt : std::optional(*found);
    }
    auto const of = operand(tree[0], item);
    if (!of || of->is == type::null || of->is == type::boolean || of->is == type::number) return std::nullopt;
    std::size_t size = of->is == type::binary ? of->bytes.size() : cardinality(*of);
    if (of->is == type::string)
        for (char const c : of->bytes) {
            auto const byte = static_cast<unsigned char>(c);
            size += byte < 0x80 || (byte >= 0xC0 && byte < 0xF0) ? 1u : byte >= 0xF0 ? 2u : 0u;
        }
    document out;
    out.is = type::number;
    out.number = mt::decimal(size);
    return out;
}

/// Negative, zero or positive; nullopt if the values are not ordered.
inline std::optional<int> order(std::optional<document> const& a, std::optional<document> const& b) {
    if (!a || !b || a->is != b->is) return std::nullopt;
    if (a->is == type::number) return a->number < b->number ? -1 : a->number > b->number;
    if (a->is == type::string || a->is == type::binary) return a->bytes.compare(b->bytes);
    return std::nullopt;
}

inline bool holds(mt::expression_view tree, document const& item) {
    auto const value = [&](std::size_t i) { return operand(tree[i], item); };
    auto const exists = [&](std::size_t i) { return value(i).has_value(); };
    auto const ordered = [&](std::size_t i, std::size_t j, int low, int high) {
        auto const o = order(value(i), value(j));
        return o && (*o < 0 ? -1 : *o > 0) >= low && (*o < 0 ? -1 : *o > 0) <= high;
    };
    switch (tree.kind()) {
    case kind::all_of: return std::all_of(tree.begin(), tree.end(), [&](auto each) { return holds(each, item); });
    case kind::any_of: return std::any_of(tree.begin(), tree.end(), [&](auto each) { return holds(each, item); });
    case kind::negation: return !holds(tree[0], item);
    case kind::equal: return exists(0) && exists(1) && *value(0) == *value(1);
    case kind::not_equal: {
        for (std::size_t i = 0; i != 2; ++i)
            if (tree[i].is(kind::size) && !exists(i)) return false;
        return !(exists(0) && exists(1) && *value(0) == *value(1));
    }
    case kind::less: return ordered(0, 1, -1, -1);
    case kind::less_equal: return ordered(0, 1, -1, 0);
    case kind::greater: return ordered(0, 1, 1, 1);
    case kind::greater_equal: return ordered(0, 1, 0, 1);
    case kind::between: return ordered(0, 1, 0, 1) && ordered(0, 2, -1, 0);
    case kind::in:
        for (std::size_t i = 1; i != tree.size(); ++i)
            if (exists(0) && exists(i) && *value(0) == *value(i)) return true;
        return false;
    case kind::attribute_exists: return exists(0);
    case kind::attribute_not_exists: return !exists(0);
    case kind::attribute_type: return exists(0) && mt::detail::type_name(value(0)->is) == value(1)->bytes;
    case kind::begins_with:
        return exists(0) && exists(1) && value(0)->is == value(1)->is &&
               (value(0)->is == type::string || value(0)->is == type::binary) &&
               value(0)->bytes.substr(0, value(1)->bytes.size()) == value(1)->bytes;
    default: { // contains
        if (!exists(0) || !exists(1)) return false;
        auto const whole = *value(0), part = *value(1);
        if (whole.is == type::list) return std::count(whole.list.begin(), whole.list.end(), part) != 0;
        if (whole.is == type::number_set) return part.is == type::number && whole.numbers.contains(part.number);
        if (whole.is == type::string_set) return part.is == type::string && whole.texts.contains(part.bytes);
        if (whole.is == type::binary_set) return part.is == type::binary && whole.texts.contains(part.bytes);
        return whole.is == part.is && (whole.is == type::string || whole.is == type::binary) &&
               whole.bytes.find(part.bytes) != std::string::npos;
    }
    }
}

/// Thrown if an update does not fit the item.
struct misfit : std::runtime_error {
    misfit() : std::runtime_error("misfit") {}
};

inline document assigned(mt::expression_view tree, document const& item) {
    if (tree.is(kind::if_not_exists)) {
        auto const* const found = find(item, steps_of(tree[0]));
        return found == nullptr ? assigned(tree[1], item) : *found;
    }
    if (tree.is(kind::path) || tree.is(kind::constant)) {
        auto const found = operand(tree, item);
        if (!found) throw misfit();
        return *found;
    }
    auto a = assigned(tree[0], item), b = assigned(tree[1], item);
    auto const wanted = tree.is(kind::list_append) ? type::list : type::number;
    if (a.is != wanted || b.is != wanted) throw misfit();
    a.list.insert(a.list.end(), b.list.begin(), b.list.end());
    if (wanted == type::number) try {
            a.number = tree.is(kind::plus) ? a.number + b.number : a.number - b.number;
        } catch (mt::bad_value const&) {
            throw misfit();
        }
    return a;
}

/// The value after an action; nullopt if it does not exist afterwards.
inline std::optional<document> result_of(mt::expression_view action, document const* before, document const& item) {
    if (action.is(kind::remove)) return std::nullopt;
    auto value = assigned(action[1], item);
    if (action.is(kind::set)) return value;
    bool const is_set = mt::detail::is_set(value.is);
    if (!is_set && (value.is != type::number || !action.is(kind::add))) throw misfit();
    if (before == nullptr) return action.is(kind::add) ? std::optional(value) : std::nullopt;
    auto after = *before;
    if (after.is != value.is) throw misfit();
    if (!action.is(kind::add)) {
        for (auto const& each : value.numbers) after.numbers.erase(each);
        for (auto const& each : value.texts) after.texts.erase(each);
        return cardinality(after) == 0 ? std::nullopt : std::optional(after);
    }
    after.numbers.merge(value.numbers);
    after.texts.merge(value.texts);
    if (is_set) return after;
    try {
        after.number += value.number;
    } catch (mt::bad_value const&) {
        throw misfit();
    }
    return after;
}

/// A document during an update, in which elements can be marked as removed or appended to lists.
struct draft {
    document here;
    bool gone = false;
    std::map<std::string, draft> members;
    std::map<std::size_t, draft> elements;
};

inline draft draft_of(document const& d) {
    draft out{d, false, {}, {}};
    for (auto const& [name, value] : d.map) out.members.emplace(name, draft_of(value));
    for (std::size_t i = 0; i != d.list.size(); ++i) out.elements.emplace(i, draft_of(d.list[i]));
    return out;
}

inline document finished(draft const& d) {
    auto out = d.here;
    out.map.clear();
    out.list.clear();
    for (auto const& [name, each] : d.members)
        if (!each.gone) out.map.emplace(name, finished(each));
    for (auto const& [index, each] : d.elements)
        if (!each.gone) out.list.push_back(finished(each));
    return out;
}

inline document updated(mt::expression_view update, document const& item) {
    auto result = draft_of(item);
    for (auto const action : update) {
        auto path = steps_of(action[0]);
        auto const last = path.back();
        path.pop_back();
        auto const* const parent = find(item, path);
        if (parent == nullptr || parent->is != (last.is_index ? type::list : type::map)) throw misfit();
        auto* at = &result;
        for (auto const& step : path)
            at = step.is_index ? &at->elements.at(step.index) : &at->members.at(std::string(step.name));
        auto const after = result_of(action, child(*parent, last), item);
        auto made = after ? draft_of(*after) : draft{{}, true, {}, {}};
        if (last.is_index) at->elements.insert_or_assign(last.index, std::move(made));
        else at->members.insert_or_assign(std::string(last.name), std::move(made));
    }
    return finished(result);
}

/// The parts of a document at some of the paths, from their given step on.
inline std::optional<document> projected(document const& from, std::vector<steps> const& paths, std::size_t depth = 0) {
    if (paths.empty()) return std::nullopt;
    for (auto const& path : paths)
        if (path.size() == depth) return from;
    auto const under = [&](mt::detail::path_step const& step) {
        std::vector<steps> out;
        for (auto const& path : paths)
            if (path[depth] == step) out.push_back(path);
        return out;
    };
    document out;
    out.is = from.is;
    for (auto const& [name, value] : from.map)
        if (auto part = projected(value, under({name, 0, false}), depth + 1)) out.map.emplace(name, *part);
    for (std::size_t i = 0; i != from.list.size(); ++i)
        if (auto part = projected(from.list[i], under({{}, static_cast<std::uint32_t>(i), true}), depth + 1))
            out.list.push_back(*part);
    return out.map.empty() && out.list.empty() ? std::nullopt : std::optional(out);
}

} // namespace reference
