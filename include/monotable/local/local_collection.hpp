// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/description.hpp>
#include <monotable/core/assemble.hpp>
#include <monotable/core/size.hpp>
#include <monotable/core/view.hpp>
#include <monotable/local/collection_engine.hpp>
#include <monotable/local/collection_keys.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace monotable::detail {

/// The items of a table or one of its indexes. Refers to the description, which must outlive it.
template <class Keys = collection_keys>
class basic_local_collection {
  public:
    std::size_t number = 0; ///< the engine's number of the collection
    index_description const* index = nullptr;
    Keys keys = {};
    std::vector<std::string_view> projected = {}; ///< sorted; empty if all attributes are projected

    void describe(table_description const& table, std::size_t collection, key_names const& all) {
        number = collection;
        index = number == 0 ? nullptr : &table.indexes[number - 1];
        keys.describe(table, index, all);
        if (number == 0 || index->projection == projection_type::all) return;
        projected = keys.names();
        for (auto const& name : index->included) add_name(projected, name);
    }

    void describe(table_description const& table, std::size_t collection) {
        key_names all;
        all.describe(table);
        describe(table, collection, all);
    }

    bool is_global() const noexcept { return index != nullptr && !index->local; }
    bool is_local() const noexcept { return index != nullptr && index->local; }
    std::string_view name() const noexcept {
        return index != nullptr ? std::string_view(index->name) : std::string_view();
    }

    bool projects(std::string_view name) const noexcept {
        for (auto const each : projected)
            if (each == name) return true;
        return projected.empty();
    }

    /// The size of an item's entry, as DynamoDB counts it.
    std::size_t entry_size(stored_item item) const noexcept {
        if (projected.empty()) return item.size;
        std::size_t size = 0, i = 0;
        for (member_cursor member(item.view); !member.done() && i != projected.size();) {
            auto const order = member.name().compare(projected[i]);
            if (order == 0) size += member.name().size() + value_size(member.value());
            if (order <= 0) member.advance();
            if (order >= 0) ++i;
        }
        return size;
    }

    /// True if the entries of both items are equal.
    bool same_entry(item_view a, item_view b) const noexcept {
        if (projected.empty()) return a == b;
        for (auto const each : projected) {
            auto const x = a.find(each), y = b.find(each);
            if (x.has_value() != y.has_value() || (x && *x != *y)) return false;
        }
        return true;
    }
};

using local_collection = basic_local_collection<>;

} // namespace monotable::detail
