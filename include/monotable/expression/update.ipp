// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/core/assemble.hpp>
#include <monotable/core/decimal.hpp>
#include <monotable/core/item.hpp>
#include <monotable/core/validate.hpp>
#include <monotable/core/view.hpp>
#include <monotable/error.hpp>
#include <monotable/expression/document_paths.hpp>
#include <monotable/expression/lookup.hpp>
#include <monotable/expression/project.hpp>
#include <monotable/expression/tree_view.hpp>
#include <monotable/expression/update.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace monotable {
namespace detail {

[[noreturn]] MONOTABLE_INLINE void throw_update_error(std::string const& text) {
    throw store_error(store_fault::validation, {}, text, {});
}

[[noreturn]] MONOTABLE_INLINE void throw_operand_error() {
    throw_update_error("An operand in the update expression has an incorrect data type");
}

[[noreturn]] MONOTABLE_INLINE void throw_path_error() {
    throw_update_error("The document path provided in the update expression is invalid for update");
}

/// Writes the updated document. All operands are read from the old one, and positions in lists are those of the old
/// one.
class update_writer {
  public:
    update_writer(expression_view update, item_view old, std::string& out) noexcept
        : update_(update), old_(old), out_(out) {}

    void write_item(path_place* first, path_place* last) { write_map(old_, first, last, true); }

  private:
    /// Appends the updated value at the point that the paths have reached; `before` is nullopt if it does not exist.
    /// False, with nothing appended, if no value remains.
    bool write(std::optional<value_view> before, path_place* first, path_place* last) {
        if (first->ends()) return apply(first->action, before);
        auto const step = first->step();
        if (!before || !before->is(step.is_index ? value_type::list : value_type::map)) throw_step_error();
        if (step.is_index) write_list(before->as_list(), first, last);
        else write_map(before->as_map(), first, last, false);
        return true;
    }

    void write_map(item_view before, path_place* first, path_place* last, bool is_item) {
        container_writer map(out_, value_type::map);
        member_cursor member(before);
        while (!member.done() || first != last) {
            auto const order = first == last ? -1 : member.done() ? 1 : member.name().compare(first->step().name);
            if (order < 0) {
                map.add(member.bytes());
                member.advance();
                continue;
            }
            auto const name = first->step().name;
            auto const start = out_.size();
            append_sized(out_, name);
            auto const value = out_.size();
            auto* const group_end = take_step(first, last);
            if (write(order == 0 ? std::optional(member.value()) : std::nullopt, first, group_end)) {
                if (is_item) check_nesting(value_view(out_.data() + value));
                map.counted();
            } else {
                out_.resize(start);
            }
            first = group_end;
            if (order == 0) member.advance();
        }
        map.finish();
    }

    void write_list(list_view before, path_place* first, path_place* last) {
        container_writer list(out_, value_type::list);
        std::uint64_t index = 0;
        for (auto const element : before) {
            if (first == last || first->step().index != index++) {
                list.add(element.bytes());
                continue;
            }
            auto* const group_end = take_step(first, last);
            if (write(element, first, group_end)) list.counted();
            first = group_end;
        }
        while (first != last) { // positions after the end append without gaps
            auto* const group_end = take_step(first, last);
            if (write(std::nullopt, first, group_end)) list.counted();
            first = group_end;
        }
        list.finish();
    }

    /// Reports an invalid operand in preference to the invalid path, because DynamoDB reads all operands first.
    [[noreturn]] void throw_step_error() const {
        for (auto const action : update_) {
            std::string room;
            if (action.size() == 2) value_of(action[1], room);
        }
        throw_path_error();
    }

    static void check_nesting(value_view v) {
        if (is_container(v.type()) && nesting(v) > max_nesting)
            throw_update_error(
                "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels "
                "beyond supported limit");
    }

    bool apply(expression_view action, std::optional<value_view> before) {
        using enum expression_kind;
        if (action.is(remove)) return false;
        std::string room;
        auto const operand = value_of(action[1], room);
        if (action.is(set)) return copy(operand);
        if (action.is(add)) return apply_add(before, operand);
        if (!is_set(operand.type())) throw_operand_error();
        if (!before) return false;
        if (!before->is(operand.type())) throw_operand_error();
        return write_difference(before->as_set(), operand.as_set());
    }

    bool apply_add(std::optional<value_view> before, value_view operand) {
        auto const type = operand.type();
        if ((type != value_type::number && !is_set(type)) || (before && !before->is(type))) throw_operand_error();
        if (!before) return copy(operand);
        if (is_set(type)) {
            write_union(before->as_set(), operand.as_set());
            return true;
        }
        std::string sum;
        return copy(sum_of(*before, operand, false, sum));
    }

    bool copy(value_view v) {
        out_.append(v.bytes());
        return true;
    }

    void write_union(set_view a, set_view b) {
        container_writer set(out_, a.type());
        auto i = a.begin(), j = b.begin();
        while (i != a.end() || j != b.end()) {
            int const order = i == a.end() ? 1 : j == b.end() ? -1 : (*i).compare(*j);
            append_sized(out_, order <= 0 ? *i : *j);
            set.counted();
            if (order <= 0) ++i;
            if (order >= 0) ++j;
        }
        set.finish();
    }

    bool write_difference(set_view a, set_view b) {
        container_writer set(out_, a.type());
        auto j = b.begin();
        for (auto const element : a) {
            while (j != b.end() && *j < element) ++j;
            if (j != b.end() && *j == element) continue;
            append_sized(out_, element);
            set.counted();
        }
        if (set.count() == 0) set.cancel();
        else set.finish();
        return set.count() != 0;
    }

    /// The value of an operand. The view refers to the old item, the update or, if the value is computed, `room`.
    value_view value_of(expression_view tree, std::string& room) const {
        using enum expression_kind;
        switch (tree.kind()) {
        case constant: return tree.constant();
        case path:
            if (auto const found = find(old_, tree.path())) return *found;
            throw_update_error("The provided expression refers to an attribute that does not exist in the item");
        case if_not_exists:
            if (auto const found = find(old_, tree[0].path())) return *found;
            return value_of(tree[1], room);
        default: break;
        }
        std::string first_room, second_room;
        auto const first = value_of(tree[0], first_room);
        auto const second = value_of(tree[1], second_room);
        if (!tree.is(list_append)) return sum_of(first, second, tree.is(minus), room);
        if (!first.is(value_type::list) || !second.is(value_type::list)) throw_operand_error();
        container_writer list(room, value_type::list);
        for (auto const element : first.as_list()) list.add(element.bytes());
        for (auto const element : second.as_list()) list.add(element.bytes());
        list.finish();
        return value_view(room.data());
    }

    static value_view sum_of(value_view a, value_view b, bool subtract, std::string& room) {
        if (!a.is(value_type::number) || !b.is(value_type::number)) throw_operand_error();
        try {
            auto const x = a.as_number(), y = b.as_number();
            auto const payload = (subtract ? x - y : x + y).bytes();
            room = static_cast<char>(value_type::number);
            append_sized(room, payload.view());
        } catch (bad_value const& reason) {
            auto const rule = reason.rule();
            throw_update_error(rule.empty() ? reason.what() : std::string(rule));
        }
        return value_view(room.data());
    }

    expression_view update_;
    item_view old_;
    std::string& out_;
};

MONOTABLE_INLINE item apply_update(expression_view update, item_view old) {
    if (!update) return item(old);
    detail::sorted_paths paths(update);
    std::string out;
    out.reserve(old.bytes().size() + 64);
    detail::update_writer(update, old, out).write_item(paths.begin(), paths.end());
    return item::from_encoding(std::move(out));
}

MONOTABLE_INLINE bool creates(expression_view update) noexcept {
    if (!update) return true;
    for (auto const action : update)
        if (action.is(expression_kind::set) || action.is(expression_kind::add)) return true;
    return false;
}

MONOTABLE_INLINE item touched(expression_view update, item_view version) {
    return update ? detail::at_paths(update, version) : item();
}

} // namespace detail

} // namespace monotable
