// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/error.hpp>
#include <monotable/value/text.hpp>
#include <monotable/value/type.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace monotable {

struct key_attribute {
    std::string name = {};
    value_type type = value_type::string; ///< string, number or binary

    friend bool operator==(key_attribute const&, key_attribute const&) = default;
};

enum class projection_type : std::uint8_t { all, keys_only, include };

struct index_description {
    std::string name = {};
    bool local = false;                        ///< partitioned as the table is
    std::vector<key_attribute> partition = {}; ///< one to four; of a local index: the table's
    std::vector<key_attribute> sort = {};      ///< none to four; of a local index: one
    projection_type projection = projection_type::all;
    std::vector<std::string> included = {}; ///< beside the keys

    friend bool operator==(index_description const&, index_description const&) = default;
};

struct table_description {
    std::string name = {};
    key_attribute partition = {};
    std::optional<key_attribute> sort = {};
    std::vector<index_description> indexes = {};

    friend bool operator==(table_description const&, table_description const&) = default;
};

/// What records of a stream hold of an item.
enum class stream_view : std::uint8_t { none, keys_only, new_image, old_image, new_and_old_images };

/// What may change while a table exists.
struct table_settings {
    stream_view stream = stream_view::none; ///< none: changes are not recorded
    std::string time_to_live =
        {}; ///< an attribute with the second, since 1970, at which an item ends; empty: none
    std::string annotations = {}; ///< kept for whoever created the table, and not looked into

    friend bool operator==(table_settings const&, table_settings const&) = default;
};

namespace detail {

inline constexpr std::size_t max_index_key_attributes = 4;
inline constexpr std::size_t max_local_indexes = 5;
inline constexpr std::size_t max_global_indexes = 20;

[[noreturn]] inline void refuse(std::string_view table, std::string const& rule,
                                std::string const& details = {}) {
    throw store_error(store_fault::validation, "table " + std::string(table) + ": ", rule, details);
}

class description_check {
  public:
    explicit description_check(table_description const& table) : table_(table) {}

    void run() {
        name("tableName", table_.name);
        attribute(table_.partition);
        if (table_.sort) attribute(*table_.sort);
        if (table_.sort && table_.sort->name == table_.partition.name)
            fail("Both the Hash Key and the Range Key element in the KeySchema have the same name: " +
                 detail::quoted(table_.partition.name));
        std::size_t local = 0, included = 0;
        for (std::size_t i = 0; i != table_.indexes.size(); ++i) {
            index(table_.indexes[i], i);
            local += table_.indexes[i].local;
            included += table_.indexes[i].included.size();
        }
        if (local > max_local_indexes)
            fail("One or more parameter values were invalid: Number of LocalSecondaryIndexes exceeds "
                 "per-table "
                 "limit of 5");
        if (table_.indexes.size() - local > max_global_indexes)
            fail("One or more parameter values were invalid: Number of GlobalSecondaryIndexes exceeds "
                 "per-table "
                 "limit of 20");
        if (included > 100)
            fail("One or more parameter values were invalid: Number of projected attributes exceeds the "
                 "limit of "
                 "100 for a table");
    }

  private:
    [[noreturn]] void fail(std::string const& rule) const { refuse(table_.name, rule); }

    void name(std::string_view what, std::string_view text) const {
        for (auto const c : text) {
            bool const letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
            if (!letter && !(c >= '0' && c <= '9') && c != '_' && c != '.' && c != '-')
                fail("Value " + detail::quoted(text) + " at '" + std::string(what) +
                     "' failed to satisfy constraint: Member must satisfy regular expression pattern: "
                     "[a-zA-Z0-9_.-]+");
        }
        if (text.size() < 3 || text.size() > 255)
            fail("Value " + detail::quoted(text) + " at '" + std::string(what) +
                 "' failed to satisfy constraint: Member must have length between 3 and 255");
    }

    void attribute_name(std::string_view text) const {
        if (text.empty() || text.size() > 255 || !is_utf8(text))
            fail("Key and projected attribute names must be 1 to 255 bytes of UTF-8: " +
                 detail::quoted(text));
    }

    // One name has one type, wherever it is a key.
    void attribute(key_attribute const& added) {
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
            fail("Key attribute " + detail::quoted(a.name) + " has two types: " +
                 std::string(type_name(a.type)) + " and " + std::string(type_name(b.type)));
    }

    void index(index_description const& added, std::size_t position) {
        name("indexName", added.name);
        for (std::size_t i = 0; i != position; ++i)
            if (table_.indexes[i].name == added.name)
                fail("One or more parameter values were invalid: Duplicate index name: " + added.name);
        auto const where = "index " + added.name + ": ";
        if (added.partition.empty() || added.partition.size() > max_index_key_attributes ||
            added.sort.size() > max_index_key_attributes)
            fail(where + "a key has 1 to 4 partition attributes and up to 4 sort attributes");
        if (added.local && !table_.sort)
            fail("One or more parameter values were invalid: Table KeySchema does not have a range key, "
                 "which is "
                 "required when specifying a LocalSecondaryIndex: " +
                 added.name);
        if (added.local && (added.partition.size() != 1 || added.partition[0] != table_.partition))
            fail(where + "a local index has the partition key of its table");
        if (added.local && added.sort.size() != 1) fail(where + "a local index has one sort attribute");
        std::vector<std::string_view> names;
        auto const once = [&](std::string_view text) {
            for (auto const each : names)
                if (each == text) fail(where + "attribute " + detail::quoted(text) + " comes twice");
            names.push_back(text);
        };
        for (auto const* side : {&added.partition, &added.sort}) {
            for (auto const& each : *side) {
                attribute(each);
                once(each.name);
            }
        }
        if ((added.projection == projection_type::include) == added.included.empty())
            fail(where + "attributes are included if and only if the projection is INCLUDE");
        names.clear();
        for (auto const& each : added.included) {
            attribute_name(each);
            once(each);
        }
    }

    table_description const& table_;
};

} // namespace detail

/// Throws store_error that names the rule which the description breaks.
inline void check(table_description const& table) { detail::description_check(table).run(); }

} // namespace monotable
