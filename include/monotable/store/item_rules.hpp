// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/error.hpp>
#include <monotable/store/description.hpp>
#include <monotable/store/description_rules.hpp>
#include <monotable/value/size.hpp>
#include <monotable/value/text.hpp>
#include <monotable/value/value.hpp>
#include <monotable/value/view.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// DynamoDB's rules for the items of a table, and its words for breaking them.
namespace monotable::detail {

inline constexpr std::size_t max_partition_key = 2048;
inline constexpr std::size_t max_sort_key = 1024;
inline constexpr std::size_t max_attribute_name = 65535;

[[noreturn]] inline void refuse_value(std::string_view table, std::string const& rule, std::string const& details = {}) {
    throw bad_value("table " + std::string(table) + ": ", rule, details);
}

class item_rules {
  public:
    explicit item_rules(table_description const& table) : table_(table) {}

    /// Can the item be stored? Returns its size.
    std::uint32_t check(item_view item) const {
        key(item);
        for (auto const& each : table_.indexes) index_key(each, item);
        auto const size = item_size(item);
        if (size > max_item_size)
            refuse_value(table_.name, "Item size has exceeded the maximum allowed size: " +
                                          std::to_string(size) + " bytes, " + described_key(item));
        attribute_names(item, true);
        return static_cast<std::uint32_t>(size);
    }

    /// Are these the key attributes of the table and no others, and can they be a key?
    void check_key(item_view given) const {
        bool fits = given.size() == 1u + table_.sort.has_value();
        for_key([&](key_attribute const& each) {
            auto const found = given.find(each.name);
            fits = fits && found && found->is(each.type);
        });
        if (!fits) refuse(table_.name, "The provided key element does not match the schema");
        key(given);
    }

    /// Can this value be looked for in a key attribute?
    void check_condition(key_attribute const& attribute, value_view v) const {
        if (!v.is(attribute.type))
            refuse(table_.name,
                   "One or more parameter values were invalid: Condition parameter type does not match "
                   "schema type: attribute " +
                       attribute.name + ", expected " + std::string(type_name(attribute.type)) + ", actual " +
                       std::string(type_name(v.type())));
        if (v.key_bytes().empty()) refuse_value(table_.name, empty_key(attribute));
    }

    void check_partition_size(std::size_t size) const {
        if (size > max_partition_key)
            refuse_value(table_.name,
                         "One or more parameter values were invalid: Size of hashkey has exceeded the "
                         "maximum size limit of2048 bytes");
    }

  private:
    template <class F>
    void for_key(F&& f) const {
        f(table_.partition);
        if (table_.sort) f(*table_.sort);
    }

    static std::string empty_key(key_attribute const& attribute) {
        return std::string(
                   "One or more parameter values are not valid. The AttributeValue for a key attribute "
                   "cannot contain an empty ") +
               (attribute.type == value_type::binary ? "binary" : "string") +
               " value. Key: " + attribute.name;
    }

    // A number's cost in a key is its cost in an item.
    static std::size_t key_size(value_view v) noexcept { return value_size(v); }

    void key(item_view item) const {
        for_key([&](key_attribute const& each) {
            auto const found = item.find(each.name);
            if (!found)
                refuse_value(table_.name, "One or more parameter values were invalid: Missing the key " +
                                              each.name + " in the item");
            if (!found->is(each.type))
                refuse_value(table_.name,
                             "One or more parameter values were invalid: Type mismatch for key " + each.name +
                                 " expected: " + std::string(type_name(each.type)) +
                                 " actual: " + std::string(type_name(found->type())));
            if (found->key_bytes().empty()) refuse_value(table_.name, empty_key(each));
        });
        check_partition_size(key_size(*item.find(table_.partition.name)));
        if (table_.sort) check_sort_size(key_size(*item.find(table_.sort->name)), "");
    }

    void check_sort_size(std::size_t size, std::string const& where) const {
        if (size > max_sort_key)
            refuse_value(table_.name,
                         "One or more parameter values were invalid: Aggregated size of all range keys "
                         "has exceeded the size limit of 1024 bytes" +
                             where);
    }

    void index_key(index_description const& index, item_view item) const {
        auto const total = [&](std::vector<key_attribute> const& attributes) {
            std::size_t size = 0;
            for (auto const& each : attributes) {
                auto const found = item.find(each.name);
                if (!found) continue;
                if (!found->is(each.type))
                    refuse_value(table_.name,
                                 "One or more parameter values were invalid: Type mismatch for Index Key " +
                                     each.name + " Expected: " + std::string(type_name(each.type)) +
                                     " Actual: " + std::string(type_name(found->type())) +
                                     " IndexName: " + index.name);
                if (found->key_bytes().empty())
                    refuse_value(
                        table_.name,
                        std::string("One or more parameter values are not valid. A value specified for a "
                                    "secondary index key is not supported. The AttributeValue for a key "
                                    "attribute cannot contain an empty ") +
                            (each.type == value_type::binary ? "binary" : "string") +
                            " value. IndexName: " + index.name + ", IndexKey: " + each.name);
                size += key_size(*found);
            }
            return size;
        };
        if (total(index.partition) > max_partition_key)
            refuse_value(table_.name,
                         "One or more parameter values were invalid: Size of hashkey has exceeded the "
                         "maximum size limit of2048 bytes. IndexName: " +
                             index.name);
        check_sort_size(total(index.sort), ". IndexName: " + index.name);
    }

    void attribute_names(item_view map, bool outermost) const {
        if (!outermost && map.bytes().size() <= max_attribute_name) return;
        for (auto const& [name, value] : map) {
            if (outermost && name.empty()) refuse_value(table_.name, "Empty attribute name");
            if (name.size() > max_attribute_name)
                refuse_value(table_.name, "Attribute name is too large, must be less than 65536 bytes: " +
                                              detail::quoted(name));
            nested_names(value);
        }
    }

    void nested_names(value_view v) const {
        if (v.is(value_type::map)) attribute_names(v.as_map(), false);
        if (v.is(value_type::list) && v.bytes().size() > max_attribute_name)
            for (auto const element : v.as_list()) nested_names(element);
    }

    std::string described_key(item_view item) const {
        std::string out = "key";
        for_key([&](key_attribute const& each) {
            auto const v = *item.find(each.name);
            out += ' ' + each.name + '=' +
                   (v.is(value_type::number) ? v.as_number().to_string() : detail::quoted(v.key_bytes()));
        });
        return out;
    }

    table_description const& table_;
};

} // namespace monotable::detail
