// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/value.hpp>
#include <monotable/meta/array_view.hpp>
#include <monotable/query/condition.hpp>
#include <monotable/query/condition_values.hpp>
#include <monotable/query/plan.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
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
    std::string bytes() const;

  private:
    static void add_part(std::string& out, std::string_view part);
    static void add_bound(std::string& out, key_bound const& bound);
};

/// The smallest UTF-8 string above every string that starts with prefix; empty when there is none.
std::string prefix_successor(std::string_view prefix);

class range_builder {
  public:
    range_builder(entity_data const& entity, plan_data const& plan, array_view<condition_values> conditions)
        : entity_(entity), plan_(plan), conditions_(conditions) {}

    /// One range, or one for each combination of the values of in(): each range once, in an order that does not depend on
    /// that of the values. Throws bad_value when a condition's value cannot stand in a key, or contradicts the sparse index
    /// that serves it. A template, so that only a program that reads pays for compiling it.
    template <class Ranges = std::vector<key_range>>
    Ranges build();

  private:
    key_range build_one();
    static int compare(key_range const& a, key_range const& b);
    template <class Ranges>
    static void insert(Ranges& all, key_range range);

    /// Moves to the next combination of values; false behind the last.
    bool choose_next();

    /// The encoding of what fills a placeholder; nullptr if nothing does.
    char const* value_of_source(std::int8_t source) const;
    field_type const& type_of_part(template_part const& part) const;
    void check_sparse() const;
    std::string partition_value(key_slot const& slot, std::size_t& position, std::size_t& variant);

    /// False when the range ends with this slot.
    bool sort_slot(key_slot const& slot, std::size_t& position);
    /// Of a collection: the sort key attribute that the entities only begin alike. False: the range ends with it.
    bool common_sort_slot(key_slot const& slot, std::size_t position);
    /// Appends the text of the parts up to the first without a value, which makes the range. False if each has a value.
    bool text_prefix(array_view<template_part> parts, std::size_t position, std::string& prefix);
    static key_bound text_bound(std::string const& text, bool inclusive);
    void lower(std::string const& text);
    void upper(std::string const& text);
    void starts_with(std::string const& prefix);
    /// The range of all keys that start with prefix, of which one bound is then replaced.
    void within(std::string const& prefix);
    static comparison reversed(comparison op);

    /// Calls apply with the condition, or with both where two make the range.
    template <class Apply>
    void each_end(Apply const& apply) const;
    static bool is_nothing(std::string const& encoding);
    void native_range(key_slot const& slot);

    /// The range of one placeholder behind a fixed prefix of the key's text.
    void text_range(std::string const& prefix, template_part const& part);

    /// A range that ends before it begins holds nothing; stores refuse such bounds.
    void find_empty();

    entity_data const& entity_;
    plan_data const& plan_;
    array_view<condition_values> conditions_;
    key_range range_;
    std::size_t choice_[max_plan_parts]{}; // per condition: where the chosen value of an in() begins
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/query/key_range.ipp>
#endif
