// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/description.hpp>
#include <monotable/config.hpp>
#include <monotable/core/type.hpp>
#include <monotable/evolution/difference.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

/// Comparison of descriptions of tables.
namespace monotable::detail {

/// "PK (S)"
inline std::string shown(key_attribute const& attribute) {
    return attribute.name + " (" + std::string(type_name(attribute.type)) + ")";
}

std::string shown(std::vector<key_attribute> const& attributes);

std::string shown_projection(index_description const& index);

index_description const* index_named(table_description const& table, std::string const& name);

bool holds_all(std::vector<std::string> const& all, std::vector<std::string> const& some);

/// True if the index projects every attribute that the other one does.
bool projects_all_of(index_description const& index, index_description const& other);

class table_comparison {
  public:
    table_comparison(table_description const& before, table_description const& after, differences& out)
        : before_(before), after_(after), out_(out) {}

    void run();

  private:
    void compare_keys();

    static std::vector<key_attribute> key_of(table_description const& table);

    void compare_index(index_description const& index);

    void add_removed(index_description const& index);

    table_description const& before_;
    table_description const& after_;
    differences& out_;
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/evolution/compare_tables.ipp>
#endif
