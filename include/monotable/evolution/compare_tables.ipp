// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/evolution/compare_tables.hpp>

namespace monotable::detail {

MONOTABLE_INLINE std::string shown(std::vector<key_attribute> const& attributes) {
    std::string out;
    for (key_attribute const& each : attributes) {
        if (!out.empty()) out += ", ";
        out += shown(each);
    }
    return out.empty() ? "nothing" : out;
}

MONOTABLE_INLINE std::string shown_projection(index_description const& index) {
    if (index.projection == projection_type::all) return "every attribute";
    if (index.projection == projection_type::keys_only) return "the keys only";
    std::string out("the keys");
    for (std::string const& each : index.included) out.append(", ").append(each);
    return out;
}

MONOTABLE_INLINE index_description const* index_named(table_description const& table, std::string const& name) {
    for (index_description const& each : table.indexes)
        if (each.name == name) return &each;
    return nullptr;
}

MONOTABLE_INLINE bool holds_all(std::vector<std::string> const& all, std::vector<std::string> const& some) {
    for (std::string const& each : some) {
        bool found = false;
        for (std::string const& other : all) found = found || other == each;
        if (!found) return false;
    }
    return true;
}

MONOTABLE_INLINE bool projects_all_of(index_description const& index, index_description const& other) {
    if (index.projection == projection_type::all || other.projection == projection_type::keys_only) return true;
    return other.projection == projection_type::include && holds_all(index.included, other.included);
}

MONOTABLE_INLINE void table_comparison::run() {
    compare_keys();
    for (index_description const& each : after_.indexes) compare_index(each);
    for (index_description const& each : before_.indexes)
        if (index_named(after_, each.name) == nullptr) add_removed(each);
}

MONOTABLE_INLINE void table_comparison::compare_keys() {
    if (before_.name != after_.name)
        out_.add({after_.name, "the table was named " + before_.name, "the store makes an empty table of the new name",
                  "keep the name, or copy the items", false});
    if (before_.partition == after_.partition && before_.sort == after_.sort) return;
    out_.add({after_.name, "the primary key was " + shown(key_of(before_)) + " and is " + shown(key_of(after_)),
              "a table's key attributes cannot be changed, and the store does not open it",
              "keep partition_key<> and sort_key<>, or give the new table another name and copy the items", false});
}

MONOTABLE_INLINE std::vector<key_attribute> table_comparison::key_of(table_description const& table) {
    std::vector<key_attribute> key{table.partition};
    if (table.sort) key.push_back(*table.sort);
    return key;
}

MONOTABLE_INLINE void table_comparison::compare_index(index_description const& index) {
    std::string const place = after_.name + " index " + index.name;
    index_description const* const old = index_named(before_, index.name);
    if (old == nullptr) {
        if (index.local)
            out_.add({place, "the local index is new",
                      "local indexes are made with their table only, and the store does not open it",
                      "make it a global index, gsi<>", false});
        else
            out_.add({place, "the index is new", "the table lacks it, and the store does not open the table as it is",
                      "open it with mt::add_missing_indexes, then migrate the entities in it, whose "
                      "items lack its key attributes",
                      true});
        return;
    }
    if (old->local != index.local || old->partition != index.partition || old->sort != index.sort) {
        out_.add({place,
                  "its key was " + shown(old->partition) + " and " + shown(old->sort) + " and is " +
                      shown(index.partition) + " and " + shown(index.sort),
                  "an index's key attributes cannot be changed, and the store does not open the table",
                  "add an index of another name, migrate, and drop the old one", false});
        return;
    }
    if (old->projection == index.projection && holds_all(old->included, index.included) &&
        holds_all(index.included, old->included))
        return;
    bool const more = projects_all_of(*old, index);
    std::string const effect("an index's projection cannot be changed");
    out_.add({place, "it had " + shown_projection(*old) + " and has " + shown_projection(index),
              effect + (more ? "" : ", and its items lack attributes") + "; the store does not open the table",
              "add an index of another name and drop the old one", false});
}

MONOTABLE_INLINE void table_comparison::add_removed(index_description const& index) {
    out_.add({after_.name + " index " + index.name, "the index is gone",
              "the table keeps it, pays for its entries, and is opened with mt::add_missing_indexes only",
              "drop it with backend::drop_index once no program uses it", true});
}

} // namespace monotable::detail
