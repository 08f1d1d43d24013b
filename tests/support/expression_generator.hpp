// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/item.hpp>
#include <monotable/core/value.hpp>
#include <monotable/expression/operator_name.hpp>
#include <monotable/expression/tree.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// Generates documents and expressions from bytes, which rapidcheck shrinks and a fuzzer mutates. There are few names
// and values, so that paths overlap and comparisons hold. Nodes have the operands that expression_kind specifies, but
// check() can reject the trees.
namespace expression_support {

namespace mt = monotable;
using kind = mt::expression_kind;

class choices {
  public:
    explicit choices(std::vector<std::uint8_t> bytes) : bytes_(std::move(bytes)) {}

    /// The next byte; 0 after the last one.
    std::size_t below(std::size_t n) { return at_ == bytes_.size() ? 0 : bytes_[at_++] % n; }
    template <class T, std::size_t N>
    T const& any(T const (&from)[N]) {
        return from[below(N)];
    }

    void write_value(mt::value_writer& out, int levels) {
        static std::string_view const texts[] = {"", "a", "b", "ab", "abc", "\xc3\xa9", "S", "N", "\xf0\x9d\x84\x9e"};
        static std::string_view const numbers[] = {
            "0", "1", "2", "3", "10", "-1", "0.5", "1e20", "-12345678901234567890.5"};
        switch (below(levels > 0 ? 10 : 8)) {
        case 0: return out.number(mt::decimal(any(numbers)));
        case 1: return out.string(any(texts));
        case 2: return out.binary(any(texts));
        case 3: return out.null();
        case 4: return out.boolean(below(2) == 1);
        case 5:
        case 6: {
            bool const strings = below(2) == 1;
            out.begin_set(strings ? mt::value_type::string_set : mt::value_type::number_set);
            auto const chosen = 1 + below(15);
            for (int i = 0; i != 4; ++i) {
                if ((chosen >> i & 1) == 0) continue;
                if (strings) out.string(texts[i]);
                else out.number(i);
            }
            return out.end_set();
        }
        case 7: {
            out.begin_set(mt::value_type::binary_set);
            out.binary(any(texts));
            return out.end_set();
        }
        case 8: {
            out.begin_list();
            for (auto left = below(4); left != 0; --left) write_value(out, levels - 1);
            return out.end_list();
        }
        default: write_map(out, levels - 1);
        }
    }

    mt::value value(int levels = 2) {
        std::string bytes;
        mt::value_writer out(bytes);
        write_value(out, levels);
        return mt::value::from_encoding(bytes);
    }
    mt::item item() {
        std::string bytes;
        mt::value_writer out(bytes);
        write_map(out, 3);
        return mt::item::from_encoding(bytes);
    }

    mt::expression path() {
        mt::detail::document_path path(any(names));
        while (below(3) == 2) {
            if (below(2) == 1) path.element(static_cast<std::uint32_t>(below(5)));
            else path.member(any(names));
        }
        return mt::expression::path(path);
    }
    mt::expression constant() { return mt::expression::constant(value()); }

    mt::expression operand() {
        switch (below(6)) {
        case 0:
        case 1: return constant();
        case 2: return mt::expression::make(kind::size, {below(4) == 3 ? constant() : path()});
        default: return path();
        }
    }

    mt::expression condition(int levels = 3) {
        auto const first = static_cast<std::size_t>(kind::equal);
        auto const what = static_cast<kind>(first + below(levels > 0 ? 16 : 13));
        mt::expression out;
        out.begin(what);
        switch (what) {
        case kind::all_of:
        case kind::any_of:
            // make() flattens conditions of the same kind, so that one of them can count for two.
            for (auto left = 2 + below(2); left != 0; --left) out.add(condition(levels - 1));
            break;
        case kind::negation: out.add(condition(levels - 1)); break;
        case kind::attribute_exists:
        case kind::attribute_not_exists: out.add(path()); break;
        case kind::attribute_type: {
            static std::string_view const types[] = {"S", "SS", "N", "NS", "B", "BS", "BOOL", "NULL", "L", "M"};
            out.add(operand());
            out.add(mt::expression::constant(mt::value(any(types))));
            break;
        }
        case kind::in:
            for (auto left = 2 + below(3); left != 0; --left) out.add(operand());
            break;
        case kind::between: out.add(operand()); [[fallthrough]];
        default: out.add(operand()); out.add(operand());
        }
        return out;
    }

    mt::expression assigned(int levels = 2) {
        switch (below(levels > 0 ? 7 : 3)) {
        case 0:
        case 1: return path();
        case 2: return constant();
        case 3: return mt::expression::make(kind::if_not_exists, {path(), assigned_operand(levels - 1)});
        case 4:
            return mt::expression::make(kind::list_append,
                                        {assigned_operand(levels - 1), assigned_operand(levels - 1)});
        case 5: return mt::expression::make(kind::plus, {assigned_operand(levels - 1), assigned_operand(levels - 1)});
        default: return mt::expression::make(kind::minus, {assigned_operand(levels - 1), assigned_operand(levels - 1)});
        }
    }

    /// Actions of one kind are adjacent.
    mt::expression update() {
        mt::expression out;
        out.begin(kind::update);
        auto const order = below(4);
        bool any_yet = false;
        for (std::size_t i = 0; i != 4; ++i) {
            auto const what = static_cast<kind>(static_cast<std::size_t>(kind::set) + (i + order) % 4);
            auto count = below(4);
            if (i == 3 && !any_yet) count = 1;
            any_yet = any_yet || count != 0;
            for (; count != 0; --count) {
                if (what == kind::remove) out.add(mt::expression::make(what, {path()}));
                else out.add(mt::expression::make(what, {path(), what == kind::set ? assigned() : constant()}));
            }
        }
        return out;
    }

    mt::expression projection() {
        mt::expression out;
        out.begin(kind::projection);
        for (auto left = 1 + below(5); left != 0; --left) out.add(path());
        return out;
    }

  private:
    static constexpr std::string_view names[] = {"a", "b", "c", "size", "x.y", "", "\xe2\x82\xac", "l", "m"};

    /// An operand of a sum or a function, which is not a sum itself.
    mt::expression assigned_operand(int levels) {
        auto result = assigned(levels);
        auto const is = result.view().kind();
        return is == kind::plus || is == kind::minus ? path() : result;
    }

    void write_map(mt::value_writer& out, int levels) {
        out.begin_map();
        for (auto const name : names) {
            if (below(2) == 0) continue;
            out.name(name);
            write_value(out, levels);
        }
        out.end_map();
    }

    std::vector<std::uint8_t> bytes_;
    std::size_t at_ = 0;
};

} // namespace expression_support
