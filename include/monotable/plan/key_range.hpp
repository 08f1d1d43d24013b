// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/error.hpp>
#include <monotable/expression/condition.hpp>
#include <monotable/meta/array_view.hpp>
#include <monotable/plan/condition_values.hpp>
#include <monotable/plan/plan.hpp>
#include <monotable/schema/fill.hpp>
#include <monotable/value/value.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// A plan with its values filled in: the partitions and the range of sort keys to read.
namespace monotable::detail {

enum class bound_kind : std::uint8_t { none, closed, open };

struct key_bound {
    bound_kind kind = bound_kind::none;
    value key{};

    explicit operator bool() const { return kind != bound_kind::none; }
    bool inclusive() const { return kind == bound_kind::closed; }
};

/// Encoded values, one behind the other.
class key_values {
  public:
    class iterator {
      public:
        explicit iterator(char const* at) : at_(at) {}

        value_view operator*() const { return value_view(at_); }
        iterator& operator++() {
            at_ = end_of_value(at_);
            return *this;
        }
        friend bool operator==(iterator a, iterator b) { return a.at_ == b.at_; }

      private:
        char const* at_;
    };

    void add(std::string_view encoding) {
        bytes_ += encoding;
        ++size_;
    }

    std::size_t size() const { return size_; }
    std::string_view bytes() const { return bytes_; }
    iterator begin() const { return iterator(bytes_.data()); }
    iterator end() const { return iterator(bytes_.data() + bytes_.size()); }

  private:
    std::string bytes_;
    std::size_t size_ = 0;
};

/// Half-open or closed, as the bounds say. The bounds are on the sort key attribute behind those of `equal`.
struct key_range {
    key_values partitions; ///< the partition key values of each partition visited, one partition after another
    std::size_t partition_count = 0;
    key_values equal;
    key_bound lower;
    key_bound upper;
    key_bound begins_with; ///< of text keys, without bounds
    bool empty = false;    ///< no key can satisfy the conditions

    std::size_t partition_width() const { return partition_count == 0 ? 0 : partitions.size() / partition_count; }

    /// What tells it apart from other ranges of the same index.
    std::string bytes() const {
        std::string out;
        add_part(out, partitions.bytes());
        add_part(out, equal.bytes());
        add_bound(out, lower);
        add_bound(out, upper);
        add_bound(out, begins_with);
        return out;
    }

  private:
    static void add_part(std::string& out, std::string_view part) {
        out.append(std::to_string(part.size())).append(1, ':').append(part);
    }
    static void add_bound(std::string& out, key_bound const& bound) {
        out += static_cast<char>(bound.kind);
        add_part(out, bound.key.view().bytes());
    }
};

/// The smallest UTF-8 string above every string that starts with prefix; empty when there is none.
inline std::string prefix_successor(std::string_view prefix) {
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

class range_builder {
  public:
    range_builder(entity_data const& entity, plan_data const& plan, array_view<condition_values> conditions)
        : entity_(entity), plan_(plan), conditions_(conditions) {}

    /// One range, or one for each combination of the values of in(): each range once, in an order that does not depend on
    /// that of the values. Throws bad_value when a condition's value cannot stand in a key, or contradicts the sparse index
    /// that serves it. A template, so that only a program that reads pays for compiling it.
    template <class Ranges = std::vector<key_range>>
    Ranges build() {
        check_sparse();
        Ranges all;
        std::size_t partitions = plan_.fan_out;
        for (std::size_t c = 0; c != conditions_.size(); ++c) {
            if (conditions_[c].op != comparison::in) continue;
            if (conditions_[c].count == 0) return all;
            partitions *= conditions_[c].count;
            if (partitions > max_partitions) refuse_partitions(std::string(entity_.name));
        }
        do insert(all, build_one());
        while (choose_next());
        return all;
    }

  private:
    key_range build_one() {
        range_ = {};
        std::size_t position = 0;
        for (std::size_t variant = 0; variant != plan_.fan_out; ++variant) {
            position = 0;
            std::size_t digits = variant;
            for (key_slot const& slot : entity_.partition_slots(plan_.index))
                range_.partitions.add(partition_value(slot, position, digits));
            ++range_.partition_count;
        }
        for (key_slot const& slot : entity_.sort_slots(plan_.index))
            if (!sort_slot(slot, position)) break;
        find_empty();
        return std::move(range_);
    }

    static int compare(key_range const& a, key_range const& b) {
        int const order = a.partitions.bytes().compare(b.partitions.bytes());
        return order != 0 ? order : a.bytes().compare(b.bytes());
    }

    template <class Ranges>
    static void insert(Ranges& all, key_range range) {
        std::size_t at = all.size();
        int order = 1;
        while (at != 0 && (order = compare(range, all[at - 1])) < 0) --at;
        if (order == 0) return;
        all.insert(all.begin() + static_cast<std::ptrdiff_t>(at), std::move(range));
    }

    /// Moves to the next combination of values; false behind the last.
    bool choose_next() {
        for (std::size_t c = 0; c != conditions_.size(); ++c) {
            if (conditions_[c].op != comparison::in) continue;
            choice_[c] += value_view(conditions_[c].first.data() + choice_[c]).bytes().size();
            if (choice_[c] != conditions_[c].first.size()) return true;
            choice_[c] = 0;
        }
        return false;
    }

    /// The encoding of what fills a placeholder; nullptr if nothing does.
    char const* value_of_source(std::int8_t source) const {
        if (source == no_condition) return nullptr;
        return conditions_[static_cast<std::size_t>(source)].first.data() + choice_[source];
    }

    field_type const& type_of_part(template_part const& part) const {
        return *entity_.fields[static_cast<std::size_t>(part.field)].type;
    }

    void check_sparse() const {
        if (plan_.sparse == no_condition) return;
        membership const& place = entity_.memberships[plan_.index];
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

    std::string partition_value(key_slot const& slot, std::size_t& position, std::size_t& variant) {
        auto const parts = entity_.parts_of(slot);
        std::string shard; // the encoding of the number of a visited shard
        auto const value_of = [&](template_part const& part) -> char const* {
            return value_of_source(plan_.source[position + static_cast<std::size_t>(&part - parts.data())]);
        };
        std::string encoding;
        bool visits = false;
        for (template_part const& part : parts) visits = visits || (part.placeholder && value_of(part) == nullptr);
        if (!visits) {
            fill_slot(entity_, slot, value_of, encoding);
        } else {
            std::string text;
            std::uint64_t number = 0;
            for (template_part const& part : parts) {
                if (!part.placeholder) {
                    text += part.text;
                } else if (char const* const bound = value_of(part)) {
                    append_key_text(text, entity_.name, part, type_of_part(part), value_view(bound));
                } else {
                    std::uint16_t const fan_out = part.format.fan_out();
                    number = variant % fan_out + (part.format.shard_range ? part.format.first_shard : 0u);
                    variant /= fan_out;
                    append_shard(text, number, part.format.shard_range ? part.format.last_shard : fan_out - 1u);
                }
            }
            value_writer writer(encoding);
            if (slot.attribute.type == 'N') writer.number(number);
            else writer.string(text);
        }
        position += parts.size();
        return encoding;
    }

    /// False when the range ends with this slot.
    bool sort_slot(key_slot const& slot, std::size_t& position) {
        auto const parts = entity_.parts_of(slot);
        std::size_t const first = position;
        position += parts.size();
        auto const value_of = [&](template_part const& part) -> char const* {
            return value_of_source(plan_.source[first + static_cast<std::size_t>(&part - parts.data())]);
        };
        std::string encoding;
        if (fill_slot(entity_, slot, value_of, encoding)) {
            range_.equal.add(encoding);
            return true;
        }
        if (slot.native != no_field || slot.attribute.type != 'S') {
            if (plan_.range != no_condition) native_range(slot);
            else starts_with(std::string(parts.front().format.prefix));
            return false;
        }
        std::string prefix;
        for (template_part const& part : parts) {
            if (!part.placeholder) {
                prefix += part.text;
            } else if (char const* const bound = value_of(part)) {
                append_key_text(prefix, entity_.name, part, type_of_part(part), value_view(bound));
            } else {
                if (plan_.range != no_condition) {
                    text_range(prefix, part);
                } else {
                    append_string(prefix, part, part.format.prefix);
                    starts_with(prefix);
                }
                break;
            }
        }
        return false;
    }

    static key_bound text_bound(std::string const& text, bool inclusive) {
        return {inclusive ? bound_kind::closed : bound_kind::open, value::string(text)};
    }
    void lower(std::string const& text) { range_.lower = text_bound(text, true); }
    void upper(std::string const& text) {
        if (!text.empty()) range_.upper = text_bound(text, false);
    }
    void starts_with(std::string const& prefix) {
        if (!prefix.empty()) range_.begins_with = text_bound(prefix, true);
    }
    /// The range of all keys that start with prefix, of which one bound is then replaced.
    void within(std::string const& prefix) {
        if (prefix.empty()) return;
        lower(prefix);
        upper(prefix_successor(prefix));
    }

    static comparison reversed(comparison op) {
        switch (op) {
        case comparison::less: return comparison::greater;
        case comparison::less_equal: return comparison::greater_equal;
        case comparison::greater: return comparison::less;
        case comparison::greater_equal: return comparison::less_equal;
        default: return op;
        }
    }

    /// Calls apply with the condition, or with both where two make the range.
    template <class Apply>
    void each_end(Apply const& apply) const {
        apply(conditions_[static_cast<std::size_t>(plan_.range)]);
        if (plan_.range_end != no_condition) apply(conditions_[static_cast<std::size_t>(plan_.range_end)]);
    }

    void native_range(key_slot const& slot) {
        auto const bound = [&](std::string const& from, bool inclusive) {
            std::string encoding;
            fill_slot(entity_, slot, [&](template_part const&) { return from.data(); }, encoding);
            return key_bound{inclusive ? bound_kind::closed : bound_kind::open,
                             value::from_encoding(std::move(encoding))};
        };
        each_end([&](condition_values const& c) {
            bool const is_between = c.op == comparison::between;
            if (c.op == comparison::begins_with) starts_with(std::string(value_view(c.first.data()).as_string()));
            if (is_between || c.op == comparison::greater || c.op == comparison::greater_equal)
                range_.lower = bound(c.first, c.op != comparison::greater);
            if (is_between || c.op == comparison::less || c.op == comparison::less_equal)
                range_.upper = bound(is_between ? c.second : c.first, c.op != comparison::less);
        });
    }

    /// The range of one placeholder behind a fixed prefix of the key's text.
    void text_range(std::string const& prefix, template_part const& part) {
        auto const text_of = [&](std::string const& from) {
            std::string text = prefix;
            append_key_text(text, entity_.name, part, type_of_part(part), value_view(from.data()));
            return text;
        };
        // The end of a range that contains every key whose placeholder is this text.
        auto const above = [&](std::string text) {
            if (part.last) return text_bound(text, true);
            if (part.next != '\0' && static_cast<unsigned char>(part.next) < 0x80)
                text += part.next; // half a character has no successor
            return text_bound(prefix_successor(text), false);
        };
        within(prefix);
        each_end([&](condition_values const& c) {
            bool const reverse = part.format.descending && c.op == comparison::between;
            switch (part.format.descending ? reversed(c.op) : c.op) {
            case comparison::greater_equal: lower(text_of(c.first)); break;
            case comparison::greater: {
                key_bound bound = above(text_of(c.first));
                bound.kind = bound.inclusive() ? bound_kind::open
                                               : bound_kind::closed; // from behind the last key with this text
                range_.lower = bound;
                break;
            }
            case comparison::less: upper(text_of(c.first)); break;
            case comparison::less_equal: range_.upper = above(text_of(c.first)); break;
            case comparison::between:
                lower(text_of(reverse ? c.second : c.first));
                range_.upper = above(text_of(reverse ? c.first : c.second));
                break;
            case comparison::begins_with: {
                std::string text = prefix;
                append_string(text, part, value_view(c.first.data()).as_string());
                range_.lower = range_.upper = {};
                starts_with(text);
                break;
            }
            default: break;
            }
        });
    }

    /// A range that ends before it begins holds nothing; stores refuse such bounds.
    void find_empty() {
        if (!range_.lower || !range_.upper) return;
        int const order = range_.upper.key.view().key_bytes().compare(range_.lower.key.view().key_bytes());
        range_.empty = order < 0 || (order == 0 && !(range_.lower.inclusive() && range_.upper.inclusive()));
    }

    entity_data const& entity_;
    plan_data const& plan_;
    array_view<condition_values> conditions_;
    key_range range_;
    std::size_t choice_[max_plan_parts]{}; // per condition: where the chosen value of an in() begins
};

} // namespace monotable::detail
