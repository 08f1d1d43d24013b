// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/key_values.hpp>
#include <monotable/core/byte_buffer.hpp>
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

/// A plan with values: the partitions and the range of sort keys to read.
namespace monotable::detail {

enum class bound_kind : std::uint8_t { none, closed, open };

struct key_bound {
    bound_kind kind = bound_kind::none;
    value key{};

    explicit operator bool() const { return kind != bound_kind::none; }
    bool inclusive() const { return kind == bound_kind::closed; }
};

/// Partitions and a range of sort keys. The bounds apply to the sort key attribute after those of `equal`; each is
/// inclusive or exclusive.
struct key_range {
    key_values partitions; ///< the partition key values of each partition to read, one partition after another
    std::size_t partition_count = 0;
    key_values equal;
    key_bound lower;
    key_bound upper;
    key_bound begins_with; ///< for text keys; bounds are then unset
    bool empty = false;    ///< no key can satisfy the conditions

    std::size_t partition_width() const { return partition_count == 0 ? 0 : partitions.size() / partition_count; }

    /// Bytes that identify the range among those of the same index.
    std::string bytes() const;

  private:
    static void add_part(std::string& out, std::string_view part);
    static void add_bound(std::string& out, key_bound const& bound);
};

/// The least UTF-8 string that is greater than every string that starts with `prefix`; empty if there is none.
std::string prefix_successor(std::string_view prefix);

class range_builder {
  public:
    range_builder(entity_data const& entity, plan_data const& plan, array_view<condition_values> conditions)
        : entity_(entity), plan_(plan), conditions_(conditions) {}

    /// One range, or one for each combination of the values of in(): unique, and in an order that does not depend on
    /// that of the values. Throws bad_value if a value cannot be part of a key, or contradicts the sparse index that
    /// serves the query. A template, so that only programs that read compile it.
    template <class Ranges = std::vector<key_range>>
    Ranges build();

  private:
    void build_one(key_range& range);
    static int compare(key_range const& a, key_range const& b);
    /// Moves the last range to its place, or removes it if it is one of the others.
    template <class Ranges>
    static void sort_last(Ranges& all);

    /// Advances to the next combination of values; false after the last one.
    bool choose_next();

    /// The encoded value that fills a placeholder; null if there is none.
    char const* value_of_source(std::int8_t source) const;
    field_type const& type_of_part(template_part const& part) const;
    void check_sparse() const;
    void add_partition_value(key_slot const& slot, std::size_t& position, std::size_t& variant);

    /// Adds a sort key attribute. False if the range ends with it.
    bool sort_slot(key_slot const& slot, std::size_t& position);
    /// For a collection: adds the sort key attribute of which the entities share only a prefix. False if the range ends
    /// with it.
    bool common_sort_slot(key_slot const& slot, std::size_t position);
    /// Appends the text of the parts up to the first one without a value, which determines the range. False if all
    /// parts have values.
    bool text_prefix(array_view<template_part> parts, std::size_t position, byte_buffer& prefix);
    static key_bound text_bound(std::string_view text, bool inclusive);
    void lower(std::string_view text);
    void upper(std::string_view text);
    void starts_with(std::string_view prefix);
    /// Sets the range of all keys that start with `prefix`; one of its bounds can then be replaced.
    void within(std::string_view prefix);
    static comparison reversed(comparison op);

    /// Calls `apply` with the condition, or with both conditions if the range has two.
    template <class Apply>
    void each_end(Apply const& apply) const;
    static bool is_nothing(std::string const& encoding);
    void native_range(key_slot const& slot);

    /// Sets the range of a placeholder that follows a fixed prefix of the key's text.
    void text_range(std::string_view prefix, template_part const& part);

    /// Detects ranges whose lower bound is above the upper one: they are empty, and stores reject such bounds.
    void find_empty();

    entity_data const& entity_;
    plan_data const& plan_;
    array_view<condition_values> conditions_;
    key_range* range_ = nullptr;           // the range that is being built
    std::size_t choice_[max_plan_parts]{}; // per condition: the offset of the current value of an in()
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/query/key_range.ipp>
#endif
