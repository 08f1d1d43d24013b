// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/description.hpp>
#include <monotable/backend/description_rules.hpp>
#include <monotable/core/size.hpp>
#include <monotable/core/text.hpp>
#include <monotable/core/value.hpp>
#include <monotable/core/view.hpp>
#include <monotable/error.hpp>
#include <monotable/expression/tree_view.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// DynamoDB's rules for the items of a table, and its messages. All checks throw store_error or bad_value if a rule is
/// violated.
namespace monotable::detail {

inline constexpr std::size_t max_partition_key = 2048;
inline constexpr std::size_t max_sort_key = 1024;
inline constexpr std::size_t max_attribute_name = 65535;

[[noreturn]] inline void refuse_value(std::string_view table, std::string const& rule,
                                      std::string const& details = {}) {
    throw bad_value("table " + std::string(table) + ": ", rule, details);
}

template <class Description = table_description>
class basic_item_rules {
  public:
    explicit basic_item_rules(Description const& table) : table_(table) {}

    /// Throws unless the item has the table's key attributes.
    void check_item_key(item_view item) const {
        for_key([&](key_attribute const& each) {
            auto const found = item.find(each.name);
            if (!found)
                fail("One or more parameter values were invalid: Missing the key " + each.name + " in the item");
            if (!found->is(each.type))
                fail("One or more parameter values were invalid: Type mismatch for key " + each.name + " expected: " +
                     std::string(type_name(each.type)) + " actual: " + std::string(type_name(found->type())));
        });
        check_key_values(item);
    }

    /// Throws unless these attributes include the table's key attributes.
    void check_key_attributes(item_view given) const {
        for_key([&](key_attribute const& each) {
            auto const found = given.find(each.name);
            if (!found || !found->is(each.type)) refuse_key();
        });
    }

    /// Throws unless these attributes are exactly a valid key of the table.
    void check_key(item_view given) const {
        if (given.size() != 1u + table_.sort.has_value()) refuse_key();
        check_key_attributes(given);
        check_key_values(given);
    }

    /// Throws unless an item can be put; does not check its key and size.
    void check_put(item_view item) const {
        check_index_keys(item);
        check_names(item);
    }
    /// Throws if an attribute of an item that is put is a key of an index and cannot be one.
    void check_index_keys(item_view item) const {
        for (auto const& each : table_.indexes) index_key(each, item);
    }
    void check_size(item_view item, std::size_t size) const {
        if (size > max_item_size)
            fail("Item size has exceeded the maximum allowed size",
                 ": " + std::to_string(size) + " bytes, " + described_key(item));
    }

    void check_names(item_view item) const { attribute_names(item, true); }

    /// Throws if a path of the expression leads into a key attribute, which is a scalar.
    void check_paths(expression_view tree) const {
        for_nested(tree, [&](std::string_view attribute) {
            for_key([&](key_attribute const& each) {
                if (each.name == attribute) refuse_nested("Key: ", attribute);
            });
        });
        for_nested(tree, [&](std::string_view attribute) {
            for_index_key(attribute, [&](index_description const&, key_attribute const&) {
                refuse_nested("IndexKey: ", attribute);
            });
        });
    }

    /// Throws if an update changes the key, or assigns a wrong type to an index key, as far as the expression
    /// determines it.
    void check_update(expression_view update) const {
        if (update.empty()) return;
        for (auto const action : update)
            for_key([&](key_attribute const& each) {
                if (action[0].path().attribute() == each.name)
                    refuse(table_.name, "One or more parameter values were invalid: Cannot update attribute " +
                                            each.name + ". This attribute is part of the key");
            });
        check_paths(update);
        for (auto const action : update) {
            auto type = value_type::null;
            if (!assigned_type(action, type)) continue;
            for_index_key(action[0].path().attribute(), [&](index_description const& index, key_attribute const& each) {
                if (type != each.type) refuse_index_type(index, each, type);
            });
        }
    }

    /// Throws unless the updated item, which has this size, can be stored.
    void check_updated(expression_view update, item_view made, std::size_t size) const {
        std::size_t rewritten = size + 3;
        for_key([&](key_attribute const& each) { rewritten -= each.name.size() + value_size(*made.find(each.name)); });
        if (update) {
            for (auto const action : update) {
                rewritten += action.is(expression_kind::remove) ? 2u : 19u;
                updated_index_keys(action[0].path().attribute(), made);
            }
        }
        if (size > max_item_size || rewritten > max_item_size)
            fail("Item size to update has exceeded the maximum allowed size",
                 ": " + std::to_string(size) + " bytes, " + described_key(made));
        check_names(made);
    }

    /// Throws unless a key condition can compare the attribute with this value.
    void check_condition(key_attribute const& attribute, value_view v) const {
        if (!v.is(attribute.type))
            refuse(table_.name,
                   "One or more parameter values were invalid: Condition parameter type does not match "
                   "schema type",
                   ": attribute " + attribute.name + ", expected " + std::string(type_name(attribute.type)) +
                       ", actual " + std::string(type_name(v.type())));
        if (v.key_bytes().empty()) fail(empty_key(attribute));
    }

    void check_partition_size(std::size_t size, std::string const& where = {}) const {
        if (size > max_partition_key)
            fail("One or more parameter values were invalid: Size of hashkey has exceeded the maximum size "
                 "limit "
                 "of2048 bytes",
                 where);
    }

  private:
    /// The type that an action assigns to an attribute; false if the expression does not determine it.
    static bool assigned_type(expression_view action, value_type& type) {
        bool const adds = action.is(expression_kind::add);
        return (adds || action.is(expression_kind::set)) && operand_type(action[1], type);
    }
    static bool operand_type(expression_view operand, value_type& type) {
        switch (operand.kind()) {
        case expression_kind::constant: type = operand.constant().type(); return true;
        case expression_kind::if_not_exists: return operand_type(operand[1], type);
        case expression_kind::list_append: type = value_type::list; return true;
        case expression_kind::plus:
        case expression_kind::minus: type = value_type::number; return true;
        default: return false;
        }
    }

    /// Calls `f` with each attribute into which a path of the expression leads.
    template <class F>
    static void for_nested(expression_view tree, F&& f) {
        for (std::size_t i = 0; i != tree.node_count(); ++i)
            if (expression_view const node(tree.nodes() + i);
                node.is(expression_kind::path) && !node.path().is_attribute())
                f(node.path().attribute());
    }

    template <class F>
    void for_index_key(std::string_view attribute, F&& f) const {
        for (auto const& index : table_.indexes)
            for (auto const* part : {&index.partition, &index.sort})
                for (auto const& each : *part)
                    if (each.name == attribute) f(index, each);
    }

    [[noreturn]] void refuse_key() const { refuse(table_.name, "The provided key element does not match the schema"); }

    [[noreturn]] void refuse_nested(std::string_view what, std::string_view attribute) const {
        refuse(table_.name, "Key attributes must be scalars; list random access '[]' and map lookup '.' are not "
                            "allowed: " +
                                std::string(what) + std::string(attribute));
    }

    [[noreturn]] void refuse_index_type(index_description const& index, key_attribute const& key,
                                        value_type actual) const {
        fail("One or more parameter values were invalid: Type mismatch for Index Key " + key.name +
             " Expected: " + std::string(type_name(key.type)) + " Actual: " + std::string(type_name(actual)) +
             " IndexName: " + index.name);
    }

    [[noreturn]] void fail(std::string const& rule, std::string const& details = {}) const {
        refuse_value(table_.name, rule, details);
    }

    template <class F>
    void for_key(F&& f) const {
        f(table_.partition);
        if (table_.sort) f(*table_.sort);
    }

    static std::string empty_value(key_attribute const& attribute) {
        return std::string("The AttributeValue for a key attribute cannot contain an empty ") +
               (attribute.type == value_type::binary ? "binary" : "string") + " value.";
    }
    static std::string empty_key(key_attribute const& attribute) {
        return "One or more parameter values are not valid. " + empty_value(attribute) + " Key: " + attribute.name;
    }

    // REQUIRES: values of the right types. A number has the same size in a key as in an item.
    void check_key_values(item_view item) const {
        for_key([&](key_attribute const& each) {
            if (item.find(each.name)->key_bytes().empty()) fail(empty_key(each));
        });
        check_partition_size(value_size(*item.find(table_.partition.name)));
        if (table_.sort) check_sort_size(value_size(*item.find(table_.sort->name)), {});
    }

    void check_sort_size(std::size_t size, std::string const& where) const {
        if (size > max_sort_key)
            fail("One or more parameter values were invalid: Aggregated size of all range keys has exceeded "
                 "the size "
                 "limit of 1024 bytes",
                 where);
    }

    void index_key(index_description const& index, item_view item) const {
        auto const total = [&](std::vector<key_attribute> const& attributes) {
            std::size_t size = 0;
            for (auto const& each : attributes) {
                auto const found = item.find(each.name);
                if (!found) continue;
                if (!found->is(each.type)) refuse_index_type(index, each, found->type());
                if (found->key_bytes().empty())
                    fail("One or more parameter values are not valid. A value specified for a secondary "
                         "index key is not "
                         "supported. " +
                         empty_value(each) + " IndexName: " + index.name + ", IndexKey: " + each.name);
                size += value_size(*found);
            }
            return size;
        };
        auto const partition = total(index.partition), sort = total(index.sort);
        if (partition > max_partition_key || sort > max_sort_key) { // the text is only built in this case
            auto const where = ", index " + index.name;
            check_partition_size(partition, where);
            check_sort_size(sort, where);
        }
    }

    // Checks one updated attribute. Others can be invalid as keys: an index that was added later does not contain such
    // items.
    void updated_index_keys(std::string_view attribute, item_view made) const {
        auto const found = made.find(attribute);
        if (!found) return;
        for (auto const& index : table_.indexes) {
            for (auto const* part : {&index.partition, &index.sort}) {
                for (auto const& each : *part) {
                    if (each.name != attribute) continue;
                    auto const details = ": attribute " + each.name + ", index " + index.name;
                    if (!found->is(each.type))
                        fail("The update expression attempted to update the secondary index key to "
                             "unsupported type",
                             details);
                    if (found->key_bytes().empty())
                        fail("One or more parameter values are not valid. The update expression attempted to "
                             "update a "
                             "secondary index key to a value that is not supported. " +
                                 empty_value(each),
                             details);
                    if (value_size(*found) > (part == &index.sort ? max_sort_key : max_partition_key))
                        fail("The update expression attempted to update the secondary index key beyond "
                             "allowed size "
                             "limits",
                             details);
                }
            }
        }
    }

    void attribute_names(item_view map, bool outermost) const {
        if (!outermost && map.bytes().size() <= max_attribute_name) return;
        for (auto const& [name, value] : map) {
            if (outermost && name.empty()) fail("Empty attribute name");
            if (name.size() > max_attribute_name)
                fail("Attribute name is too large, must be less than 65536 bytes", ": " + detail::quoted(name));
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
            auto const v = item.find(each.name);
            if (!v || !is_key_type(v->type())) return;
            out += ' ' + each.name + '=' +
                   (v->is(value_type::number) ? v->as_number().to_string() : detail::quoted(v->key_bytes()));
        });
        return out;
    }

    Description const& table_;
};

using item_rules = basic_item_rules<>;

} // namespace monotable::detail
