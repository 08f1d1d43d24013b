// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/key/escape.hpp>
#include <monotable/key/shape.hpp>
#include <monotable/meta/array_view.hpp>
#include <monotable/model/build.hpp>
#include <monotable/model/model.hpp>
#include <monotable/violation/table.hpp>

#include <cstddef>
#include <string_view>

/// Rules for a table as a whole, and for pairs of entities in it.
namespace monotable::detail {

/// True for names of 3 to 255 characters from a-z A-Z 0-9 _ . -, DynamoDB's rule for tables and indexes.
constexpr bool is_resource_name(std::string_view name) {
    if (name.size() < 3 || name.size() > 255) return false;
    for (char const c : name) {
        bool const ok =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' || c == '.' || c == '-';
        if (!ok) return false;
    }
    return true;
}

/// `name` is that of the index; for the primary key, that of the table.
constexpr violation<table_rule> check_index(index_data const& index, std::string_view name) {
    if (index.unknown_option) return {table_rule::unknown_option, name};
    if (index.kind != index_kind::primary && !is_resource_name(name)) return {table_rule::bad_index_name, name};
    if (index.option_twice) return {table_rule::option_twice, name};
    if (index.own_partition_key) return {table_rule::local_index_partition_key, name};
    if (index.declared_partition_count == 0) return {table_rule::no_partition_key, name};
    if (index.declared_partition_count > max_key_attributes || index.declared_sort_count > max_key_attributes)
        return {table_rule::too_many_key_attributes, name};
    if (index.kind != index_kind::global && (index.declared_partition_count > 1 || index.declared_sort_count > 1))
        return {table_rule::too_many_primary_key_attributes, name};
    for (std::size_t a = 0; a != index.key_count(); ++a) {
        if (index.attributes[a].name.empty()) return {table_rule::empty_attribute_name, name};
        for (std::size_t b = 0; b != a; ++b)
            if (index.attributes[a].name == index.attributes[b].name)
                return {table_rule::duplicate_key_attribute, index.attributes[a].name};
    }
    return {};
}

constexpr violation<table_rule> check_table(table_data const& table) {
    if (!is_resource_name(table.name)) return {table_rule::bad_table_name, table.name};
    std::size_t global = 0, local = 0;
    for (std::size_t i = 0; i != table.indexes.size(); ++i) {
        index_data const& index = table.indexes[i];
        violation<table_rule> const wrong = check_index(index, i == 0 ? table.name : index.name);
        if (wrong.code != table_rule::none) return wrong;
        global += index.kind == index_kind::global ? 1 : 0;
        local += index.kind == index_kind::local ? 1 : 0;
        if (index.kind == index_kind::local && table.indexes[0].sort_count == 0)
            return {table_rule::local_index_without_sort_key, index.name};
        for (std::size_t other = 0; other != i; ++other) {
            index_data const& before = table.indexes[other];
            if (before.name == index.name) return {table_rule::duplicate_index, index.name};
            for (std::size_t a = 0; a != index.key_count(); ++a)
                for (std::size_t b = 0; b != before.key_count(); ++b)
                    if (index.attributes[a].name == before.attributes[b].name &&
                        index.attributes[a].type != before.attributes[b].type)
                        return {table_rule::key_attribute_two_types, index.attributes[a].name};
        }
    }
    if (global > 20) return {table_rule::too_many_global_indexes, table.name};
    if (local > 5) return {table_rule::too_many_local_indexes, table.name};
    return {};
}

/// Reads a template as a sequence of literal characters and placeholders; the prefix of `{id:ord_*}` counts as literal.
class template_walk {
  public:
    constexpr template_walk(array_view<template_part> parts, array_view<field_data> fields)
        : parts_(parts), fields_(fields) {
        settle();
    }

    constexpr bool at_end() const { return part_ == parts_.size(); }
    constexpr bool at_literal() const { return !at_end() && offset_ != text().size(); }
    constexpr char literal() const { return text()[offset_]; }
    constexpr template_part const& part() const { return parts_[part_]; }
    constexpr field_type const& type() const { return *fields_[static_cast<std::size_t>(part().field)].type; }

    constexpr void next_character() {
        ++offset_;
        settle();
    }
    constexpr void next_part() {
        ++part_;
        offset_ = 0;
        settle();
    }

    /// True if the text of the current placeholder cannot begin with `c`.
    constexpr bool excludes(char c) const {
        if (part().format.shards != 0) return !is_digit(c);
        if (is_fixed_width(part(), type())) return !is_digit(c) && c != '-' && c != '~';
        if (type().form == key_form::boolean) return c != 't' && c != 'f';
        return false;
    }

    /// True if the current placeholder is escaped text, which ends at the first occurrence of its delimiter.
    constexpr bool is_delimited() const {
        return monotable::detail::is_delimited(part(), type()) && !is_digit(part().next); // %34 contains a 4
    }

  private:
    constexpr std::string_view text() const {
        if (!part().placeholder) return part().text;
        if (part().format.lower) return {};
        for (char const c : part().format.prefix)
            if (!part().last && is_escaped(c, part().next)) return {}; // the key then has other characters
        return part().format.prefix;
    }
    constexpr void settle() {
        while (!at_end() && offset_ == text().size() && !part().placeholder) {
            ++part_;
            offset_ = 0;
        }
    }

    array_view<template_part> parts_;
    array_view<field_data> fields_;
    std::size_t part_ = 0;
    std::size_t offset_ = 0;
};

constexpr bool same_fixed_width(template_walk const& a, template_walk const& b) {
    return a.type().form == b.type().form && a.type().digits == b.type().digits && is_fixed_width(a.part(), a.type()) &&
           same_format(a.part().format, b.part().format) && a.type().form >= key_form::time &&
           a.type().form <= key_form::date;
}

/// True only if no text matches both templates; can be false for templates that differ.
constexpr bool texts_differ(template_walk a, template_walk b) {
    while (!a.at_end() && !b.at_end()) {
        if (a.at_literal() && b.at_literal()) {
            if (a.literal() != b.literal()) return true;
            a.next_character();
            b.next_character();
        } else if (!a.at_literal() && !b.at_literal()) {
            bool const aligned =
                (a.is_delimited() && b.is_delimited() && a.part().next == b.part().next) || same_fixed_width(a, b);
            if (!aligned) return false;
            a.next_part();
            b.next_part();
        } else {
            template_walk& placeholder = a.at_literal() ? b : a;
            template_walk& literal = a.at_literal() ? a : b;
            if (placeholder.excludes(literal.literal())) return true;
            if (!placeholder.is_delimited()) return false;
            char const delimiter = placeholder.part().next;
            while (literal.at_literal() && literal.literal() != delimiter) literal.next_character();
            if (literal.at_end()) return true;
            if (!literal.at_literal()) return false;
            placeholder.next_part();
        }
    }
    return a.at_end() != b.at_end(); // the text of a placeholder is never empty
}

/// True if the primary keys of the two entities differ for all values of their fields.
constexpr bool keys_differ(entity_data const& a, entity_data const& b) {
    std::size_t const count = a.table->indexes[0].key_count();
    for (std::size_t s = 0; s != count; ++s) {
        key_slot const& x = a.slots[s];
        key_slot const& y = b.slots[s];
        if (x.attribute.type != 'S') continue;
        if (texts_differ({a.parts_of(x), a.fields}, {b.parts_of(y), b.fields})) return true;
    }
    return false;
}

/// Like keys_differ, but compares only the literal prefixes of the templates, which is cheap to compile.
constexpr bool literals_differ(array_view<std::string_view> a, array_view<std::string_view> b) {
    for (std::size_t s = 0; s != a.size() && s != b.size(); ++s) {
        for (std::size_t i = 0; i != a[s].size() && i != b[s].size(); ++i) {
            if (a[s][i] == '{' || a[s][i] == '}' || b[s][i] == '{' || b[s][i] == '}') break;
            if (a[s][i] != b[s][i]) return true;
        }
    }
    return false;
}

} // namespace monotable::detail
