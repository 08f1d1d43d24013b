// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/description.hpp>
#include <monotable/core/text.hpp>
#include <monotable/core/type.hpp>
#include <monotable/error.hpp>

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>

namespace monotable {

namespace detail {

inline constexpr std::size_t max_index_key_attributes = 4;
inline constexpr std::size_t max_local_indexes = 5;
inline constexpr std::size_t max_global_indexes = 20;
inline constexpr std::size_t max_included_attributes = 100;

[[noreturn]] inline void refuse(std::string_view table, std::string const& rule, std::string const& details = {}) {
    throw store_error(store_fault::validation, "table " + std::string(table) + ": ", rule, details);
}

/// DynamoDB's rules for descriptions of tables, and its messages. A template, so that only programs that construct a
/// store compile it.
template <class Description>
class description_rules {
  public:
    explicit description_rules(Description const& table) : table_(table) {}

    void check() const {
        name("tableName", table_.name);
        attribute(table_.partition);
        if (table_.sort) attribute(*table_.sort);
        if (table_.sort && table_.sort->name == table_.partition.name)
            fail("Both the Hash Key and the Range Key element in the KeySchema have the same name",
                 ": " + detail::quoted(table_.partition.name));
        std::size_t local = 0, included = 0;
        for (auto const& each : table_.indexes) {
            index(each);
            local += each.local;
            included += each.included.size();
        }
        if (local > max_local_indexes) invalid("Number of LocalSecondaryIndexes exceeds per-table limit of 5");
        if (table_.indexes.size() - local > max_global_indexes)
            invalid("GlobalSecondaryIndex count exceeds the per-table limit of 20");
        if (included > max_included_attributes)
            invalid("Number of projected attributes exceeds the limit of 100 for a table");
    }

  private:
    [[noreturn]] void fail(std::string const& rule, std::string const& details = {}) const {
        refuse(table_.name, rule, details);
    }
    [[noreturn]] void invalid(std::string const& rule, std::string const& details = {}) const {
        fail("One or more parameter values were invalid: " + rule, details);
    }
    [[noreturn]] void constraint(std::string const& what, std::string const& text, std::string const& rule) const {
        fail("1 validation error detected: Value '" + text + "' at '" + what +
             "' failed to satisfy constraint: Member must " + rule);
    }

    void name(std::string const& what, std::string const& text) const {
        for (auto const c : text) {
            bool const letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
            if (!letter && !(c >= '0' && c <= '9') && c != '_' && c != '.' && c != '-')
                constraint(what, text, "satisfy regular expression pattern: [a-zA-Z0-9_.-]+");
        }
        if (text.size() < 3) constraint(what, text, "have length greater than or equal to 3");
        if (text.size() > 255) constraint(what, text, "have length less than or equal to 255");
    }

    void attribute_name(std::string const& text) const {
        if (text.empty() || text.size() > 255 || !is_utf8(text))
            fail("Key and projected attribute names must be 1 to 255 bytes of UTF-8: " + detail::quoted(text));
    }

    // A key attribute must have the same type in all keys.
    void attribute(key_attribute const& added) const {
        attribute_name(added.name);
        if (!is_key_type(added.type))
            fail("Key attribute " + detail::quoted(added.name) + " must be of type S, N or B, not " +
                 std::string(type_name(added.type)));
        same_type(added, table_.partition);
        if (table_.sort) same_type(added, *table_.sort);
        for (auto const& index : table_.indexes)
            for (auto const* part : {&index.partition, &index.sort})
                for (auto const& each : *part) same_type(added, each);
    }

    void same_type(key_attribute const& a, key_attribute const& b) const {
        if (a.name == b.name && a.type != b.type)
            fail("Key attribute " + detail::quoted(a.name) + " has two types: " + std::string(type_name(a.type)) +
                 " and " + std::string(type_name(b.type)));
    }

    void index(index_description const& added) const {
        name("indexName", added.name);
        for (auto const* each = &table_.indexes[0]; each != &added; ++each)
            if (each->name == added.name) invalid("Duplicate index name: " + added.name);
        if (added.local) local_index(added);
        if (added.partition.empty() || added.partition.size() > max_index_key_attributes ||
            added.sort.size() > max_index_key_attributes)
            fail("index " + added.name + ": a key has 1 to 4 partition attributes and up to 4 sort attributes");
        for (auto const* side : {&added.partition, &added.sort}) {
            for (auto const& each : *side) {
                attribute(each);
                std::size_t times = 0;
                for (auto const* other : {&added.partition, &added.sort})
                    for (auto const& one : *other) times += one.name == each.name;
                if (times != 1) twice(added, each.name);
            }
        }
        projection(added);
    }

    void local_index(index_description const& added) const {
        if (!table_.sort)
            invalid("Table KeySchema does not have a range key, which is required when specifying a "
                    "LocalSecondaryIndex",
                    ": " + added.name);
        if (added.sort.empty()) invalid("Index KeySchema does not have a range key for index: " + added.name);
        if (added.partition.size() != 1 || added.sort.size() != 1)
            fail("index " + added.name + ": a local index has one partition and one sort attribute");
        if (added.partition[0] != table_.partition)
            invalid(
                "Index KeySchema does not have the same leading hash key as table KeySchema for index: " + added.name +
                ". index hash key: " + added.partition[0].name + ", table hash key: " + table_.partition.name);
    }

    void projection(index_description const& added) const {
        bool const includes = added.projection == projection_type::include;
        if (includes && added.included.empty())
            invalid("ProjectionType is INCLUDE, but NonKeyAttributes is not specified", ": index " + added.name);
        if (!includes && !added.included.empty())
            invalid(added.projection == projection_type::all
                        ? "ProjectionType is ALL, but NonKeyAttributes is specified"
                        : "ProjectionType is KEYS_ONLY, but NonKeyAttributes is specified",
                    ": index " + added.name);
        for (auto const& each : added.included) {
            attribute_name(each);
            for (auto const* other = &added.included[0]; other != &each; ++other)
                if (*other == each) twice(added, each);
        }
    }

    [[noreturn]] void twice(index_description const& index, std::string const& attribute) const {
        fail("index " + index.name + ": attribute " + detail::quoted(attribute) + " comes twice");
    }

    Description const& table_;
};

} // namespace detail

/// Throws store_error with DynamoDB's message if the description violates a rule.
template <std::same_as<table_description> Description>
void check(Description const& table) {
    detail::description_rules<Description>(table).check();
}

} // namespace monotable
